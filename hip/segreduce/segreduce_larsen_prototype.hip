/* SPDX-License-Identifier: MIT
 * segreduce_larsen_prototype: the recursion of Larsen's prototype, as segreduce_larsen_recursive, in blocks of 128
 * threads; items of operators that do not commute are transposed only where a thread has several of them, and padded
 * only where a row's threads have room for more. segreduce_by_prototype puts its first branch in front, a thread a
 * row.
 *
 * ID, source    L21: Larsen, thesis (2017), 4.4, 5.2.4 (padding), 5.2.3 (128 threads), 5.3, listing 5.4
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read, stage
 *               after stage; stages whose threads have several items of an operator that does not commute: these
 *               copied with padding, if needed, copied by the transposition and read again
 * Scratch       the stages' results, and padded items twice if the operator does not commute
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_PROTOTYPE_HIP
#define FOLDCHECK_SEGREDUCE_LARSEN_PROTOTYPE_HIP
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_larsen_prototype : larsen_reduction<segreduce_larsen_prototype> {
    static constexpr const char
        *ids = "L21",
        *does =
            "large rows by several blocks of 128 threads, whose results are rows again; packs of short ones";

    static constexpr unsigned takes = row_reduction::takes | TAKES_GRID;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {128, 1, 32, USUAL}, {128, 1, 64, USUAL}};

    static constexpr bool strided(unsigned laws)
    {
        return (laws & LAW_COMMUTES) != 0;
    }

    static larsen_plan plan(const struct job *job, const struct launch_shape *shape)
    {
        return larsen_unpadded(larsen_recursion(job, shape), shape->block);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
