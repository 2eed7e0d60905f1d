/* SPDX-License-Identifier: MIT
 * A block's fold through shared memory, groups first: a state a thread in as many slots, joined within each group
 * without a barrier, then the groups' results by the first group (L3: Larsen, thesis (2017), 4.3.2, second version). */
#ifndef FOLDCHECK_TILE_WARP_FIRST_HIP_H
#define FOLDCHECK_TILE_WARP_FIRST_HIP_H

#include "hip/tile/group.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The slots of a group, in order, into its first one. Slot l covers lanes [l, l + d) before step d. */
template <class M, int GROUP>
FN void reduce_slots(const typename M::params &params, typename M::state *slot)
{
    int lane = lane_id<GROUP>();
    for (int d = 1; d < GROUP; d *= 2) {
        group_sync<GROUP>();
        if (lane % (2 * d) == 0)
            store(slot + lane, M::combine(params, load(slot + lane), load(slot + lane + d)));
    }
    group_sync<GROUP>();
}

/* Group g's result from slots[g * GROUP] to slots[g], for all groups; identity in the slots of groups that
 * are not there. Called by all threads; then only the first group's slots count. */
template <class M, int BLOCK, int GROUP, int GATHER>
FN void move_to_front(const typename M::params &params, typename M::state *slots)
{
    int t = thread_id(), lane = lane_id<GROUP>(), group = group_id<GROUP>();
    if (GATHER) {
        block_sync();
        if (group != 0) return;
        typename M::state mine = M::identity(params);
        if (lane < BLOCK / GROUP) mine = load(slots + lane * GROUP);
        group_sync<GROUP>();
        store(slots + lane, mine);
        return;
    }
    if (group == 0 && lane != 0) store(slots + t, M::identity(params));
    block_sync();
    if (group != 0 && lane == 0) store(slots + group, load(slots + t));
    block_sync();
}

/* The slots of all threads, in order, into the first one; called by all, whose own slot is stored. Two block_syncs,
 * or one with GATHER; then the first group alone may look. Without GATHER the slots may be stored again at once: every
 * thread stores its own. */
template <class M, int BLOCK, int GROUP, int GATHER = 0>
FN void fold_slots(const typename M::params &params, typename M::state *slots)
{
    static_assert(BLOCK <= GROUP * GROUP, "the groups' results must fit the first group");
    reduce_slots<M, GROUP>(params, slots + group_id<GROUP>() * GROUP);
    move_to_front<M, BLOCK, GROUP, GATHER>(params, slots);
    if (group_id<GROUP>() == 0) reduce_slots<M, GROUP>(params, slots);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
