/* SPDX-License-Identifier: MIT
 * segreduce_large_window: one or more blocks fold a row. A row's windows of BLOCK consecutive items are shared out
 * among as many blocks as fill the device, evenly and in order; a window an item a thread slides over each block's
 * part, a block reduction that keeps the order a window, ITEMS windows loaded ahead, and thread 0 combines them from
 * left to right. Then, in the same kernel, the block that is the last of its row to end folds the results of all of
 * them, in order, as the row's counter tells, and sets it back. Where there are rows enough to fill the device, a block
 * takes a whole row, and stores its result at once.
 *
 * ID, source    S4, S2: Futhark, module documentation of SegRed (2024), "Large segments", "Noncommutative reductions";
 *               S1, X6 for the second stage; two trips a block before there are more blocks: after LF9
 *               (segreduce_larsen_chunks_first)
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_WINDOW_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_WINDOW_HIP
#include "hip/segreduce/large.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_window_kernel(large_arguments<M> a)
{
    SHARED(typename M::state, shared, 2 * (BLOCK / GROUP));
    int turn = 0;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        row_part mine = row_part_of<M>(a, part, BLOCK);
        typename M::state acc = fold_windows<M, BLOCK, ITEMS, GROUP>(a.rows.source, mine.first, mine.last,
                                                                     shared, &turn); /* covers the part */
        finish_part<M, GROUP>(a, mine, acc);
    }
}

struct segreduce_large_window : large_reduction<segreduce_large_window> {
    static constexpr const char
        *ids = "S4 S2",
        *does = "blocks share a row, a window of an item a thread each; the last block folds their results";
    static constexpr auto each = large_each_of_trips;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return large_launch("segreduce_large_window", segreduce_large_window_kernel<M, BLOCK, ITEMS, GROUP>,
                            BLOCK, GROUP, job, large_of<M>(job, each(job, shape), BLOCK), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
