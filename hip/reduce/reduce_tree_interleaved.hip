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

struct reduce_tree_interleaved {
    static constexpr struct strategy strategy = {
        /* name */ "reduce_tree_interleaved",
        /* ids */ "L1 L2",
        /* does */ "a tree over launches, interleaved addressing in shared memory",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        tree_refuse,
        tree_scratch,
        tree_traffic,
        run_sectors,
        prepare_nothing,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return sizeof(typename M::state) * BLOCK <= MOST_SHARED_BYTES;
    }

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

/* block, items, group, gather, kind; the group is not used: nothing here knows of groups */
#define reduce_tree_interleaved_shapes(SHAPE, S)                                                             \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 1, 32, 0, USUAL)                                                                           \
    SHAPE(S, 1024, 1, 32, 0, MORE)                                                                           \
    SHAPE(S, 128, 1, 32, 0, MORE)

} // namespace FOLDCHECK_NAMESPACE
