/* SPDX-License-Identifier: MIT
 * segreduce_larsen_strided: Larsen's large kernel for operators that commute. As many blocks as fill the device share
 * the rows; all threads of a row's blocks stride over it together, an item at a time, and a block combines their
 * results through shared memory. Where each thread has one item, there are no more blocks a row than have items. The
 * blocks' results are rows of the second launch: one block each, by the same kernel without the division by the
 * blocks a row, or packed into blocks where half a block holds them.
 *
 * ID, source    L14, L17: Larsen, thesis (2017), 5.1.2, listing 5.2, 6.2.1, algorithm 6.1, "Launching Too Many
 *               Groups"; the second launch as in 6.2.5, algorithm 6.3, simplified to two steps (L20)
 * Laws          associative, commutes
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a state a block
 * Progress      none needed
 * Cannot        keep the order of operands; rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_STRIDED_HIP
#define FOLDCHECK_SEGREDUCE_LARSEN_STRIDED_HIP
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_larsen_strided : larsen_reduction<segreduce_larsen_strided> {
    static constexpr const char
        *ids = "L14 L17",
        *does = "the threads of a row's blocks stride over it; a second launch reduces their "
                "results";

    static constexpr unsigned takes = row_reduction::takes | TAKES_GRID;

    static constexpr bool strided(unsigned)
    {
        return true;
    }

    static larsen_plan plan(const struct job *job, const struct launch_shape *shape)
    {
        int64_t block = shape->block;
        larsen_plan plan = {
            {larsen_large((int64_t)job->rows, (int64_t)job->length, block, larsen_groups(job, shape), true)},
            1};
        larsen_go_on(&plan, block, 1, true);
        return plan;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
