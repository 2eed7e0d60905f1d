/* SPDX-License-Identifier: MIT
 * segscan_regular32: segscan_regular with one remainder of 64 bits a tile, and 32 bits from there on: where rows begin
 * in a tile depends on the place of the first that does, and on a length that need be no longer than the tile.
 *
 * ID, source    C9: Clausen, thesis (2021), 6
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' states
 * Scratch       a counter, and a word or a flag and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGSCAN_REGULAR32_HIP
#define FOLDCHECK_SEGSCAN_REGULAR32_HIP
#include "hip/scan/segment.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segscan_regular32 {
    static constexpr struct strategy strategy = {
        /* name */ "segscan_regular32",
        /* ids */ "C9",
        /* does */ "one pass over rows of one length, as segscan_regular; 32-bit remainders",
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
        return segment_enqueue<M, true, BLOCK, ITEMS, GROUP>("segscan_regular32", job, shape, why);
    }
};

/* block, items, group, gather, kind */
#define segscan_regular32_shapes(SHAPE, S)                                                                   \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 15, 32, 0, USUAL)                                                                          \
    SHAPE(S, 256, 15, 64, 0, USUAL)                                                                          \
    SHAPE(S, 256, 3, 32, 0, PICKED)                                                                          \
    SHAPE(S, 256, 3, 64, 0, PICKED)

} // namespace FOLDCHECK_NAMESPACE
#endif
