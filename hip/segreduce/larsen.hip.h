/* SPDX-License-Identifier: MIT
 * Shared by both of Larsen's dispatchers: the strategies that they choose among (thesis (2017), 5.3 and 6.2.5). Where
 * the thesis launches a second stage for the results of a row's blocks, the last block folds them here, in the same
 * kernel. */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_HIP_H
#define FOLDCHECK_SEGREDUCE_LARSEN_HIP_H
#include "hip/segments.h"
#include "hip/segreduce/policy.hip.h"
#include "hip/segreduce/segreduce_large_strided.hip"
#include "hip/segreduce/segreduce_large_transposed.hip"
#include "hip/segreduce/segreduce_loop_in_map.hip"
#include "hip/segreduce/segreduce_small_scan.hip"

namespace FOLDCHECK_NAMESPACE
{

using larsen_loop = row_way<segreduce_loop_in_map, 1, 32>;
using larsen_strided = row_way<segreduce_large_strided, 4>;
using larsen_transposed = row_way<segreduce_large_transposed, 1>;
using larsen_small = row_way<segreduce_small_scan, 1>;

/* "Large": threads stride over the row if the operator commutes; else each has a chunk of its own, and the items are
 * transposed first if that is more than one. */
inline const struct strategy *take_large(const struct job *job, struct launch_shape *shape)
{
    if (job->op->laws & LAW_COMMUTES) return larsen_strided::take(job, shape);
    return larsen_transposed::take(job, shape);
}

inline const char *large_words(const struct job *job)
{
    return job->op->laws & LAW_COMMUTES ? "blocks stride over each row, as the operator commutes"
                                        : "a chunk a thread, transposed where chunks have several items";
}

} // namespace FOLDCHECK_NAMESPACE
#endif
