/* SPDX-License-Identifier: MIT
 * Segmented reductions by Henriksen's kernels: a block a row, of as many threads as the row has items, which it takes
 * in one go (slides (2016), "Segmented reduction using one workgroup per row"). The host's side. */
#ifndef FOLDCHECK_SEGREDUCE_ROW_BLOCKS_HIP_H
#define FOLDCHECK_SEGREDUCE_ROW_BLOCKS_HIP_H

#include "hip/segreduce/small.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Rows of no more items than the most threads of a block. */
struct row_block_reduction : row_reduction {
    /* A state a thread. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * shape.block;
    }

    static uint64_t longest_row(const struct job *, const struct launch_shape *shape)
    {
        return shape->block;
    }
};

/* Enqueues a block of as many threads as a row has items for each row, rounded up to whole groups. */
template <class M>
static inline bool row_blocks_launch(const char *name, void (*kernel)(rows_arguments<M>), int group,
                                     const struct job *job, struct text *why)
{
    int64_t blocks = smaller(MOST_BLOCKS, (int64_t)job->rows);
    if (job->rows == 0) return true;
    if (job->length == 0) return empty_rows_enqueue<M>(job, why);
    return launch(name, kernel, blocks, (int)ceiling((int64_t)job->length, group) * group, group, job,
                  rows_of<M>(job), why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
