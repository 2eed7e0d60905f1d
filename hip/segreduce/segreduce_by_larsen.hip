/* SPDX-License-Identifier: MIT
 * segreduce_by_larsen: the rule of Larsen's prototype over faster kernels than his (segreduce_by_prototype has those).
 * Rows that fill the device with a thread each are transposed and get a thread each; of fewer rows, those that are longer
 * than half a block get one or more blocks each, and shorter ones are packed into blocks, several in each.
 *
 * Source        Larsen, thesis (2017), 5.3, listing 5.4. 30720 rows fill the GTX 780 Ti there: here as many as the
 *               device has threads. The thesis itself finds that the switch is too early for operators that commute and
 *               long rows (2^19 would be right for 2^26 items), and too late for 2^14 rows of 2^6 (5.3.1); blocks have
 *               128 threads there, and 256, as its compiler's have, here
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#ifndef FOLDCHECK_SEGREDUCE_BY_LARSEN_HIP
#define FOLDCHECK_SEGREDUCE_BY_LARSEN_HIP
#include "hip/segreduce/larsen.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_by_larsen : row_policy<segreduce_by_larsen, larsen_loop, larsen_strided, larsen_transposed,
                                        larsen_small, block_a_row, thread_a_row> {
    static constexpr const char *does =
        "a thread a row where that fills the device, else blocks for long rows, packs of short ones";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        unsigned long long full = (unsigned long long)job->caps->processors * job->caps->resident_threads;
        enum segments_way way = segments_by_prototype(job->rows, mean_length(job), POLICY_BLOCK, full);
        if (is_irregular(job)) return take_irregular(job, way != SEGMENTS_LARGE, shape, why);
        if (way == SEGMENTS_THREAD) {
            text_say(why, "%llu rows fill the device's %llu threads: a thread a row, on transposed items",
                     (unsigned long long)job->rows, full);
            return larsen_loop::take(job, shape);
        }
        bool large = way == SEGMENTS_LARGE;
        text_say(why, "%llu rows do not fill the device's %llu threads, and are %s than half a block: %s",
                 (unsigned long long)job->rows, full, large ? "longer" : "no longer",
                 large ? large_words(job) : "several rows a block");
        return large ? take_large(job, shape) : larsen_small::take(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
