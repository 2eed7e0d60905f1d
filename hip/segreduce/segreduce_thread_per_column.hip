/* SPDX-License-Identifier: MIT
 * segreduce_thread_per_column: every thread folds a row of its own, item by item, of a matrix that lies column by
 * column: item j of row r is there at j * rows + r, so that neighbouring threads read neighbours, and nothing is moved
 * before. As fast as the device's memory once there is a row a hardware thread; a few long rows leave the device idle.
 * It takes rows that lie one behind the other, too, to be compared: there a warp's access touches as many sectors as it
 * has lanes, as in segreduce_thread_per_row.
 *
 * ID, source    H3: Henriksen, slides (2016), "Transposing for Coalescing" and "Let Us Try Again"
 * Laws          none: a fold in order
 * Memory        n items read, a result a row written; the map-out lies row by row, and is not coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of different lengths: they are no matrix */
#ifndef FOLDCHECK_SEGREDUCE_THREAD_PER_COLUMN_HIP
#define FOLDCHECK_SEGREDUCE_THREAD_PER_COLUMN_HIP
#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct matrix_arguments {
    rows_arguments<M> rows;
    int64_t next, apart; /* from an item of a row to its next, and from a row to the next */
};

template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_thread_per_column_kernel(matrix_arguments<M> a)
{
    for (int64_t row = block_id() * BLOCK + thread_id(); row < a.rows.rows; row += block_count() * BLOCK) {
        const item_source<M> &source = source_of_row<M>(a.rows, row);
        int64_t first = row * a.rows.length;
        typename M::state acc = M::identity(source.params); /* covers [first, first) */
        for (int64_t i = 0; i < a.rows.length; i++) {
            typename M::input item;
            load_fields<input_traits<M>>(source.in, row * a.apart + i * a.next, &item);
            acc = M::combine(source.params, acc, take_item<M>(source, first + i, item));
        } /* covers [first, first + i] */
        store_fields<state_traits<M>>(a.rows.out, row, &acc);
    }
}

struct segreduce_thread_per_column : row_reduction {
    static constexpr const char *ids = "H3",
                                *does = "a thread folds a whole row, item by item, of a column-major matrix";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS | TAKES_PARAMS_BY_ROW | TAKES_BY_COLUMN;
    static constexpr struct tuning tunings[] = {{8, 1, 1, TINY}, {256, 1, 1, USUAL}};

    static double sectors(const struct job *job, const struct launch_shape *)
    {
        double apart = (double)job->length;
        double items = columns_sectors(&job->in, &job->op->input, job->by_column ? 1 : apart);
        items = larger_of(items, columns_sectors(&job->mapout, &job->op->mapout, apart));
        return larger_of(items, results_sectors(job, 1));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        matrix_arguments<M> a = {rows_of<M>(job), 1, (int64_t)job->length};
        if (job->by_column) {
            a.next = (int64_t)job->rows;
            a.apart = 1;
        }
        int64_t blocks = smaller(MOST_BLOCKS, ceiling(a.rows.rows, BLOCK));
        return blocks == 0 ||
               launch("segreduce_thread_per_column", segreduce_thread_per_column_kernel<M, BLOCK>, blocks,
                      BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
