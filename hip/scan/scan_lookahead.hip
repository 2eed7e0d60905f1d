/* SPDX-License-Identifier: MIT
 * scan_lookahead: a single pass in which no prefix is handed on. As many blocks as there are processors stay to the
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
 *               was. What else is kept from trip to trip lies in rings, so long that one block_sync a trip is enough.
 *   words       an aggregate is published as words of epoch << 32 | 32 bits of it, each of which tells by itself whether it
 *               is of this launch: nothing is cleared, and nothing need be ordered
 *
 * Block         the workers' threads, whose tile is block * items; `gather` groups of helpers come in addition
 * ID, source    beyond the documents, whose look-backs hand prefixes on (C5); numbers and epochs as there
 * Laws          associative
 * Memory        one pass: n items read, n results written; G tiles' aggregates, and each is read by whoever scans next
 *               behind it
 * Scratch       a counter, and two words for each word of a tile's state
 * Progress      running blocks go on while others wait; blocks that have not begun are waited for by nobody. A block waits only
 *               for aggregates of tiles before the one that it scans, and that one it drew before all that it has
 *               not published. So of all tiles that are drawn and not published the first is never kept back:
 *               whoever drew it runs, and all before it is published, its own tiles too (AHEAD > 0).
 * Cannot        more than one row; more tiles in shared memory than a block may ask for */
#ifndef FOLDCHECK_SCAN_LOOKAHEAD_HIP
#define FOLDCHECK_SCAN_LOOKAHEAD_HIP
#include "hip/scan/chain.hip.h"
#include "hip/scan/strip.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Tiles that a block folds before it scans the first. */
enum { AHEAD = 2 };

/* Numbers that are known at a time: t(i - 2 - AHEAD) is looked at while t(i + 1) is drawn. */
enum { NUMBERS = AHEAD + 4 };

/* What the groups of a block share. */
template <class M>
struct lookahead_block {
    unsigned char *strips;      /* [AHEAD + 1][workers]: the windows of tiles t(k), by k modulo AHEAD + 1 */
    typename M::state *fold;    /* [2][workers]: each window's fold, by k modulo 2 */
    typename M::state *left;    /* [AHEAD + 1][workers]: what is left of each window in its tile */
    typename M::state *between; /* [2][helpers]: folds of what lies between two tiles, by the right one */
    uint64_t *number;           /* [NUMBERS]: of t(k); its tile is past the end when all are drawn */
};

template <class M>
FN turn turn_at(const lookahead_block<M> &block, int k)
{
    return turn_of(load(block.number + k % NUMBERS));
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
    memcpy(bits, &aggregate, sizeof aggregate);
    UNROLL for (int w = 0; w < WORDS; w++)
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
    UNROLL for (int w = 0; w < WORDS; w++) word[w] = observe_word(chain.word + tile * WORDS + w);
    UNROLL for (int w = 0; w < WORDS; w++)
    {
        there = there && (uint32_t)(word[w] >> 32) == epoch;
        bits[w] = (uint32_t)word[w];
    }
    memcpy(aggregate, bits, sizeof *aggregate);
    return there;
}

/* ---- helpers ---- */

/* Waits for the aggregates of tiles [first, first + EACH), those before `to`; returns their fold. */
template <class M, int GROUP, int EACH>
FN typename M::state await_aggregates(const chain_arguments<M> &a, uint32_t epoch, int64_t first, int64_t to)
{
    typename M::state seen[EACH], acc = M::identity(a.scan.source.params);
    for (;;) {
        bool missing = false;
        UNROLL for (int k = 0; k < EACH; k++)
        {
            if (first + k >= to) continue;
            if (!observe_aggregate<M>(a.chain, epoch, first + k, &seen[k])) missing = true;
        }
        if (!group_ballot<GROUP>(missing)) break;
        spin();
    }
    UNROLL for (int k = 0; k < EACH; k++) if (first + k < to) acc =
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

/* Thread 0 draws t(k). A block draws until its tile is past the end, so tiles and blocks together are the last number. */
template <class M>
FN void draw_tile(const chain_arguments<M> &a, const lookahead_block<M> &block, int k)
{
    if (thread_id() != 0) return;
    uint64_t number = k > 0 ? load(block.number + (k - 1) % NUMBERS) : 0;
    if (k == 0 || turn_of(number).tile < a.tile_count) {
        number = take_number(a.chain.counter);
        end_turns<M>(a.chain, turn_of(number), a.tile_count + block_count());
    }
    store(block.number + k % NUMBERS, number);
}

/* This helper's part of the tiles between t(k - 1), which is among them, and t(k). */
template <class M, int GROUP, int HELPERS>
FN void gather_between(const chain_arguments<M> &a, const lookahead_block<M> &block, int k)
{
    if (k < 0) return;
    turn mine = turn_at(block, k);
    int64_t from = k > 0 ? turn_at(block, k - 1).tile : 0, each = ceiling(mine.tile - from, HELPERS);
    int64_t first = smaller(from + group_id<GROUP>() * each, mine.tile);
    int64_t last = smaller(first + each, mine.tile);
    typename M::state gathered = gather_aggregates<M, GROUP>(a, mine.epoch, first, last);
    if (lane_id<GROUP>() == 0) store(block.between + k % 2 * HELPERS + group_id<GROUP>(), gathered);
}

/* The last helper: what is left of each window of t(k), and the tile's aggregate. */
template <class M, int WORKERS, int GROUP, int HELPERS>
FN void publish_tile(const chain_arguments<M> &a, const lookahead_block<M> &block, int k)
{
    if (k < 0 || group_id<GROUP>() != HELPERS - 1) return;
    turn mine = turn_at(block, k);
    if (mine.tile >= a.tile_count) return;
    int lane = lane_id<GROUP>();
    typename M::state folded = M::identity(a.scan.source.params);
    if (lane < WORKERS) folded = load(block.fold + k % 2 * WORKERS + lane);
    folded = group_scan<M, GROUP>(a.scan.source.params, folded);
    if (lane == GROUP - 1) publish_aggregate<M>(a.chain, mine, folded);
    folded = group_shift<M, GROUP>(a.scan.source.params, folded);
    if (lane < WORKERS) store(block.left + k % (AHEAD + 1) * WORKERS + lane, folded);
}

/* ---- workers ---- */

template <class M, int ITEMS>
struct lookahead_worker {
    int id;
    typename M::state before; /* covers tiles [0, t(k)), t(k) the one scanned last; the initial value too */
    typename M::state lanes[AHEAD + 1]; /* what is left of me in my window of t(i - 1), t(i - 2) ... */
    fetched<input_traits<M>, ITEMS> next;
};

/* The lane's part of tile t(k). */
template <class M, int WORKERS, int ITEMS, int GROUP>
struct lookahead_window {
    int64_t first, own; /* first item of the group's window, and of the lane */
    unsigned char *strip;

    FN lookahead_window at(const lookahead_block<M> &block, int k, int worker)
    {
        constexpr size_t STRIP = strip_bytes(M::input_columns, M::state_columns, GROUP * ITEMS);
        lookahead_window w;
        w.first = (turn_at(block, k).tile * WORKERS + worker) * (GROUP * ITEMS);
        w.own = w.first + lane_id<GROUP>() * ITEMS;
        w.strip = block.strips + (size_t)(k % (AHEAD + 1) * WORKERS + worker) * STRIP;
        return w;
    }
};

/* Folds the worker's window of t(k); n map-out items written. */
template <class M, int WORKERS, int ITEMS, int GROUP>
FN void fold_tile(const chain_arguments<M> &a, const lookahead_block<M> &block, int k,
                  lookahead_worker<M, ITEMS> *me)
{
    if (k < 0) return;
    auto window = lookahead_window<M, WORKERS, ITEMS, GROUP>::at(block, k, me->id);
    typename M::input item[ITEMS] = {};
    own_window<input_traits<M>, ITEMS, GROUP>(window.strip,
                                              live_items<ITEMS>(window.own, a.scan.source.count), item);
    typename M::state folded = fold_owned<M, ITEMS, true>(a.scan.source, window.own, item);
    folded = group_scan<M, GROUP>(a.scan.source.params, folded); /* covers lanes [0, mine] */
    if (lane_id<GROUP>() == GROUP - 1) store(block.fold + k % 2 * WORKERS + me->id, folded);
    UNROLL for (int i = AHEAD; i > 0; i--) me->lanes[i] = me->lanes[i - 1];
    me->lanes[0] = group_shift<M, GROUP>(a.scan.source.params, folded);
}

/* Scans the worker's window of t(k), AHEAD trips after its fold. */
template <class M, int WORKERS, int ITEMS, int GROUP, int HELPERS>
FN void scan_tile(const chain_arguments<M> &a, const lookahead_block<M> &block, int k,
                  lookahead_worker<M, ITEMS> *me)
{
    if (k < 0) return;
    const typename M::params &params = a.scan.source.params;
    UNROLL for (int h = 0; h < HELPERS; h++) me->before =
        M::combine(params, me->before, load(block.between + k % 2 * HELPERS + h));
    typename M::state left =
        M::combine(params, me->before, load(block.left + k % (AHEAD + 1) * WORKERS + me->id));
    left = M::combine(params, left, me->lanes[AHEAD]); /* covers items [0, window.own) */
    auto window = lookahead_window<M, WORKERS, ITEMS, GROUP>::at(block, k, me->id);
    typename M::input item[ITEMS] = {};
    typename M::state result[ITEMS];
    own_window<input_traits<M>, ITEMS, GROUP>(window.strip,
                                              live_items<ITEMS>(window.own, a.scan.source.count), item);
    scan_owned<M, ITEMS>(a.scan, window.own, left, item, result);
    put_window<state_traits<M>, ITEMS, GROUP>(a.scan.out, window.first, a.scan.source.count, window.strip,
                                              result);
}

/* ---- the kernel ---- */

template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
KERNEL(BLOCK + HELPERS * GROUP, 1)
scan_lookahead_kernel(chain_arguments<M> a)
{
    constexpr int WORKERS = BLOCK / GROUP;
    constexpr size_t STRIP = strip_bytes(M::input_columns, M::state_columns, GROUP * ITEMS);
    using window = lookahead_window<M, WORKERS, ITEMS, GROUP>;
    using input = input_traits<M>;
    DYNAMIC_SHARED(strips, (AHEAD + 1) * WORKERS * STRIP);
    SHARED(typename M::state, fold, 2 * WORKERS);
    SHARED(typename M::state, left, (AHEAD + 1) * WORKERS);
    SHARED(typename M::state, between, 2 * HELPERS);
    SHARED(uint64_t, number, NUMBERS);
    lookahead_block<M> block = {strips, fold, left, between, number};
    lookahead_worker<M, ITEMS> me = {};
    me.id = group_id<GROUP>() - HELPERS; /* a helper's is negative */
    me.before = a.scan.init;             /* covers tiles [0, 0) */
    draw_tile<M>(a, block, 0);
    block_sync();
    for (int i = 0; i <= AHEAD || turn_at(block, i - 1 - AHEAD).tile < a.tile_count; i++) {
        /* ---- n items read; folds ---- */
        if (me.id >= 0) {
            window next = window::at(block, i, me.id);
            fetch_window<input, ITEMS, GROUP>(a.scan.source.in, next.first, a.scan.source.count, &me.next);
            fold_tile<M, WORKERS, ITEMS, GROUP>(a, block, i - 1, &me);
        } else {
            draw_tile<M>(a, block, i + 1);
            gather_between<M, GROUP, HELPERS>(a, block, i - 1 - AHEAD);
        }
        block_sync();
        /* ---- n results written; an aggregate ---- */
        if (me.id >= 0) {
            scan_tile<M, WORKERS, ITEMS, GROUP, HELPERS>(a, block, i - 1 - AHEAD, &me);
            window next = window::at(block, i, me.id);
            land_window<input, ITEMS, GROUP>(a.scan.source.in, next.first, a.scan.source.count, me.next,
                                             next.strip);
        } else
            publish_tile<M, WORKERS, GROUP, HELPERS>(a, block, i - 1);
    }
}

/* ---- the host's side ---- */

/* Bytes of shared memory: the strips, and all. */
COMPILE_TIME size_t lookahead_strips(const column_list &input, const column_list &state, int block, int items,
                                     int group)
{
    return (AHEAD + 1) * (size_t)(block / group) * strip_bytes(input, state, group * items);
}

COMPILE_TIME size_t lookahead_shared(const column_list &input, const column_list &state, size_t state_bytes,
                                     int block, int items, int group, int helpers)
{
    size_t states = (size_t)((AHEAD + 3) * (block / group) + 2 * helpers);
    size_t edges = 4 * sizeof(vector); /* arrays begin at multiples of a vector */
    return lookahead_strips(input, state, block, items, group) + state_bytes * states +
           sizeof(uint64_t) * NUMBERS + edges;
}

inline column_list column_list_of(const struct tuple *tuple)
{
    column_list list = {};
    for (int k = 0; k < tuple->count; k++) {
        list.size[list.count++] = elem_size(tuple->elem[k]);
        list.widest = (size_t)larger((int64_t)list.widest, (int64_t)elem_size(tuple->elem[k]));
    }
    return list;
}

inline enum refusal lookahead_refuse(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, struct text *why)
{
    enum refusal refusal = one_row_refuse(strategy, job, shape, 0, why);
    if (refusal == REFUSAL_NONE) refusal = chain_rows_refuse(strategy, job, shape, 0, why);
    if (refusal != REFUSAL_NONE) return refusal;
    uint64_t needs =
        lookahead_shared(column_list_of(&job->op->input), column_list_of(&job->op->state), state_bytes(job),
                         (int)shape->block, (int)shape->items, (int)shape->group, (int)shape->gather);
    if (needs <= job->caps->shared_bytes) return REFUSAL_NONE;
    text_say(why, "%s with block=%u needs %llu bytes of shared memory for %s, %s has %llu", strategy->name,
             shape->block, (unsigned long long)needs, job->op->name, job->caps->name,
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

struct scan_lookahead {
    static constexpr struct strategy strategy = {
        /* name */ "scan_lookahead",
        /* ids */ "",
        /* does */ "one pass: blocks that stay publish folds ahead of time, and each carries its own prefix",
        /* what */ WHAT_SCAN,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        lookahead_refuse,
        lookahead_scratch,
        lookahead_traffic,
        scan_sectors,
        lookahead_prepare,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static constexpr uint64_t shared_bytes()
    {
        return lookahead_shared(M::input_columns, M::state_columns, sizeof(typename M::state), BLOCK, ITEMS,
                                GROUP, HELPERS);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static constexpr bool fits()
    {
        return BLOCK / GROUP <= GROUP && shared_bytes<M, BLOCK, ITEMS, GROUP, HELPERS>() <= MOST_ASKED_BYTES;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int HELPERS>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, job->caps->processors);
        if (tiles == 0) return true;
        chain_arguments<M> a = {scan_of<M>(job, tiles, blocks), {}, tiles};
        a.chain.counter = static_cast<uint64_t *>(job->scratch);
        a.chain.word = a.chain.counter + CHAIN_ALIGN / sizeof(uint64_t);
        return launch_with_shared("scan_lookahead", scan_lookahead_kernel<M, BLOCK, ITEMS, GROUP, HELPERS>,
                                  blocks, BLOCK + HELPERS * GROUP, GROUP,
                                  lookahead_strips(M::input_columns, M::state_columns, BLOCK, ITEMS, GROUP),
                                  job, a, why);
    }
};

/* block, items, group, helpers, kind. The first usual one for devices with so much shared memory (0.98 of the copy on an
 * H200, where more of it leaves too little of the first-level cache); the others for 48 KB. */
#define scan_lookahead_shapes(SHAPE, S)                                                                      \
    SHAPE(S, 8, 1, 4, 1, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 2, TINY)                                                                               \
    SHAPE(S, 768, 20, 32, 4, USUAL)                                                                          \
    SHAPE(S, 320, 12, 32, 2, USUAL)                                                                          \
    SHAPE(S, 320, 12, 64, 1, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
