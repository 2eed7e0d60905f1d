/* SPDX-License-Identifier: MIT
 * scan_lookback: a single pass with decoupled look-back. A block scans its tile and at once publishes the tile's
 * aggregate. It then looks back: its first group looks at as many tiles before it as it has lanes; the nearest of
 * them that has a prefix ends the walk, and what the tiles between have published is combined with it, in order.
 * If none has a prefix but all have aggregates, these are taken and the window moves on. So a block waits for
 * aggregates, which all come soon, and never for a chain of prefixes. Then it publishes its own prefix.
 *
 * ID, source    D.C2 (C5 by a group): Merrill, Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA 2016;
 *               Clausen, thesis (2021), 3.1; the look-back by a whole group is his future work
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' states
 * Scratch       a counter, and a word or a flag and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        more than one row */
#ifndef FOLDCHECK_SCAN_LOOKBACK_HIP
#define FOLDCHECK_SCAN_LOOKBACK_HIP
#include "hip/scan/lookback.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct look_back_by_group {
    /* What is left of the tile whose fold is `total`, for all lanes of the block's first group. */
    template <class M, int GROUP>
    FN typename M::state left_of_tile(const chain<M> &chain, const typename M::params &params,
                                      const typename M::state &init, const turn &mine,
                                      const typename M::state &total)
    {
        bool speaks = lane_id<GROUP>() == 0;
        typename M::state left = init; /* covers tiles [0, 0) */
        if (mine.tile > 0) {
            if (speaks) publish<M>(chain, mine, TILE_AGGREGATE, total);
            left = look_back<M, GROUP>(chain, params, mine, 0); /* covers tiles [0, mine.tile) */
        }
        if (speaks) publish<M>(chain, mine, TILE_PREFIX, M::combine(params, left, total));
        return left;
    }
};

struct scan_lookback : single_pass_scan {
    static constexpr const char
        *ids = "D.C2",
        *does = "one pass: a block's first group looks back over a window of tiles at a time";
    /* On an H200 (2026-11-23), us at 2^12 / 2^16 / 2^18 / 2^20 items: add_u32 256 x 28 5.3 / 6.0 /
     * 6.3 / 8.2; 256 x 20 4.8 / 5.3 / 6.1 / 8.2; 256 x 12 4.9 / 5.1 / 5.8 / 8.5; 256 x 8 4.6 / 5.0 / 6.2 / 9.0. mss_i32
     * by 28 (14 after scaling) 7.4 / 7.7 / 8.7 / 14.7; by 12 (6) 6.0 / 7.0 / 9.2 / 17.2. (2026-11-21: 512 x 20 6.5 /
     * 7.6 at 2^18 / 2^20, 16.8 at 2^22, where 256 x 28 is at 15.6.) */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY},      {8, 3, 4, TINY},       {4, 1, 2, NARROW},     {256, 28, 32, USUAL},
        {256, 28, 64, USUAL}, {256, 12, 32, PICKED}, {256, 12, 64, PICKED}, {128, 15, 32, MORE}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return chain_enqueue<M, look_back_by_group, BLOCK, ITEMS, GROUP>("scan_lookback", job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
