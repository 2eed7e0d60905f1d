/* SPDX-License-Identifier: MIT
 * Sharing out: consecutive windows among the parts that work on them. The host divides. */
#ifndef FOLDCHECK_TILE_SHARE_HIP_H
#define FOLDCHECK_TILE_SHARE_HIP_H

#include "hip/platform.hip.h"

namespace FOLDCHECK_NAMESPACE
{

BOTH int64_t ceiling(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

BOTH int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

BOTH int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* How windows are shared out among parts: consecutive, all of them exactly once, sizes that differ by one at
 * most. The host divides, so that no thread has to. */
struct sharing {
    int64_t each, more; /* windows a part; how many parts have one more */
};

struct share {
    int64_t first, last; /* windows [first, last) */
};

inline sharing share_out(int64_t windows, int64_t parts)
{
    sharing shares = {windows / parts, windows % parts};
    return shares;
}

BOTH share share_of(const sharing &shares, int64_t part)
{
    share mine;
    mine.first = part * shares.each + smaller(part, shares.more);
    mine.last = mine.first + shares.each + (part < shares.more);
    return mine;
}

/* The windows of `items` items that a job has, the lead counted in; at least one, which holds nothing if n =
 * 0. */
inline int64_t job_windows(const struct job *job, int64_t items)
{
    return larger(1,
                  ceiling((int64_t)job->length + larger(0, columns_lead(&job->in, &job->op->input)), items));
}

/* Blocks that run at once with 64 registers a thread. */
inline int64_t resident_blocks(const struct job *job, int64_t block)
{
    return larger(1, job->caps->resident_threads / 2 / block) * job->caps->processors;
}

/* How many blocks share `windows` windows out: as many as run at once, and each with `least` windows or more (LF9: more
 * windows a block before more blocks). */
inline int64_t share_blocks(const struct job *job, int64_t windows, int64_t block, int64_t least)
{
    return larger(1, smaller(resident_blocks(job, block), windows / least));
}

/* Tiny tunings share out two windows a group, so that few items show the loop over windows. */
inline int64_t least_windows(const struct launch_shape *shape)
{
    return shape->block < 64 ? 2 : 1;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
