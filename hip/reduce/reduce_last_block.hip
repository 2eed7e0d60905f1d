/* SPDX-License-Identifier: MIT
 * reduce_last_block: one kernel, two stages. Every block reduces its share of the items and leaves the result in
 * scratch; the block that arrives last, as an atomic counter tells, folds all blocks' results. Here a block's share
 * is split once more, into one share a group, and a group walks its share window by window: each lane folds ITEMS
 * consecutive items from 16-byte loads, the lanes are combined in order by shuffles, and lane 0 keeps the running
 * result. So there is no barrier until the share is done.
 *
 * Source        after S1 (reduce_last_block_whole), whose whole last block ends the work: Futhark, module
 *               documentation of SegRed (2024); Larsen, Henriksen, "Strategies for Regular Segmented Reductions on
 *               GPU", FHPC 2017
 * Laws          associative
 * Memory        one pass: n items read, G states written and read
 * Scratch       a counter and G states, G <= blocks that are resident at once
 * Progress      none needed: no block waits for another
 * Cannot        more than one row */
#ifndef FOLDCHECK_REDUCE_LAST_BLOCK_HIP /* reduce_auto includes it, too */
#define FOLDCHECK_REDUCE_LAST_BLOCK_HIP
#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_last_block_kernel(flat_arguments<M, item_source<M>> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    SHARED(typename M::state, shared, GROUPS);
    share mine = share_of(a.windows, block_id() * GROUPS + group_id<GROUP>());

    /* ---- every group: its windows, left to right; n items read ---- */
    typename M::state acc =
        M::identity(a.source.params); /* lane 0: covers windows [mine.first, mine.first) */
    for (int64_t w = mine.first; w < mine.last; w++) {
        int64_t first = w * WINDOW - a.source.lead + lane_id<GROUP>() * ITEMS;
        typename M::state window = fold_run<M, ITEMS>(a.source, first); /* covers [first, first + ITEMS) */
        window = group_combine<M, GROUP>(a.source.params, window);      /* lane 0: covers window w */
        acc = M::combine(a.source.params, acc, window); /* lane 0: covers windows [mine.first, w] */
    }

    /* ---- every block: its groups; then the last block: all blocks; G states written and read ---- */
    acc = block_combine<M, BLOCK, GROUP>(a.source.params, acc, shared);
    finish_single_pass<M, GROUP>(a, acc);
}

struct reduce_last_block : single_pass_reduction<reduce_last_block> {
    static constexpr const char *does =
        "one kernel: a share a group, window by window; the last block folds the blocks' results";
    static constexpr auto sectors = run_sectors;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY},    {8, 3, 4, TINY},     {512, 16, 32, USUAL}, {512, 16, 64, USUAL},
        {256, 8, 32, MORE}, {256, 16, 32, MORE}, {512, 8, 32, MORE},   {1024, 8, 32, MORE}};

    static int64_t windows(const struct job *job, const struct launch_shape *shape)
    {
        return job_windows(job, (int64_t)shape->group * shape->items);
    }

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        int64_t groups = shape->block / shape->group;
        return share_blocks(job, ceiling(windows(job, shape), groups), shape->block, least_windows(shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t count = blocks(job, shape);
        return launch("reduce_last_block", reduce_last_block_kernel<M, BLOCK, ITEMS, GROUP>, count, BLOCK,
                      GROUP, job, single_pass<M>(job, windows(job, shape), count * (BLOCK / GROUP)), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
