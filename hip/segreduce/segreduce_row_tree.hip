/* SPDX-License-Identifier: MIT
 * segreduce_row_tree: a block a row, a thread an item, and a tree over neighbours in shared memory: thread t joins
 * slots 2t and 2t + 1 into slot t, with a barrier before and after the store, until one is left. As the slide prints
 * it, with its two mistakes mended: its barrier stands in a branch, and none behind the loads; and of an odd number
 * the last slot is dropped there, and goes on here.
 *
 * ID, source    H5: Henriksen, slides (2016), "Segmented reduction using one workgroup per row", "Row summation
 *               kernel"
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more items than a block has threads, 1024; rows of different lengths */
#include "hip/segreduce/row_blocks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
segreduce_row_tree_kernel(rows_arguments<M> a)
{
    SHARED(typename M::state, slots, BLOCK);
    const typename M::params &params = a.source.params;
    int t = thread_id();
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        store(slots + t, take_state<M>(a.source, row * a.length + t)); /* covers item t */
        block_sync();
        for (int left = (int)a.length; left > 1; left = (left + 1) / 2) {
            typename M::state joined = M::identity(params);
            if (2 * t + 1 < left)
                joined = M::combine(params, load(slots + 2 * t), load(slots + 2 * t + 1));
            else if (2 * t < left)
                joined = load(slots + 2 * t);
            block_sync();
            if (2 * t < left) store(slots + t, joined); /* covers what slots 2t and 2t + 1 did */
            block_sync();
        }
        if (t == 0) {
            typename M::state result = load(slots);
            store_fields<state_traits<M>>(a.out, row, &result);
        }
        if (row + block_count() < a.rows) block_sync(); /* the slots are free for the next row */
    }
}

struct segreduce_row_tree : row_block_reduction {
    static constexpr const char
        *ids = "H5",
        *does = "a block of as many threads as a row has items: a tree over neighbours in "
                "shared memory";
    static constexpr struct tuning tunings[] = {{8, 1, 1, TINY}, {1024, 1, 1, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return row_blocks_launch<M>("segreduce_row_tree", segreduce_row_tree_kernel<M, BLOCK>, GROUP, job,
                                    why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
