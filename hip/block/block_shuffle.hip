/* SPDX-License-Identifier: MIT
 * block_shuffle: a block folds a row, a tile of ITEMS items a thread after the other: each thread folds its own
 * neighbours as it reads them, groups fold their lanes by shuffles, and the first group what the groups leave in shared
 * memory. The report's shuffles have descending offsets, which mix up the order (block_shuffle_halves): here they ascend.
 *
 * ID, source    T7 (T5b in order): Timcheck, report (2017), chapter 2, "Optimization 4"
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed */
#include "hip/block/block.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
struct shuffle_tree {
    static constexpr int TILE = BLOCK * ITEMS;

    FN typename M::state fold(const item_source<M> &source, int64_t at, int64_t last,
                              typename M::state *partial)
    {
        /* ---- load, serial: covers my ITEMS from at + t * ITEMS on ---- */
        typename M::state acc = fold_neighbours<M, ITEMS>(source, at + thread_id() * ITEMS, last);
        /* ---- group, block: thread 0 covers [at, last) ---- */
        acc = group_combine<M, GROUP>(source.params, acc);
        acc = block_combine<M, BLOCK, GROUP>(source.params, acc, partial);
        block_sync(); /* the partials have been read */
        return acc;
    }
};

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
block_shuffle_kernel(rows_arguments<M> a)
{
    SHARED(typename M::state, partial, BLOCK / GROUP);
    fold_rows_by_tiles<M, shuffle_tree<M, BLOCK, ITEMS, GROUP>>(a, partial);
}

struct block_shuffle : block_wide {
    static constexpr const char *ids = "T7", *does = "a block folds a row: neighbours as they are read, "
                                                     "shuffles, then the groups through shared memory";
    static constexpr struct tuning tunings[] = {
        {8, 2, 4, TINY}, {8, 3, 2, TINY}, {256, 2, 32, USUAL}, {256, 2, 64, USUAL}, REPORTED_BLOCKS(2)};

    /* A state a group. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * (shape.block / shape.group);
    }

    /* ITEMS neighbours a lane. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return neighbours_sectors(job, (int)shape->items);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_sets<M>("block_shuffle", block_shuffle_kernel<M, BLOCK, ITEMS, GROUP>, BLOCK, GROUP,
                               job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
