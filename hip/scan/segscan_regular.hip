/* SPDX-License-Identifier: MIT
 * segscan_regular: a scan of every row in a single pass, rows of one length. Rows lie one behind the other and are cut
 * into tiles as one row is; in which row an item is, every thread works out with remainders of 64 bits: the baseline
 * that segscan_regular32 is measured against. See segment.hip.h.
 *
 * ID, source    C7: Clausen, thesis (2021), 4, 6, 7; his look-back is one thread's, this a group's (D.C2)
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' states
 * Scratch       a counter, and a word or a flag and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGSCAN_REGULAR_HIP
#define FOLDCHECK_SEGSCAN_REGULAR_HIP
#include "hip/scan/segment.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segscan_regular {
    static constexpr struct strategy strategy = {
        /* name */ "segscan_regular",
        /* ids */ "C7 C7.0 C7.1 C7.2 C7.3 C7.4 C7.5 C7.6 C7.7 C7.8 C7.9",
        /* does */
        "one pass over rows of one length: looks back no further than the row goes; 64-bit remainders",
        /* what */ WHAT_SCAN,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        segment_refuse,
        chain_scratch,
        segment_traffic,
        scan_sectors,
        chain_prepare,
        /* pick */ nullptr,
    };

    template <class M>
    static constexpr size_t held()
    {
        return segment_held(M::input_columns.packed, M::state_columns.packed);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return scan_fits<M, BLOCK, ITEMS, GROUP>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return segment_enqueue<M, false, BLOCK, ITEMS, GROUP>("segscan_regular", job, shape, why);
    }
};

/* block, items, group, gather, kind */
#define segscan_regular_shapes(SHAPE, S)                                                                     \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 15, 32, 0, USUAL)                                                                          \
    SHAPE(S, 256, 15, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
