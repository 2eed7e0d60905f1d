/* SPDX-License-Identifier: MIT
 * foldcheck_cycles [--raw FILE]: the block-wide reductions of S. W. Timcheck, "Efficient Implementation of Reductions
 * on GPU Architectures" (2017), chapter 2, in the report's own setting, by the device's clock: sets of 1024 integers, a
 * set a trial, 50 trials in each of 22 blocks, which do not talk to one another; each tile of B items is reduced by B
 * threads. "in place" is the report's form: a set's sum is left in its first item, whose old value T5 and T6 take away
 * again at the end, while T1 to T3 use the items as their memory. "apart" (T7): the sum has a place of its own.
 *
 * The report speaks of about 4 million integers, and 22 * 50 * 1024 are 1.1 million, 4.5 MB: both sizes are measured.
 * Every sum is checked. Cycles are means over blocks and trials; of 11 launches the median, least and most are printed,
 * and the gain of the median over T1's beside the report's figure. */
#include "hip/platform.hip.h"

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <vector>

#if defined(ON_NVIDIA)
#include <cub/block/block_reduce.cuh>
#endif

namespace FOLDCHECK_NAMESPACE
{

enum { SET = 1024, BLOCKS = 22, LAUNCHES = 11 };

struct trials {
    uint32_t *item, *sum; /* of block b's trial j: set number b * count + j */
    int64_t *cycles;
    int count; /* of a block */
};

/* The sum of the tile at d. Thread 0's; all threads have met, and meet where the report's do. */
template <int B>
struct T1 {
    FN uint32_t fold(uint32_t *d, uint32_t *)
    {
        int t = thread_id();
        for (int s = 1; s < B; s *= 2) {
            if ((t & (2 * s - 1)) == 0) d[t] += d[t + s];
            block_sync();
        }
        return d[0];
    }
};

template <int B>
struct T2 {
    FN uint32_t fold(uint32_t *d, uint32_t *)
    {
        for (int s = 1; s < B; s *= 2) {
            int i = 2 * s * thread_id();
            if (i < B) d[i] += d[i + s];
            block_sync();
        }
        return d[0];
    }
};

template <int B>
struct T3 {
    FN uint32_t fold(uint32_t *d, uint32_t *)
    {
        int t = thread_id();
        for (int s = B / 2; s > 0; s /= 2) {
            if (t < s) d[t] += d[t + s];
            block_sync();
        }
        return d[0];
    }
};

/* Half of the threads read two items each; the report's listing lets the others read past the tile. */
template <int B>
struct T4 {
    FN uint32_t fold(uint32_t *d, uint32_t *shared)
    {
        int t = thread_id();
        if (t < B / 2) shared[t] = d[t] + d[t + B / 2];
        block_sync();
        for (int s = B / 4; s > 0; s /= 2) {
            if (t < s) shared[t] += shared[t + s];
            block_sync();
        }
        return shared[0];
    }
};

/* Lane 0 of each group of 32: its sum; the first offset is half of the lanes that have items. */
template <int B>
FN uint32_t fold_lanes(const uint32_t *d)
{
    constexpr int LANES = B / 2 < 32 ? B / 2 : 32;
    int t = thread_id();
    uint32_t sum = t < B / 2 ? d[t] + d[t + B / 2] : 0;
    UNROLL for (int o = LANES / 2; o > 0; o /= 2) sum += lane_down<32>(sum, o);
    return sum;
}

template <int B>
struct T5 {
};
template <int B>
struct T6 {
};

/* ---- T1 to T4: thread 0 joins the tiles' sums ---- */
template <template <int> class T, int B, bool IN_PLACE>
struct variant {
    FN void fold(uint32_t *set, uint32_t *sum, uint32_t *shared)
    {
        uint32_t apart = 0;
        for (int h = 0; h < SET / B; h++) {
            uint32_t tile = T<B>::fold(set + h * B, shared);
            block_sync(); /* the next tile's threads may write what was read */
            if (thread_id() != 0) continue;
            apart += tile;
            if (IN_PLACE && h == 0) set[0] = tile;
            if (IN_PLACE && h > 0) add_to_word(set, tile);
        }
        if (!IN_PLACE && thread_id() == 0) *sum = apart;
    }
};

/* ---- T5: an atomic for each group ---- */
template <int B, bool IN_PLACE>
struct variant<T5, B, IN_PLACE> {
    FN void fold(uint32_t *set, uint32_t *sum, uint32_t *)
    {
        uint32_t *cell = IN_PLACE ? set : sum, first = set[0]; /* as it was */
        if (!IN_PLACE && thread_id() == 0) *sum = 0;
        block_sync();
        for (int h = 0; h < SET / B; h++) {
            uint32_t own = fold_lanes<B>(set + h * B);
            block_sync(); /* all have read what the atomics change */
            if (thread_id() % 32 == 0 && thread_id() < B / 2) add_to_word(cell, own);
            block_sync();
        }
        if (IN_PLACE && thread_id() == 0) add_to_word(cell, 0u - first);
    }
};

/* ---- T6: the library's fold of a block ---- */
#if defined(ON_NVIDIA)
template <int B, bool IN_PLACE>
struct variant<T6, B, IN_PLACE> {
    FN void fold(uint32_t *set, uint32_t *sum, uint32_t *)
    {
        using library = cub::BlockReduce<uint32_t, B>;
        __shared__ typename library::TempStorage room;
        uint32_t first = set[0], apart = 0;
        for (int h = 0; h < SET / B; h++) {
            uint32_t tile = library(room).Sum(set[h * B + thread_id()]);
            if (thread_id() == 0 && IN_PLACE) add_to_word(set, tile);
            apart += tile;
            block_sync();
        }
        if (thread_id() != 0) return;
        if (IN_PLACE)
            add_to_word(set, 0u - first);
        else
            *sum = apart;
    }
};
#endif

template <template <int> class T, int B, bool IN_PLACE>
KERNEL(B, 1)
cycles_kernel(trials a)
{
    SHARED(uint32_t, shared, B);
    for (int j = 0; j < a.count; j++) {
        int64_t set = block_id() * a.count + j;
        block_sync();
        int64_t start = clock64();
        variant<T, B, IN_PLACE>::fold(a.item + set * SET, a.sum + set, shared);
        block_sync();
        int64_t stop = clock64();
        if (thread_id() == 0) a.cycles[set] = stop - start;
    }
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

static void stop_if(hipError_t error, const char *doing)
{
    if (error == hipSuccess) return;
    fprintf(stderr, "foldcheck_cycles: %s: %s\n", doing, hipGetErrorString(error));
    exit(error == hipErrorNoDevice ? 77 : 3);
}

/* Memory of the device, and the numbers that belong there. */
struct arena {
    std::vector<uint32_t> item, sum;
    trials device;
    char *flush; /* written before each launch, so that nothing of the sets is in a cache */
    size_t flush_bytes;
};

static arena arena_open(int count)
{
    arena a = {};
    size_t sets = (size_t)BLOCKS * (size_t)count;
    a.item.resize(sets * SET);
    a.sum.resize(sets);
    for (size_t i = 0; i < a.item.size(); i++) {
        a.item[i] = (uint32_t)i * 2654435761u >> 7;
        a.sum[i / SET] += a.item[i];
    }
    a.device.count = count;
    a.flush_bytes = (size_t)256 << 20;
    stop_if(hipMalloc((void **)&a.device.item, a.item.size() * 4), "memory");
    stop_if(hipMalloc((void **)&a.device.sum, sets * 4), "memory");
    stop_if(hipMalloc((void **)&a.device.cycles, sets * 8), "memory");
    stop_if(hipMalloc((void **)&a.flush, a.flush_bytes), "memory");
    return a;
}

static void arena_close(arena &a)
{
    (void)hipFree(a.device.item);
    (void)hipFree(a.device.sum);
    (void)hipFree(a.device.cycles);
    (void)hipFree(a.flush);
}

static void check_sums(const arena &a, const char *name, int block, bool in_place)
{
    std::vector<uint32_t> got(in_place ? a.item.size() : a.sum.size());
    const uint32_t *from = in_place ? a.device.item : a.device.sum;
    stop_if(hipMemcpy(got.data(), from, got.size() * 4, hipMemcpyDeviceToHost), "copying sums");
    for (size_t s = 0; s < a.sum.size(); s++) {
        uint32_t sum = got[in_place ? s * SET : s];
        if (sum == a.sum[s]) continue;
        fprintf(stderr, "foldcheck_cycles: %s, %d threads, %s, set %zu: expected %u, got %u\n", name, block,
                in_place ? "in place" : "apart", s, a.sum[s], sum);
        exit(1);
    }
}

/* Mean cycles of a set in a launch. */
static double launch_mean(const arena &a, void (*kernel)(trials), const char *name, int block, bool in_place)
{
    std::vector<int64_t> cycles(a.sum.size());
    struct job job = {};
    struct text why;
    stop_if(hipMemcpy(a.device.item, a.item.data(), a.item.size() * 4, hipMemcpyHostToDevice),
            "copying items");
    stop_if(hipMemset(a.flush, block, a.flush_bytes), "writing");
    if (!launch(name, kernel, BLOCKS, block, 32, &job, a.device, &why)) {
        fprintf(stderr, "foldcheck_cycles: %s\n", why.at);
        exit(3);
    }
    stop_if(hipDeviceSynchronize(), name);
    check_sums(a, name, block, in_place);
    stop_if(hipMemcpy(cycles.data(), a.device.cycles, cycles.size() * 8, hipMemcpyDeviceToHost),
            "copying cycles");
    double all = 0;
    for (int64_t c : cycles)
        all += (double)c;
    return all / (double)cycles.size();
}

/* A variant in a block of B, and what the report says that it saves, in percent; negative: it does not say. */
struct row {
    const char *name;
    int block;
    bool in_place;
    void (*kernel)(trials);
    double reported;
};

template <template <int> class T, int B>
static void add_block(std::vector<row> &rows, const char *name, double reported)
{
    rows.push_back({name, B, true, cycles_kernel<T, B, true>, reported});
    rows.push_back({name, B, false, cycles_kernel<T, B, false>, -1});
}

template <template <int> class T>
static void add_rows(std::vector<row> &rows, const char *name, double at_32, double at_512, double at_1024)
{
    add_block<T, 32>(rows, name, at_32);
    add_block<T, 64>(rows, name, -1);
    add_block<T, 128>(rows, name, -1);
    add_block<T, 256>(rows, name, -1);
    add_block<T, 512>(rows, name, at_512);
    add_block<T, 1024>(rows, name, at_1024);
}

static std::vector<row> all_rows(void)
{
    std::vector<row> rows;
    add_rows<T1>(rows, "T1", -1, -1, -1);
    add_rows<T2>(rows, "T2", 0, -1, 0);
    add_rows<T3>(rows, "T3", 1.4, -1, 19);
    add_rows<T4>(rows, "T4", 43, -1, 63);
    add_rows<T5>(rows, "T5", 65, -1, 77);
#if defined(ON_NVIDIA)
    add_rows<T6>(rows, "T6", 63, 72, 70);
#endif
    return rows;
}

/* Cycles of T1 in place by its threads, 32 * 2^k. */
struct first_row {
    double cycles[6];
};

static int block_number(int block)
{
    int k = 0;
    while (32 << k < block)
        k++;
    return k;
}

static void measure(const arena &a, const row &r, first_row *first, FILE *raw)
{
    double mean[LAUNCHES];
    (void)launch_mean(a, r.kernel, r.name, r.block, r.in_place); /* loads the code */
    for (double &m : mean)
        m = launch_mean(a, r.kernel, r.name, r.block, r.in_place);
    if (raw) {
        fprintf(raw, "%s %d %s %d", r.name, r.block, r.in_place ? "in_place" : "apart", a.device.count);
        for (double m : mean)
            fprintf(raw, " %.1f", m);
        fprintf(raw, "\n");
    }
    std::sort(mean, mean + LAUNCHES);
    double middle = mean[LAUNCHES / 2], *base = &first->cycles[block_number(r.block)];
    if (*base == 0) *base = middle; /* T1 in place comes first */
    printf("%-4s %7d  %-8s %9.0f  %9.0f to %-9.0f %6.1f %%", r.name, r.block,
           r.in_place ? "in place" : "apart", middle, mean[0], mean[LAUNCHES - 1],
           100 * (1 - middle / *base));
    printf(r.reported >= 0 ? "  %6.1f %%\n" : "\n", r.reported);
}

static void measure_all(int count, FILE *raw)
{
    arena a = arena_open(count);
    first_row first = {};
    printf("\n%d blocks x %d trials x %d integers, %.1f MB\n", BLOCKS, count, SET,
           (double)(a.item.size() * 4) * 1e-6);
    printf("by   threads  sums        cycles       least to most          gain    reported\n");
    for (const row &r : all_rows())
        measure(a, r, &first, raw);
    arena_close(a);
}

} // namespace FOLDCHECK_NAMESPACE

int main(int argc, char **argv)
{
    using namespace FOLDCHECK_NAMESPACE;
    FILE *raw = NULL;
    hipDeviceProp_t properties;
    int devices = 0;
    if (argc != 1 && (argc != 3 || strcmp(argv[1], "--raw") != 0)) {
        fprintf(stderr, "usage: foldcheck_cycles [--raw FILE]\n");
        return 2;
    }
    if (hipGetDeviceCount(&devices) != hipSuccess || devices == 0) {
        fprintf(stderr, "foldcheck_cycles: no device\n");
        return 77;
    }
    stop_if(hipGetDeviceProperties(&properties, 0), "the device");
    if (argc == 3 && !(raw = fopen(argv[2], "w"))) {
        perror(argv[2]);
        return 2;
    }
    printf("%s: cycles of a set, mean over blocks and trials; median of %d launches\n", properties.name,
           LAUNCHES);
    measure_all(50, raw);
    measure_all(186, raw); /* 4.2 million integers */
    if (raw && fclose(raw) != 0) {
        perror(argv[2]);
        return 3;
    }
    return 0;
}
