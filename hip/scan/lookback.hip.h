/* SPDX-License-Identifier: MIT
 * Decoupled look-back by a whole group (C5, D.C2): its lanes look at as many tiles at a time; the nearest that has a
 * prefix ends the walk, and what the tiles between have published is combined with it, in order.
 *
 *   a window    tiles [end - GROUP, end), a lane each, ascending, so that a fold over lanes keeps the order */
#ifndef FOLDCHECK_LOOKBACK_HIP_H
#define FOLDCHECK_LOOKBACK_HIP_H

#include "hip/scan/chain.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The group looks at tiles [end - GROUP, end) until no lane right of the last prefix has seen nothing; tiles before
 * `from` count as prefixes of nothing. Returns the lane of that prefix, -1 for none; each lane's state, the identity
 * before, is what its tile published. */
template <class M, int GROUP>
FN int observe_window(const chain<M> &chain, const turn &mine, int64_t from, int64_t end,
                      typename M::state *state)
{
    int64_t tile = end - GROUP + lane_id<GROUP>();
    tile_status status = tile < from ? TILE_PREFIX : TILE_NOTHING;
    for (;;) {
        if (status == TILE_NOTHING) status = observe<M>(chain, mine, tile, state);
        int last = highest_bit(group_ballot<GROUP>(status == TILE_PREFIX));
        int nothing = highest_bit(group_ballot<GROUP>(status == TILE_NOTHING));
        if (nothing <= last) return last;
        spin();
    }
}

/* The fold of the tiles [from, mine.tile), or of the items that one of their prefixes covers, for all lanes of the
 * group. */
template <class M, int GROUP>
FN typename M::state look_back(const chain<M> &chain, const typename M::params &params, const turn &mine,
                               int64_t from)
{
    typename M::state left = M::identity(params); /* lane 0: covers tiles [end, mine.tile) */
    int last = -1;
    for (int64_t end = mine.tile; last < 0; end -= GROUP) {
        typename M::state seen = M::identity(params);
        last = observe_window<M, GROUP>(chain, mine, from, end, &seen);
        if (lane_id<GROUP>() < last) seen = M::identity(params);
        left = M::combine(params, group_combine<M, GROUP>(params, seen), left);
    }
    return lane_take<GROUP>(left, 0); /* covers tiles [from, mine.tile) */
}

} // namespace FOLDCHECK_NAMESPACE
#endif
