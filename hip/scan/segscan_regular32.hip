/* SPDX-License-Identifier: MIT
 * segscan_regular32: segscan_regular with one remainder of 64 bits a tile, and 32 bits from there on: where rows begin
 * in a tile depends on the place of the first that does, and on a length that need be no longer than the tile.
 *
 * ID, source    D.C2: Clausen, thesis (2021), 9; remainders as in 6 (segscan_serial32 is his)
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

struct segscan_regular32 : segment_scan {
    static constexpr const char *ids = "D.C2",
                                *does =
                                    "one pass over rows of one length, as segscan_regular; 32-bit remainders";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},      {8, 3, 4, TINY},
                                                {256, 15, 32, USUAL}, {256, 15, 64, USUAL},
                                                {256, 3, 32, PICKED}, {256, 3, 64, PICKED}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return segment_enqueue<M, true, BLOCK, ITEMS, GROUP>("segscan_regular32", job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
