/* SPDX-License-Identifier: MIT
 * Rows so short that a thread's run of items holds nothing but whole ones: where the length divides ITEMS. Every thread
 * folds its rows by itself, none waits for another, and the results of a run leave in as few accesses as its items came
 * in.
 *
 *   a run    RUN consecutive items: a row, or as many rows as a load of 16 bytes holds
 *   a tile   a block's items: ITEMS / RUN runs a thread, all loaded before the first one is folded; run r of
 *            neighbouring threads lies next to one another */
#ifndef FOLDCHECK_WHOLE_ROWS_HIP_H
#define FOLDCHECK_WHOLE_ROWS_HIP_H

#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Items of a run: whole rows, 16 bytes or more of the widest column if ITEMS allow it. */
COMPILE_TIME int whole_run(int items, int length, size_t widest)
{
    int run = length;
    while ((size_t)run * widest < 16 && items % (2 * run) == 0)
        run *= 2;
    return run;
}

template <class M>
struct whole_rows_arguments {
    rows_arguments<M> rows;
    int64_t tiles;
};

/* The rows of the run that begins at item `first`; those that are there. */
template <class M, int RUN, int LENGTH>
FN void fold_whole_run(const rows_arguments<M> &a, int64_t first, bool whole, const typename M::input *item)
{
    constexpr int ROWS = RUN / LENGTH;
    typename M::state row[ROWS];
    UNROLL for (int r = 0; r < ROWS; r++)
    {
        int64_t from = first + r * LENGTH;
        if (whole)
            row[r] = fold_items<M, LENGTH>(a.source, from, item + r * LENGTH);
        else if (from < a.source.count)
            row[r] = fold_run<M, LENGTH>(a.source, from);
    }
    if (whole)
        store_run<state_traits<M>, ROWS>(a.out, first / LENGTH, row);
    else
        UNROLL for (int r = 0; r < ROWS; r++)
        {
            if (first + r * LENGTH < a.source.count)
                store_fields<state_traits<M>>(a.out, first / LENGTH + r, row + r);
        }
}

template <class M, int BLOCK, int ITEMS, int LENGTH>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
whole_rows_kernel(whole_rows_arguments<M> a)
{
    constexpr int RUN = whole_run(ITEMS, LENGTH, M::input_columns.widest), RUNS = ITEMS / RUN;
    const item_source<M> &source = a.rows.source;
    for (int64_t tile = block_id(); tile < a.tiles; tile += block_count()) {
        int64_t first =
            tile * BLOCK * ITEMS + thread_id() * RUN; /* of run 0; run r is r * BLOCK runs behind it */
        typename M::input item[ITEMS];
        UNROLL for (int r = 0; r < RUNS; r++)
        {
            int64_t run = first + r * BLOCK * RUN;
            if (run + RUN <= source.count)
                load_run<input_traits<M>, RUN, (LENGTH >= 8)>(source.in, run, item + r * RUN);
        }
        UNROLL for (int r = 0; r < RUNS; r++)
        {
            int64_t run = first + r * BLOCK * RUN;
            fold_whole_run<M, RUN, LENGTH>(a.rows, run, run + RUN <= source.count, item + r * RUN);
        }
    }
}

/* ---- the host's side ---- */

/* Does a run of ITEMS hold whole rows alone, and can it be loaded in vectors? */
inline bool has_whole_rows(const struct job *job, const struct launch_shape *shape)
{
    return job->length > 0 && shape->items % job->length == 0 && columns_lead(&job->in, &job->op->input) == 0;
}

inline double whole_rows_sectors(const struct job *job, const struct launch_shape *shape)
{
    int length = (int)job->length, run = whole_run((int)shape->items, length, widest_input(job));
    return larger_of(runs_sectors(job, run, 1), stored_runs_sectors(job, run / length));
}

template <class M, int BLOCK, int ITEMS, int GROUP, int LENGTH = 1>
static bool whole_rows_enqueue(const struct job *job, struct text *why)
{
    if constexpr (LENGTH < ITEMS)
        if (job->length > LENGTH) return whole_rows_enqueue<M, BLOCK, ITEMS, GROUP, LENGTH + 1>(job, why);
    if constexpr (ITEMS % LENGTH == 0) {
        int64_t tiles = ceiling((int64_t)job_items(job), BLOCK * ITEMS);
        whole_rows_arguments<M> a = {rows_of<M>(job), tiles};
        return launch("whole_rows", whole_rows_kernel<M, BLOCK, ITEMS, LENGTH>,
                      share_blocks(job, tiles, BLOCK, 1), BLOCK, GROUP, job, a, why);
    }
    return false; /* has_whole_rows says that it divides */
}

} // namespace FOLDCHECK_NAMESPACE
#endif
