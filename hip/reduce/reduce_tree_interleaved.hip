/* SPDX-License-Identifier: MIT
 * reduce_tree_interleaved: a tree over launches, and in each block a tree in shared memory by interleaved
 * addressing: in step s, thread t combines slots 2st and 2st + s, neighbours in order, so that any
 * associative operator is right. Contiguous threads stay busy; the stride doubles every step, and with it the
 * bank conflicts, which is what the later forms set out to cure.
 *
 * ID, source    L1, L2: Larsen, thesis (2017), 4.3.2 "First version"; after Harris (2007), reduction #2
 * Laws          associative
 * Memory        n items read; every level's states (n/tile + n/tile^2 + ...) written and read
 * Scratch       a state a tile and level
 * Progress      none needed
 * Cannot        more than one row */
#include "hip/reduce/tree.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class Source, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
reduce_tree_interleaved_kernel(flat_arguments<M, Source> a)
{
    SHARED(typename M::state, tree, BLOCK);
    int t = thread_id();
    for (int64_t tile = block_id(); tile < a.tiles; tile += block_count()) {
        /* ---- load, serial: n items read ---- */
        int64_t first = (tile * BLOCK + t) * ITEMS - a.source.lead;
        store(tree + t, fold_run<M, ITEMS>(a.source, first)); /* covers [first, first + ITEMS) */
        block_sync();

        /* ---- block: slot i covers the runs of threads [i, i + s) ---- */
        for (int s = 1; s < BLOCK; s *= 2) {
            int i = 2 * s * t;
            if (i < BLOCK) store(tree + i, M::combine(a.source.params, load(tree + i), load(tree + i + s)));
            block_sync();
        }
        /* ---- store: a state a tile written ---- */
        if (t == 0) put_result<M>(a.target, tile, load(tree));
    }
}

struct reduce_tree_interleaved : tree_reduction {
    static constexpr const char *ids = "L1 L2",
                                *does = "a tree over launches, interleaved addressing in shared memory";
    /* The group is not used: nothing here knows of groups. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 1, 32, USUAL}, {1024, 1, 32, MORE}, {128, 1, 32, MORE}};

    template <class M, int BLOCK, int ITEMS>
    struct level {
        template <class Source>
        static auto kernel(void) -> void (*)(flat_arguments<M, Source>)
        {
            return reduce_tree_interleaved_kernel<M, Source, BLOCK, ITEMS>;
        }
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return enqueue_tree<M, level<M, BLOCK, ITEMS>>("reduce_tree_interleaved", job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
