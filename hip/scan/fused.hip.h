/* SPDX-License-Identifier: MIT
 * Several scans over one input in a single pass, one after the other: the arguments of their kernels, a part of a product
 * each, and the host's side. */
#ifndef FOLDCHECK_FUSED_HIP_H
#define FOLDCHECK_FUSED_HIP_H

#include "hip/scan/lookback.hip.h"
#include "hip/tile/parts.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The kernel's arguments for part PART and the parts after it. */
template <class M, int PART = 0, bool NONE = PART == M::state_columns.parts>
struct parts_arguments {
    chain_arguments<part_of<M, PART>> own;
    parts_arguments<M, PART + 1> rest;
};
template <class M, int PART>
struct parts_arguments<M, PART, true> {
};

/* ---- the host's side ---- */

/* Scratch: the counter, every part's words or flags, every part's states. */
inline uint64_t parts_flag_bytes(const struct job *job, int64_t tiles)
{
    uint64_t bytes = 0;
    for (int part = 0; part < job->op->state.parts; part++)
        bytes += chain_flag_bytes(tuple_part(&job->op->state, part).size, tiles);
    return bytes;
}

/* The arguments of part PART: its columns of the result, its part of the initial value. */
template <class M, int PART>
scan_arguments<part_of<M, PART>> part_scan_of(const struct job *job, int64_t tiles, int64_t blocks)
{
    struct job own = job_of_part(job, PART);
    scan_arguments<part_of<M, PART>> a = scan_of<part_of<M, PART>>(&own, tiles, blocks);
    typename M::state init;
    if (!job->init) return a;
    memcpy(&init, job->init, sizeof init);
    a.init = part_of<M, PART>::narrow(init);
    return a;
}

/* Part PART and those behind it; `flags` and `states` are where theirs begin in scratch. */
template <class M, int PART>
static inline parts_arguments<M, PART> parts_of(const struct job *job, char *flags, char *states,
                                                int64_t tiles, int64_t blocks)
{
    parts_arguments<M, PART> a = {};
    if constexpr (PART < M::state_columns.parts) {
        using P = part_of<M, PART>;
        constexpr size_t SIZE = sizeof(typename P::state);
        a.own = {part_scan_of<M, PART>(job, tiles, blocks), chain_at<P>(job, flags, states, tiles), tiles};
        a.rest = parts_of<M, PART + 1>(job, flags + chain_flag_bytes(SIZE, tiles),
                                       states + 2 * chain_state_bytes(SIZE, tiles), tiles, blocks);
    }
    return a;
}

template <class M>
static inline parts_arguments<M> all_parts_of(const struct job *job, int64_t tiles, int64_t blocks)
{
    char *flags = static_cast<char *>(job->scratch) + CHAIN_ALIGN;
    return parts_of<M, 0>(job, flags, flags + parts_flag_bytes(job, tiles), tiles, blocks);
}

/* A chain for each part, and one counter. */
struct fused_scan : chained_scan {
    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        int64_t tiles = scan_tiles(job, shape);
        uint64_t bytes = CHAIN_ALIGN + parts_flag_bytes(job, tiles);
        for (int part = 0; part < job->op->state.parts; part++)
            bytes += 2 * chain_state_bytes(tuple_part(&job->op->state, part).size, tiles);
        return bytes;
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return clear_flags(job, parts_flag_bytes(job, scan_tiles(job, shape)), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
