/* SPDX-License-Identifier: MIT
 * segreduce_scan_gather: a segmented reduction by what everybody has, a segmented scan: a kernel writes a flag an item where
 * item mod length is 0, the scan of (value, flag) pairs writes its n results to scratch, and a last kernel takes result
 * (r + 1) * length - 1 for row r. As fast for every shape, and slow for each: all results pass through memory.
 *
 * ID, source    L12: Larsen, thesis (2017), 3.4.1, 3.4.2 and 8.1, what Futhark did before; the scan is C6 in a single pass
 * Laws          associative
 * Memory        n items and n flags read, n flags and n results written, a result a row read and written
 * Scratch       those of the scan (a counter, a flag and two states a tile, a flag an item), and a state an item
 * Progress      resident blocks go on while others wait
 * Cannot        rows of different lengths (segreduce_ragged_flags); inputs of as many columns as there can be */
#ifndef FOLDCHECK_SEGREDUCE_SCAN_GATHER_HIP
#define FOLDCHECK_SEGREDUCE_SCAN_GATHER_HIP
#include "hip/segreduce/scan_gather.hip.h"

namespace FOLDCHECK_NAMESPACE
{

inline enum refusal segreduce_scan_gather_refuse(const struct strategy *strategy, const struct job *job,
                                                 const struct launch_shape *shape, struct text *why)
{
    enum refusal refusal = rows_refuse(strategy, job, shape, 0, why);
    return refusal == REFUSAL_NONE ? segscan_flags_refuse(strategy, job, shape, why) : refusal;
}

struct segreduce_scan_gather {
    static constexpr struct strategy strategy = {
        /* name */ "segreduce_scan_gather",
        /* ids */ "L12",
        /* does */ "scans all rows with a flag an item, and gathers the last result of each",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        segreduce_scan_gather_refuse,
        scan_gather_scratch,
        scan_gather_traffic,
        scan_sectors,
        segscan_flags_prepare,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return segscan_flags::fits<M, BLOCK, ITEMS, GROUP, GATHER>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return scan_gather_enqueue<M, BLOCK, ITEMS, GROUP>(job, shape, why);
    }
};

/* block, items, group, gather, kind */
#define segreduce_scan_gather_shapes(SHAPE, S)                                                               \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 11, 32, 0, USUAL)                                                                          \
    SHAPE(S, 256, 11, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
