/* SPDX-License-Identifier: MIT
 * reduce_window: a window of BLOCK consecutive items slides over the block's share, one item a thread; every
 * window gets a block-wide reduction that keeps the order, and thread 0 combines the windows from left to
 * right. Reads are coalesced whatever the operator, with no change of layout; the price is a block reduction
 * every BLOCK items. ITEMS windows are loaded ahead, so that several loads are in flight.
 *
 * ID, source    S2: Futhark, module documentation of SegRed (2024), "Noncommutative reductions"
 * Laws          associative
 * Memory        one pass: n items read, G states written and read
 * Scratch       a counter and G states, G <= blocks that are resident at once
 * Progress      none needed: no block waits for another
 * Cannot        more than one row */
#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_window_kernel(flat_arguments<M, item_source<M>> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a window is enough */
    share mine = share_of(a.windows, block_id());

    typename M::state acc =
        M::identity(a.source.params); /* thread 0: covers windows [mine.first, mine.first) */
    int turn = 0;
    for (int64_t w = mine.first; w < mine.last; w += ITEMS) {
        /* ---- load: n items read, BLOCK neighbours at a time ---- */
        typename M::state item[ITEMS];
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            item[k] = M::identity(a.source.params);
            if (w + k < mine.last)
                item[k] = take_or_identity<M>(a.source, (w + k) * BLOCK - a.source.lead + thread_id());
        }
        /* ---- group, block: one window after the other ---- */
        UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
        {
            typename M::state window = group_combine<M, GROUP>(a.source.params, item[k]);
            window = block_combine<M, BLOCK, GROUP>(a.source.params, window, shared + turn * GROUPS);
            acc = M::combine(a.source.params, acc, window); /* thread 0: covers windows [mine.first, w + k] */
            turn ^= 1;
        }
    }

    /* ---- the last block: all blocks; G states written and read ---- */
    finish_single_pass<M, GROUP>(a, acc);
}

struct reduce_window : single_pass_reduction<reduce_window> {
    static constexpr const char
        *ids = "S2",
        *does = "a window of one item a thread slides over the block's share, a block reduction a window";
    static constexpr auto sectors = window_sectors;
    /* 32 threads have more groups than a group has lanes. */
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},     {8, 3, 4, TINY},     {32, 1, 4, TINY},
                                                {256, 8, 32, USUAL}, {256, 8, 64, USUAL}, {512, 4, 32, MORE}};

    /* Two states a group, used by turns. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return 2 * sizes.state * (shape.block / shape.group);
    }

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        int64_t least = 2 * (int64_t)shape->items; /* one trip's windows and the next's */
        return share_blocks(job, job_windows(job, shape->block), shape->block, least);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t count = blocks(job, shape);
        return launch("reduce_window", reduce_window_kernel<M, BLOCK, ITEMS, GROUP>, count, BLOCK, GROUP, job,
                      single_pass<M>(job, job_windows(job, BLOCK), count), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
