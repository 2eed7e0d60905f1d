/* SPDX-License-Identifier: MIT
 * segscan_regular: a scan of every row in a single pass, rows of one length. Rows lie one behind the other and are cut
 * into tiles as one row is; in which row an item is, every thread works out with remainders of 64 bits: the baseline
 * that segscan_regular32 is measured against. See segment.hip.h.
 *
 * ID, source    D.C2: Clausen, thesis (2021), 9: his kernel (segscan_serial) with the look-back of a group, which he proposes
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

struct segscan_regular : segment_scan {
    static constexpr const char *
        ids = "D.C2",
       *does = "one pass over rows of one length: looks back no further than the row goes; 64-bit remainders";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 15, 32, USUAL}, {256, 15, 64, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return segment_enqueue<M, false, BLOCK, ITEMS, GROUP>("segscan_regular", job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
