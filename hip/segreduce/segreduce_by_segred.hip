/* SPDX-License-Identifier: MIT
 * segreduce_by_segred: the dispatch of Futhark's code generator, at run time by the rows' length against a block's
 * threads: several rows a block where two of them leave a thread over, else one or more blocks a row. These stride over
 * the row if the operator commutes; if not, a window slides over it, strip-mined.
 *
 * Source        X1: Futhark's source, whose test is strict (2 L < B), so that a row of just half a block has a block to
 *               itself; its page (S6) is followed by segreduce_by_segred_page. One segment has a kernel of its own there
 *               if the compiler knows that it is one; here the number of rows is known at run time alone, and one row
 *               takes the large kernel
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/segreduce/segred.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_by_segred : segred_policy<segreduce_by_segred> {
    static constexpr const char *does =
        "several rows a block where two leave a thread over, else blocks for each row";
    static constexpr const char *fit = "do not fill", *overflow = "fill";

    static enum segments_way way(uint64_t length)
    {
        return segments_by_segred(length, POLICY_BLOCK);
    }
};

} // namespace FOLDCHECK_NAMESPACE
