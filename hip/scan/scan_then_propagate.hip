/* SPDX-License-Identifier: MIT
 * scan_then_propagate: a first kernel scans every tile on its own and writes those partial results, a second of one
 * block scans the tiles' folds, and a third reads the partial results again and combines each with what is left of
 * its tile. No block waits for another, and every item is lifted and emitted once; the price is that the results
 * pass through memory three times.
 *
 * ID, source    C1: Clausen, thesis (2021), 1.1, figure 1: Futhark's earlier scan, and the "2-pass" of his measurements
 * Laws          associative
 * Memory        n items read, n results written; all of them but the first tile's read and written once more (that
 *               one, too, with an initial value); a state a tile, read and written twice
 * Scratch       a state a tile
 * Progress      none needed
 * Cannot        more than one row */
#ifndef FOLDCHECK_SCAN_THEN_PROPAGATE_HIP
#define FOLDCHECK_SCAN_THEN_PROPAGATE_HIP
#include "hip/scan/passes.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
scan_then_propagate_tiles(pass_arguments<M> a)
{
    SHARED(typename strip_of<M>::word, strips, BLOCK * ITEMS);
    SHARED(typename M::state, partial, BLOCK / GROUP);
    share mine = share_of(a.scan.tiles, block_id());
    for (int64_t tile = mine.first; tile < mine.last; tile++) {
        block_sync(); /* partial has been read */
        auto held = fold_tile<M, BLOCK, ITEMS, GROUP>(a.scan, tile, strips, partial);
        if (thread_id() == 0) store(a.tile + tile, held.block.total); /* covers the tile */
        scan_tile<M, BLOCK, ITEMS, GROUP>(a.scan, held, M::identity(a.scan.source.params), partial);
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
scan_then_propagate_results(pass_arguments<M> a)
{
    SHARED(typename M::state, shared, 1);
    share mine = share_of(a.scan.tiles, block_id());
    for (int64_t tile = larger(mine.first, a.untouched); tile < mine.last; tile++) {
        /* ---- what is left of the tile ---- */
        block_sync(); /* what was left of the tile before has been read */
        if (thread_id() == 0) store(shared, load(a.tile + tile));
        block_sync();
        typename M::state left = load(shared); /* covers [0, tile * BLOCK * ITEMS) */

        /* ---- an item a lane; n results read and written ---- */
        int64_t first = tile * (BLOCK * ITEMS) + thread_id();
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int64_t i = first + k * BLOCK;
            if (i >= a.scan.source.count) continue;
            typename M::state result;
            load_fields<state_traits<M>>(a.scan.out, i, &result);
            result = M::combine(a.scan.source.params, left, result);
            store_fields<state_traits<M>>(a.scan.out, i, &result);
        }
    }
}

struct scan_then_propagate : scan_in_passes {
    static constexpr const char
        *ids = "C1",
        *does = "scans every tile, then their folds, then combines results with what is left of their tile";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    /* Nothing is left of the first tile, unless there is an initial value. */
    static int64_t untouched(const struct job *job)
    {
        return job->init ? 0 : 1;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        int64_t whole = untouched(job), tiles = scan_tiles(job, shape);
        int64_t tile = (int64_t)shape->block * shape->items;
        uint64_t again = (uint64_t)larger(0, (int64_t)job->length - whole * tile);
        uint64_t states = (uint64_t)(3 * tiles + larger(0, tiles - whole));
        return scan_traffic(job) + 2 * again * job->op->state.packed + states * state_bytes(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        static const char *const name[] = {"scan_then_propagate tiles", "scan_then_propagate folds",
                                           "scan_then_propagate results"};
        pass_arguments<M> a = passes_of<M>(job, shape);
        a.untouched = untouched(job);
        return passes_enqueue<M, BLOCK, ITEMS, GROUP>(name, scan_then_propagate_tiles<M, BLOCK, ITEMS, GROUP>,
                                                      scan_then_propagate_results<M, BLOCK, ITEMS, GROUP>,
                                                      job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
