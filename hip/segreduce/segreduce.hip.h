/* SPDX-License-Identifier: MIT
 * What all segmented reductions share: where rows lie, on both sides, and what such a reduction must move.
 *
 *   a row       items [first, last), by its number: of one length, or by where rows start; may be empty */
#ifndef FOLDCHECK_SEGREDUCE_HIP_H
#define FOLDCHECK_SEGREDUCE_HIP_H

#include "hip/plan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* What every kernel of a segmented reduction is given. */
template <class M>
struct rows_arguments {
    item_source<M> source;
    column_set<M::state_columns.count> out; /* a result a row */
    const uint64_t *row_start;              /* rows of different lengths; else NULL, and */
    int64_t length;                         /* of each row */
    int64_t rows;
};

struct row_items {
    int64_t first, last; /* [first, last) */
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

/* Item i of a row that ends before `last`, or the identity. */
template <class M>
FN typename M::state take_in_row(const item_source<M> &source, int64_t i, int64_t last)
{
    if (i < last) return take_state<M>(source, i);
    return M::identity(source.params);
}

/* Folds items [first, last) in order, a window of BLOCK of them after the other, an item a thread; ITEMS windows are loaded
 * ahead. BLOCK: threads that fold together, all of a block or of a group; the result is the first one's. shared: of a block
 * twice a state a group, used by turns, so that one barrier a window is enough; turn: whose turn it is, 0 at first, kept
 * from call to call. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN typename M::state fold_windows(const item_source<M> &source, int64_t first, int64_t last,
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

/* ---- the host's side ---- */

template <class M>
static inline rows_arguments<M> rows_of(const struct job *job)
{
    rows_arguments<M> a = {items_of<M>(job), column_set_of<M::state_columns.count>(job->out), job->row_start,
                           (int64_t)job->length, (int64_t)job->rows};
    return a;
}

/* n items read, map-out written, a result a row; where each row starts and ends, if their lengths differ. */
inline uint64_t rows_traffic(const struct job *job)
{
    uint64_t bounds = job->row_start ? 2 * sizeof *job->row_start : 0;
    return job_items(job) * (job->op->input.packed + job->op->mapout.packed) +
           job->rows * (job->op->state.packed + bounds);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
