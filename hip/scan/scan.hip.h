/* SPDX-License-Identifier: MIT
 * Shared by all scans: arguments of their kernels, how a tile of items is folded and scanned by a block,
 * and, on the host's side, refusals and traffic.
 *
 * A tile is BLOCK * ITEMS consecutive items. Each group takes a window of GROUP * ITEMS of them, coalesced, emits them
 * (C7.1), and hands them over so that each lane owns ITEMS consecutive ones (C7.2). A lane folds its items, the lanes of
 * a group and the groups of a block are scanned (C7.4), and when it is known what is left of the tile, each lane scans
 * its items with all that is left of them (C7.6): the items stay in registers, their results do not have to. */
#ifndef FOLDCHECK_SCAN_HIP_H
#define FOLDCHECK_SCAN_HIP_H

#include "hip/description.hip.h"
#include "hip/scan/mapout.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- tiles ---- */

/* The arguments of a kernel that scans items. */
template <class M>
struct scan_arguments {
    item_source<M> source;
    column_set<M::state_columns.count> out;
    typename M::state init; /* what is left of item 0: the identity without an initial value */
    int exclusive;
    sharing tiles; /* per block */
};

/* Words of shared memory in which a tile's items of one column lie, of the input or of the result. */
template <class M>
struct strip_of {
    static constexpr size_t WIDEST =
        M::input_columns.widest > M::state_columns.widest ? M::input_columns.widest : M::state_columns.widest;
    using word = typename word_of<WIDEST>::type;
};

/* The number of items among [first, first + ITEMS) that are there. */
template <int ITEMS>
FN int live_items(int64_t first, int64_t count)
{
    return (int)larger(0, smaller(ITEMS, count - first));
}

/* Where rows begin among a lane's items. No row starts here: single-row scans. */
struct no_starts {
    static constexpr bool ROWS = false;
};

FN bool starts_row(no_starts *, int)
{
    return false;
}

/* The fold of the lane's items [0, live), or of the last row's, and of `init` if that row begins here. STARTS: where
 * rows do, asked of item 0, 1 ... once each. */
template <class M, int ITEMS, class STARTS>
FN typename M::state fold_live(const typename M::params &params, const typename M::state &init, STARTS starts,
                               int live, const typename M::input *item)
{
    typename M::state acc = M::identity(params); /* covers the lane's items [0, 0) */
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (k >= live) continue;
        typename M::state lifted = M::lift(params, item[k]);
        bool begins = starts_row(&starts, k);
        if (begins) acc = init;
        acc = k > 0 || begins ? M::combine(params, acc, lifted) : lifted; /* covers its items [0, k] */
    }
    return acc;
}

template <class M, int ITEMS>
FN typename M::state fold_owned(const item_source<M> &source, int64_t first, const typename M::input *item)
{
    return fold_live<M, ITEMS>(source.params, M::identity(source.params), no_starts(),
                               live_items<ITEMS>(first, source.count), item);
}

/* The exclusive result of an item, when `left` covers all items before it: an operator that knows rows has another
 * where one begins. */
template <class M>
struct result_before {
    FN typename M::state of(const typename M::params &, const typename M::state &left,
                            const typename M::input &)
    {
        return left;
    }
};

/* The results of the lane's items, when `left` covers all items of the row before them, the initial value too. */
template <class M, int ITEMS, class STARTS>
FN void scan_live(const scan_arguments<M> &a, typename M::state left, STARTS starts, int live,
                  const typename M::input *item, typename M::state *result)
{
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        if (starts_row(&starts, k)) left = a.init;
        typename M::state before = result_before<M>::of(a.source.params, left, item[k]);
        if (k < live) left = M::combine(a.source.params, left, M::lift(a.source.params, item[k]));
        result[k] = a.exclusive ? before : left;
    }
}

template <class M, int ITEMS>
FN void scan_owned(const scan_arguments<M> &a, int64_t first, typename M::state left,
                   const typename M::input *item, typename M::state *result)
{
    scan_live<M, ITEMS>(a, left, no_starts(), live_items<ITEMS>(first, a.source.count), item, result);
}

/* The result of a block's scan of its lanes' folds. */
template <class M>
struct block_scan {
    typename M::state lanes; /* covers the lanes of my group before me */
    /* The first group's lanes only: */
    typename M::state groups, total; /* cover the groups before group number lane, and the whole block */
};

/* Scans each lane's `folded`. partial: a state a group. Has a block_sync; partial is written after it. */
template <class M, int BLOCK, int GROUP>
FN block_scan<M> scan_lanes(const typename M::params &params, const typename M::state &folded,
                            typename M::state *partial)
{
    constexpr int GROUPS = BLOCK / GROUP;
    static_assert(GROUPS <= GROUP, "the first group has a lane for every group");
    typename M::state scanned = group_scan<M, GROUP>(params, folded);
    typename M::state left = group_shift<M, GROUP>(params, scanned);
    block_scan<M> block = {left, left, left};
    if (lane_id<GROUP>() == GROUP - 1) store(partial + group_id<GROUP>(), scanned);
    block_sync();
    if (group_id<GROUP>() != 0) return block;
    typename M::state mine = M::identity(params);
    if (lane_id<GROUP>() < GROUPS) mine = load(partial + lane_id<GROUP>());
    mine = group_scan<M, GROUP>(params, mine);
    block.groups = group_shift<M, GROUP>(params, mine);
    block.total = lane_take<GROUP>(mine, GROUPS - 1);
    return block;
}

/* ---- a tile, up to its fold and from what is left of it ---- */

/* The part of its tile that a block holds between the two. */
template <class M, int ITEMS>
struct held_tile {
    typename strip_of<M>::word *strip; /* the group's part of shared memory */
    int64_t first, own;                /* the group's first item, and the lane's */
    typename M::input item[ITEMS];
    block_scan<M> block;
};

/* n items read, map-out written; the first group knows the tile's fold. strips: BLOCK * ITEMS words of shared memory;
 * partial: a state a group. A caller that calls it again with the same partial puts a block_sync between. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN held_tile<M, ITEMS> fold_tile(const scan_arguments<M> &a, int64_t tile, typename strip_of<M>::word *strips,
                                 typename M::state *partial)
{
    constexpr int WINDOW = GROUP * ITEMS;
    held_tile<M, ITEMS> held = {};
    held.strip = strips + group_id<GROUP>() * WINDOW;
    held.first = tile * (BLOCK * ITEMS) + group_id<GROUP>() * WINDOW;
    held.own = held.first + lane_id<GROUP>() * ITEMS;
    load_and_emit_window<M, ITEMS, GROUP>(a.source, held.first, held.strip, held.item);
    typename M::state folded = fold_owned<M, ITEMS>(a.source, held.own, held.item);
    held.block = scan_lanes<M, BLOCK, GROUP>(a.source.params, folded, partial);
    return held;
}

/* n results written, when `left` (the first group's) covers all that is left of the tile. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN void scan_tile(const scan_arguments<M> &a, const held_tile<M, ITEMS> &held, const typename M::state &left,
                  typename M::state *partial)
{
    const typename M::params &params = a.source.params;
    if (thread_id() < BLOCK / GROUP)
        store(partial + thread_id(), M::combine(params, left, held.block.groups));
    block_sync();
    typename M::state result[ITEMS], before = load(partial + group_id<GROUP>());
    before = M::combine(params, before, held.block.lanes); /* covers [0, own) */
    scan_owned<M, ITEMS>(a, held.own, before, held.item, result);
    store_window<state_traits<M>, ITEMS, GROUP>(a.out, held.first, a.source.count, held.strip, result);
}

/* ---- registers ---- */

/* Blocks of `block` threads that registers shall suffice for, so that `threads` run at once on a processor of 64 Ki
 * registers; 1, which is as many registers as the compiler likes, where what a lane keeps of its items fills its
 * share. */
COMPILE_TIME int blocks_a_processor(int block, int threads, size_t kept_bytes)
{
    return block < 64 || kept_bytes >= (size_t)(4 * 65536 / threads) ? 1 : threads / block;
}

/* The items that a lane keeps from their fold to their scan. */
template <class M, int ITEMS>
COMPILE_TIME size_t kept_bytes()
{
    return ITEMS * (sizeof(typename M::input) + sizeof(typename M::state));
}

/* Of kernels that hold tiles, and of those that go over their results again. H200, 2^24 items, us, by
 * scan_then_propagate, scan_reduce_then_scan, segscan_then_propagate (32 rows):
 *              as the compiler likes                  1024 threads a processor
 *   add_u32    20 items a lane 140 110 (15: 273)      126  86 (184)
 *   affine_u32 10              230 229 332            189 151 235
 *   mss_i32    5               327 228 462            326 214 408;  9 295 181 367;  15 350 224 430
 *   add4_i64   1              1298 1499 1814          1214 1263 1648;  5 773 637 836 (the compiler's: 737 613 852) */
template <class M, int BLOCK, int ITEMS>
COMPILE_TIME int tile_blocks()
{
    return blocks_a_processor(BLOCK, 1024, kept_bytes<M, ITEMS>());
}

/* The bytes of an item by which a lane's items are scaled there (scaled_items): those of wide ones count half.
 * (sum_and_product, with a map-out array, loses: scan_then_propagate 345, then 430.) */
COMPILE_TIME size_t tile_held(size_t input, size_t state)
{
    size_t held = state > input ? state : input;
    return held <= 8 ? held : held / 2;
}

/* ---- the host's side ---- */

/* Tiles of a job, none if it has no items. */
inline int64_t scan_tiles(const struct job *job, const struct launch_shape *shape)
{
    return ceiling((int64_t)job_items(job), (int64_t)shape->block * shape->items);
}

/* Items read, map-out and results written once: n reads and n writes. */
inline uint64_t scan_traffic(const struct job *job)
{
    return job_items(job) * (job->op->input.packed + job->op->mapout.packed + job->op->state.packed);
}

/* Items, results and map-out pass an item a lane. */
inline double scan_sectors(const struct job *job, const struct launch_shape *shape)
{
    return larger_of(window_sectors(job, shape), columns_sectors(&job->out, &job->op->state, 1));
}

/* What scans of tiles say of themselves. */
struct tiled_scan : any_strategy {
    static constexpr enum what what = WHAT_SCAN;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS;
    static constexpr auto sectors = scan_sectors;
    static constexpr auto depth = depth_by_tile;

    /* A strip, and a state a group. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        size_t input = sizes.input.widest, result = sizes.result.widest;
        return shape.block * shape.items * (input > result ? input : result) +
               sizes.state * (shape.block / shape.group) + 32;
    }

    /* One group folds the groups' states. */
    static constexpr bool suits(const op_sizes &, const struct launch_shape &shape)
    {
        return shape.block / shape.group <= shape.group;
    }

    static constexpr size_t held(const op_sizes &sizes)
    {
        return tile_held(sizes.input.packed, sizes.result.packed);
    }
};

template <class M>
scan_arguments<M> scan_of(const struct job *job, int64_t tiles, int64_t blocks)
{
    scan_arguments<M> a = {};
    a.source = items_of<M>(job);
    a.out = column_set_of<M::state_columns.count>(job->out);
    a.init = M::identity(a.source.params);
    if (job->init) memcpy(&a.init, job->init, sizeof a.init);
    a.exclusive = job->what == WHAT_EXSCAN;
    a.tiles = share_out(tiles, blocks);
    return a;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
