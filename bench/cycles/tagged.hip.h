/* SPDX-License-Identifier: MIT
 * The report's chapter 3 by the device's clock: a block folds sets of 1024 integers, tile by tile of an item a thread, to a
 * sum for each of 16 keys, which are drawn at random. T8 sorts a tile by cub::BlockRadixSort and folds it by the segmented
 * tree; T9 sorts each warp, folds by shuffles, and folds each key over the warps by cub::BlockReduce. Keys are sorted by all
 * of their 32 bits, or by the 4 that differ. Mended in T8 as in hip/keyed/keyed_sort_tree.hip: a barrier behind each level, and
 * the leftmost run's own key. For NVIDIA alone. */
#ifndef FOLDCHECK_CYCLES_TAGGED_HIP_H
#define FOLDCHECK_CYCLES_TAGGED_HIP_H

#include "bench/cycles/clock.hip.h"
#include "hip/keyed/keyed_warp_sort.hip"

#include "data.h"

#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>

namespace FOLDCHECK_NAMESPACE
{

enum { KEYS = 16, KEY_BITS = 4, ALL_BITS = 32 };

struct tagged_trials {
    uint32_t *item, *key, *sum; /* of block b's trial j: set number b * count + j; KEYS sums a set */
    int64_t *cycles;
    int count; /* of a block */
};

/* The report's items, for what takes an operator. */
struct report_item {
    using state = uint32_t;
};

/* Adds the tile at `item` to sums[KEYS]; all threads have met, and meet at the end. */
template <int B, int BITS>
struct T8 {
    FN void fold(const uint32_t *item, const uint32_t *tag, uint32_t *sums)
    {
        using sorter = cub::BlockRadixSort<uint32_t, B, 1, uint32_t>;
        __shared__ typename sorter::TempStorage room;
        __shared__ uint32_t keys[B], values[B];
        int t = thread_id();
        uint32_t key[1] = {tag[t]}, value[1] = {item[t]};
        sorter(room).Sort(key, value, 0, BITS);
        keys[t] = key[0];
        values[t] = value[0];
        block_sync();
        for (int d = 1; d < B; d *= 2) {
            if ((t & (2 * d - 1)) == 0) {
                if (keys[t] != keys[t + d])
                    sums[keys[t + d]] += values[t + d];
                else
                    values[t] += values[t + d];
            }
            block_sync();
        }
        if (t == 0) sums[keys[0]] += values[0];
        block_sync();
    }
};

template <int B, int BITS>
struct T9 {
    FN void fold(const uint32_t *item, const uint32_t *tag, uint32_t *sums)
    {
        constexpr int WARPS = B / 32;
        using library = cub::BlockReduce<uint32_t, B>;
        __shared__ typename library::TempStorage room;
        __shared__ uint32_t table[WARPS][KEYS];
        int t = thread_id(), lane = t % 32;
        if (lane < KEYS) table[t / 32][lane] = 0;
        tagged_state<report_item> mine = {item[t], tag[t]};
        mine = sort_group<report_item, 32>(mine, BITS);
        for (int d = 1; d < 32; d *= 2) {
            uint32_t right = lane_down<32>(mine.state, d), key = lane_down<32>(mine.key, d);
            if (lane + d < 32 && key == mine.key) mine.state += right;
        }
        uint32_t before = lane_up<32>(mine.key, 1);
        group_sync<32>();
        if (lane == 0 || before != mine.key) table[t / 32][mine.key] = mine.state;
        block_sync();
        for (int k = 0; k < KEYS; k++) {
            uint32_t sum = library(room).Sum(t < WARPS ? table[t][k] : 0);
            if (t == 0) sums[k] += sum;
            block_sync();
        }
    }
};

template <template <int, int> class T, int B, int BITS>
KERNEL(B, 1)
tagged_kernel(tagged_trials a)
{
    __shared__ uint32_t sums[KEYS];
    for (int j = 0; j < a.count; j++) {
        int64_t set = block_id() * a.count + j;
        block_sync();
        int64_t start = clock64();
        if (thread_id() < KEYS) sums[thread_id()] = 0;
        block_sync();
        for (int h = 0; h < SET / B; h++)
            T<B, BITS>::fold(a.item + set * SET + h * B, a.key + set * SET + h * B, sums);
        if (thread_id() < KEYS) a.sum[set * KEYS + thread_id()] = sums[thread_id()];
        block_sync();
        int64_t stop = clock64();
        if (thread_id() == 0) a.cycles[set] = stop - start;
    }
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

struct tagged_arena {
    std::vector<uint32_t> sum; /* that are right */
    tagged_trials device;
    int blocks;
    char *flush;
};

static tagged_arena tagged_open(int blocks, int count)
{
    size_t sets = (size_t)blocks * (size_t)count;
    std::vector<uint32_t> item(sets * SET), key(sets * SET);
    tagged_arena a = {std::vector<uint32_t>(sets * KEYS), {}, blocks, device_memory<char>(FLUSH_BYTES)};
    for (size_t i = 0; i < item.size(); i++) {
        item[i] = (uint32_t)i * 2654435761u >> 7;
        key[i] = (uint32_t)(splitmix64(i) >> 60);
        a.sum[i / SET * KEYS + key[i]] += item[i];
    }
    a.device = {device_memory<uint32_t>(item.size()), device_memory<uint32_t>(key.size()),
                device_memory<uint32_t>(a.sum.size()), device_memory<int64_t>(sets), count};
    copy_up(a.device.item, item, "copying items");
    copy_up(a.device.key, key, "copying keys");
    return a;
}

static void tagged_close(tagged_arena &a)
{
    (void)hipFree(a.device.item);
    (void)hipFree(a.device.key);
    (void)hipFree(a.device.sum);
    (void)hipFree(a.device.cycles);
    (void)hipFree(a.flush);
}

/* A launch's mean cycles of a set, whose sums are checked. */
static double tagged_mean(const tagged_arena &a, void (*kernel)(tagged_trials), const char *name, int threads)
{
    launch_once(name, kernel, a.blocks, threads, a.device, a.flush);
    std::vector<uint32_t> got = copy_down(a.device.sum, a.sum.size(), "copying sums");
    for (size_t s = 0; s < got.size(); s++) {
        if (got[s] == a.sum[s]) continue;
        fprintf(stderr, "foldcheck_cycles: %s, %d threads, set %zu, key %zu: expected %u, got %u\n", name,
                threads, s / KEYS, s % KEYS, a.sum[s], got[s]);
        exit(1);
    }
    return mean_cycles(a.device.cycles, got.size() / KEYS);
}

/* Prints the row, without its end; the median. */
static double tagged_row(const tagged_arena &a, void (*kernel)(tagged_trials), const char *name, int threads,
                         int bits, FILE *raw)
{
    double mean[LAUNCHES];
    char head[64];
    (void)tagged_mean(a, kernel, name, threads); /* loads the code */
    for (double &m : mean)
        m = tagged_mean(a, kernel, name, threads);
    (void)snprintf(head, sizeof head, "%s %d %d_bits %d %d", name, threads, bits, a.blocks, a.device.count);
    keep_means(mean, raw, head);
    printf("%-4s %7d  %4d %13.0f  %9.0f to %-9.0f", name, threads, bits, mean[LAUNCHES / 2], mean[0],
           mean[LAUNCHES - 1]);
    return mean[LAUNCHES / 2];
}

template <int B, int BITS>
static void tagged_block(const tagged_arena &a, FILE *raw)
{
    double tree = tagged_row(a, tagged_kernel<T8, B, BITS>, "T8", B, BITS, raw);
    printf("\n");
    double warps = tagged_row(a, tagged_kernel<T9, B, BITS>, "T9", B, BITS, raw);
    printf(" %6.2f times   6 to 10\n", tree / warps);
}

template <int BITS>
static void tagged_blocks(const tagged_arena &a, FILE *raw)
{
    tagged_block<128, BITS>(a, raw);
    tagged_block<256, BITS>(a, raw);
    tagged_block<512, BITS>(a, raw);
    tagged_block<1024, BITS>(a, raw);
}

static void measure_tagged(int blocks, int count, FILE *raw)
{
    tagged_arena a = tagged_open(blocks, count);
    printf("\n%d blocks x %d trials x %d integers of %d keys\n", blocks, count, SET, KEYS);
    printf("by   threads  bits        cycles       least to most      T8's / T9's  reported\n");
    tagged_blocks<ALL_BITS>(a, raw);
    tagged_blocks<KEY_BITS>(a, raw);
    tagged_close(a);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
