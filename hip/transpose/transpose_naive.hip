/* SPDX-License-Identifier: MIT
 * transpose_naive: a thread an item. Neighbouring threads read items next to one another, and write them a column's
 * height apart: each write of a warp touches as many sectors as it has lanes. The baseline of the tiled forms.
 *
 * ID, source    none: the baseline of L5 (Larsen, thesis (2017), 4.3.3)
 * Laws          none: nothing is combined
 * Memory        one pass: n items read, n written; writes are not coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        a result over the input; matrices that lack items */
#include "hip/transpose/transpose.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK>
KERNEL(BLOCK, 1)
transpose_naive_kernel(matrices m)
{
    for (int64_t i = block_id() * BLOCK + thread_id(); i < m.all; i += block_count() * BLOCK) {
        tile_at tile = tile_of(m, i); /* tiles of one item */
        typename M::state moved;
        load_field<sizeof moved>(m.in, i, &moved);
        store_field<sizeof moved>(m.out, tile.written, &moved);
    }
}

struct transpose_naive : transposition {
    static constexpr const char *does = "a thread an item: reads are coalesced, writes are not";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}};

    /* Lanes write a column's height apart; where the rows end, some are nearer. */
    static double sectors(const struct job *job, const struct launch_shape *)
    {
        return transpose_sectors(job, 1, (double)job->height);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        matrices m = matrices_of(job, 1, 1);
        if (m.all == 0) return true;
        return launch("transpose_naive", transpose_naive_kernel<M, BLOCK>,
                      smaller(MOST_BLOCKS, ceiling(m.all, BLOCK)), BLOCK, GROUP, job, m, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
