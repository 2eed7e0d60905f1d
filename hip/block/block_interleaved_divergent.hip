/* SPDX-License-Identifier: MIT
 * block_interleaved_divergent: a block folds a row, a tile of an item a thread after the other, by a tree in global
 * memory: in step s thread t joins nodes t and t + s, if t is a multiple of 2s. So in each step the threads that work
 * lie further apart, every warp has some, and neighbours' nodes fewer sectors in common. The report's naive form.
 *
 * ID, source    T1, T7: Timcheck, report (2017), chapter 2, "Naive Approach"; a set's tiles are joined by thread 0 in a
 *               register, and by an atomic there
 * Laws          associative: node t covers neighbours [t, t + 2s)
 * Memory        n items read; of each tile of B items 2B - 2 states written and read; a result a row
 * Scratch       a tile's nodes for each block that runs
 * Progress      none needed */
#include "hip/block/block.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK>
struct divergent_tree {
    static constexpr int TILE = BLOCK;

    FN typename M::state fold(const item_source<M> &source, int64_t at, int64_t last, typename M::state *node)
    {
        int t = thread_id(), live = (int)(last - at);
        /* ---- load: n items read, a state for two written ---- */
        if (t % 2 == 0 && t < live) store(node + t, take_pair<M>(source, at + t, at + t + 1, last));
        block_sync();
        /* ---- block: node t covers [t, t + 2s) ---- */
        for (int s = 2; s < BLOCK; s *= 2) {
            if (t % (2 * s) == 0 && t + s < live) join_nodes<M>(source.params, node, t, t + s);
            block_sync();
        }
        return t == 0 ? load(node) : M::identity(source.params);
    }
};

template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
block_interleaved_divergent_kernel(nodes_arguments<M> a)
{
    fold_rows_by_tiles<M, divergent_tree<M, BLOCK>>(a.rows, a.node + block_id() * BLOCK);
}

struct block_interleaved_divergent : nodes_in_global_memory<block_interleaved_divergent> {
    static constexpr const char *NAME = "block_interleaved_divergent", *ids = "T1 T7",
                                *does = "a block folds a row: a tree in global memory, every 2nd, 4th, 8th "
                                        "... thread works";

    static double sectors(const struct job *job, const struct launch_shape *)
    {
        return neighbours_sectors(job, 2);
    }

    template <class M, int BLOCK>
    static auto kernel(void) -> void (*)(nodes_arguments<M>)
    {
        return block_interleaved_divergent_kernel<M, BLOCK>;
    }
};

} // namespace FOLDCHECK_NAMESPACE
