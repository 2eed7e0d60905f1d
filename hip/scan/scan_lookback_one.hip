/* SPDX-License-Identifier: MIT
 * scan_lookback_one: decoupled look-back as it is told in words: a block publishes its aggregate and looks at the block before
 * it, then at the one before that. Where a block has published nothing yet, it waits; an aggregate is combined and the walk
 * goes on; a prefix ends it. One lane does so, one predecessor at a time, which a group's window (scan_lookback) makes faster.
 *
 * ID, source    C5: Merrill, Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA 2016, as Clausen,
 *               thesis (2021), 3.1 has it
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' states
 * Scratch       a counter, and a word or a flag and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        more than one row */
#include "hip/scan/chain.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct look_back_one_by_one {
    /* What is left of the tile whose fold is `total`, for all lanes of the block's first group. */
    template <class M, int GROUP>
    FN typename M::state left_of_tile(const chain<M> &chain, const typename M::params &params,
                                      const typename M::state &init, const turn &mine,
                                      const typename M::state &total)
    {
        typename M::state left =
            mine.tile > 0 ? M::identity(params) : init; /* covers tiles (tile, mine.tile) */
        if (lane_id<GROUP>() == 0) {
            if (mine.tile > 0) publish<M>(chain, mine, TILE_AGGREGATE, total);
            tile_status status = TILE_NOTHING;
            for (int64_t tile = mine.tile - 1; tile >= 0 && status != TILE_PREFIX;) {
                typename M::state seen;
                status = observe<M>(chain, mine, tile, &seen);
                if (status == TILE_NOTHING) {
                    spin();
                    continue;
                }
                left = M::combine(params, seen, left);
                tile--;
            }
            publish<M>(chain, mine, TILE_PREFIX, M::combine(params, left, total));
        }
        return lane_take<GROUP>(left, 0); /* covers tiles [0, mine.tile) */
    }
};

struct scan_lookback_one : single_pass_scan {
    static constexpr const char *ids = "C5", *does = "one pass: one lane looks back, one tile at a time";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return chain_enqueue<M, look_back_one_by_one, BLOCK, ITEMS, GROUP>("scan_lookback_one", job, shape,
                                                                           why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
