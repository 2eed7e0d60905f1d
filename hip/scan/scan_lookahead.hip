/* SPDX-License-Identifier: MIT
 * scan_lookahead: a single pass in which no prefix is handed on. A block folds its tiles some trips before it scans them,
 * and so finds the aggregates of all other tiles published when it needs them (lookahead.hip.h).
 *
 * Block         the workers' threads, whose tile is block * items; `gather` groups of helpers come in addition
 * ID, source    beyond the documents, whose look-backs hand prefixes on (C5); numbers and epochs as there
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' aggregates, and each is read by whoever scans next
 *               behind it
 * Scratch       a counter, and two words for each word of a tile's state
 * Progress      running blocks go on while others wait; blocks that have not begun are waited for by nobody
 * Cannot        more than one row; more tiles in shared memory than a block may ask for */
#ifndef FOLDCHECK_SCAN_LOOKAHEAD_HIP
#define FOLDCHECK_SCAN_LOOKAHEAD_HIP
#include "hip/scan/lookahead.hip.h"

namespace FOLDCHECK_NAMESPACE
{

inline enum refusal scan_lookahead_refuse(const struct strategy *strategy, const struct job *job,
                                          const struct launch_shape *shape, struct text *why)
{
    enum refusal refusal = one_row_refuse(strategy, job, shape, 0, why);
    return refusal == REFUSAL_NONE ? lookahead_refuse(strategy, job, shape, why) : refusal;
}

struct scan_lookahead {
    static constexpr struct strategy strategy = {
        /* name */ "scan_lookahead",
        /* ids */ "",
        /* does */ "one pass: blocks that stay publish folds ahead of time, and each carries its own prefix",
        /* what */ WHAT_SCAN,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        scan_lookahead_refuse,
        lookahead_scratch,
        lookahead_traffic,
        scan_sectors,
        lookahead_prepare,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static constexpr uint64_t shared_bytes()
    {
        return lookahead_shared_of<M, BLOCK, ITEMS, GROUP, HELPERS>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static constexpr bool fits()
    {
        return lookahead_fits<M, BLOCK, ITEMS, GROUP, HELPERS>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return lookahead_enqueue<M, false, BLOCK, ITEMS, GROUP, HELPERS>("scan_lookahead", job, shape, why);
    }
};

#define scan_lookahead_shapes(SHAPE, S) lookahead_shapes(SHAPE, S)

} // namespace FOLDCHECK_NAMESPACE
#endif
