/* SPDX-License-Identifier: MIT
 * block_sequential: a block folds a row, a tile of an item a thread after the other, by a tree in global memory with
 * sequential addressing: in each step the upper half of the nodes is folded onto the lower half, so that neighbouring
 * threads read neighbouring nodes. Halves of a tile that is no power of two: the lower one has the odd node.
 *
 * ID, source    T3, T7: Timcheck, report (2017), chapter 2, "Optimization 2"
 * Laws          commutes: halves are no neighbours
 * Memory        n items read; of each tile of B items 2B - 2 states written and read; a result a row
 * Scratch       a tile's nodes for each block that runs
 * Progress      none needed */
#include "hip/block/block.hip.h"
#include "hip/block/halves.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK>
struct sequential_tree {
    static constexpr int TILE = BLOCK;

    FN typename M::state fold(const item_source<M> &source, int64_t at, int64_t last, typename M::state *node)
    {
        int t = thread_id(), half = (int)first_nodes(last - at);
        /* ---- load: n items read, a state for two written; node t covers items t and t + half ---- */
        if (t < half) store(node + t, take_pair<M>(source, at + t, at + t + half, last));
        block_sync();
        /* ---- block ---- */
        fold_halves<M, BLOCK / 2>(source.params, node, half);
        return t == 0 ? load(node) : M::identity(source.params);
    }
};

template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
block_sequential_kernel(nodes_arguments<M> a)
{
    fold_rows_by_tiles<M, sequential_tree<M, BLOCK>>(a.rows, a.node + block_id() * BLOCK);
}

struct block_sequential : nodes_in_global_memory<block_sequential> {
    static constexpr const char *NAME = "block_sequential", *ids = "T3 T7",
                                *does =
                                    "a block folds a row: a tree in global memory, upper halves onto lower";

    template <class M, int BLOCK>
    static auto kernel(void) -> void (*)(nodes_arguments<M>)
    {
        return block_sequential_kernel<M, BLOCK>;
    }
};

} // namespace FOLDCHECK_NAMESPACE
