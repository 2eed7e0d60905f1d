/* SPDX-License-Identifier: MIT
 * segreduce_thread_per_row: every thread folds a row of its own, item by item, as a CPU would. No communication, any
 * order is kept, and one write a row; but neighbouring threads read items that are a row apart, so that a warp's access
 * touches as many sectors as it has lanes, and less than a row a hardware thread leaves the device idle.
 *
 * ID, source    L13n: Larsen, thesis (2017), 1; H2: Henriksen, slides (2016), "Flying Too Close to the Sun"; L25,
 *               params of its own for each row: Larsen, 6.2.4
 * Laws          none: a fold in order
 * Memory        n items read, a result a row written; not coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        coalesce its reads, unless rows have one item */
#ifndef FOLDCHECK_SEGREDUCE_THREAD_PER_ROW_HIP
#define FOLDCHECK_SEGREDUCE_THREAD_PER_ROW_HIP
#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_thread_per_row_kernel(rows_arguments<M> a)
{
    for (int64_t row = block_id() * BLOCK + thread_id(); row < a.rows; row += block_count() * BLOCK) {
        row_items mine = items_of_row<M>(a, row);
        const item_source<M> &source = source_of_row<M>(a, row);
        typename M::state acc = M::identity(source.params); /* covers [mine.first, mine.first) */
        for (int64_t i = mine.first; i < mine.last; i++)
            acc = M::combine(source.params, acc, take_state<M>(source, i)); /* covers [mine.first, i] */
        store_fields<state_traits<M>>(a.out, row, &acc);
    }
}

struct segreduce_thread_per_row : row_reduction {
    static constexpr const char *ids = "L13n H2 L25", *does = "a thread folds a whole row, item by item";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ANY_ROWS; /* each with params of its own */
    static constexpr struct tuning tunings[] = {{8, 1, 1, TINY}, {256, 1, 1, USUAL}};

    /* A row from lane to lane; of different lengths: anything. */
    static double sectors(const struct job *job, const struct launch_shape *)
    {
        double apart = job->row_start ? 32 : (double)job->length;
        double items = larger_of(columns_sectors(&job->in, &job->op->input, apart),
                                 columns_sectors(&job->mapout, &job->op->mapout, apart));
        return larger_of(items, results_sectors(job, 1));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        int64_t blocks = smaller(MOST_BLOCKS, ceiling((int64_t)job->rows, BLOCK));
        return blocks == 0 || launch("segreduce_thread_per_row", segreduce_thread_per_row_kernel<M, BLOCK>,
                                     blocks, BLOCK, GROUP, job, rows_of<M>(job), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
