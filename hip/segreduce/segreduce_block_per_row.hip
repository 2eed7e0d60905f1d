/* SPDX-License-Identifier: MIT
 * segreduce_block_per_row: a block folds a whole row: an item a thread, then a tree over neighbours, which keeps the order:
 * groups by shuffles, then the groups' results. Of a row that is longer than the block a window of BLOCK items slides over
 * it, with a block reduction each, ITEMS windows loaded ahead; thread 0 combines the windows from left to right. A row
 * that is much shorter than the block leaves most of its threads idle.
 *
 * ID, source    H5, H5b: Henriksen, slides (2016), "Segmented reduction using one workgroup per row" (a row of one item a
 *               thread; the printed kernel races and is wrong for lengths that are no power of two); P3c: as Accelerate
 *               does, and LF11, the window: Larsen, thesis (2017), 8.2, 9.1
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

inline enum refusal segreduce_block_per_row_refuse(const struct strategy *strategy, const struct job *job,
                                                   const struct launch_shape *shape, struct text *why)
{
    return any_params_refuse(strategy, job, shape, 2 * state_bytes(job) * (shape->block / shape->group), why);
}

/* All threads read where the row begins and ends, and its params. */
inline uint64_t segreduce_block_per_row_traffic(const struct job *job, const struct launch_shape *shape)
{
    return rows_traffic(job) + (shape->block - 1) * job->rows * row_traffic(job);
}

struct segreduce_block_per_row {
    static constexpr struct strategy strategy = {
        /* name */ "segreduce_block_per_row",
        /* ids */ "H5 H5b P3c LF11",
        /* does */ "a block folds a whole row, window by window",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        segreduce_block_per_row_refuse,
        no_scratch,
        segreduce_block_per_row_traffic,
        rows_sectors,
        prepare_nothing,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return 2 * sizeof(typename M::state) * (BLOCK / GROUP) <= MOST_SHARED_BYTES;
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

/* block, items, group, gather, kind */
#define segreduce_block_per_row_shapes(SHAPE, S)                                                             \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 4, 32, 0, USUAL)                                                                           \
    SHAPE(S, 256, 4, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
