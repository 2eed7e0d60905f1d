/* SPDX-License-Identifier: MIT
 * segreduce_by_vanilla: Futhark's compiler before Larsen's implementation: a segmented reduction is a scan with flags
 * and a gathering, and a segmented redomap a thread a row.
 *
 * ID, source    L22, "vanilla": Larsen, thesis (2017), 3.4, 6.1.2, 7
 * Laws, memory, scratch, progress: those of the strategy that it takes
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_policy.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_by_vanilla : larsen_policy<segreduce_by_vanilla, thesis_scan, thesis_loop> {
    static constexpr const char *ids = "L22",
                                *does =
                                    "takes a scan with flags for a reduction, a thread a row for a redomap";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        bool redomap = is_redomap(job);
        text_say(why, redomap ? "a redomap: a thread a row, on transposed items"
                              : "a reduction: a scan with flags, and the last result of each row");
        return redomap ? thesis_loop::take(job, shape) : thesis_scan::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
