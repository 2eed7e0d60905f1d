/* SPDX-License-Identifier: MIT
 * segreduce_by_versions: the rule of Larsen's compiler with versioned code over faster kernels than his
 * (segreduce_by_thesis_versions has those): a program is there twice, as a thread a row and as a segmented reduction, and
 * the number of rows decides at run time. The segmented reduction gives rows that are longer than half a block one or
 * more blocks each, and a kernel that need not divide if it is one; shorter rows are packed into blocks.
 *
 * Source        Larsen, thesis (2017), 6.1.2, 6.2.5, 6.5.2, 7. No number is printed for the switch: it was
 *               observed at 2^9 rows of a segmented MSS, and is taken for all operators here. With versioned code the
 *               thesis finds Backprop slower and K-means faster (7.2, 7.3)
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#ifndef FOLDCHECK_SEGREDUCE_BY_VERSIONS_HIP
#define FOLDCHECK_SEGREDUCE_BY_VERSIONS_HIP
#include "hip/segreduce/larsen.hip.h"
#include "hip/segreduce/segreduce_large_one_block.hip"

namespace FOLDCHECK_NAMESPACE
{

using larsen_one_block = row_way<segreduce_large_one_block, 4>;

struct segreduce_by_versions
    : row_policy<segreduce_by_versions, larsen_loop, larsen_strided, larsen_transposed, larsen_one_block,
                 larsen_small, block_a_row, thread_a_row> {
    static constexpr const char *does =
        "a thread a row from 512 rows on, else blocks for long rows, packs of short ones";

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        unsigned long long rows = job->rows;
        enum segments_way way = segments_by_versions(job->rows, mean_length(job), POLICY_BLOCK);
        if (is_irregular(job)) return take_irregular(job, way != SEGMENTS_LARGE, shape, why);
        if (way == SEGMENTS_THREAD) {
            text_say(why, "%llu rows, no fewer than %d: the version with a thread a row, on transposed items",
                     rows, SEGMENTS_VERSION_ROWS);
            return larsen_loop::take(job, shape);
        }
        if (way == SEGMENTS_SMALL) {
            text_say(why, "%llu rows, fewer than %d, no longer than half a block: several rows a block", rows,
                     SEGMENTS_VERSION_ROWS);
            return larsen_small::take(job, shape);
        }
        const struct strategy *large = take_large(job, shape);
        bool one = large_each(job, shape, POLICY_BLOCK) == 1;
        text_say(why, "%llu rows, fewer than %d, longer than half a block: %s", rows, SEGMENTS_VERSION_ROWS,
                 one ? "the kernel for one block a row" : large_words(job));
        return one ? larsen_one_block::take(job, shape) : large;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
