/* SPDX-License-Identifier: MIT
 * segreduce_row_warps: as segreduce_row_tree, but each group joins its own slots first, without a barrier of the
 * block and so that no two lanes meet in a bank; then the first group joins the groups' results, behind two barriers.
 * The slide tells this of the kernel that was timed, and does not print it. A block has as many threads as a row has
 * items, up to whole groups.
 *
 * ID, source    H5b: Henriksen, slides (2016), "Row summation kernel", its last sentence
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more items than a block has threads, 1024; rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_ROW_WARPS_HIP
#define FOLDCHECK_SEGREDUCE_ROW_WARPS_HIP
#include "hip/segreduce/row_blocks.hip.h"
#include "hip/tile/warp_first.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, 1)
segreduce_row_warps_kernel(rows_arguments<M> a)
{
    SHARED(typename M::state, slots, BLOCK);
    int t = thread_id();
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        int64_t first = row * a.length;
        store(slots + t,
              take_in_row<M>(a.source, first + t, first + a.length)); /* covers item t, if it is there */
        fold_slots<M, BLOCK, GROUP>(a.source.params, slots);
        if (t == 0) {
            typename M::state result = load(slots); /* covers the row */
            store_fields<state_traits<M>>(a.out, row, &result);
        }
    }
}

struct segreduce_row_warps : row_block_reduction {
    static constexpr const char *ids = "H5b",
                                *does =
                                    "a block of as many threads as a row has items: groups first, without a "
                                    "barrier";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {1024, 1, 32, USUAL}, {1024, 1, 64, USUAL}};

    static constexpr bool suits(const op_sizes &, const struct launch_shape &shape)
    {
        return shape.block / shape.group <= shape.group;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return row_blocks_launch<M>("segreduce_row_warps", segreduce_row_warps_kernel<M, BLOCK, GROUP>, GROUP,
                                    job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
