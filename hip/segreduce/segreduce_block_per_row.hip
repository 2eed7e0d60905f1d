/* SPDX-License-Identifier: MIT
 * segreduce_block_per_row: a block folds a whole row: an item a thread, then a tree over neighbours, which keeps the
 * order: groups by shuffles, then the groups' results. Of a row that is longer than the block a window of BLOCK items
 * slides over it, with a block reduction each, ITEMS windows loaded ahead; thread 0 combines the windows from left to
 * right. A row that is much shorter than the block leaves most of its threads idle.
 *
 * ID, source    P3c: as Accelerate does, and LF11, the window: Larsen, thesis (2017), 8.2.3, 8.2.4; after Henriksen,
 *               slides (2016), whose own block has a thread an item (segreduce_row_tree)
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed */
#ifndef FOLDCHECK_SEGREDUCE_BLOCK_PER_ROW_HIP
#define FOLDCHECK_SEGREDUCE_BLOCK_PER_ROW_HIP
#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_block_per_row_kernel(rows_arguments<M> a)
{
    SHARED(typename M::state, shared, 2 * (BLOCK / GROUP));
    int turn = 0;
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        row_items mine = items_of_row<M>(a, row);
        const item_source<M> &source = source_of_row<M>(a, row);
        typename M::state acc = fold_windows<M, BLOCK, ITEMS, GROUP>(source, mine.first, mine.last, shared,
                                                                     &turn); /* thread 0: covers the row */
        if (thread_id() == 0) store_fields<state_traits<M>>(a.out, row, &acc);
    }
}

struct segreduce_block_per_row : windowed_reduction {
    static constexpr const char *ids = "P3c LF11", *does = "a block folds a whole row, window by window";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ANY_ROWS; /* each with params of its own */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    /* All threads read where the row begins and ends, and its params. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return rows_traffic(job) + (shape->block - 1) * job->rows * row_traffic(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        int64_t blocks = smaller(MOST_BLOCKS, (int64_t)job->rows);
        return blocks == 0 ||
               launch("segreduce_block_per_row", segreduce_block_per_row_kernel<M, BLOCK, ITEMS, GROUP>,
                      blocks, BLOCK, GROUP, job, rows_of<M>(job), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
