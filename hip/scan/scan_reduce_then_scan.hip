/* SPDX-License-Identifier: MIT
 * scan_reduce_then_scan: a first kernel folds every tile and writes nothing but the folds, a second of one block scans
 * these, and a third reads the items again and scans each tile with what is left of it. It saves the partial results
 * of scan_then_propagate, and pays with lift, which runs twice for every item; emit runs once, in the third kernel.
 *
 * ID, source    C2: Clausen, thesis (2021), 1.1
 * Laws          associative
 * Memory        n items read twice, n results written; a state a tile, read and written twice
 * Scratch       a state a tile
 * Progress      none needed
 * Cannot        more than one row */
#ifndef FOLDCHECK_SCAN_REDUCE_THEN_SCAN_HIP
#define FOLDCHECK_SCAN_REDUCE_THEN_SCAN_HIP
#include "hip/scan/passes.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
scan_reduce_then_scan_folds(pass_arguments<M> a)
{
    constexpr int WINDOW = GROUP * ITEMS;
    SHARED(typename strip_of<M>::word, strips, BLOCK * ITEMS);
    SHARED(typename M::state, partial, BLOCK / GROUP);
    share mine = share_of(a.scan.tiles, block_id());
    for (int64_t tile = mine.first; tile < mine.last; tile++) {
        /* ---- load: n items read ---- */
        block_sync(); /* partial has been read */
        int64_t first = tile * (BLOCK * ITEMS) + group_id<GROUP>() * WINDOW;
        typename M::input item[ITEMS] = {};
        load_window<input_traits<M>, ITEMS, GROUP>(a.scan.source.in, first, a.scan.source.count,
                                                   strips + group_id<GROUP>() * WINDOW, item);

        /* ---- lane, group, block ---- */
        typename M::state acc = fold_owned<M, ITEMS>(a.scan.source, first + lane_id<GROUP>() * ITEMS, item);
        acc = group_combine<M, GROUP>(a.scan.source.params, acc);
        acc = block_combine<M, BLOCK, GROUP>(a.scan.source.params, acc, partial);
        if (thread_id() == 0) store(a.tile + tile, acc); /* covers the tile */
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
scan_reduce_then_scan_tiles(pass_arguments<M> a)
{
    SHARED(typename strip_of<M>::word, strips, BLOCK * ITEMS);
    SHARED(typename M::state, partial, BLOCK / GROUP);
    share mine = share_of(a.scan.tiles, block_id());
    for (int64_t tile = mine.first; tile < mine.last; tile++) {
        block_sync(); /* partial has been read */
        auto held = fold_tile<M, BLOCK, ITEMS, GROUP>(a.scan, tile, strips, partial);
        typename M::state left = M::identity(a.scan.source.params);
        if (thread_id() == 0) left = load(a.tile + tile);
        if (a.carry && thread_id() == 0) left = M::combine(a.scan.source.params, load(a.carry), left);
        left = lane_take<GROUP>(left, 0); /* covers [0, tile * BLOCK * ITEMS) */
        scan_tile<M, BLOCK, ITEMS, GROUP>(a.scan, held, left, partial);
    }
}

struct scan_reduce_then_scan : scan_in_passes {
    static constexpr const char
        *ids = "C2",
        *does = "folds every tile, scans the folds, then reads the items again and scans every tile";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return scan_traffic(job) + job->length * job->op->input.packed +
               4 * (uint64_t)scan_tiles(job, shape) * state_bytes(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        static const char *const name[] = {"scan_reduce_then_scan folds",
                                           "scan_reduce_then_scan scan of folds",
                                           "scan_reduce_then_scan tiles"};
        return passes_enqueue<M, BLOCK, ITEMS, GROUP>(
            name, scan_reduce_then_scan_folds<M, BLOCK, ITEMS, GROUP>,
            scan_reduce_then_scan_tiles<M, BLOCK, ITEMS, GROUP>, job, passes_of<M>(job, shape), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
