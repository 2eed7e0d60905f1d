/* SPDX-License-Identifier: MIT
 * The helpers of a block that looks ahead (lookahead.hip.h): they draw tiles, fold the aggregates between two of
 * them, and publish. */
#ifndef FOLDCHECK_LOOKAHEAD_HELPERS_HIP_H
#define FOLDCHECK_LOOKAHEAD_HELPERS_HIP_H

#include "hip/scan/lookahead_rows.hip.h"
#include "hip/scan/lookahead_words.hip.h"

namespace FOLDCHECK_NAMESPACE
{

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

/* Bit w: does a row begin in window number w of t(k)? Asked by all lanes of a group, each of the window from item
 * `window` on. */
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

} // namespace FOLDCHECK_NAMESPACE
#endif
