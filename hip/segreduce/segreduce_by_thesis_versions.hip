/* SPDX-License-Identifier: MIT
 * segreduce_by_thesis_versions: Futhark's compiler with Larsen's implementation and with versioned code: reductions and
 * redomaps are there twice, as a thread a row and by his large and small kernels, and the number of rows decides at run
 * time.
 *
 * ID, source    L22, "thesis+vc": Larsen, thesis (2017), 6.1.2, 6.2.5, 7. He prints no number for this switch: it is that which
 *               was observed without his implementation (6.5.2; larsen_version_rows)
 * Laws, memory, scratch, progress: those of the strategy that it takes
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_policy.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_by_thesis_versions : larsen_policy<segreduce_by_thesis_versions, thesis_loop, thesis_strided,
                                                    thesis_chunked, thesis_one_block, thesis_small> {
    static constexpr const char
        *ids = "L22",
        *does =
            "takes a thread a row from 512 rows on, else his kernels for large and small rows in two steps";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        const struct strategy *loop = take_loop_version(job, shape, why);
        return loop ? loop : take_thesis(job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
