/* SPDX-License-Identifier: MIT
 * Shared by all segmented reductions: where rows lie, on both sides, and their least traffic.
 *
 *   a row       items [first, last), by its number: of one length, or by where rows start; may be empty
 *   its params  the operator's, of all rows or its own (L25: Larsen, thesis (2017), 6.2.4): a strategy that calls
 *               source_of_row takes them by TAKES_PARAMS_BY_ROW */
#ifndef FOLDCHECK_SEGREDUCE_HIP_H
#define FOLDCHECK_SEGREDUCE_HIP_H

#include "hip/description.hip.h"
#include "vary_index.h"

namespace FOLDCHECK_NAMESPACE
{

/* Params that vary by row, of an operator that has any. */
template <class M, bool HAS = M::has_params>
struct row_params {
    const typename M::params *set; /* NULL: all rows have the source's */
    struct vary_index vary;
};

template <class M>
struct row_params<M, false> {
};

/* The arguments of every kernel of a segmented reduction. It folds items, or states that an earlier kernel left. */
template <class M, class Source = item_source<M>>
struct rows_arguments {
    Source source;
    column_set<M::state_columns.count> out; /* a result a row */
    const uint64_t *row_start;              /* rows of different lengths; else NULL, and */
    int64_t length;                         /* of each row */
    int64_t rows;
    row_params<M> varied;
};

/* A row whose lengths differ costs two numbers of 8 bytes. */
template <class M>
FN row_items items_of_row(const rows_arguments<M> &a, int64_t row)
{
    row_items mine = {row * a.length, (row + 1) * a.length};
    if (a.row_start) {
        mine.first = (int64_t)load(a.row_start + row);
        mine.last = (int64_t)load(a.row_start + row + 1);
    }
    return mine;
}

/* The row's params, which cost one read where they vary. */
template <class M>
FN decltype(auto) params_of_row(const rows_arguments<M> &a, int64_t row)
{
    if constexpr (M::has_params) {
        typename M::params params = a.source.params;
        if (a.varied.set) params = load(a.varied.set + vary_index_of(&a.varied.vary, row));
        return params;
    } else
        return (a.source.params);
}

/* The items' source with the row's params, which cost one read a thread and row where they vary. */
template <class M>
FN decltype(auto) source_of_row(const rows_arguments<M> &a, int64_t row)
{
    if constexpr (M::has_params) {
        item_source<M> source = a.source;
        if (a.varied.set) source.params = load(a.varied.set + vary_index_of(&a.varied.vary, row));
        return source;
    } else
        return (a.source);
}

/* Item i of a row that ends before `last`, or the identity. */
template <class M, class Source>
FN typename M::state take_in_row(const Source &source, int64_t i, int64_t last)
{
    if (i < last) return take_state<M>(source, i);
    return M::identity(source.params);
}

/* Folds items [first, last) in order, a window of BLOCK of them after the other, an item a thread; ITEMS windows are
 * loaded ahead. BLOCK: threads that fold together, all of a block or of a group; the result is the first one's. shared:
 * of a block twice a state a group, used by turns, so that one barrier a window is enough; turn: whose turn it is, 0 at
 * first, kept from call to call. */
template <class M, int BLOCK, int ITEMS, int GROUP, class Source>
FN typename M::state fold_windows(const Source &source, int64_t first, int64_t last,
                                  typename M::state *shared, int *turn)
{
    typename M::state acc = M::identity(source.params); /* covers [first, first) */
    for (int64_t at = first; at < last; at += BLOCK * ITEMS) {
        /* ---- load: BLOCK neighbours at a time ---- */
        typename M::state item[ITEMS];
        UNROLL for (int k = 0; k < ITEMS; k++) item[k] =
            take_in_row<M>(source, at + k * BLOCK + thread_id() % BLOCK, last);
        /* ---- group, block: one window after the other ---- */
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (at + k * BLOCK >= last) break;
            typename M::state window = group_combine<M, GROUP>(source.params, item[k]);
            window = block_combine<M, BLOCK, GROUP>(source.params, window, shared + *turn * (BLOCK / GROUP));
            acc = M::combine(source.params, acc, window); /* covers [first, at + (k+1) * BLOCK) */
            *turn ^= 1;
        }
    }
    return acc;
}

/* The results of rows without items, for strategies whose kernels have none to go by. */
template <class M>
KERNEL(256, 1)
empty_rows_kernel(rows_arguments<M> a)
{
    typename M::state none = M::identity(a.source.params);
    for (int64_t row = block_id() * 256 + thread_id(); row < a.rows; row += block_count() * 256)
        store_fields<state_traits<M>>(a.out, row, &none);
}

/* ---- the host's side ---- */

template <class M>
static inline rows_arguments<M> rows_of(const struct job *job)
{
    rows_arguments<M> a = {items_of<M>(job),   column_set_of<M::state_columns.count>(job->out),
                           job->row_start,     (int64_t)job->length,
                           (int64_t)job->rows, row_params<M>()};
    if constexpr (M::has_params) {
        a.varied.set = static_cast<const typename M::params *>(job->row_params);
        a.varied.vary = job->vary;
    }
    return a;
}

/* Enqueues what gives each row the identity. There are rows. */
template <class M>
static inline bool empty_rows_enqueue(const struct job *job, struct text *why)
{
    int64_t blocks = smaller(MOST_BLOCKS, ceiling((int64_t)job->rows, 256));
    return launch("empty_rows", empty_rows_kernel<M>, blocks, 256, 1, job, rows_of<M>(job), why);
}

/* A thread's reads of a row before its items: where it starts and ends, if lengths differ, and its params, if they
 * vary. */
inline uint64_t row_traffic(const struct job *job)
{
    return (job->row_start ? 2 * sizeof *job->row_start : 0) + (job->row_params ? job->op->params_size : 0);
}

/* n items read, map-out written, a result a row, and what one thread reads of it before. */
inline uint64_t rows_traffic(const struct job *job)
{
    return job_items(job) * (job->op->input.packed + job->op->mapout.packed) +
           job->rows * (result_bytes(job) + row_traffic(job));
}

/* Results, where neighbouring lanes write rows that are `apart` from one another. */
inline double results_sectors(const struct job *job, double apart)
{
    return columns_sectors(&job->out, &job->op->state, apart);
}

/* An item a lane, and a result. */
inline double rows_sectors(const struct job *job, const struct launch_shape *shape)
{
    return larger_of(window_sectors(job, shape), results_sectors(job, 1));
}

/* What segmented reductions say of themselves: rows of one length, with one set of params. */
struct row_reduction : any_strategy {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS;
    static constexpr auto sectors = rows_sectors;
    static constexpr auto depth = depth_in_order;

    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return rows_traffic(job);
    }
};

/* By fold_windows, which has two states a group. */
struct windowed_reduction : row_reduction {
    static constexpr auto depth = depth_by_block;

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return 2 * sizes.state * (shape.block / shape.group);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
