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
#include "hip/tile/warp_first.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class Source, int BLOCK, int ITEMS, int GROUP, int GATHER>
KERNEL(BLOCK, 1)
reduce_tree_warp_first_kernel(flat_arguments<M, Source> a)
{
    SHARED(typename M::state, slots, BLOCK);
    int t = thread_id();
    for (int64_t tile = block_id(); tile < a.tiles; tile += block_count()) {
        /* ---- load, serial: n items read ---- */
        int64_t first = (tile * BLOCK + t) * ITEMS - a.source.lead;
        store(slots + t, fold_run<M, ITEMS>(a.source, first)); /* covers [first, first + ITEMS) */

        /* ---- group; then block: slot g covers group g ---- */
        fold_slots<M, BLOCK, GROUP, GATHER>(a.source.params, slots);

        /* ---- store: a state a tile written ---- */
        if (t == 0) put_result<M>(a.target, tile, load(slots));
        if (tile + block_count() < a.tiles) block_sync(); /* the slots are free for the next tile */
    }
}

struct reduce_tree_warp_first : tree_reduction {
    static constexpr const char
        *ids = "L1 L3 L3b",
        *does = "a tree over launches; groups first, then one group over the groups' results";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY},       {8, 3, 4, TINY, 1},  {256, 4, 32, USUAL}, {256, 4, 64, USUAL},
        {256, 4, 32, MORE, 1}, {1024, 4, 32, MORE}, {256, 1, 32, MORE}};

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
