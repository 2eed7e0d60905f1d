/* SPDX-License-Identifier: MIT
 * Regular segmented scans in a single pass (C7): rows of one length lie one behind the other and are cut into tiles as
 * if they were one; where a row begins is arithmetic, so that no flag is read. NARROW: with 32-bit remainders (C9).
 *
 * A state covers the items of a run's last row, and the initial value if that row begins in the run: so the initial
 * value is combined once a row, where the row begins, and wherever two runs are put together the left one counts only
 * if no row begins in the right one. Map-out (C7.1, mapout.hip.h) and lift run once: a lane keeps its items' scan in
 * registers (C7.3).
 *
 *   a lane      scans its ITEMS items (C7.3)
 *   a group     scans its lanes, the first group the groups (C7.4)
 *   look-back   goes no further than the row's first tile; a tile that begins a row does not look back, and one in
 *               which a row ends publishes a prefix at once (C7.5)
 *   results     a lane's items up to the first row that begins get what is left of the lane (C7.6) */
#ifndef FOLDCHECK_SEGMENT_HIP_H
#define FOLDCHECK_SEGMENT_HIP_H

#include "hip/scan/lookback.hip.h"
#include "row_index.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- where rows begin ---- */

template <bool NARROW>
FN bool begins_row(const row_index &rows, int i)
{
    if (i == 0) return row_begins(rows);
    return NARROW ? row_starts_32(rows, i) : row_starts_64(rows, i);
}

template <bool NARROW>
FN bool crosses_rows(const row_index &rows, int from, int to)
{
    return NARROW ? row_crosses_32(rows, from, to) : row_crosses_64(rows, from, to);
}

/* Is item i in the row of the item before item `from`, from <= i? */
template <bool NARROW>
FN bool continues_row(const row_index &rows, int from, int i)
{
    if (from > 0) return !crosses_rows<NARROW>(rows, from - 1, i);
    return NARROW ? row_continues_32(rows, i) : row_continues_64(rows, i);
}

/* How many of ITEMS items from i on are in the row of the item before i. */
template <bool NARROW, int ITEMS>
FN int continuing_items(const row_index &rows, int i)
{
    if (i == 0 && row_begins(rows)) return 0;
    return (int)smaller(ITEMS, NARROW ? row_continuing_32(rows, i) : row_continuing_64(rows, i));
}

/* ---- a lane, a group, a block ---- */

/* Scans the lane's live items, from item i of the tile on, row by row: result k covers [i, i + k] or, from where a row
 * begins, that row. Returns the last of them. */
template <class M, bool NARROW, int ITEMS>
FN typename M::state scan_own_rows(const scan_arguments<M> &a, const row_index &rows, int i,
                                   const typename M::input *item, typename M::state *result)
{
    int live = live_items<ITEMS>(rows.first + i, a.source.count);
    typename M::state acc = M::identity(a.source.params); /* covers [i, i) */
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (k < live) {
            typename M::state lifted = M::lift(a.source.params, item[k]);
            bool begins = begins_row<NARROW>(rows, i + k);
            acc = begins || k > 0 ? M::combine(a.source.params, begins ? a.init : acc, lifted) : lifted;
        }
        result[k] = acc;
    }
    return acc;
}

/* As group_scan, row by row: lane l's state covers `step` items, `end` the last of them. */
template <class M, bool NARROW, int GROUP>
FN_ONCE typename M::state group_scan_rows(const typename M::params &params, const row_index &rows, int step,
                                          int end, typename M::state acc)
{
    UNROLL_FOR_SPEED for (int d = 1; d < GROUP; d *= 2)
    {
        typename M::state left = lane_up<GROUP>(acc, d);
        if (lane_id<GROUP>() >= d && !crosses_rows<NARROW>(rows, end - d * step, end))
            acc = M::combine(params, left, acc); /* covers lanes (l - 2d, l] */
    }
    return acc;
}

/* As scan_lanes, row by row: each group is left of what its lane of the first group says of it. */
template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
FN block_scan<M> scan_lanes_of_rows(const typename M::params &params, const row_index &rows,
                                    const typename M::state &folded, typename M::state *partial)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    static_assert(GROUPS <= GROUP, "the first group has a lane for every group");
    typename M::state scanned =
        group_scan_rows<M, NARROW, GROUP>(params, rows, ITEMS, (thread_id() + 1) * ITEMS - 1, folded);
    typename M::state left = group_shift<M, GROUP>(params, scanned);
    block_scan<M> block = {left, left, left};
    if (lane_id<GROUP>() == GROUP - 1) store(partial + group_id<GROUP>(), scanned);
    block_sync();
    if (group_id<GROUP>() != 0) return block;
    typename M::state mine = M::identity(params);
    if (lane_id<GROUP>() < GROUPS) mine = load(partial + lane_id<GROUP>());
    mine = group_scan_rows<M, NARROW, GROUP>(params, rows, WINDOW, (lane_id<GROUP>() + 1) * WINDOW - 1, mine);
    block.groups = group_shift<M, GROUP>(params, mine);
    block.total = lane_take<GROUP>(mine, GROUPS - 1);
    return block;
}

/* ---- look-back ---- */

/* What is left of the tile in the row that it continues, for all lanes of the block's first group; the identity where
 * the tile begins a row. `total`: of the tile's last row. */
template <class M, int GROUP>
FN typename M::state left_of_tile_in_row(const chain<M> &chain, const typename M::params &params,
                                         const row_index &rows, const turn &mine,
                                         const typename M::state &total)
{
    bool speaks = lane_id<GROUP>() == 0, whole = row_begins(rows) || row_ends_inside(rows);
    if (speaks) publish<M>(chain, mine, whole ? TILE_PREFIX : TILE_AGGREGATE, total);
    if (row_begins(rows)) return M::identity(params);
    typename M::state left = look_back<M, GROUP>(chain, params, mine, row_first_tile(rows));
    if (speaks && !whole) publish<M>(chain, mine, TILE_PREFIX, M::combine(params, left, total));
    return left;
}

/* ---- results ---- */

/* `left` covers what is left of the lane in the row that its first item, item i of the tile, continues. */
template <class M, bool NARROW, int ITEMS>
FN void give_left(const scan_arguments<M> &a, const row_index &rows, int i, const typename M::state &left,
                  typename M::state *result)
{
    int continuing = continuing_items<NARROW, ITEMS>(rows, i);
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        if (k < continuing) result[k] = M::combine(a.source.params, left, result[k]);
    }
    if (!a.exclusive) return;
    UNROLL_FOR_SPEED for (int k = ITEMS - 1; k > 0; k--) result[k] =
        begins_row<NARROW>(rows, i + k) ? a.init : result[k - 1];
    result[0] = continuing > 0 ? left : a.init;
}

/* ---- the kernel ---- */

template <class M>
struct segment_arguments {
    chain_arguments<M> chained;
    int64_t length; /* items a row */
};

/* Blocks of BLOCK threads that registers shall suffice for. H200, us, 2^24 items in rows of 2^19, by segscan_regular32
 * (by segscan_regular), items a lane 15 of 4 bytes, 7 of 8, 3 of 16, 1 of 32:
 *   threads   as the compiler likes   768       1024      1280
 *   add_u32   155 (163)               122 (126) 107 (110) 100 (109)
 *   affine_u32 253 (373)              272 (273) 216 (240) 200 (222)
 *   mss_i32   462 (470)               462 (473) 386 (393) 353 (416)
 *   add4_i64  2046 (2113)             1554 (1623) 1358 (1497) 1485 (1693) */
template <class M, int BLOCK, int ITEMS>
COMPILE_TIME int segment_blocks()
{
    constexpr size_t STATE = sizeof(typename M::state);
    return blocks_a_processor(BLOCK, STATE <= 16 ? 1280 : 1024, ITEMS * STATE);
}

/* A lane keeps as many items of 32 bytes as of 4: what they cost in registers, fewer turns pay back. Items a lane, us
 * as above:
 *   affine_u32  7 201 (225)    10 162 (180)   15 167 (165)
 *   mss_i32     3 352 (415)    7 278 (305)    15 229 (235)
 *   add4_i64    1 1357 (1498)  5 703 (784)    15 569 (592)
 * Of fourteen operators sum_and_product alone loses, 32-bit remainders alone: 3 373, 15 391. */
COMPILE_TIME size_t segment_held(size_t input, size_t state)
{
    return (state > input ? state : input) / 8;
}

/* A tile of rows, whose items its threads own: the lanes' scans, the group's and the block's, look-back, and n results
 * written. strip: the group's; partial: a state a group. */
template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
FN void scan_owned_rows(const chain_arguments<M> &a, const turn &mine, const row_index &rows,
                        const typename M::input *item, void *strip, typename M::state *partial)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    const typename M::params &params = a.scan.source.params;
    int window = group_id<GROUP>() * WINDOW, own = thread_id() * ITEMS;

    /* ---- lane, group, block ---- */
    typename M::state result[ITEMS];
    typename M::state folded = scan_own_rows<M, NARROW, ITEMS>(a.scan, rows, own, item, result);
    block_scan<M> block = scan_lanes_of_rows<M, NARROW, BLOCK, ITEMS, GROUP>(params, rows, folded, partial);

    /* ---- look back: the first group ---- */
    if (group_id<GROUP>() == 0) {
        typename M::state before = left_of_tile_in_row<M, GROUP>(a.chain, params, rows, mine, block.total);
        int begin = lane_id<GROUP>() * WINDOW;
        if (lane_id<GROUP>() < GROUPS)
            store(partial + lane_id<GROUP>(), continues_row<NARROW>(rows, 0, begin)
                                                  ? M::combine(params, before, block.groups)
                                                  : block.groups);
    }
    block_sync();

    /* ---- n results written ---- */
    typename M::state left = block.lanes;
    if (continues_row<NARROW>(rows, window, own))
        left = M::combine(params, load(partial + group_id<GROUP>()), left);
    give_left<M, NARROW, ITEMS>(a.scan, rows, own, left, result);
    store_window<state_traits<M>, ITEMS, GROUP>(a.scan.out, rows.first + window, a.scan.source.count, strip,
                                                result);
}

/* A tile a turn, as single_pass_kernel. */
template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (segment_blocks<M, BLOCK, ITEMS>()))
segment_kernel(segment_arguments<M> arguments)
{
    constexpr int WINDOW = GROUP * ITEMS;
    SHARED(typename strip_of<M>::word, strips, BLOCK * ITEMS);
    SHARED(typename M::state, partial, BLOCK / GROUP);
    SHARED(uint64_t, drawn, 1);
    const chain_arguments<M> &a = arguments.chained;
    share turns = share_of(a.scan.tiles, block_id()); /* how many; which, the counter says */
    for (int64_t t = turns.first; t < turns.last; t++) {
        turn mine = take_turn<M>(a.chain, drawn);
        row_index rows = row_index_of(mine.tile * (BLOCK * ITEMS), arguments.length, BLOCK * ITEMS);

        /* ---- load: n items read, map-out written; each lane then owns ITEMS consecutive ones ---- */
        int window = group_id<GROUP>() * WINDOW;
        auto *strip = strips + window;
        typename M::input item[ITEMS] = {};
        load_and_emit_window<M, ITEMS, GROUP>(a.scan.source, rows.first + window, strip, item);

        scan_owned_rows<M, NARROW, BLOCK, ITEMS, GROUP>(a, mine, rows, item, strip, partial);
        end_turns<M>(a.chain, mine, a.tile_count);
    }
}

/* ---- the host's side ---- */

/* States that tiles publish: two each, but one where a row begins in the tile or ends inside it. */
inline uint64_t segment_states(const struct job *job, const struct launch_shape *shape)
{
    uint64_t tiles = (uint64_t)scan_tiles(job, shape), size = (uint64_t)shape->block * shape->items;
    if (job->length < size) return tiles;   /* none, too, if there is no item */
    bool ends = job_items(job) % size != 0; /* the last row, in a tile in which none begins */
    return 2 * tiles - job->rows - ends;
}

/* Bytes that tiles publish in the larger form, in addition to the items. */
inline uint64_t segment_traffic(const struct job *job, const struct launch_shape *shape)
{
    uint64_t states = state_bytes(job) > 4 ? segment_states(job, shape) : 0;
    return scan_traffic(job) + states * state_bytes(job);
}

/* By segment_kernel, rows of one length. */
struct segment_scan : chained_scan {
    static constexpr auto traffic = segment_traffic;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS;

    static constexpr size_t held(const op_sizes &sizes)
    {
        return segment_held(sizes.input.packed, sizes.result.packed);
    }
};

template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
static inline bool segment_enqueue(const char *name, const struct job *job, const struct launch_shape *shape,
                                   struct text *why)
{
    int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, MOST_BLOCKS);
    if (tiles == 0) return true;
    segment_arguments<M> a = {{scan_of<M>(job, tiles, blocks), chain_of<M>(job, tiles), tiles},
                              (int64_t)job->length};
    return launch(name, segment_kernel<M, NARROW, BLOCK, ITEMS, GROUP>, blocks, BLOCK, GROUP, job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
