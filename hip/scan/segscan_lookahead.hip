/* SPDX-License-Identifier: MIT
 * segscan_lookahead: a single pass over rows of one length in which no prefix is handed on, as scan_lookahead
 * (lookahead.hip.h). Where rows begin is arithmetic, with 32-bit remainders (C9), and the one of 64 bits a tile is
 * worked out by one thread; a lane asks once where the next row begins and counts from there.
 *
 * Block         the workers' threads, whose tile is block * items; `gather` groups of helpers come in addition
 * ID, source    beyond the documents; where rows begin: C9: Clausen, thesis (2021), 6
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' aggregates
 * Scratch       a counter, and two words for each word of a tile's state
 * Progress      running blocks go on while others wait; blocks that have not begun are not waited for
 * Cannot        rows of different lengths; more tiles in shared memory than a block may ask for */
#ifndef FOLDCHECK_SEGSCAN_LOOKAHEAD_HIP
#define FOLDCHECK_SEGSCAN_LOOKAHEAD_HIP
#include "hip/scan/lookahead_plan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segscan_lookahead : ahead_rows {
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS;
    static constexpr const char *does = "one pass over rows of one length, as scan_lookahead";

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return lookahead_enqueue<M, true, BLOCK, ITEMS, GROUP, HELPERS>("segscan_lookahead", job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
