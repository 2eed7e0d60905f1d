/* SPDX-License-Identifier: MIT
 * segreduce_loop_in_map_multi: GROUP threads fold a row from shared memory, each a run of its neighbouring items; then
 * the group's lanes combine the runs with ascending offsets, which keeps the order. The block has read its rows
 * coalesced, and laid them out so that neighbouring threads' items lie in different banks. Rows that are too long for a
 * thread each, and too short for a block, keep more threads busy than with segreduce_loop_in_map_onthefly.
 *
 * Source        after LF6 (segreduce_larsen_loop_in_map_multi, which has no longest row): Larsen, thesis (2017), 9.1; its
 *               transposition is that of 8.5.2, by the block
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more than BLOCK * ITEMS items; of rows of more than GROUP * ITEMS threads are left over */
#ifndef FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_MULTI_HIP
#define FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_MULTI_HIP
#include "hip/segreduce/loop_in_map.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, 1)
segreduce_loop_in_map_multi_kernel(loop_arguments<M> a)
{
    SHARED(typename M::input, tile, BLOCK * ITEMS);
    for (int64_t number = block_id(); number < a.packs.packs; number += block_count()) {
        pack mine = pack_of<M>(a.packs, number);
        read_rows<M, BLOCK, GROUP>(a, mine, tile);
        block_sync();
        typename M::state acc = fold_own_run<M, GROUP>(a, mine, tile);  /* covers a run of the group's row */
        acc = group_combine<M, GROUP>(a.packs.rows.source.params, acc); /* lane 0: covers the row */
        if (lane_id<GROUP>() == 0 && group_id<GROUP>() < mine.rows)
            put_row<M>(a.packs, mine, group_id<GROUP>(), acc);
        block_sync(); /* the tile has been read */
    }
}

struct segreduce_loop_in_map_multi : loop_in_map_reduction {
    static constexpr const char *does =
        "a group folds a whole row, a run a thread, which its block has read coalesced into shared memory";
    /* A group is the threads of a row. */
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 16, 8, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return loop_in_map_enqueue<M, BLOCK, ITEMS, GROUP>(
            "segreduce_loop_in_map_multi", segreduce_loop_in_map_multi_kernel<M, BLOCK, ITEMS, GROUP>, job,
            why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
