/* SPDX-License-Identifier: MIT
 * scan_lookback_serial: decoupled look-back as in Clausen's thesis. The lanes of a block's first group look once at a
 * window of tiles before the block's own, whatever these have published by then. One lane walks over the states that
 * they saw, from left to right, and starts again at every tile that has a prefix or nothing yet. Its result is
 * combined, the window moves on by the aggregates that were used, and the group looks again.
 * scan_lookback is the same with a fold by all lanes, and the measure of what the serial walk costs.
 *
 *   a window    tiles [end - GROUP, end), a lane each, ascending; used: the last of them that are aggregates
 *
 * ID, source    none: C7.5 (segscan_serial) of one row, without its short cuts: Clausen, thesis (2021), 4.6, who names the
 *               single thread as a weak point
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' states
 * Scratch       a counter, and a word or a flag and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        more than one row */
#ifndef FOLDCHECK_SCAN_LOOKBACK_SERIAL_HIP
#define FOLDCHECK_SCAN_LOOKBACK_SERIAL_HIP
#include "hip/scan/chain.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The result of one look at a window. */
template <class M>
struct window_seen {
    typename M::state fold; /* lane 0: covers the window's last `used` tiles, and all before them if `ends` */
    int used;
    bool ends;
};

/* Lane 0 folds; every lane knows how far. */
template <class M, int GROUP>
FN window_seen<M> look_once(const chain<M> &chain, const typename M::params &params, const turn &mine,
                            int64_t end)
{
    int64_t tile = end - GROUP + lane_id<GROUP>();
    typename M::state state = M::identity(params);
    tile_status status = tile >= 0 ? observe<M>(chain, mine, tile, &state) : TILE_NOTHING;
    window_seen<M> seen = {M::identity(params), 0, false};
    for (int lane = 0; lane < GROUP; lane++) {
        tile_status what = lane_take<GROUP>(status, lane);
        typename M::state right = lane_take<GROUP>(state, lane);
        bool adds = what == TILE_AGGREGATE;
        if (lane_id<GROUP>() == 0 && adds) seen.fold = M::combine(params, seen.fold, right);
        if (lane_id<GROUP>() == 0 && !adds) seen.fold = what == TILE_PREFIX ? right : M::identity(params);
        seen.used = adds ? seen.used + 1 : 0;
        if (!adds) seen.ends = what == TILE_PREFIX;
    }
    return seen;
}

struct look_back_by_lane {
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
            left = M::identity(params); /* lane 0: covers tiles [end, mine.tile) */
            bool ends = false;
            for (int64_t end = mine.tile; !ends;) {
                window_seen<M> seen = look_once<M, GROUP>(chain, params, mine, end);
                if (speaks) left = M::combine(params, seen.fold, left);
                end -= seen.used;
                ends = seen.ends;
                if (!ends && seen.used == 0) spin();
            }
            left = lane_take<GROUP>(left, 0); /* covers tiles [0, mine.tile) */
        }
        if (speaks) publish<M>(chain, mine, TILE_PREFIX, M::combine(params, left, total));
        return left;
    }
};

struct scan_lookback_serial : single_pass_scan {
    static constexpr const char *does =
        "one pass: one lane alone folds what its group saw in a window of tiles";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {4, 1, 2, NARROW}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return chain_enqueue<M, look_back_by_lane, BLOCK, ITEMS, GROUP>("scan_lookback_serial", job, shape,
                                                                        why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
