/* SPDX-License-Identifier: MIT
 * segreduce_by_segred_page: as segreduce_by_segred, but several rows a block wherever two fit, a row of just half a
 * block, too.
 *
 * ID, source    S6: Futhark, module documentation of SegRed (2024): "when we can process at least two segments within
 *               a single block"
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/segreduce/segred.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_by_segred_page : segred_policy<segreduce_by_segred_page> {
    static constexpr const char *ids = "S6",
                                *does =
                                    "several rows a block where two fit into one, else blocks for each row";
    static constexpr const char *fit = "fit into", *overflow = "do not fit into";

    static enum segments_way way(uint64_t length)
    {
        return segments_by_segred_page(length, POLICY_BLOCK);
    }
};

} // namespace FOLDCHECK_NAMESPACE
