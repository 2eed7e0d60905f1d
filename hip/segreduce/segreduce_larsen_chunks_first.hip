/* SPDX-License-Identifier: MIT
 * segreduce_larsen_chunks_first: segreduce_larsen_recursive, whose threads get more items before rows get more blocks: a
 * row has a second block when each thread of the first has as many items as the tuning's `items` says, and so on up to
 * the blocks that fill the device. Fewer results are left for the next launch.
 *
 * ID, source    LF9: Larsen, thesis (2017), 5.4.2 and 9.1, where 4 items a thread "increase performance significantly"
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read, stage
 *               after stage; if the operator does not commute, padded items copied twice and read again
 * Scratch       the stages' results, and padded items twice if the operator does not commute
 * Progress      none needed
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_larsen_chunks_first : larsen_reduction<segreduce_larsen_chunks_first> {
    static constexpr const char
        *ids = "LF9",
        *does = "large rows by one block until its threads have several items, then by more, "
                "whose results are rows again";

    static constexpr unsigned takes = row_reduction::takes | TAKES_GRID;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 4, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    static constexpr bool strided(unsigned laws)
    {
        return (laws & LAW_COMMUTES) != 0;
    }

    static larsen_plan plan(const struct job *job, const struct launch_shape *shape)
    {
        return larsen_recursion(job, shape, shape->items);
    }
};

} // namespace FOLDCHECK_NAMESPACE
