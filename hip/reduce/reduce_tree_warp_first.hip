/* SPDX-License-Identifier: MIT
 * reduce_tree_warp_first: a tree over launches, and in each block two levels in shared memory: first every
 * group reduces its own slots, neighbours in order, with no block barrier; then the first group reduces the
 * groups' results. Those either are moved to the front by the groups' leaders (gather=0, L3) or fetched by
 * the first group's lanes from where they lie (gather=1, L3b). Two block barriers, no bank conflicts in the
 * first phase. The document's listing leans on lanes that run in step; here group_sync says what is meant.
 *
 * ID, source    L1, L3, L3b: Larsen, thesis (2017), 4.3.2 "Second version"
 * Laws          associative
 * Memory        n items read; every level's states (n/tile + n/tile^2 + ...) written and read
 * Scratch       a state a tile and level
 * Progress      none needed
 * Cannot        more than one row; blocks of more than GROUP groups */
#include "hip/reduce/tree.hip.h"

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

template <class M, class Source, int BLOCK, int ITEMS, int GROUP, int GATHER>
KERNEL(BLOCK, 1)
reduce_tree_warp_first_kernel(flat_arguments<M, Source> a)
{
    static_assert(BLOCK <= GROUP * GROUP, "the groups' results must fit the first group");
    SHARED(typename M::state, slots, BLOCK);
    int t = thread_id();
    for (int64_t tile = block_id(); tile < a.tiles; tile += block_count()) {
        /* ---- load, serial: n items read ---- */
        int64_t first = (tile * BLOCK + t) * ITEMS - a.source.lead;
        store(slots + t, fold_run<M, ITEMS>(a.source, first)); /* covers [first, first + ITEMS) */

        /* ---- group; then block: slot g covers group g ---- */
        reduce_slots<M, GROUP>(a.source.params, slots + group_id<GROUP>() * GROUP);
        move_to_front<M, BLOCK, GROUP, GATHER>(a.source.params, slots);
        if (group_id<GROUP>() == 0) reduce_slots<M, GROUP>(a.source.params, slots);

        /* ---- store: a state a tile written ---- */
        if (t == 0) put_result<M>(a.target, tile, load(slots));
        block_sync(); /* the slots are free for the next tile */
    }
}

struct reduce_tree_warp_first : tree_reduction {
    static constexpr const char
        *ids = "L1 L3 L3b",
        *does = "a tree over launches; groups first, then one group over the groups' results";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},       {8, 3, 4, TINY, 1},
                                                {256, 4, 32, USUAL},   {256, 4, 64, USUAL},
                                                {256, 4, 32, MORE, 1}, {1024, 4, 32, MORE}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    struct level {
        template <class Source>
        static auto kernel(void) -> void (*)(flat_arguments<M, Source>)
        {
            return reduce_tree_warp_first_kernel<M, Source, BLOCK, ITEMS, GROUP, GATHER>;
        }
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return enqueue_tree<M, level<M, BLOCK, ITEMS, GROUP, GATHER>>("reduce_tree_warp_first", job, shape,
                                                                      why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
