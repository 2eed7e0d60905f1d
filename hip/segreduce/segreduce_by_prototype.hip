/* SPDX-License-Identifier: MIT
 * segreduce_by_prototype: the dispatcher of Larsen's prototype. Rows that fill the device with a thread each are
 * transposed and get a thread each; of fewer rows, those that are longer than half a block get one or more blocks each,
 * whose results are rows again, and shorter ones are packed into blocks. Blocks have 128 threads.
 *
 * ID, source    L21: Larsen, thesis (2017), 5.3, listing 5.4. 30720 threads fill the GTX 780 Ti there; the number is a tuning
 *               parameter (larsen_full_threads), for which he finds 2^14, 2^16 and 2^19 (5.3.1, 5.4)
 * Laws, memory, scratch, progress: those of the strategy that it takes
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_policy.hip.h"
#include "hip/segreduce/segreduce_larsen_prototype.hip"

namespace FOLDCHECK_NAMESPACE
{

enum { PROTOTYPE_BLOCK = 128 };

using prototype_loop = row_way<segreduce_larsen_loop_in_map, 1, 32, PROTOTYPE_BLOCK>;
using prototype_recursion = row_way<segreduce_larsen_prototype, 1, 0, PROTOTYPE_BLOCK>;

struct segreduce_by_prototype : larsen_policy<segreduce_by_prototype, prototype_loop, prototype_recursion> {
    static constexpr const char *ids = "L21", *does = "takes a thread a row where that fills the device, "
                                                      "else blocks of 128 and launches for their results";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        unsigned long long rows = job->rows, full = job_tuned(job, TUNED_larsen_full_threads);
        if (full == 0) full = (unsigned long long)job->caps->processors * job->caps->resident_threads;
        if (rows >= full) {
            text_say(why, "%llu rows fill the device's %llu threads: a thread a row, on transposed items",
                     rows, full);
            return prototype_loop::take(job, shape);
        }
        text_say(why, "%llu rows do not fill the device's %llu threads, and are %s than half a block: %s",
                 rows, full, job->length > PROTOTYPE_BLOCK / 2 ? "longer" : "no longer",
                 job->length > PROTOTYPE_BLOCK / 2 ? "blocks of 128 for each, and launches for their results"
                                                   : "several rows a block of 128");
        return prototype_recursion::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
