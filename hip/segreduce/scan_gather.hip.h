/* SPDX-License-Identifier: MIT
 * A segmented reduction as a segmented scan that keeps the last results only (L12): a flag an item, a scan of all items
 * by an operator that knows where rows begin (segscan_flags), whose n results go to scratch, and a kernel that gathers
 * the last of each row. */
#ifndef FOLDCHECK_SEGREDUCE_SCAN_GATHER_HIP_H
#define FOLDCHECK_SEGREDUCE_SCAN_GATHER_HIP_H

#include "hip/scan/segscan_flags.hip"
#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct gather_arguments {
    rows_arguments<M> rows;
    column_set<M::state_columns.count> scanned; /* a state an item */
};

/* A row without items has no last one: its result is the identity. */
template <class M>
KERNEL(256, 1)
gather_last_kernel(gather_arguments<M> a)
{
    for (int64_t row = block_id() * 256 + thread_id(); row < a.rows.rows; row += block_count() * 256) {
        row_items mine = items_of_row<M>(a.rows, row);
        typename M::state last = M::identity(a.rows.source.params);
        if (mine.first < mine.last) load_fields<state_traits<M>>(a.scanned, mine.last - 1, &last);
        store_fields<state_traits<M>>(a.rows.out, row, &last);
    }
}

/* ---- the host's side ---- */

/* Where column k of the scan's results lies in scratch, behind what the scan keeps there; where the last ends, if k is
 * their number. */
inline uint64_t scanned_column(const struct job *job, const struct launch_shape *shape, int k)
{
    uint64_t at = chain_aligned(segscan_flags::scratch_bytes(job, shape));
    for (int before = 0; before < k; before++)
        at += chain_aligned(job_items(job) * elem_size(job->op->state.elem[before]));
    return at;
}

/* The job of the scan. */
inline struct job scan_of_rows(const struct job *job, const struct launch_shape *shape)
{
    struct job scan = *job;
    scan.what = WHAT_SCAN;
    scan.out.count = job->op->state.count;
    for (int k = 0; k < scan.out.count; k++) {
        scan.out.column[k].base = static_cast<char *>(job->scratch) + scanned_column(job, shape, k);
        scan.out.column[k].stride = (int64_t)elem_size(job->op->state.elem[k]);
    }
    return scan;
}

/* Rows of any lengths, by segscan_flags. */
struct scan_gather_reduction : row_reduction {
    static constexpr bool needs_progress = true, blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS | TAKES_RAGGED;
    static constexpr auto own_rule = chain_rule;
    static constexpr auto sectors = scan_sectors;
    static constexpr auto depth = depth_by_tile;
    static constexpr auto prepare = segscan_flags::prepare;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 11, 32, USUAL}, {256, 11, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return segscan_flags::shared_bytes(sizes, shape);
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return segscan_flags::suits(sizes, shape);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return scanned_column(job, shape, job->op->state.count);
    }

    /* Beside the scan: a result a row, and where each begins and ends, if their lengths differ. (What the gathering
     * reads lies in scratch.) */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        if (job_items(job) == 0) return job->rows * result_bytes(job);
        return segscan_flags::traffic(job, shape) + job->rows * (result_bytes(job) + row_traffic(job));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        if (job->rows == 0) return true;
        if (job_items(job) == 0) return empty_rows_enqueue<M>(job, why);
        struct job scan = scan_of_rows(job, shape);
        if (!segscan_flags::enqueue<M, BLOCK, ITEMS, GROUP, 0>(&scan, shape, why)) return false;
        gather_arguments<M> a = {rows_of<M>(job), column_set_of<M::state_columns.count>(scan.out)};
        int64_t blocks = smaller(MOST_BLOCKS, ceiling((int64_t)job->rows, 256));
        return launch("gather_last", gather_last_kernel<M>, blocks, 256, 1, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
