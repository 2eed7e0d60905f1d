/* SPDX-License-Identifier: MIT
 * The single-pass scans with look-ahead: no prefix is handed on. As many blocks as there are processors stay to the
 * end, and each keeps several tiles in shared memory. It folds a tile and publishes that aggregate AHEAD trips before
 * it scans the tile; what is left of it the block then puts together by itself, from what was left of the tile that
 * it scanned last and from the aggregates of all tiles between, which other blocks have published long ago.
 *
 *   a trip      tile t(i) is fetched into registers, t(i - 1) folded, t(i - 1 - AHEAD) scanned; t(0) < t(1) < ... are the
 *               block's, drawn one by one. With it a block's loads, folds and stores go on side by side:
 *
 *               workers   fetch t(i), fold t(i - 1)                       | scan t(i - 1 - AHEAD), land t(i)
 *               helpers   draw t(i + 1), fold the aggregates of tiles     | scan the workers' folds of t(i - 1),
 *                         [t(i - 2 - AHEAD), t(i - 1 - AHEAD))            | publish its aggregate
 *                                                                    block_sync
 *
 *   strips      a tile stays AHEAD + 1 trips in shared memory, and in the one in which it goes another lands where it
 *               was. Other data that is kept from trip to trip lies in rings, long enough for one block_sync a trip.
 *   words       an aggregate is published as words of epoch << 32 | 32 bits of it, so that each word tells by itself whether it
 *               is of this launch: nothing is cleared, and nothing need be ordered
 *   rows        of one length lie one behind the other and are cut into tiles as if they were one; a state covers the items
 *               of a run's last row, and the initial value if that row begins in the run (segment.hip.h). What is
 *               left of a tile are aggregates from the one on in which the row begins that it continues: for rows no
 *               longer than a tile that is one, and none if it begins a row.
 *
 * Blocks wait only for aggregates of tiles before the one that they scan, and that one they drew before all that they have
 * not published. So of all tiles that are drawn and not published the first is never kept back: whoever drew it
 * runs, and all before it is published, its own tiles too (AHEAD > 0). */
#ifndef FOLDCHECK_LOOKAHEAD_HIP_H
#define FOLDCHECK_LOOKAHEAD_HIP_H

#include "hip/scan/segment.hip.h"
#include "hip/scan/strip.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Tiles that a block folds before it scans the first. */
enum { AHEAD = 3 };

/* Numbers that are known at a time: t(i - 2 - AHEAD) is looked at while t(i + 1) is drawn. */
enum { NUMBERS = AHEAD + 4 };

/* Where rows begin among a lane's items: bit k, with item k. */
struct row_starts {
    uint32_t bits;
};

template <bool ROWS>
struct starts_type {
    using type = no_starts;
};
template <>
struct starts_type<true> {
    using type = row_starts;
};

/* Bytes of a narrow state, at most. */
enum { WIDE = 8 };

/* A kernel's figures. ROWS: more than one. */
template <class OPERATOR, bool MANY, int BLOCK, int EACH, int LANES, int GATHERING>
struct lookahead {
    using M = OPERATOR;
    static constexpr bool ROWS = MANY;
    using starts = typename starts_type<MANY>::type;
    static constexpr int ITEMS = EACH, GROUP = LANES, HELPERS = GATHERING, WORKERS = BLOCK / LANES,
                         WINDOW = LANES * EACH, TILE = BLOCK * EACH;
    /* What is left of a lane is kept from its fold to its scan, if narrow; if wide, it is cheaper folded again than held in
     * so many registers, and whole windows have code of their own. (Narrow states are many a lane: it would be long.) */
    static constexpr bool AGAIN = sizeof(typename M::state) > WIDE;
    static constexpr int KEPT = AGAIN ? 1 : AHEAD + 1;
    static constexpr size_t STRIP = strip_bytes(M::input_columns, M::state_columns, WINDOW);
};

template <class M>
struct lookahead_arguments {
    chain_arguments<M> chained;
    int64_t length; /* of many rows: items a row */
    uint32_t every; /* bit k: is k a multiple of the length? */
};

/* Where rows begin in a tile t(k), and what that says of the tiles between t(k - 1), which is among them, and t(k). */
struct lookahead_rows {
    row_index index;
    int64_t from; /* the first of them that is left of t(k) in the row that t(k) continues */
    int carries;  /* does that row continue t(k - 1), too? */
};

/* Shared memory of a block. */
template <class L>
struct lookahead_block {
    using state = typename L::M::state;
    unsigned char *strips; /* [AHEAD + 1][workers]: the windows of tiles t(k), by k modulo AHEAD + 1 */
    state *fold;           /* [2][workers]: each window's fold, by k modulo 2 */
    state *left;           /* [AHEAD + 1][workers]: what is left of each window in its tile */
    state *between;        /* [2][helpers]: folds of what lies between two tiles, by the right one */
    uint64_t *number;      /* [NUMBERS]: of t(k); its tile is past the end when all are drawn */
    lookahead_rows *rows;  /* [NUMBERS], of many rows: of t(k) */
};

template <class L>
FN turn turn_at(const lookahead_block<L> &block, int k)
{
    return turn_of(load(block.number + k % NUMBERS));
}

/* ---- rows ---- */

/* Of t(k), not asked for one row. */
template <class L>
FN lookahead_rows rows_at(const lookahead_block<L> &block, int k)
{
    lookahead_rows rows = {};
    if constexpr (L::ROWS) rows = load(block.rows + k % NUMBERS);
    return rows;
}

template <class L>
FN lookahead_rows rows_between(const lookahead_arguments<typename L::M> &a, int k, int64_t before,
                               int64_t tile)
{
    lookahead_rows rows;
    rows.index = row_index_of(tile * L::TILE, a.length, L::TILE);
    int64_t begin = row_first_tile(rows.index);
    rows.carries = k > 0 && begin < before;
    rows.from = row_begins(rows.index) ? tile : rows.carries ? before : begin;
    return rows;
}

FN bool starts_row(row_starts *starts, int k)
{
    return starts->bits >> k & 1;
}

FN bool starts_any(const row_starts &starts)
{
    return starts.bits != 0;
}

FN bool starts_any(const no_starts &)
{
    return false;
}

/* Of the lane whose first item is number `own` of the tile. */
template <class L>
FN typename L::starts starts_of(const lookahead_arguments<typename L::M> &a, const lookahead_rows &rows,
                                int own)
{
    typename L::starts starts = {};
    if constexpr (L::ROWS) {
        constexpr uint32_t LIVE = (UINT32_C(1) << L::ITEMS) - 1;
        static_assert(L::ITEMS < 32, "a bit an item");
        starts.bits = a.every << continuing_items<true, L::ITEMS>(rows.index, own) & LIVE;
    }
    return starts;
}

/* Bit l: does a row begin in lane l's items? */
template <class L>
FN uint64_t starting_lanes(const typename L::starts &starts)
{
    return L::ROWS ? group_ballot<L::GROUP>(starts_any(starts)) : 0;
}

/* As group_scan, when rows begin in the lanes of `starting`. */
template <class L>
FN_ONCE typename L::M::state lookahead_lanes(const typename L::M::params &params, uint64_t starting,
                                             typename L::M::state acc)
{
    int lane = lane_id<L::GROUP>(), last = highest_bit(starting & ((UINT64_C(2) << lane) - 1));
    UNROLL_FOR_SPEED for (int d = 1; d < L::GROUP; d *= 2)
    {
        typename L::M::state left = lane_up<L::GROUP>(acc, d);
        if (lane >= d && (!L::ROWS || lane - last >= d))
            acc = L::M::combine(params, left, acc); /* covers lanes (l - 2d, l] */
    }
    return acc;
}

/* ---- words: a tile's aggregate as others see it ---- */

COMPILE_TIME int state_words(size_t bytes)
{
    return (int)((bytes + 3) / 4);
}

template <class M>
FN void publish_aggregate(const chain<M> &chain, const turn &mine, const typename M::state &aggregate)
{
    constexpr int WORDS = state_words(sizeof aggregate);
    uint32_t bits[WORDS] = {};
    copy_bits<sizeof(aggregate)>(bits, &aggregate);
    UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++)
        publish_word(chain.word + mine.tile * WORDS + w, (uint64_t)mine.epoch << 32 | bits[w]);
}

/* False if it is not there yet; then *aggregate is nothing. */
template <class M>
FN bool observe_aggregate(const chain<M> &chain, uint32_t epoch, int64_t tile, typename M::state *aggregate)
{
    constexpr int WORDS = state_words(sizeof *aggregate);
    uint64_t word[WORDS];
    uint32_t bits[WORDS];
    bool there = true;
    UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++) word[w] = observe_word(chain.word + tile * WORDS + w);
    UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++)
    {
        there = there && (uint32_t)(word[w] >> 32) == epoch;
        bits[w] = (uint32_t)word[w];
    }
    copy_bits<sizeof(*aggregate)>(aggregate, bits);
    return there;
}

/* ---- helpers ---- */

/* Waits for the aggregates of tiles [first, first + EACH), those before `to`; returns their fold. */
template <class M, int GROUP, int EACH>
FN typename M::state await_aggregates(const chain_arguments<M> &a, uint32_t epoch, int64_t first, int64_t to)
{
    typename M::state seen[EACH] = {}, acc = M::identity(a.scan.source.params);
    for (;;) {
        bool missing = false;
        UNROLL_FOR_SPEED for (int k = 0; k < EACH; k++)
        {
            if (first + k >= to) continue;
            if (!observe_aggregate<M>(a.chain, epoch, first + k, &seen[k])) missing = true;
        }
        if (!group_ballot<GROUP>(missing)) break;
        spin();
    }
    UNROLL_FOR_SPEED for (int k = 0; k < EACH; k++) if (first + k < to) acc =
        M::combine(a.scan.source.params, acc, seen[k]); /* covers [first, first + k] */
    return acc;
}

/* Lane 0: the fold of the aggregates of tiles [from, to). */
template <class M, int GROUP>
FN typename M::state gather_aggregates(const chain_arguments<M> &a, uint32_t epoch, int64_t from, int64_t to)
{
    constexpr int EACH = sizeof(typename M::state) > 16 ? 1 : 2; /* a lane: wide states are many words */
    const typename M::params &params = a.scan.source.params;
    typename M::state acc = M::identity(params); /* covers tiles [from, from) */
    for (int64_t at = from; at < to; at += GROUP * EACH) {
        typename M::state mine = await_aggregates<M, GROUP, EACH>(a, epoch, at + lane_id<GROUP>() * EACH, to);
        mine = group_combine<M, GROUP>(params, mine);
        acc = M::combine(params, acc, mine); /* covers tiles [from, at + GROUP * EACH) */
    }
    return acc;
}

/* Thread 0 draws t(k). A block draws until its tile is past the end, so tiles and blocks together are the last number.
 * What it drew is known at note_tile, and has the time up to there. */
template <class L>
FN uint64_t draw_tile(const chain_arguments<typename L::M> &a, const lookahead_block<L> &block, int k)
{
    if (thread_id() != 0) return 0;
    uint64_t before = k > 0 ? load(block.number + (k - 1) % NUMBERS) : 0;
    bool past = k > 0 && turn_of(before).tile >= a.tile_count;
    return past ? before : take_number(a.chain.counter);
}

template <class L>
FN void note_tile(const lookahead_arguments<typename L::M> &arguments, const lookahead_block<L> &block, int k,
                  uint64_t number)
{
    if (thread_id() != 0) return;
    const chain_arguments<typename L::M> &a = arguments.chained;
    bool drawn = k == 0 || number != load(block.number + (k - 1) % NUMBERS);
    if (drawn) end_turns<typename L::M>(a.chain, turn_of(number), a.tile_count + block_count());
    store(block.number + k % NUMBERS, number);
    if constexpr (L::ROWS) {
        int64_t before = k > 0 ? turn_at(block, k - 1).tile : 0;
        store(block.rows + k % NUMBERS, rows_between<L>(arguments, k, before, turn_of(number).tile));
    }
}

/* The first tile whose aggregate is left of t(k), and not known to cover what t(k - 1) continues. */
template <class L>
FN int64_t first_between(const lookahead_block<L> &block, int k)
{
    if constexpr (L::ROWS) return rows_at(block, k).from;
    return k > 0 ? turn_at(block, k - 1).tile : 0;
}

/* This helper's part of the tiles between t(k - 1), which is among them, and t(k), as far as the row goes that t(k)
 * continues. */
template <class L>
FN void gather_between(const lookahead_arguments<typename L::M> &a, const lookahead_block<L> &block, int k)
{
    if (k < 0) return;
    turn mine = turn_at(block, k);
    int64_t from = first_between(block, k), each = ceiling(mine.tile - from, L::HELPERS);
    int64_t first = smaller(from + group_id<L::GROUP>() * each, mine.tile);
    int64_t last = smaller(first + each, mine.tile);
    typename L::M::state gathered =
        gather_aggregates<typename L::M, L::GROUP>(a.chained, mine.epoch, first, last);
    if (lane_id<L::GROUP>() == 0) store(block.between + k % 2 * L::HELPERS + group_id<L::GROUP>(), gathered);
}

/* Bit w: does a row begin in window number w of t(k)? Asked by all lanes of a group, each of the window from item `window`
 * on. */
template <class L>
FN uint64_t starting_windows(const lookahead_block<L> &block, int k, int window)
{
    if constexpr (L::ROWS) {
        row_index rows = rows_at(block, k).index;
        bool begins = window == 0 ? row_begins(rows) || row_crosses_32(rows, 0, L::WINDOW - 1)
                                  : row_crosses_32(rows, window - 1, window + L::WINDOW - 1);
        return group_ballot<L::GROUP>(begins);
    }
    return 0;
}

/* The last helper: what is left of each window of t(k), and the tile's aggregate. */
template <class L>
FN void publish_tile(const lookahead_arguments<typename L::M> &arguments, const lookahead_block<L> &block,
                     int k)
{
    if (k < 0 || group_id<L::GROUP>() != L::HELPERS - 1) return;
    const chain_arguments<typename L::M> &a = arguments.chained;
    const typename L::M::params &params = a.scan.source.params;
    turn mine = turn_at(block, k);
    if (mine.tile >= a.tile_count) return;
    int lane = lane_id<L::GROUP>(), window = lane * L::WINDOW;
    typename L::M::state folded = L::M::identity(params);
    if (lane < L::WORKERS) folded = load(block.fold + k % 2 * L::WORKERS + lane);
    folded = lookahead_lanes<L>(params, starting_windows(block, k, window), folded);
    if (lane == L::WORKERS - 1) publish_aggregate<typename L::M>(a.chain, mine, folded);
    folded = group_shift<typename L::M, L::GROUP>(params, folded);
    if (lane < L::WORKERS) store(block.left + k % (AHEAD + 1) * L::WORKERS + lane, folded);
}

/* ---- workers ---- */

/* The part of its window that a lane keeps from its fold to its scan. */
template <class L>
struct lookahead_kept {
    typename L::M::state left; /* covers the lanes before mine, or of them the last row */
    typename L::starts starts;
};

template <class L>
struct lookahead_worker {
    int id;
    /* Covers tiles [0, t(k)), t(k) the one scanned last, and the initial value, too; or of these the row that t(k)
     * continues. */
    typename L::M::state before;
    lookahead_kept<L> kept[L::KEPT]; /* of t(i - 1), t(i - 2) ... */
    fetched<input_traits<typename L::M>, L::ITEMS> next;
};

/* A lane's part of tile t(k). */
template <class L>
struct lookahead_window {
    int64_t first;  /* item of all that the group's window begins with */
    int begin, own; /* items of the tile: the first of the window, and of the lane */
    unsigned char *strip;

    FN lookahead_window at(const lookahead_block<L> &block, int k, int worker)
    {
        lookahead_window w;
        w.begin = worker * L::WINDOW;
        w.own = w.begin + lane_id<L::GROUP>() * L::ITEMS;
        w.first = turn_at(block, k).tile * L::TILE + w.begin;
        w.strip = block.strips + (size_t)(k % (AHEAD + 1) * L::WORKERS + worker) * L::STRIP;
        return w;
    }
};

/* The lane's items; how many there are, if not WHOLE: then no item is asked for being there. */
template <class L, bool WHOLE>
FN int own_items(const scan_arguments<typename L::M> &a, const lookahead_window<L> &window,
                 typename L::M::input *item)
{
    int64_t own = window.first + lane_id<L::GROUP>() * L::ITEMS;
    int live = WHOLE ? L::ITEMS : live_items<L::ITEMS>(own, a.source.count);
    own_window<input_traits<typename L::M>, L::ITEMS, L::GROUP>(window.strip, live, item);
    return live;
}

/* Covers the lanes up to mine, or of them the last row; each item is emitted if EMITTING. */
template <class L, bool EMITTING>
FN typename L::M::state fold_lanes(const scan_arguments<typename L::M> &a, const lookahead_window<L> &window,
                                   const typename L::starts &starts, int live,
                                   const typename L::M::input *item)
{
    int64_t own = window.first + lane_id<L::GROUP>() * L::ITEMS;
    typename L::M::state mine =
        fold_live<typename L::M, L::ITEMS, EMITTING>(a.source, a.init, starts, own, live, item);
    return lookahead_lanes<L>(a.source.params, starting_lanes<L>(starts), mine);
}

template <class L, bool WHOLE>
FN typename L::M::state fold_window(const scan_arguments<typename L::M> &a, const lookahead_window<L> &window,
                                    const typename L::starts &starts)
{
    typename L::M::input item[L::ITEMS] = {};
    int live = own_items<L, WHOLE>(a, window, item);
    return fold_lanes<L, true>(a, window, starts, live, item);
}

/* The results of the lane's items; `left` covers what is left of the window. */
template <class L, bool WHOLE>
FN void scan_window(const scan_arguments<typename L::M> &a, const lookahead_window<L> &window,
                    lookahead_kept<L> kept, const typename L::M::state &left, typename L::M::state *result)
{
    using M = typename L::M;
    constexpr int GROUP = L::GROUP;
    typename M::input item[L::ITEMS] = {};
    int live = own_items<L, WHOLE>(a, window, item);
    if constexpr (L::AGAIN)
        kept.left =
            group_shift<M, GROUP>(a.source.params, fold_lanes<L, false>(a, window, kept.starts, live, item));
    uint64_t before = starting_lanes<L>(kept.starts) & ((UINT64_C(1) << lane_id<GROUP>()) - 1);
    if (before == 0) kept.left = M::combine(a.source.params, left, kept.left);
    scan_live<M, L::ITEMS>(a, kept.left, kept.starts, live, item, result);
}

/* Folds the worker's window of t(k); n map-out items written. */
template <class L>
FN void lookahead_fold(const lookahead_arguments<typename L::M> &arguments, const lookahead_block<L> &block,
                       int k, lookahead_worker<L> *me)
{
    if (k < 0) return;
    const scan_arguments<typename L::M> &a = arguments.chained.scan;
    auto window = lookahead_window<L>::at(block, k, me->id);
    auto starts = starts_of<L>(arguments, rows_at(block, k), window.own);
    typename L::M::state upto; /* covers the lanes up to mine */
    if (L::AGAIN && window.first + L::WINDOW <= a.source.count)
        upto = fold_window<L, true>(a, window, starts);
    else
        upto = fold_window<L, false>(a, window, starts);
    if (lane_id<L::GROUP>() == L::GROUP - 1) store(block.fold + k % 2 * L::WORKERS + me->id, upto);
    UNROLL_FOR_SPEED for (int i = L::KEPT - 1; i > 0; i--) me->kept[i] = me->kept[i - 1];
    me->kept[0] = {group_shift<typename L::M, L::GROUP>(a.source.params, upto), starts};
}

/* me->before for t(k). */
template <class L>
FN void carry_on(const lookahead_arguments<typename L::M> &a, const lookahead_block<L> &block, int k,
                 const lookahead_rows &rows, lookahead_worker<L> *me)
{
    const typename L::M::params &params = a.chained.scan.source.params;
    if (L::ROWS && !rows.carries) me->before = L::M::identity(params);
    UNROLL_FOR_SPEED for (int h = 0; h < L::HELPERS; h++) me->before =
        L::M::combine(params, me->before, load(block.between + k % 2 * L::HELPERS + h));
}

/* Scans the worker's window of t(k), AHEAD trips after its fold. */
template <class L>
FN void lookahead_scan(const lookahead_arguments<typename L::M> &arguments, const lookahead_block<L> &block,
                       int k, lookahead_worker<L> *me)
{
    using M = typename L::M;
    if (k < 0) return;
    const scan_arguments<M> &a = arguments.chained.scan;
    lookahead_rows rows = rows_at(block, k);
    auto window = lookahead_window<L>::at(block, k, me->id);
    carry_on(arguments, block, k, rows, me);
    typename M::state left = load(block.left + k % (AHEAD + 1) * L::WORKERS + me->id);
    if (!L::ROWS || continues_row<true>(rows.index, 0, window.begin))
        left = M::combine(a.source.params, me->before, left); /* covers what is left of the window */
    lookahead_kept<L> kept = me->kept[L::KEPT - 1];
    if constexpr (L::AGAIN) kept.starts = starts_of<L>(arguments, rows, window.own);
    typename M::state result[L::ITEMS];
    if (L::AGAIN && window.first + L::WINDOW <= a.source.count)
        scan_window<L, true>(a, window, kept, left, result);
    else
        scan_window<L, false>(a, window, kept, left, result);
    put_window<state_traits<M>, L::ITEMS, L::GROUP>(a.out, window.first, a.source.count, window.strip,
                                                    result);
}

/* ---- the kernel ---- */

template <class M, bool ROWS, int BLOCK, int ITEMS, int GROUP, int HELPERS>
KERNEL(BLOCK + HELPERS * GROUP, 1)
lookahead_kernel(lookahead_arguments<M> a)
{
    using L = lookahead<M, ROWS, BLOCK, ITEMS, GROUP, HELPERS>;
    using input = input_traits<M>;
    DYNAMIC_SHARED(strips, (AHEAD + 1) * L::WORKERS * L::STRIP);
    SHARED(typename M::state, fold, 2 * L::WORKERS);
    SHARED(typename M::state, left, (AHEAD + 1) * L::WORKERS);
    SHARED(typename M::state, between, 2 * HELPERS);
    SHARED(uint64_t, number, NUMBERS);
    SHARED(lookahead_rows, rows, ROWS ? NUMBERS : 1);
    lookahead_block<L> block = {strips, fold, left, between, number, rows};
    lookahead_worker<L> me = {};
    me.id = group_id<GROUP>() - HELPERS; /* a helper's is negative */
    me.before = a.chained.scan.init;     /* covers tiles [0, 0) */
    note_tile(a, block, 0, draw_tile(a.chained, block, 0));
    block_sync();
    int64_t count = a.chained.scan.source.count;
    for (int i = 0; i <= AHEAD || turn_at(block, i - 1 - AHEAD).tile < a.chained.tile_count; i++) {
        /* ---- n items read; folds ---- */
        if (me.id >= 0) {
            auto next = lookahead_window<L>::at(block, i, me.id);
            fetch_window<input, ITEMS, GROUP>(a.chained.scan.source.in, next.first, count, &me.next);
            lookahead_fold(a, block, i - 1, &me);
        } else {
            uint64_t drawn = draw_tile(a.chained, block, i + 1);
            gather_between(a, block, i - 1 - AHEAD);
            note_tile(a, block, i + 1, drawn);
        }
        block_sync();
        /* ---- n results written; an aggregate ---- */
        if (me.id >= 0) {
            lookahead_scan(a, block, i - 1 - AHEAD, &me);
            auto next = lookahead_window<L>::at(block, i, me.id);
            land_window<input, ITEMS, GROUP>(a.chained.scan.source.in, next.first, count, me.next,
                                             next.strip);
        } else
            publish_tile(a, block, i - 1);
    }
}

/* ---- the host's side ---- */

/* Bytes of shared memory: the strips, and all. */
COMPILE_TIME size_t lookahead_strips(const op_sizes &sizes, const struct launch_shape &shape)
{
    return (AHEAD + 1) * (shape.block / shape.group) *
           strip_bytes(sizes.input, sizes.result, (int)(shape.group * shape.items));
}

COMPILE_TIME size_t lookahead_shared(const op_sizes &sizes, const struct launch_shape &shape)
{
    size_t states = (AHEAD + 3) * (shape.block / shape.group) + 2 * shape.gather;
    size_t edges = 5 * sizeof(vector); /* arrays begin at multiples of a vector */
    return lookahead_strips(sizes, shape) + sizes.state * states +
           (sizeof(uint64_t) + sizeof(lookahead_rows)) * NUMBERS + edges;
}

inline enum refusal lookahead_refuse(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, uint64_t shared_bytes,
                                     struct text *why)
{
    enum refusal refusal = chain_rows_refuse(strategy, job, shape, 0, why);
    if (refusal != REFUSAL_NONE || shared_bytes <= job->caps->shared_bytes) return refusal;
    text_say(why, "%s with block=%u needs %llu bytes of shared memory for %s, %s has %llu", strategy->name,
             shape->block, (unsigned long long)shared_bytes, job->op->name, job->caps->name,
             (unsigned long long)job->caps->shared_bytes);
    return REFUSAL_SHARED_MEMORY;
}

/* Words of 64 bits. */
inline uint64_t lookahead_words(const struct job *job, const struct launch_shape *shape)
{
    return (uint64_t)scan_tiles(job, shape) * (uint64_t)state_words(state_bytes(job));
}

inline uint64_t lookahead_scratch(const struct job *job, const struct launch_shape *shape)
{
    return CHAIN_ALIGN + lookahead_words(job, shape) * sizeof(uint64_t);
}

/* Aggregates pass as words that blocks leave for one another. */
inline uint64_t lookahead_traffic(const struct job *job, const struct launch_shape *)
{
    return scan_traffic(job);
}

inline bool lookahead_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    return clear_flags(job, lookahead_words(job, shape) * sizeof(uint64_t), why);
}

template <class M, bool ROWS, int BLOCK, int ITEMS, int GROUP, int HELPERS>
static inline bool lookahead_enqueue(const char *name, const struct job *job,
                                     const struct launch_shape *shape, struct text *why)
{
    int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, job->caps->processors);
    if (tiles == 0) return true;
    lookahead_arguments<M> a = {{scan_of<M>(job, tiles, blocks), {}, tiles}, (int64_t)job->length, 0};
    for (uint64_t k = 0; k < 32 && job->length > 0; k += job->length)
        a.every |= UINT32_C(1) << k;
    a.chained.chain.counter = static_cast<uint64_t *>(job->scratch);
    a.chained.chain.word = a.chained.chain.counter + CHAIN_ALIGN / sizeof(uint64_t);
    return launch_with_shared(name, lookahead_kernel<M, ROWS, BLOCK, ITEMS, GROUP, HELPERS>, blocks,
                              BLOCK + HELPERS * GROUP, GROUP, lookahead_strips(sizes_of<M>(), *shape), job, a,
                              why);
}

struct ahead_scan : chained_scan {
    static constexpr bool asks_for_shared = true;
    static constexpr auto scratch_bytes = lookahead_scratch;
    static constexpr auto traffic = lookahead_traffic;
    static constexpr auto prepare = lookahead_prepare;
    static constexpr auto refuse = lookahead_refuse;
    /* Gather is the helpers. The first usual one for narrow states, the next two for wide ones, whichever fits;
     * the last two for 48 KB of shared memory. Threads, the helpers' too, come in multiples of 128: an H200 gives those of
     * any other number no more registers than to the next multiple. Shares of the copy at 2^26 there (2026-11-21): add_u32
     * 0.89 (384 x 20 0.84, 512 x 12 0.80, 512 x 28 0.82 with spilled registers), rows of add_u32 0.87 (640 x 20 0.78, with
     * two tiles of look-ahead), mss_i32 0.87 (256 threads 0.72), add4_i64 0.80 (kept, not folded again: 0.73; 512 x 2 0.61;
     * without code for whole windows 0.76). */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY, 1},      {8, 3, 4, TINY, 2},      {512, 20, 32, USUAL, 4}, {384, 48, 32, USUAL, 4},
        {256, 48, 32, USUAL, 4}, {224, 12, 32, USUAL, 2}, {192, 12, 64, USUAL, 1}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return lookahead_shared(sizes, shape);
    }

    /* Narrow states take the largest block, and wide ones those of medium size. */
    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        bool wide = sizes.state > WIDE, suits = shape.block > 384 ? !wide : shape.block < 256 || wide;
        return suits && chained_scan::suits(sizes, shape);
    }

    static COMPILE_TIME size_t held(const op_sizes &sizes)
    {
        return sizes.result.packed > sizes.input.packed ? sizes.result.packed : sizes.input.packed;
    }
};

/* Of its tunings the one for devices of 32 lanes and much shared memory. */
COMPILE_TIME struct launch_shape lookahead_usual(const op_sizes &sizes)
{
    bool wide = sizes.state > WIDE;
    int items = scaled_items(wide ? 48 : 20, ahead_scan::held(sizes));
    struct launch_shape shape = shape_of(wide ? 384 : 512, items, 32, 4);
    if (wide && lookahead_shared(sizes, shape) > MOST_ASKED_BYTES) shape.block = 256;
    return shape;
}

/* S's usual shape; false if the device is none of those. */
template <class S>
static inline bool lookahead_shape_for(const struct job *job, struct launch_shape *shape)
{
    *shape = lookahead_usual(sizes_of_job(job));
    return job->caps->lanes == 32 &&
           lookahead_refuse(strategy_of<S>(), job, shape, S::shared_bytes(sizes_of_job(job), *shape),
                            nullptr) == REFUSAL_NONE;
}

template <class M, bool ROWS>
static inline bool lookahead_enqueue_for(const char *name, const struct job *job,
                                         const struct launch_shape *shape, struct text *why)
{
    constexpr struct launch_shape USUAL_SHAPE = lookahead_usual(sizes_of<M>());
    if constexpr (strategy_fits<ahead_scan>(sizes_of<M>(), USUAL_SHAPE))
        return lookahead_enqueue<M, ROWS, USUAL_SHAPE.block, USUAL_SHAPE.items, 32, 4>(name, job, shape, why);
    return text_say(why, "%s: no block holds the tiles of %s", name, job->op->name) != 0;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
