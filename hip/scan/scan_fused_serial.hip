/* SPDX-License-Identifier: MIT
 * scan_fused_serial: several scans over one input in a single pass, one after the other. The operator is a product
 * whose parts are the scans. A block loads its tile once; then each part in turn folds it and publishes its aggregate,
 * and each looks back, scans the tile and writes its own columns. All parts use the same shared memory, and the
 * registers of results hold one part's at a time; so the largest part bounds the items a thread, and not, as where the
 * scans are merged into one operator (C11), their sum. All aggregates are out before the first look-back begins.
 *
 * ID, source    none: D.C3 of one row (segscan_fused_serial has rows): Clausen, thesis (2021), 7 and 9: future work there;
 *               look-back as scan_lookback
 * Laws          associative, and a product: two parts or more
 * Memory        one pass: n items read, n results written; G tiles' states of every part
 * Scratch       a counter, and for every part a word or a flag and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        more than one row; an operator of one part, for which it would be scan_lookback */
#ifndef FOLDCHECK_SCAN_FUSED_SERIAL_HIP
#define FOLDCHECK_SCAN_FUSED_SERIAL_HIP
#include "hip/scan/fused.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The part of the tile that a group's lanes hold for all parts. */
template <class M, int ITEMS>
struct loaded_window {
    typename strip_of<M>::word *strip;
    int64_t first, own; /* the group's first item, and the lane's */
    typename M::input item[ITEMS];
};

/* The first group: what is left of the tile; its prefix is published then. */
template <class P, int GROUP>
FN typename P::state left_of_part(const chain_arguments<P> &a, const turn &mine,
                                  const typename P::state &total)
{
    if (mine.tile == 0) return a.scan.init; /* covers tiles [0, 0); the prefix is out */
    const typename P::params &params = a.scan.source.params;
    typename P::state left = look_back<P, GROUP>(a.chain, params, mine, 0); /* covers tiles [0, mine.tile) */
    if (lane_id<GROUP>() == 0) publish<P>(a.chain, mine, TILE_PREFIX, P::combine(params, left, total));
    return left;
}

/* Part PART and those behind it; n results written. partial: shared memory of all parts in turn, a state a group. */
template <class M, int PART, int BLOCK, int ITEMS, int GROUP>
FN void scan_parts(const parts_arguments<M, PART> &a, const turn &mine, const loaded_window<M, ITEMS> &window,
                   void *partial)
{
    if constexpr (PART < M::state_columns.parts) {
        using P = part_of<M, PART>;
        typename P::state *groups = static_cast<typename P::state *>(partial);
        const scan_arguments<P> &scan = a.own.scan;
        const typename P::params &params = scan.source.params;

        /* ---- lane, group, block; the aggregate, or the first tile's prefix ---- */
        block_sync(); /* the part before, or the turn before, has read partial */
        typename P::state folded = fold_owned<P, ITEMS>(scan.source, window.own, window.item);
        block_scan<P> block = scan_lanes<P, BLOCK, GROUP>(params, folded, groups);
        if (thread_id() == 0 && mine.tile == 0)
            publish<P>(a.own.chain, mine, TILE_PREFIX, P::combine(params, scan.init, block.total));
        else if (thread_id() == 0)
            publish<P>(a.own.chain, mine, TILE_AGGREGATE, block.total);

        scan_parts<M, PART + 1, BLOCK, ITEMS, GROUP>(a.rest, mine, window, partial);

        /* ---- look back: the first group ---- */
        block_sync(); /* the part behind has read partial */
        if (group_id<GROUP>() == 0) {
            typename P::state left = left_of_part<P, GROUP>(a.own, mine, block.total);
            if (lane_id<GROUP>() < BLOCK / GROUP)
                store(groups + lane_id<GROUP>(), P::combine(params, left, block.groups));
        }
        block_sync();

        /* ---- scan: n results written ---- */
        typename P::state result[ITEMS], before = load(groups + group_id<GROUP>());
        scan_owned<P, ITEMS>(scan, window.own, P::combine(params, before, block.lanes), window.item, result);
        store_window<state_traits<P>, ITEMS, GROUP>(scan.out, window.first, scan.source.count, window.strip,
                                                    result);
    }
}

/* A tile a turn, as single_pass_kernel. */
template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
scan_fused_serial_kernel(parts_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    SHARED(typename strip_of<M>::word, strips, BLOCK * ITEMS);
    SHARED(uint64_t, partial, (GROUPS * largest_part(M::state_columns) + 7) / sizeof(uint64_t));
    SHARED(uint64_t, drawn, 1);
    const auto &turns_of = a.own; /* the first part's counter is everyone's */
    share turns = share_of(turns_of.scan.tiles, block_id());
    for (int64_t t = turns.first; t < turns.last; t++) {
        turn mine = take_turn(turns_of.chain, drawn);

        /* ---- load: n items read, map-out written; each lane then owns ITEMS consecutive ones ---- */
        loaded_window<M, ITEMS> window = {};
        window.strip = strips + group_id<GROUP>() * WINDOW;
        window.first = mine.tile * (BLOCK * ITEMS) + group_id<GROUP>() * WINDOW;
        window.own = window.first + lane_id<GROUP>() * ITEMS;
        load_and_emit_window<part_of<M, 0>, ITEMS, GROUP>(turns_of.scan.source, window.first, window.strip,
                                                          window.item);

        scan_parts<M, 0, BLOCK, ITEMS, GROUP>(a, mine, window, partial);
        end_turns(turns_of.chain, mine, turns_of.tile_count);
    }
}

struct scan_fused_serial : fused_scan {
    static constexpr const char *does =
        "one pass for several scans of one input, one after the other in the same shared memory";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    /* An item's input, and one part of what is made of it. */
    static constexpr size_t held(const op_sizes &sizes)
    {
        size_t part = largest_part(sizes.result);
        return sizes.input.packed > part ? sizes.input.packed : part;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t bytes = scan_traffic(job);
        for (int part = 0; part < job->op->state.parts; part++) {
            size_t size = tuple_part(&job->op->state, part).size;
            bytes += chain_states(size, scan_tiles(job, shape)) * size;
        }
        return bytes;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, MOST_BLOCKS);
        if (tiles == 0) return true;
        return launch("scan_fused_serial", scan_fused_serial_kernel<M, BLOCK, ITEMS, GROUP>, blocks, BLOCK,
                      GROUP, job, all_parts_of<M>(job, tiles, blocks), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
