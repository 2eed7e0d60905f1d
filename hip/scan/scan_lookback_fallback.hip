/* SPDX-License-Identifier: MIT
 * scan_lookback_fallback: decoupled look-back that does not depend on other blocks. A block that has looked often
 * enough at a tile which has published nothing folds that tile's items itself, publishes the tile's aggregate in
 * its owner's place, and goes on. So every block gets to its end on its own, if it must by folding all that is left
 * of it; where blocks make progress, it is scan_lookback.
 *
 *   two boards  aggregates and prefixes have words of their own: the block that folds a tile writes its aggregate,
 *               its owner alone its prefix, and no late aggregate hides a prefix
 *   same bits   who folds a tile for its owner combines in the owner's order and writes what the owner writes, word by
 *               word with words that are never torn; so it does not matter how many do, or when
 *   left end    what is left of tile 0 is known (the initial value): a walk ends there without any prefix
 *
 * ID, source    none: C5 without its need for progress: Smith, Levien, Owens, "Decoupled Fallback: A Portable Single-Pass
 *               GPU Scan", SPAA 2025, doi 10.1145/3694906.3743326
 * Laws          associative
 * Memory        one pass, if no block folds for others: n items read, n results written
 * Scratch       a counter, and two words, or two flags and two states, a tile
 * Progress      none needed
 * Cannot        more than one row; results or map-out over the input, which others may still have to fold */
#ifndef FOLDCHECK_SCAN_LOOKBACK_FALLBACK_HIP
#define FOLDCHECK_SCAN_LOOKBACK_FALLBACK_HIP
#include "hip/scan/chain.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Looks at a tile without an answer before a block folds it itself. Not tuned. */
enum { FALLBACK_LOOKS = 64 };

/* States that tiles show one another. */
struct board {
    uint64_t *word; /* a tile: epoch << 32 | state; or the state, in as many words as it takes, */
    uint32_t *flag; /* and the epoch */
};

template <class M>
COMPILE_TIME int words_of_state()
{
    return (int)((sizeof(typename M::state) + 7) / 8);
}

/* One lane says it for its group. */
template <class M>
FN void show(const board &board, const turn &mine, int64_t tile, const typename M::state &state)
{
    constexpr int WORDS = words_of_state<M>();
    uint64_t word[WORDS] = {};
    copy_bits<sizeof(state)>(word, &state);
    if constexpr (fits_word<M>())
        publish_word(board.word + tile, (uint64_t)mine.epoch << 32 | word[0]);
    else {
        UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++) publish_word(board.word + tile * WORDS + w, word[w]);
        publish_flag(board.flag + tile, mine.epoch);
    }
}

/* Whether somebody has shown the tile's state in this launch; if so, *state is that. */
template <class M>
FN bool seen(const board &board, const turn &mine, int64_t tile, typename M::state *state)
{
    constexpr int WORDS = words_of_state<M>();
    uint64_t word[WORDS];
    if constexpr (fits_word<M>()) {
        word[0] = observe_word(board.word + tile);
        if (word[0] >> 32 != mine.epoch) return false;
        word[0] &= 0xffffffffu;
    } else {
        if (observe_flag(board.flag + tile) != mine.epoch) return false;
        UNROLL_FOR_SPEED for (int w = 0; w < WORDS; w++) word[w] =
            observe_word(board.word + tile * WORDS + w);
    }
    copy_bits<sizeof(*state)>(state, word);
    return true;
}

template <class M>
struct fallback_arguments {
    scan_arguments<M> scan;
    struct chain<M> turns; /* its counter alone */
    board aggregates, prefixes;
    int64_t tile_count;
};

/* The fold of any tile, by one group, in the order in which fold_tile combines it by a block; n items read again. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN typename M::state fold_for_owner(const item_source<M> &source, int64_t tile,
                                    typename strip_of<M>::word *strip)
{
    constexpr int GROUPS = BLOCK / GROUP;
    typename M::state mine = M::identity(source.params);
    for (int g = 0; g < GROUPS; g++) {
        int64_t first = (tile * GROUPS + g) * (GROUP * ITEMS);
        typename M::input item[ITEMS] = {};
        load_window<input_traits<M>, ITEMS, GROUP>(source.in, first, source.count, strip, item);
        typename M::state folded = fold_owned<M, ITEMS>(source, first + lane_id<GROUP>() * ITEMS, item);
        folded = lane_take<GROUP>(group_scan<M, GROUP>(source.params, folded), GROUP - 1);
        if (lane_id<GROUP>() == g) mine = folded; /* covers the tile's window number g */
    }
    return lane_take<GROUP>(group_scan<M, GROUP>(source.params, mine), GROUPS - 1);
}

/* What is left of the tile whose fold is `total`, for all lanes of the block's first group. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN typename M::state left_without_waiting(const fallback_arguments<M> &a, const turn &mine,
                                          const typename M::state &total, typename strip_of<M>::word *strip)
{
    const typename M::params &params = a.scan.source.params;
    bool speaks = lane_id<GROUP>() == 0;
    if (speaks) show<M>(a.aggregates, mine, mine.tile, total);
    typename M::state left = M::identity(params); /* lane 0: covers tiles [end, mine.tile) */
    int looks = 0, last = -1;
    for (int64_t end = mine.tile; last < 0;) {
        int64_t tile = end - GROUP + lane_id<GROUP>();
        typename M::state state = a.scan.init; /* covers tiles [0, 0) */
        bool ends = tile < 0 || seen<M>(a.prefixes, mine, tile, &state);
        bool says = ends || seen<M>(a.aggregates, mine, tile, &state);
        last = highest_bit(group_ballot<GROUP>(ends));
        int silent = highest_bit(group_ballot<GROUP>(!says));
        if (silent <= last) {
            if (lane_id<GROUP>() < last) state = M::identity(params);
            left = M::combine(params, group_combine<M, GROUP>(params, state), left);
            end -= GROUP;
            continue;
        }
        last = -1;
        if (++looks < FALLBACK_LOOKS) {
            spin();
            continue;
        }
        looks = 0;
        state = fold_for_owner<M, BLOCK, ITEMS, GROUP>(a.scan.source, end - GROUP + silent, strip);
        if (speaks) show<M>(a.aggregates, mine, end - GROUP + silent, state);
    }
    left = lane_take<GROUP>(left, 0); /* covers tiles [0, mine.tile) */
    if (speaks) show<M>(a.prefixes, mine, mine.tile, M::combine(params, left, total));
    return left;
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, (tile_blocks<M, BLOCK, ITEMS>()))
scan_lookback_fallback_kernel(fallback_arguments<M> a)
{
    SHARED(typename strip_of<M>::word, strips, BLOCK * ITEMS);
    SHARED(typename M::state, partial, BLOCK / GROUP);
    SHARED(uint64_t, drawn, 1);
    share turns = share_of(a.scan.tiles, block_id()); /* how many; which, the counter says */
    for (int64_t t = turns.first; t < turns.last; t++) {
        turn mine = take_turn<M>(a.turns, drawn);
        auto held = fold_tile<M, BLOCK, ITEMS, GROUP>(a.scan, mine.tile, strips, partial);
        typename M::state left = M::identity(a.scan.source.params);
        if (group_id<GROUP>() == 0)
            left = left_without_waiting<M, BLOCK, ITEMS, GROUP>(a, mine, held.block.total, strips);
        scan_tile<M, BLOCK, ITEMS, GROUP>(a.scan, held, left, partial);
        end_turns<M>(a.turns, mine, a.tile_count);
    }
}

/* ---- the host's side ---- */

/* Scratch: the counter, then words (or flags) of aggregates and of prefixes, then, where there are flags, states of
 * both. */
inline uint64_t fallback_state_bytes(const struct job *job, int64_t tiles)
{
    return state_bytes(job) <= 4 ? 0 : chain_aligned((uint64_t)tiles * ((state_bytes(job) + 7) / 8 * 8));
}

template <class M>
static inline fallback_arguments<M> fallback_of(const struct job *job, int64_t tiles, int64_t blocks)
{
    fallback_arguments<M> a = {};
    char *at = static_cast<char *>(job->scratch);
    a.scan = scan_of<M>(job, tiles, blocks);
    a.tile_count = tiles;
    a.turns.counter = reinterpret_cast<uint64_t *>(at);
    at += CHAIN_ALIGN;
    uint64_t each = chain_flag_bytes(state_bytes(job), tiles);
    char *states = fits_word<M>() ? at : at + 2 * each;
    uint64_t apart = fits_word<M>() ? each : fallback_state_bytes(job, tiles);
    a.aggregates = {reinterpret_cast<uint64_t *>(states), reinterpret_cast<uint32_t *>(at)};
    a.prefixes = {reinterpret_cast<uint64_t *>(states + apart), reinterpret_cast<uint32_t *>(at + each)};
    return a;
}

struct scan_lookback_fallback : chained_scan {
    static constexpr const char *does =
        "one pass: a block folds the tiles of those that keep it waiting itself";
    static constexpr bool needs_progress = false;
    static constexpr unsigned takes =
        chained_scan::takes & ~TAKES_IN_PLACE; /* it reads again what others hold */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {4, 1, 2, NARROW}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        int64_t tiles = scan_tiles(job, shape);
        return CHAIN_ALIGN + 2 * chain_flag_bytes(state_bytes(job), tiles) +
               2 * fallback_state_bytes(job, tiles);
    }

    /* Without the folds of one block for another. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return scan_traffic(job);
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return clear_flags(job, 2 * chain_flag_bytes(state_bytes(job), scan_tiles(job, shape)), why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t tiles = scan_tiles(job, shape), blocks = smaller(tiles, MOST_BLOCKS);
        if (tiles == 0) return true;
        return launch("scan_lookback_fallback", scan_lookback_fallback_kernel<M, BLOCK, ITEMS, GROUP>, blocks,
                      BLOCK, GROUP, job, fallback_of<M>(job, tiles, blocks), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
