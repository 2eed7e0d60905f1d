/* SPDX-License-Identifier: MIT
 * block_shuffle_halves: a block folds a row, a tile of ITEMS items a thread after the other: each thread folds its own as it
 * reads them, BLOCK apart; groups fold their lanes by shuffles with descending offsets; then lane 0 of each leaves its fold in
 * shared memory, and the first group repeats the same with these. block_shuffle_atomics has the report's choice for the second
 * level, block_shuffle the same two levels in order.
 *
 * ID, source    T5b, T7: Timcheck, report (2017), chapter 2, "Optimization 4"
 * Laws          commutes: a thread's items are no neighbours, descending offsets mix up lanes
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed */
#include "hip/block/halves.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
struct shuffle_halves {
    static constexpr int TILE = BLOCK * ITEMS;

    FN typename M::state fold(const item_source<M> &source, int64_t at, int64_t last,
                              typename M::state *partial)
    {
        /* ---- load, serial, group: lane 0 covers its group's items of the tile ---- */
        typename M::state acc = M::identity(source.params);
        if (at + thread_id() < last) acc = fold_apart<M, ITEMS, BLOCK>(source, at + thread_id(), last);
        acc = group_halves<M, GROUP>(source.params, acc);
        if (lane_id<GROUP>() == 0) store(partial + group_id<GROUP>(), acc);
        block_sync();
        /* ---- the same again: thread 0 covers [at, last) ---- */
        if (group_id<GROUP>() == 0) {
            acc = M::identity(source.params);
            if (lane_id<GROUP>() < BLOCK / GROUP) acc = load(partial + lane_id<GROUP>());
            acc = group_halves<M, GROUP>(source.params, acc);
        }
        block_sync(); /* the partials have been read */
        return acc;
    }
};

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
block_shuffle_halves_kernel(rows_arguments<M> a)
{
    SHARED(typename M::state, partial, BLOCK / GROUP);
    fold_rows_by_tiles<M, shuffle_halves<M, BLOCK, ITEMS, GROUP>>(a, partial);
}

struct block_shuffle_halves : block_wide {
    static constexpr const char *
        ids = "T5b T7",
       *does =
           "a block folds a row: items as they are read, shuffles, then the groups' by shuffles of the first";
    static constexpr struct tuning tunings[] = {
        {8, 2, 4, TINY}, {4, 3, 2, TINY}, {256, 2, 32, USUAL}, {256, 2, 64, USUAL}, REPORTED_BLOCKS(2)};

    /* The first group has a lane for each. */
    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block / shape.group <= shape.group && block_wide::suits(sizes, shape);
    }

    /* A state a group. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * (shape.block / shape.group);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_sets<M>("block_shuffle_halves", block_shuffle_halves_kernel<M, BLOCK, ITEMS, GROUP>,
                               BLOCK, GROUP, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
