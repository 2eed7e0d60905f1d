/* SPDX-License-Identifier: MIT
 * The dispatch of Futhark's code generator (module documentation of SegRed (2024)): several rows a block where two
 * fit into one, else one or more blocks a row. These stride over the row if the operator commutes; if not, a window
 * slides over it, strip-mined. Shared by the page's rule and its source's, which differ for rows of just half a
 * block. */
#ifndef FOLDCHECK_SEGREDUCE_SEGRED_HIP_H
#define FOLDCHECK_SEGREDUCE_SEGRED_HIP_H
#include "hip/segments.h"
#include "hip/segreduce/policy.hip.h"
#include "hip/segreduce/segreduce_large_stripmined.hip"
#include "hip/segreduce/segreduce_large_strided.hip"
#include "hip/segreduce/segreduce_small_index.hip"

namespace FOLDCHECK_NAMESPACE
{

using stripmined_blocks = row_way<segreduce_large_stripmined, 15>;
using strided_blocks = row_way<segreduce_large_strided, 4>;
using indexed_rows = row_way<segreduce_small_index, 1>;

/* S is the policy; S::way says which way rows of a length take. */
template <class S>
struct segred_policy
    : row_policy<S, indexed_rows, strided_blocks, stripmined_blocks, block_a_row, thread_a_row> {
    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        bool few = S::way(mean_length(job)) == SEGMENTS_SMALL;
        bool commutes = job->op->laws & LAW_COMMUTES;
        if (is_irregular(job)) return take_irregular(job, few, shape, why);
        text_say(why, "rows of %llu items, and two rows %s a block of %d: %s",
                 (unsigned long long)job->length, few ? S::fit : S::overflow, POLICY_BLOCK,
                 few        ? "several rows a block"
                 : commutes ? "one or more blocks a row, which stride over it, as the operator commutes"
                            : "one or more blocks a row, and windows that keep the order");
        if (few) return indexed_rows::take(job, shape);
        return commutes ? strided_blocks::take(job, shape) : stripmined_blocks::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
