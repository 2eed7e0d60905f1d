/* SPDX-License-Identifier: MIT
 * reduce_last_block: one kernel, two stages. Every block reduces its share of the items and leaves the result in
 * scratch; the block that arrives last, as an atomic counter tells, folds all blocks' results. Here a block goes
 * through its share chunk by chunk: its groups share out the windows of a chunk, and meet. The lanes of a group read a
 * window side by side in 16-byte loads, part after part, and put each part together in order by shuffles; or, where
 * states are too wide for that, a run of consecutive items a lane.
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
#include "hip/tile/chunks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_last_block_kernel(flat_arguments<M, item_source<M>> a)
{
    SHARED(typename M::state, partial, 2 * (BLOCK / GROUP));
    int turn = 0;
    row_items all = {0, a.source.count};

    /* ---- every block: its windows, left to right; n items read ---- */
    typename M::state acc =
        fold_chunks<M, BLOCK, ITEMS, GROUP, RUNS_OF_LONG, chunk_windows<M, BLOCK, ITEMS>()>(
            a.source, -a.source.lead, all, share_of(a.windows, block_id()), partial,
            &turn); /* thread 0: covers the block's share */

    /* ---- the last block: all blocks; G states written and read ---- */
    finish_single_pass<M, GROUP>(a, acc);
}

/* The same for so few items that each group of one block has a window at most. Without shares, chunks and tickets 2^12 f32
 * take 3.60 us instead of 3.74 on an H200 (2026-11-28), probably as fewer instructions are fetched: that was not measured. */
template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_one_block_kernel(flat_arguments<M, item_source<M>> a)
{
    SHARED(typename M::state, partial, BLOCK / GROUP);
    row_items all = {0, a.source.count};

    /* ---- each group: its window; n items read ---- */
    int64_t first = group_id<GROUP>() * (GROUP * ITEMS) - a.source.lead;
    typename M::state acc = M::identity(a.source.params);
    if (first < a.source.count) acc = fold_window<M, ITEMS, GROUP, RUNS_OF_LONG>(a.source, first, all);

    /* ---- the block ---- */
    acc = block_combine<M, BLOCK, GROUP>(a.source.params, acc, partial); /* thread 0: covers all items */
    if (thread_id() == 0) put_result<M>(a.target, 0, acc);
}

struct reduce_last_block : single_pass_reduction<reduce_last_block> {
    static constexpr const char *does =
        "one kernel: a share a block, chunk by chunk; the last block folds the blocks' results";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY},      {8, 3, 4, TINY},      {16, 32, 8, TINY},    {512, 16, 32, USUAL},
        {512, 16, 64, USUAL}, {256, 32, 32, USUAL}, {256, 32, 64, USUAL}, {256, 8, 32, MORE},
        {256, 16, 32, MORE},  {512, 8, 32, MORE},   {1024, 8, 32, MORE}};

    /* Two states a group: chunks take turns. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return 2 * sizes.state * (shape.block / shape.group);
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return long_rows_sectors(job, shape, (double)windows(job, shape));
    }

    static int64_t windows(const struct job *job, const struct launch_shape *shape)
    {
        return job_windows(job, (int64_t)shape->group * shape->items);
    }

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        int64_t groups = shape->block / shape->group;
        return share_blocks(job, ceiling(windows(job, shape), groups), shape->block, least_windows(shape));
    }

    /* The result to `target`. */
    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool enqueue_to(const struct job *job, const struct launch_shape *shape,
                           const result_target<M> &target, struct text *why)
    {
        int64_t count = blocks(job, shape);
        auto a = single_pass<M>(job, windows(job, shape), count);
        a.target = target;
        if (windows(job, shape) <= BLOCK / GROUP)
            return launch("reduce_last_block", reduce_one_block_kernel<M, BLOCK, ITEMS, GROUP>, 1, BLOCK,
                          GROUP, job, a, why);
        return launch("reduce_last_block", reduce_last_block_kernel<M, BLOCK, ITEMS, GROUP>, count, BLOCK,
                      GROUP, job, a, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return enqueue_to<M, BLOCK, ITEMS, GROUP>(job, shape, result_columns<M>(job), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
