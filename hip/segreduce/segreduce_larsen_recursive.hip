/* SPDX-License-Identifier: MIT
 * segreduce_larsen_recursive: Larsen's recursion: rows that are longer than half a block take his large kernel,
 * strided if the operator commutes and chunked otherwise, with as many blocks as fill the device; their results are
 * rows again, which it reduces in the same way, until a row has one. Shorter rows are packed into blocks and scanned,
 * which is the end.
 *
 * ID, source    L20: Larsen, thesis (2017), 5.3, listing 5.4 (without its first branch, a thread a row), and 6.2.5,
 *               algorithm 6.3; of L14, L15 and L19
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read, stage
 *               after stage; if the operator does not commute, every stage's items padded, copied twice and read
 *               again
 * Scratch       the stages' results, and padded items twice if the operator does not commute
 * Progress      none needed
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_larsen_recursive : larsen_reduction<segreduce_larsen_recursive> {
    static constexpr const char
        *ids = "L20",
        *does = "large rows by several blocks, whose results are rows again; packs of short ones";

    static constexpr unsigned takes = row_reduction::takes | TAKES_GRID;

    static constexpr bool strided(unsigned laws)
    {
        return (laws & LAW_COMMUTES) != 0;
    }

    static larsen_plan plan(const struct job *job, const struct launch_shape *shape)
    {
        return larsen_recursion(job, shape);
    }
};

} // namespace FOLDCHECK_NAMESPACE
