/* SPDX-License-Identifier: MIT
 * segreduce_larsen_one_block: a block folds a whole row: each thread on its own, items a block apart if the operator
 * commutes, else a chunk of padded and transposed rows; then one reduction of the block. It is Larsen's large kernel
 * without the division, product and remainder that tell a row's blocks apart.
 *
 * ID, source    L16: Larsen, thesis (2017), 6.2.1, "Optimizing One Group Per Segment" (tid_within_seg is the thread's
 *               number: the printed sum with the group's size is a slip)
 * Laws          associative
 * Memory        n items read, a result a row written; if the operator does not commute, padded, copied twice and read
 *               again
 * Scratch       if the operator does not commute, twice n items and their padding
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_ONE_BLOCK_HIP
#define FOLDCHECK_SEGREDUCE_LARSEN_ONE_BLOCK_HIP
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_larsen_one_block : larsen_reduction<segreduce_larsen_one_block> {
    static constexpr const char
        *ids = "L16",
        *does = "a block a row: each thread folds its items, then one reduction of the block";

    static constexpr bool strided(unsigned laws)
    {
        return (laws & LAW_COMMUTES) != 0;
    }

    static larsen_plan plan(const struct job *job, const struct launch_shape *shape)
    {
        larsen_plan plan = {
            {larsen_large((int64_t)job->rows, (int64_t)job->length, shape->block, 1, strided(job->op->laws))},
            1};
        return plan;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
