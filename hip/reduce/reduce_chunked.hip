/* SPDX-License-Identifier: MIT
 * reduce_chunked: Futhark's reduction of one row as Larsen's thesis compares with it: no more blocks than a block has
 * threads; each thread folds its items on its own, strided if the operator commutes, else a chunk of the padded and
 * transposed row; a block combines them through shared memory. A second kernel of one block folds the blocks'
 * results, one a thread.
 *
 * ID, source    L26: Larsen, thesis (2017), 6.5.1: chunked_reduce_kernel and reduce_kernel; the layout of L11 where
 *               operands keep their order
 * Laws          associative
 * Memory        n items read, G states written and read; if the operator does not commute, the items padded, copied
 *               twice and read again
 * Scratch       G states; if the operator does not commute, twice n items and their padding
 * Progress      none needed
 * Cannot        more than one row */
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct reduce_chunked : larsen_reduction<reduce_chunked> {
    static constexpr const char
        *ids = "L26",
        *does = "each thread folds its items, strided or chunks of transposed ones; a second "
                "kernel folds the blocks' results, one a thread";

    static constexpr unsigned takes = TAKES_USUAL | TAKES_GRID;

    static enum refusal own_rule(const struct strategy *strategy, const struct job *,
                                 const struct launch_shape *shape, struct text *why)
    {
        if (shape->grid <= shape->block) return REFUSAL_NONE;
        text_say(why, "%s has a thread of its last block for each of at most %u blocks, got grid=%llu",
                 strategy->name, shape->block, (unsigned long long)shape->grid);
        return REFUSAL_SHAPE;
    }

    static constexpr bool strided(unsigned laws)
    {
        return (laws & LAW_COMMUTES) != 0;
    }

    /* A thread has one state at most, so that its order is kept. */
    static constexpr bool later_strided(unsigned)
    {
        return true;
    }

    static larsen_plan plan(const struct job *job, const struct launch_shape *shape)
    {
        int64_t block = shape->block, groups = smaller(larsen_groups(job, shape), block);
        larsen_stage first = larsen_large(1, (int64_t)job->length, block, groups, strided(job->op->laws));
        larsen_plan plan = {{first, larsen_large(1, first.each, block, 1, true)}, 2};
        return plan;
    }
};

} // namespace FOLDCHECK_NAMESPACE
