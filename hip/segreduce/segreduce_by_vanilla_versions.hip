/* SPDX-License-Identifier: MIT
 * segreduce_by_vanilla_versions: Futhark's compiler before Larsen's implementation, with versioned code: reductions and
 * redomaps are there twice, as a thread a row and as a scan with flags, and the number of rows decides at run time.
 *
 * ID, source    L22, "vanilla+vc": Larsen, thesis (2017), 6.1.2, 6.5.2, 7. The switch was observed at 2^9 rows of a segmented MSS
 *               (larsen_version_rows)
 * Laws, memory, scratch, progress: those of the strategy that it takes
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_policy.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_by_vanilla_versions
    : larsen_policy<segreduce_by_vanilla_versions, thesis_scan, thesis_loop> {
    static constexpr const char *ids = "L22",
                                *does = "takes a thread a row from 512 rows on, else a scan with flags";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        const struct strategy *loop = take_loop_version(job, shape, why);
        if (loop) return loop;
        text_add(why, "a scan with flags, and the last result of each row");
        return thesis_scan::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
