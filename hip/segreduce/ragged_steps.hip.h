/* SPDX-License-Identifier: MIT
 * A job as a list of steps: an item is one, and behind a row's last item its end is some more, for ending a row costs
 * time, too. So the last step of row r's end is known from where the row ends and from r alone, and of any step a
 * search among rows tells how many have ended before it: equal shares of steps are equal work, whatever lengths rows
 * have. Source: Merrill and Garland, "Merge-based parallel sparse matrix-vector multiplication" (2016), where an end is
 * one step. */
#ifndef FOLDCHECK_RAGGED_STEPS_HIP_H
#define FOLDCHECK_RAGGED_STEPS_HIP_H

#include "hip/segreduce/piece.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The arguments of a kernel that shares out steps. */
template <class M>
struct ragged_arguments {
    rows_arguments<M> rows;
    sharing windows; /* per group */
    piece<M> *partial;
    uint32_t *counter;
};

/* The item behind a row's last one. */
template <class M>
FN int64_t end_of_row(const rows_arguments<M> &a, int64_t row)
{
    return a.row_start ? (int64_t)load(a.row_start + row + 1) : (row + 1) * a.length;
}

/* Items and ends before a row's end are steps before it, each end as many as WEIGHT. Behind the last row: never. */
template <class M, int WEIGHT = 1>
FN int64_t step_of_end(const rows_arguments<M> &a, int64_t row)
{
    return row < a.rows ? end_of_row<M>(a, row) + WEIGHT * row : INT64_MAX;
}

/* How many rows' ends begin before a step: each round leaves a GROUPth of those that may. */
template <class M, int GROUP, int WEIGHT = 1>
FN int64_t rows_before(const rows_arguments<M> &a, int64_t step)
{
    int64_t low = larger(0, ceiling(step - a.source.count, WEIGHT)),
            count = smaller(ceiling(step, WEIGHT), a.rows) - low;
    while (count > 0) { /* it is one of [low, low + count] */
        int64_t part = ceiling(count, GROUP), probe = low + (lane_id<GROUP>() + 1) * part - 1;
        uint64_t before = group_ballot<GROUP>(step_of_end<M, WEIGHT>(a, probe) < step);
        low += (highest_bit(before) + 1) * part;
        count = part - 1;
    }
    return low;
}

/* ---- the host's side ---- */

/* Steps of a job; each end of a row counts as `weight` of them. */
inline int64_t ragged_steps(const struct job *job, int weight = 1)
{
    return weight * (int64_t)job->rows + (int64_t)job_items(job);
}

/* Windows that are as many steps as a group takes items at once. */
inline int64_t ragged_windows(const struct job *job, const struct launch_shape *shape, int weight = 1)
{
    return ceiling(ragged_steps(job, weight), (int64_t)shape->group * shape->items);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
