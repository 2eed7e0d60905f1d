/* SPDX-License-Identifier: MIT
 * block_shared: a block folds a row, a tile of ITEMS items a thread after the other: each thread folds its own as it
 * reads them, BLOCK apart, so that neighbouring threads read neighbours; then upper halves are folded onto lower ones
 * in shared memory. The report's listing lets all threads read a second half that half of them lack: here each has its
 * own items.
 *
 * ID, source    T4, T7: Timcheck, report (2017), chapter 2, "Optimization 3"
 * Laws          commutes: neither a thread's items nor halves are neighbours
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed */
#include "hip/block/halves.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS>
struct shared_tree {
    static constexpr int TILE = BLOCK * ITEMS;

    FN typename M::state fold(const item_source<M> &source, int64_t at, int64_t last, typename M::state *node)
    {
        int t = thread_id();
        /* ---- load, serial: node t covers every BLOCK-th item from at + t on ---- */
        int live = (int)smaller(BLOCK, last - at);
        if (t < live) store(node + t, fold_apart<M, ITEMS, BLOCK>(source, at + t, last));
        block_sync();
        /* ---- block ---- */
        fold_halves<M, BLOCK>(source.params, node, live);
        if (t != 0) return M::identity(source.params);
        /* Not worked out ahead: else a compiler lets all threads read what thread 0 writes next. */
        return load(node + worked_out_here(0));
    }
};

template <class M, int BLOCK, int ITEMS>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
block_shared_kernel(rows_arguments<M> a)
{
    SHARED(typename M::state, node, BLOCK);
    fold_rows_by_tiles<M, shared_tree<M, BLOCK, ITEMS>>(a, node);
}

struct block_shared : block_wide {
    static constexpr const char *ids = "T4 T7", *does = "a block folds a row: items as they are read, then "
                                                        "upper halves onto lower in shared memory";
    /* The group is not used: nothing here knows of groups. */
    static constexpr struct tuning tunings[] = {
        {8, 2, 4, TINY}, {8, 3, 4, TINY}, {256, 2, 32, USUAL}, REPORTED_BLOCKS(2)};

    /* A state a thread. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * shape.block;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_sets<M>("block_shared", block_shared_kernel<M, BLOCK, ITEMS>, BLOCK, GROUP, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
