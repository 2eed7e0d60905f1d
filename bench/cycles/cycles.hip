/* SPDX-License-Identifier: MIT
 * foldcheck_cycles [--raw FILE]: the reductions of S. W. Timcheck, "Efficient Implementation of Reductions on GPU
 * Architectures" (2017), in the report's own setting, by the device's clock: sets of 1024 integers, a set a trial, 50
 * trials in each of 22 blocks, or of as many as the device has processors, which do not talk to one another. Chapter 2: each
 * tile of B items is reduced by B threads, or where half of them have no items, by B / 2. "in place" is the report's form: a
 * set's sum is left in its first item, whose old value T5 and T6 take away again at the end, while T1 to T3 use the items as
 * their memory. "apart" (T7): the sum has a place of its own. Chapter 3, folds by key: tagged.hip.h.
 *
 * The report speaks of about 4 million integers, and 22 * 50 * 1024 are 1.1 million, 4.5 MB: both sizes are measured.
 * Every sum is checked. Cycles are means over blocks and trials; of 11 launches the median, least and most are printed,
 * and the gain of the median over T1's beside the report's figure. */
#include "bench/cycles/clock.hip.h"

#if defined(__CUDACC__)
#include "bench/cycles/tagged.hip.h"
#endif

namespace FOLDCHECK_NAMESPACE
{

enum { REPORTED_BLOCKS = 22 };

struct trials {
    uint32_t *item, *sum; /* of block b's trial j: set number b * count + j */
    int64_t *cycles;
    int count; /* of a block */
};

/* The sum of the tile at d. Thread 0's; all threads have met, and meet where the report's do. LEAVES: it is in d[0]
 * then. */
template <int B>
struct T1 {
    static constexpr bool LEAVES = true;
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
    static constexpr bool LEAVES = true;
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
    static constexpr bool LEAVES = true;
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
    static constexpr bool LEAVES = false;
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

/* T5's second level as the report names it and does not take: the groups' sums through memory and the first group. */
template <int B>
struct T5b {
    static constexpr bool LEAVES = false;

    FN uint32_t fold(uint32_t *d, uint32_t *shared)
    {
        constexpr int GROUPS = B / 2 < 32 ? 1 : B / 2 / 32;
        int t = thread_id();
        uint32_t sum = fold_lanes<B>(d);
        if (t % 32 == 0 && t < B / 2) shared[t / 32] = sum;
        block_sync();
        if (t >= 32) return 0;
        sum = t < GROUPS ? shared[t] : 0;
        UNROLL for (int o = GROUPS / 2; o > 0; o /= 2) sum += lane_down<32>(sum, o);
        return sum;
    }
};

template <int B>
struct T5 {
};
template <int B>
struct T6 {
};

/* ---- T1 to T4, T5b: thread 0 joins the tiles' sums ---- */
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
            if (IN_PLACE && !T<B>::LEAVES) set[h * B] = tile;
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
#if defined(__CUDACC__)
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

/* Memory of the device, and the numbers that belong there. */
struct arena {
    std::vector<uint32_t> item, sum;
    trials device;
    int blocks;
    char *flush; /* written before each launch, so that nothing of the sets is in a cache */
};

static arena arena_open(int blocks, int count)
{
    arena a = {};
    size_t sets = (size_t)blocks * (size_t)count;
    a.item.resize(sets * SET);
    a.sum.resize(sets);
    for (size_t i = 0; i < a.item.size(); i++) {
        a.item[i] = (uint32_t)i * 2654435761u >> 7;
        a.sum[i / SET] += a.item[i];
    }
    a.blocks = blocks;
    a.device = {device_memory<uint32_t>(a.item.size()), device_memory<uint32_t>(sets),
                device_memory<int64_t>(sets), count};
    a.flush = device_memory<char>(FLUSH_BYTES);
    return a;
}

static void arena_close(arena &a)
{
    (void)hipFree(a.device.item);
    (void)hipFree(a.device.sum);
    (void)hipFree(a.device.cycles);
    (void)hipFree(a.flush);
}

/* A variant for tiles of B items, its threads, and what the report says that it saves, in percent; negative: it does not
 * say. */
struct row {
    const char *name;
    int tile, threads;
    bool in_place;
    void (*kernel)(trials);
    double reported;
};

static void check_sums(const arena &a, const row &r)
{
    size_t count = r.in_place ? a.item.size() : a.sum.size();
    std::vector<uint32_t> got = copy_down(r.in_place ? a.device.item : a.device.sum, count, "copying sums");
    for (size_t s = 0; s < a.sum.size(); s++) {
        uint32_t sum = got[r.in_place ? s * SET : s];
        if (sum == a.sum[s]) continue;
        fprintf(stderr, "foldcheck_cycles: %s, tiles of %d, %d threads, %s, set %zu: expected %u, got %u\n",
                r.name, r.tile, r.threads, r.in_place ? "in place" : "apart", s, a.sum[s], sum);
        exit(1);
    }
}

/* Mean cycles of a set in a launch. */
static double launch_mean(const arena &a, const row &r)
{
    copy_up(a.device.item, a.item, "copying items");
    launch_once(r.name, r.kernel, a.blocks, r.threads, a.device, a.flush);
    check_sums(a, r);
    return mean_cycles(a.device.cycles, a.sum.size());
}

template <template <int> class T, int B>
static void add_block(std::vector<row> &rows, const char *name, int threads, double reported)
{
    rows.push_back({name, B, threads, true, cycles_kernel<T, B, true>, reported});
    rows.push_back({name, B, threads, false, cycles_kernel<T, B, false>, -1});
}

template <template <int> class T>
static void add_rows(std::vector<row> &rows, const char *name, double at_32, double at_512, double at_1024)
{
    add_block<T, 32>(rows, name, 32, at_32);
    add_block<T, 64>(rows, name, 64, -1);
    add_block<T, 128>(rows, name, 128, -1);
    add_block<T, 256>(rows, name, 256, -1);
    add_block<T, 512>(rows, name, 512, at_512);
    add_block<T, 1024>(rows, name, 1024, at_1024);
}

/* By the threads alone that have items, in whole groups of 32. */
template <template <int> class T>
static void add_half_rows(std::vector<row> &rows, const char *name)
{
    add_block<T, 64>(rows, name, 32, -1);
    add_block<T, 128>(rows, name, 64, -1);
    add_block<T, 256>(rows, name, 128, -1);
    add_block<T, 512>(rows, name, 256, -1);
    add_block<T, 1024>(rows, name, 512, -1);
}

static std::vector<row> all_rows(void)
{
    std::vector<row> rows;
    add_rows<T1>(rows, "T1", -1, -1, -1);
    add_rows<T2>(rows, "T2", 0, -1, 0);
    add_rows<T3>(rows, "T3", 1.4, -1, 19);
    add_rows<T4>(rows, "T4", 43, -1, 63);
    add_rows<T5>(rows, "T5", 65, -1, 77);
    add_rows<T5b>(rows, "T5b", -1, -1, -1);
#if defined(__CUDACC__)
    add_rows<T6>(rows, "T6", 63, 72, 70);
#endif
    add_half_rows<T4>(rows, "T4");
    add_half_rows<T5>(rows, "T5");
    add_half_rows<T5b>(rows, "T5b");
    return rows;
}

/* Cycles of T1 in place by its tile, 32 * 2^k. */
struct first_row {
    double cycles[6];
};

static int tile_number(int tile)
{
    int k = 0;
    while (32 << k < tile)
        k++;
    return k;
}

static void measure(const arena &a, const row &r, first_row *first, FILE *raw)
{
    double mean[LAUNCHES];
    char head[64];
    (void)launch_mean(a, r); /* loads the code */
    for (double &m : mean)
        m = launch_mean(a, r);
    (void)snprintf(head, sizeof head, "%s %d %d %s %d %d", r.name, r.tile, r.threads,
                   r.in_place ? "in_place" : "apart", a.blocks, a.device.count);
    keep_means(mean, raw, head);
    double middle = mean[LAUNCHES / 2], *base = &first->cycles[tile_number(r.tile)];
    if (*base == 0) *base = middle; /* T1 in place comes first */
    printf("%-4s %5d %8d  %-8s %9.0f  %9.0f to %-9.0f %6.1f %%", r.name, r.tile, r.threads,
           r.in_place ? "in place" : "apart", middle, mean[0], mean[LAUNCHES - 1],
           100 * (1 - middle / *base));
    printf(r.reported >= 0 ? "  %6.1f %%\n" : "\n", r.reported);
}

static void measure_all(int blocks, int count, FILE *raw)
{
    arena a = arena_open(blocks, count);
    first_row first = {};
    printf("\n%d blocks x %d trials x %d integers, %.1f MB\n", blocks, count, SET,
           (double)(a.item.size() * 4) * 1e-6);
    printf("by    tile  threads  sums        cycles       least to most          gain    reported\n");
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
    const int processors = properties.multiProcessorCount;
    measure_all(REPORTED_BLOCKS, 50, raw);
    measure_all(REPORTED_BLOCKS, 186, raw); /* 4.2 million integers */
    measure_all(processors, 50, raw);
#if defined(__CUDACC__)
    measure_tagged(REPORTED_BLOCKS, 50, raw);
    measure_tagged(processors, 50, raw);
#endif
    if (raw && fclose(raw) != 0) {
        perror(argv[2]);
        return 3;
    }
    return 0;
}
