/* SPDX-License-Identifier: MIT
 * scan_chained: a single pass in which a block scans its tile, waits for the prefix of the tile before, and publishes
 * its own. No block looks further back than one tile, and nothing but prefixes is published: the prefixes pass from
 * block to block one after the other, a chain as long as there are tiles, which is what decoupled look-back (C5)
 * set out to break.
 *
 * ID, source    C4: Clausen, thesis (2021), 1.1, 3.1
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' prefixes
 * Scratch       a counter, and a word, or a flag and two states, a tile
 * Progress      resident blocks go on while others wait
 * Cannot        more than one row */
#ifndef FOLDCHECK_SCAN_CHAINED_HIP
#define FOLDCHECK_SCAN_CHAINED_HIP
#include "hip/scan/chain.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct wait_for_prefix {
    /* What is left of the tile whose fold is `total`, for all lanes of the block's first group. */
    template <class M, int GROUP>
    FN typename M::state left_of_tile(const chain<M> &chain, const typename M::params &params,
                                      const typename M::state &init, const turn &mine,
                                      const typename M::state &total)
    {
        typename M::state left = init; /* covers tiles [0, 0) */
        if (lane_id<GROUP>() == 0) {
            while (mine.tile > 0 && observe<M>(chain, mine, mine.tile - 1, &left) != TILE_PREFIX)
                spin();
            publish<M>(chain, mine, TILE_PREFIX, M::combine(params, left, total));
        }
        return lane_take<GROUP>(left, 0); /* covers tiles [0, mine.tile) */
    }
};

struct scan_chained : single_pass_scan {
    static constexpr const char *ids = "C4",
                                *does = "one pass: a block waits for the prefix of the tile before its own";
    static constexpr enum determinism determinism = SAME_BITS_EVERY_RUN;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    /* A prefix a tile is written, if it does not share the flag's word. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t states = state_bytes(job) > 4 ? (uint64_t)scan_tiles(job, shape) : 0;
        return scan_traffic(job) + states * state_bytes(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return chain_enqueue<M, wait_for_prefix, BLOCK, ITEMS, GROUP>("scan_chained", job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
