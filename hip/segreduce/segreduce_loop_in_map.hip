/* SPDX-License-Identifier: MIT
 * segreduce_loop_in_map: every thread folds a row of its own, item by item, from a transposed copy of the items: item i
 * of row r is there at i * rows + r, so that neighbouring threads read neighbours. The copy is made first, column by
 * column, by tiles that pass through shared memory. As fast as the device's memory once there is a row a hardware
 * thread; a few long rows leave the device idle. Where rows have one item, or there is one row, they lie so already,
 * and nothing is copied.
 *
 * Source        Larsen, thesis (2017), 1, 5.1.1, listing 5.1, 6.5.1, by another transposition
 *               (segreduce_larsen_loop_in_map)
 * Laws          none: a fold in order
 * Memory        n items read, written, and read again, a result a row written; the map-out is not coalesced
 * Scratch       n items
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_HIP
#define FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_HIP
#include "hip/segreduce/transposed.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct loop_in_map_arguments {
    rows_arguments<M> rows;
    column_set<M::input_columns.count> items; /* item i of row r at i * rows + r */
};

template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_loop_in_map_kernel(loop_in_map_arguments<M> a)
{
    const item_source<M> &source = a.rows.source;
    for (int64_t row = block_id() * BLOCK + thread_id(); row < a.rows.rows; row += block_count() * BLOCK) {
        int64_t first = row * a.rows.length;
        typename M::state acc = M::identity(source.params); /* covers [first, first) */
        for (int64_t i = 0; i < a.rows.length; i++) {
            typename M::input item;
            load_fields<input_traits<M>>(a.items, i * a.rows.rows + row, &item);
            acc = M::combine(source.params, acc, take_item<M>(source, first + i, item));
        } /* covers [first, first + i] */
        store_fields<state_traits<M>>(a.rows.out, row, &acc);
    }
}

/* The rows are those of one matrix, which is its own transposition if either of its sides is 1. */
inline matrix_shape loop_in_map_shape(const struct job *job)
{
    bool copies = job->rows > 1 && job->length > 1;
    matrix_shape shape = {copies, (int64_t)job->rows, (int64_t)job->length, (int64_t)job_items(job)};
    return shape;
}

struct segreduce_loop_in_map : row_reduction {
    static constexpr const char *does = "a thread folds a whole row, item by item, of transposed items";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}};

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *)
    {
        return transposed_bytes(job, loop_in_map_shape(job));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return loop_in_map_shape(job).matrices ? transposed_traffic(job) : rows_traffic(job);
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return transposed_sectors(job, (int64_t)job->length, shape->block < 64 ? 4 : 32, (double)job->length);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        matrix_shape shape = loop_in_map_shape(job);
        loop_in_map_arguments<M> a = {rows_of<M>(job), column_set_of<M::input_columns.count>(job->in)};
        int64_t blocks = smaller(MOST_BLOCKS, ceiling(a.rows.rows, BLOCK));
        if (blocks == 0) return true;
        if (shape.matrices) {
            a.items = transposed_columns<M>(job->scratch, shape);
            if (!transpose_items<M, (BLOCK < 64)>(job, shape, a.items, why)) return false;
        }
        return launch("segreduce_loop_in_map", segreduce_loop_in_map_kernel<M, BLOCK>, blocks, BLOCK, GROUP,
                      job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
