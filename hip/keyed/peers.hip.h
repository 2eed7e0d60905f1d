/* SPDX-License-Identifier: MIT
 * The lanes of a group whose items have the same key, and their fold, without memory. */
#ifndef FOLDCHECK_KEYED_PEERS_HIP_H
#define FOLDCHECK_KEYED_PEERS_HIP_H

#include "hip/keyed/keyed.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Bits that tell numbers 0 to `most` apart. */
FN int bits_up_to(int64_t most)
{
    return highest_bit((uint64_t)most) + 1;
}

/* The lanes that have bit b of my key as I have it. */
template <int GROUP>
FN lane_set<GROUP> group_alike(uint32_t key, int b)
{
    bool mine = key >> b & 1;
    lane_set<GROUP> set = group_ballot<GROUP>(mine);
    return mine ? set : ~set;
}

/* The lanes of my group that have my key, by one vote a bit. All lanes take part. */
template <int GROUP>
FN lane_set<GROUP> group_peers(uint32_t key, int bits)
{
    lane_set<GROUP> peers = lanes_to<GROUP>(GROUP - 1);
    for (int b = 0; b < bits; b++)
        peers &= group_alike<GROUP>(key, b);
    return peers;
}

/* The first of some lanes behind my own; -1 for none. */
template <int GROUP>
FN int next_peer(lane_set<GROUP> peers)
{
    lane_set<GROUP> behind = peers & ~lanes_to<GROUP>(lane_id<GROUP>());
    return highest_bit((lane_set<GROUP>)(behind & (~behind + 1)));
}

/* Folds the states of peers in the order of their lanes, by jumping twice as far in each step: each lane gets the fold
 * of its own and those behind it, the first peer that of all. All lanes take part. */
template <class M, int GROUP>
FN typename M::state fold_peers(const typename M::params &params, typename M::state acc,
                                lane_set<GROUP> peers)
{
    int next = next_peer<GROUP>(peers);
    for (int d = 1; d < GROUP; d *= 2) {
        int from = next < 0 ? lane_id<GROUP>() : next;
        typename M::state right = lane_take<GROUP>(acc, from);
        int after = lane_take<GROUP>(next, from);
        if (next < 0) continue;
        acc = M::combine(params, acc, right); /* covers my peers before `after` */
        next = after;
    }
    return acc;
}

template <int GROUP>
FN bool is_first_peer(lane_set<GROUP> peers)
{
    return !(peers & lanes_before<GROUP>(lane_id<GROUP>()));
}

} // namespace FOLDCHECK_NAMESPACE
#endif
