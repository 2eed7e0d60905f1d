/* SPDX-License-Identifier: MIT
 * segreduce_loop_in_map_onthefly: a thread folds a row, as segreduce_thread_per_row does, but from shared memory: the
 * block reads the rows of all its threads coalesced, first, and lays them out there so that neighbouring threads' items
 * lie in different banks. The transposition in front of Larsen's loop-in-map, which reads and writes n items in global
 * memory, happens on the fly; threads wait for each other only at two barriers a tile.
 *
 * ID, source    LF2: Larsen, thesis (2017), 8.5.2 and 9.1, on-the-fly transposition for loop-in-map
 * Laws          none: a fold in order
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more than BLOCK * ITEMS items; of rows of more than ITEMS threads are left over */
#ifndef FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_ONTHEFLY_HIP
#define FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_ONTHEFLY_HIP
#include "hip/segreduce/loop_in_map.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
segreduce_loop_in_map_onthefly_kernel(loop_arguments<M> a)
{
    SHARED(typename M::input, tile, BLOCK * ITEMS);
    for (int64_t number = block_id(); number < a.packs.packs; number += block_count()) {
        pack mine = pack_of<M>(a.packs, number);
        read_rows<M, BLOCK, 1>(a, mine, tile);
        block_sync();
        typename M::state acc = fold_own_run<M, 1>(a, mine, tile); /* covers row number thread_id() */
        if (thread_id() < mine.rows) put_row<M>(a.packs, mine, thread_id(), acc);
        block_sync(); /* the tile has been read */
    }
}

struct segreduce_loop_in_map_onthefly : loop_in_map_reduction {
    static constexpr const char
        *ids = "LF2",
        *does = "a thread folds a whole row, which its block has read coalesced into shared memory";
    /* A group is the threads of a row. */
    static constexpr struct tuning tunings[] = {{8, 1, 1, TINY}, {8, 3, 1, TINY}, {256, 16, 1, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return loop_in_map_enqueue<M, BLOCK, ITEMS, GROUP>(
            "segreduce_loop_in_map_onthefly", segreduce_loop_in_map_onthefly_kernel<M, BLOCK, ITEMS>, job,
            why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
