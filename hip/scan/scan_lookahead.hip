/* SPDX-License-Identifier: MIT
 * scan_lookahead: a single pass in which no prefix is handed on. A block folds its tiles some trips before it scans
 * them, and so finds the aggregates of all other tiles published when it needs them (lookahead.hip.h).
 *
 * Block         the workers' threads, whose tile is block * items; `gather` groups of helpers come in addition
 * ID, source    beyond the documents, whose look-backs hand prefixes on (C5); numbers and epochs as there
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' aggregates, and each is read by the block that
 *               scans next behind it
 * Scratch       a counter, and two words for each word of a tile's state
 * Progress      running blocks go on while others wait; blocks that have not begun are not waited for
 * Cannot        more than one row; more tiles in shared memory than a block may ask for */
#ifndef FOLDCHECK_SCAN_LOOKAHEAD_HIP
#define FOLDCHECK_SCAN_LOOKAHEAD_HIP
#include "hip/scan/lookahead_plan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct scan_lookahead : ahead_scan {
    static constexpr const char *does =
        "one pass: blocks that stay publish folds ahead of time, and each carries its own prefix";

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return lookahead_enqueue<M, false, BLOCK, ITEMS, GROUP, HELPERS>("scan_lookahead", job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
