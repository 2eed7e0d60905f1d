/* SPDX-License-Identifier: MIT
 * segreduce_by_segred: the dispatch of Futhark's code generator, at run time by the rows' length against a block's
 * threads: several rows a block where two of them leave a thread over, else one or more blocks a row. These stride over
 * the row if the operator commutes; if not, a window slides over it, strip-mined.
 *
 * ID, source    S6: Futhark, module documentation of SegRed (2024), which says "at least two segments"; X1: its source,
 *               whose test is strict (2 L < B), so that a row of just half a block has a block to itself. The source is
 *               followed. One segment has a kernel of its own there if the compiler knows that it is one; here the
 *               number of rows is known at run time alone, and one row takes the large kernel
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#ifndef FOLDCHECK_SEGREDUCE_BY_SEGRED_HIP
#define FOLDCHECK_SEGREDUCE_BY_SEGRED_HIP
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

struct segreduce_by_segred : row_policy<segreduce_by_segred, indexed_rows, strided_blocks, stripmined_blocks,
                                        block_a_row, thread_a_row> {
    static constexpr const char
        *ids = "S6",
        *does = "several rows a block where two leave a thread over, else blocks for each row";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        bool few = segments_by_segred(mean_length(job), POLICY_BLOCK) == SEGMENTS_SMALL;
        bool commutes = job->op->laws & LAW_COMMUTES;
        if (is_irregular(job)) return take_irregular(job, few, shape, why);
        text_say(why, "rows of %llu items, and two rows %s a block of %d: %s",
                 (unsigned long long)job->length, few ? "do not fill" : "fill", POLICY_BLOCK,
                 few        ? "several rows a block"
                 : commutes ? "one or more blocks a row, which stride over it, as the operator commutes"
                            : "one or more blocks a row, and windows that keep the order");
        if (few) return indexed_rows::take(job, shape);
        return commutes ? strided_blocks::take(job, shape) : stripmined_blocks::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
