/* SPDX-License-Identifier: MIT
 * Shared by the dispatchers of Larsen's thesis (2017): the prototype's (5.3) and the four configurations of his
 * compiler (6.1.2, 7): with his implementation or without, with versioned code or without. They take what has his IDs;
 * rows of different lengths, or with params of their own, which he does not know, they refuse.
 *
 *   a redomap   a reduction with a map fused into it: the operator lifts its items, or has a map-out */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_POLICY_HIP_H
#define FOLDCHECK_SEGREDUCE_LARSEN_POLICY_HIP_H
#include "hip/segments.h"
#include "hip/segreduce/policy.hip.h"
#include "hip/segreduce/segreduce_larsen_chunked.hip"
#include "hip/segreduce/segreduce_larsen_loop_in_map.hip"
#include "hip/segreduce/segreduce_larsen_one_block.hip"
#include "hip/segreduce/segreduce_larsen_strided.hip"
#include "hip/segreduce/segreduce_scan_gather_passes.hip"

namespace FOLDCHECK_NAMESPACE
{

using thesis_scan = row_way<segreduce_scan_gather_passes, 11>;
using thesis_loop = row_way<segreduce_larsen_loop_in_map, 1, 32>;
using thesis_strided = row_way<segreduce_larsen_strided, 1>;
using thesis_chunked = row_way<segreduce_larsen_chunked, 1>;
using thesis_one_block = row_way<segreduce_larsen_one_block, 1>;
using thesis_small = row_way<segreduce_small_scan, 1>;

template <class S, class... WAYS>
struct larsen_policy : row_policy<S, WAYS...> {
    static constexpr unsigned takes = row_reduction::takes;
    static constexpr bool blocks_communicate = false;
};

inline bool is_redomap(const struct job *job)
{
    return job->op->lifts || job->op->mapout.count > 0;
}

/* Versioned code: a thread a row from so many rows on. Says so, if it does. */
inline const struct strategy *take_loop_version(const struct job *job, struct launch_shape *shape,
                                                struct text *why)
{
    unsigned long long rows = job->rows, least = job_tuned(job, TUNED_larsen_version_rows);
    text_say(why, "%llu rows, %s than %llu: the version with ", rows, rows >= least ? "no fewer" : "fewer",
             least);
    if (rows < least) return nullptr;
    text_add(why, "a thread a row, on transposed items");
    return thesis_loop::take(job, shape);
}

/* His segmented reduction: algorithm 6.3 in two steps. */
inline const struct strategy *take_thesis(const struct job *job, struct launch_shape *shape, struct text *why)
{
    int64_t block = POLICY_BLOCK;
    bool strides = (job->op->laws & LAW_COMMUTES) != 0;
    if (job->length <= POLICY_BLOCK / 2) {
        text_add(why, "several rows a block, as two fit");
        return thesis_small::take(job, shape);
    }
    const struct strategy *large =
        strides ? thesis_strided::take(job, shape) : thesis_chunked::take(job, shape);
    larsen_stage first =
        larsen_large((int64_t)job->rows, (int64_t)job->length, block, larsen_groups(job, shape), strides);
    if (first.each == 1) {
        text_add(why, "the kernel for one block a row");
        return thesis_one_block::take(job, shape);
    }
    text_add(why, "%lld blocks a row and a second step, %s", (long long)first.each,
             strides ? "strided" : "in chunks that are padded and transposed");
    return large;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
