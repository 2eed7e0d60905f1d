/* SPDX-License-Identifier: MIT
 * segreduce_ragged_flags: rows of any lengths, empty ones, too: two kernels write flags, none to all items and then one
 * where a row that is not empty begins, the scan of (value, flag) pairs writes its n results to scratch, and a last kernel
 * takes for each row the result before the next row, or the identity if it has no item. Work is shared out by items,
 * however the lengths fall.
 *
 * ID, source    P2: NESL (Blelloch), as Larsen, thesis (2017), 8.1 describes it; the scan is C6 in a single pass
 * Laws          associative
 * Memory        n items and n flags read, n flags and n results written, a result a row read and written, and the starts
 *               of rows read twice
 * Scratch       those of the scan (a counter, a flag and two states a tile, a flag an item), and a state an item
 * Progress      resident blocks go on while others wait
 * Cannot        inputs of as many columns as there can be */
#ifndef FOLDCHECK_SEGREDUCE_RAGGED_FLAGS_HIP
#define FOLDCHECK_SEGREDUCE_RAGGED_FLAGS_HIP
#include "hip/segreduce/scan_gather.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_ragged_flags {
    static constexpr struct strategy strategy = {
        /* name */ "segreduce_ragged_flags",
        /* ids */ "P2",
        /* does */ "scans rows of any lengths with a flag an item, and gathers the last result of each",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        segscan_flags_refuse,
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
#define segreduce_ragged_flags_shapes(SHAPE, S)                                                              \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 11, 32, 0, USUAL)                                                                          \
    SHAPE(S, 256, 11, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
