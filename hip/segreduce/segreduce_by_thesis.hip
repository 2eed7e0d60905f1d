/* SPDX-License-Identifier: MIT
 * segreduce_by_thesis: Futhark's compiler with Larsen's implementation: a segmented reduction by his large kernel in two
 * steps, or his small one; a segmented redomap is left to a thread a row, as by default there.
 *
 * ID, source    L22, "thesis": Larsen, thesis (2017), 6.1.2, 6.2.5, algorithm 6.3, 7. Figure 6.5 is of a special build, which
 *               takes his kernels for redomaps, too: that is segreduce_by_thesis_versions with more versions' rows than
 *               rows
 * Laws, memory, scratch, progress: those of the strategy that it takes
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_policy.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_by_thesis : larsen_policy<segreduce_by_thesis, thesis_loop, thesis_strided, thesis_chunked,
                                           thesis_one_block, thesis_small> {
    static constexpr const char *ids = "L22", *does = "takes his kernels for large and small rows in two "
                                                      "steps for a reduction, a thread a row for a redomap";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        if (is_redomap(job)) {
            text_say(why, "a redomap: a thread a row, on transposed items");
            return thesis_loop::take(job, shape);
        }
        text_say(why, "a reduction: ");
        return take_thesis(job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
