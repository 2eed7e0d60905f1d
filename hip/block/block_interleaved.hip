/* SPDX-License-Identifier: MIT
 * block_interleaved: as block_interleaved_divergent, but in step s thread t joins nodes 2st and 2st + s, so that those
 * that work are the first ones, and whole warps are done. The report finds it no faster.
 *
 * ID, source    T2, T7: Timcheck, report (2017), chapter 2, "Optimization 1"
 * Laws          associative: node i covers neighbours [i, i + 2s)
 * Memory        n items read; of each tile of B items 2B - 2 states written and read; a result a row
 * Scratch       a tile's nodes for each block that runs
 * Progress      none needed */
#include "hip/block/block.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK>
struct interleaved_tree {
    static constexpr int TILE = BLOCK;

    FN typename M::state fold(const item_source<M> &source, int64_t at, int64_t last, typename M::state *node)
    {
        int t = thread_id(), live = (int)(last - at);
        /* ---- load: n items read, a state for two written ---- */
        if (2 * t < live) store(node + 2 * t, take_pair<M>(source, at + 2 * t, at + 2 * t + 1, last));
        block_sync();
        /* ---- block: node i covers [i, i + 2s) ---- */
        for (int s = 2; s < BLOCK; s *= 2) {
            int i = 2 * s * t;
            if (i + s < live) join_nodes<M>(source.params, node, i, i + s);
            block_sync();
        }
        return t == 0 ? load(node) : M::identity(source.params);
    }
};

template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
block_interleaved_kernel(nodes_arguments<M> a)
{
    fold_rows_by_tiles<M, interleaved_tree<M, BLOCK>>(a.rows, a.node + block_id() * BLOCK);
}

struct block_interleaved : nodes_in_global_memory<block_interleaved> {
    static constexpr const char *NAME = "block_interleaved", *ids = "T2 T7",
                                *does =
                                    "a block folds a row: a tree in global memory, the first threads work";

    static double sectors(const struct job *job, const struct launch_shape *)
    {
        return neighbours_sectors(job, 2);
    }

    template <class M, int BLOCK>
    static auto kernel(void) -> void (*)(nodes_arguments<M>)
    {
        return block_interleaved_kernel<M, BLOCK>;
    }
};

} // namespace FOLDCHECK_NAMESPACE
