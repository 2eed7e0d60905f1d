/* SPDX-License-Identifier: MIT
 * The host's side that all strategies share: sizes, and how coalesced accesses are. Pure C except for the namespace. */
#ifndef FOLDCHECK_PLAN_HIP_H
#define FOLDCHECK_PLAN_HIP_H

#include "hip/refuse.h"
#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Shared memory that a block of some device may ask for. */
enum { MOST_ASKED_BYTES = 227 * 1024 };

inline double larger_of(double a, double b)
{
    return a > b ? a : b;
}

/* A threshold by which an auto strategy chooses, as it is in force on the device. */
inline uint32_t job_tuned(const struct job *job, enum tunable tunable)
{
    return tuned_value(job->caps->tuned, tunable);
}

inline uint64_t state_bytes(const struct job *job)
{
    return job->op->state.size;
}

/* Bytes of the widest column of items. */
inline uint64_t widest_input(const struct job *job)
{
    int64_t widest = 0;
    for (int k = 0; k < job->op->input.count; k++)
        widest = larger(widest, (int64_t)elem_size(job->op->input.elem[k]));
    return (uint64_t)widest;
}

/* As columns_of, for the host. */
inline column_list column_list_of(const struct tuple *tuple)
{
    column_list list = {};
    for (int k = 0; k < tuple->count; k++)
        add_column(&list, elem_size(tuple->elem[k]), tuple->part[k]);
    return list;
}

/* Bytes of a result's columns that are asked for. */
inline uint64_t result_bytes(const struct job *job)
{
    uint64_t bytes = job->op->state.packed;
    for (int c = 0; c < job->out.count; c++)
        if (!job->out.column[c].base) bytes -= elem_size(job->op->state.elem[c]);
    return bytes;
}

/* ---- coalescing: sectors of 32 bytes against the fewest ------------------------------------------------ */
/* Lanes that access `bytes` each, `apart` bytes from one another. */
inline double sectors_apart(double bytes, double apart)
{
    return apart > 32 ? 32 / bytes : apart > bytes ? apart / bytes : 1;
}

/* Elements of columns, `items` of them from lane to lane: the worst column. */
inline double columns_sectors(const struct columns *columns, const struct tuple *tuple, double items)
{
    double most = 1;
    for (int k = 0; k < columns->count; k++) {
        double sectors =
            sectors_apart((double)elem_size(tuple->elem[k]), items * (double)columns->column[k].stride);
        if (sectors > most) most = sectors;
    }
    return most;
}

/* The items where each lane reads a run of `items` as fold_run does, the runs `apart` times as far from one
 * another as they are long; map-out one by one. */
inline double runs_sectors(const struct job *job, int items, double apart)
{
    double most = columns_sectors(&job->mapout, &job->op->mapout, items * apart);
    bool wide = columns_lead(&job->in, &job->op->input) >= 0;
    if (!wide) return larger_of(most, columns_sectors(&job->in, &job->op->input, items * apart));
    for (int k = 0; k < job->op->input.count; k++) {
        size_t size = elem_size(job->op->input.elem[k]);
        int access = run_access(size, items);
        most = larger_of(most, sectors_apart(access ? access : (double)size, (double)size * items * apart));
    }
    return most;
}

/* Results where each lane writes those of `items` rows as store_run does. */
inline double stored_runs_sectors(const struct job *job, int items)
{
    double most = 1;
    for (int k = 0; k < job->op->state.count; k++) {
        const struct column *column = &job->out.column[k];
        size_t size = elem_size(job->op->state.elem[k]);
        bool packed = column->stride == (int64_t)size && (uintptr_t)column->base % 16 == 0;
        int access = packed ? run_access(size, items) : 0;
        double bytes = access > (int)size ? access : (double)size;
        if (column->base) most = larger_of(most, sectors_apart(bytes, (double)column->stride * items));
    }
    return most;
}

/* A run a lane, next to one another. */
inline double run_sectors(const struct job *job, const struct launch_shape *shape)
{
    return runs_sectors(job, (int)shape->items, 1);
}

/* Parts of a window of `lanes` lanes. */
inline int job_parts(const struct job *job, int items, int lanes)
{
    return window_parts(items, lanes, job->op->input.align, job->op->input.packed, job->op->state.size);
}

/* Parts that `lanes` lanes read side by side: a stretch for each row, which touches a sector more where the column
 * begins within one. */
inline double parts_sectors(const struct job *job, int part, int lanes)
{
    double most = runs_sectors(job, part, 1);
    for (int k = 0; k < job->in.count; k++) {
        double stretch = (double)lanes * part * (double)elem_size(job->op->input.elem[k]);
        if ((uintptr_t)job->in.column[k].base % 32 != 0) most = larger_of(most, 1 + 32 / stretch);
    }
    return most;
}

/* Rows of `windows` windows each. Where rows are no whole windows, those at their ends are read a run a lane, or item by
 * item. */
inline double long_rows_sectors(const struct job *job, const struct launch_shape *shape, double windows)
{
    int items = (int)shape->items, lanes = (int)shape->group, lead = columns_lead(&job->in, &job->op->input);
    double ends = larger_of(columns_sectors(&job->in, &job->op->input, items),
                            columns_sectors(&job->mapout, &job->op->mapout, items));
    if (lead < 0) return ends;
    double inner = parts_sectors(job, items / job_parts(job, items, lanes), lanes);
    if (lead == 0 && job->length % ((uint64_t)items * shape->group) == 0) return inner;
    ends = larger_of(inner, ends);
    return windows <= 2 ? ends : (2 * ends + (windows - 2) * inner) / windows;
}

/* A chunk of many runs a lane: not coalesced. */
inline double chunk_sectors(const struct job *job, const struct launch_shape *shape)
{
    return runs_sectors(job, (int)shape->items, 32);
}

/* An item a lane. */
inline double window_sectors(const struct job *job, const struct launch_shape *)
{
    return larger_of(columns_sectors(&job->in, &job->op->input, 1),
                     columns_sectors(&job->mapout, &job->op->mapout, 1));
}

inline uint64_t no_scratch(const struct job *, const struct launch_shape *)
{
    return 0;
}

/* An item a lane is read; but a lane writes the map-out of the ITEMS that it owns. */
inline double strip_sectors(const struct job *job, const struct launch_shape *shape)
{
    return larger_of(columns_sectors(&job->in, &job->op->input, 1),
                     columns_sectors(&job->mapout, &job->op->mapout, (double)shape->items));
}

/* prepare for strategies whose scratch may hold anything. */
inline bool prepare_nothing(const struct job *, const struct launch_shape *, struct text *)
{
    return true;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
