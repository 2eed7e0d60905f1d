/* SPDX-License-Identifier: MIT
 * Groups and blocks of lanes, combined in order. */
#ifndef FOLDCHECK_TILE_GROUP_HIP_H
#define FOLDCHECK_TILE_GROUP_HIP_H

#include "hip/tile/tuple.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <int GROUP>
FN int lane_id(void)
{
    return thread_id() % GROUP;
}

template <int GROUP>
FN int group_id(void)
{
    return thread_id() / GROUP;
}

/* Ascending offsets keep the order: before step d, lane l holds lanes [l, l + d). The result is lane 0's, of
 * the group's first LIVE lanes (a power of two); all lanes take part. */
template <class M, int GROUP, int LIVE = GROUP>
FN_ONCE typename M::state group_combine(const typename M::params &params, typename M::state acc)
{
    UNROLL_FOR_SPEED for (int d = 1; d < LIVE; d *= 2)
    {
        typename M::state right = lane_down<GROUP>(acc, d);
        if (lane_id<GROUP>() + d < GROUP) acc = M::combine(params, acc, right); /* covers lanes [l, l + 2d) */
    }
    return acc;
}

/* Ascending offsets keep the order here, too: before step d, lane l holds lanes (l - d, l]. Every lane gets the fold of
 * lanes 0 to its own; all lanes take part. */
template <class M, int GROUP>
FN_ONCE typename M::state group_scan(const typename M::params &params, typename M::state acc)
{
    UNROLL_FOR_SPEED for (int d = 1; d < GROUP; d *= 2)
    {
        typename M::state left = lane_up<GROUP>(acc, d);
        if (lane_id<GROUP>() >= d) acc = M::combine(params, left, acc); /* covers lanes (l - 2d, l] */
    }
    return acc;
}

/* What is left of each lane, from the group's scan: of lane 0, the identity. */
template <class M, int GROUP>
FN_ONCE typename M::state group_shift(const typename M::params &params, const typename M::state &scanned)
{
    typename M::state left = lane_up<GROUP>(scanned, 1);
    return lane_id<GROUP>() == 0 ? M::identity(params) : left;
}

/* The groups' results (each group's lane 0's acc), in order, through partial[BLOCK / GROUP]. The result is
 * thread 0's. A caller that calls it again with the same partial puts a block_sync between. */
template <class M, int BLOCK, int GROUP>
FN typename M::state block_combine(const typename M::params &params, typename M::state acc,
                                   typename M::state *partial)
{
    constexpr int GROUPS = BLOCK / GROUP, EACH = (GROUPS + GROUP - 1) / GROUP;
    if (GROUPS == 1) return acc;
    if (lane_id<GROUP>() == 0) store(partial + group_id<GROUP>(), acc);
    block_sync();
    if (group_id<GROUP>() != 0) return acc;
    acc = M::identity(params);
    UNROLL for (int k = 0; k < EACH; k++)
    {
        int g = lane_id<GROUP>() * EACH + k;
        if (g < GROUPS) acc = M::combine(params, acc, load(partial + g));
    }
    return group_combine<M, GROUP, (GROUPS < GROUP ? GROUPS : GROUP)>(params, acc);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
