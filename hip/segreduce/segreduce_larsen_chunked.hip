/* SPDX-License-Identifier: MIT
 * segreduce_larsen_chunked: Larsen's large kernel for operators that do not commute: as segreduce_larsen_strided, but
 * each thread folds a chunk of consecutive items. Before that every row is copied with padding up to whole chunks,
 * and the chunks are transposed, so that neighbouring threads read neighbours; both always, even where a thread has
 * one item. So are the rows of the second launch.
 *
 * ID, source    L15, L11: Larsen, thesis (2017), 5.1.2, 6.2.1, algorithm 6.1; 4.4, 6.4.1; the second launch as in
 *               6.2.5, algorithm 6.3, simplified to two steps (L20)
 * Laws          associative
 * Memory        n items read, padded, copied twice and read again, a result a row written; of several blocks a row, a
 *               state each written, padded, copied and read; the map-out is not coalesced
 * Scratch       twice n items and their padding; of several blocks a row, a state a block, and these padded twice
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_CHUNKED_HIP
#define FOLDCHECK_SEGREDUCE_LARSEN_CHUNKED_HIP
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_larsen_chunked : larsen_reduction<segreduce_larsen_chunked> {
    static constexpr const char
        *ids = "L15 L11",
        *does = "a chunk of consecutive items a thread, of rows that are padded and transposed "
                "first; a second launch reduces the blocks' results";

    static constexpr unsigned takes = row_reduction::takes | TAKES_GRID;

    static constexpr bool strided(unsigned)
    {
        return false;
    }

    static larsen_plan plan(const struct job *job, const struct launch_shape *shape)
    {
        int64_t block = shape->block;
        larsen_plan plan = {
            {larsen_large((int64_t)job->rows, (int64_t)job->length, block, larsen_groups(job, shape), false)},
            1};
        larsen_go_on(&plan, block, 1, false);
        return plan;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
