/* SPDX-License-Identifier: MIT
 * A window of items in which many short rows end: a lane takes a row, whose items it finds in shared memory, and
 * results leave side by side, rows without items among them. Nothing is marked or listed. A lane of many items would
 * keep the others waiting, so this is for rows that are short on average. Used by segreduce_ragged_marked. */
#ifndef FOLDCHECK_SHORT_ROWS_HIP_H
#define FOLDCHECK_SHORT_ROWS_HIP_H

#include "hip/segreduce/marked_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Where item i of a window lies: neither lanes that write a run each nor lanes that read side by side meet a bank
 * twice. */
template <int ITEMS, int GROUP>
FN int item_slot(int item)
{
    if constexpr ((ITEMS & (ITEMS - 1)) == 0 && ITEMS <= GROUP)
        return item ^ (int)((unsigned)item / GROUP % ITEMS);
    else
        return item;
}

/* The lane's run of items, to shared memory. */
template <class M, int ITEMS, int GROUP>
FN void stage_run(const item_source<M> &source, int64_t share, const marked_run &at,
                  typename M::input *staged)
{
    int slot = lane_id<GROUP>() * ITEMS;
    int64_t first = share + at.first;
    if (is_whole<M, ITEMS>(source, at)) {
        typename M::input items[ITEMS];
        load_run<input_traits<M>, ITEMS, true>(source.in, first, items);
        emit_run<M, ITEMS>(source, first, items);
        UNROLL for (int k = 0; k < ITEMS; k++) store(staged + item_slot<ITEMS, GROUP>(slot + k), items[k]);
        return;
    }
    int to = (int)smaller(ITEMS, at.items - at.first);
    ROLLED for (int k = at.first < 0 ? -at.first : 0; k < to; k++)
    {
        typename M::input item;
        load_fields<input_traits<M>>(source.in, first + k, &item);
        emit_item<M>(source, first + k, item);
        store(staged + item_slot<ITEMS, GROUP>(slot + k), item);
    }
}

/* Items [from, to) of a window, after what comes before them. */
template <class M, int ITEMS, int GROUP>
FN typename M::state fold_staged(const typename M::params &params, typename M::state all,
                                 const typename M::input *staged, int from, int to)
{
    ROLLED for (int i = from; i < to; i++)
    {
        typename M::input item = load(staged + item_slot<ITEMS, GROUP>(i));
        all = M::combine(params, all, M::lift(params, item)); /* covers all and [from, i] */
    }
    return all;
}

/* Rows of stretch i of the rows ahead that begin and end in the window, a lane a row. */
template <class M, int ITEMS, int GROUP>
FN void fold_inner_stretch(const rows_arguments<M> &a, const marked_share &mine, const window_at &window,
                           const rows_ahead &ahead, int i, const typename M::input *staged)
{
    int lane = lane_id<GROUP>(), to = ahead.to[i], left = lane_up<GROUP>(to, 1),
        from = lane == 0 ? ahead.border[i] : left;
    const typename M::params &params = a.source.params;
    typename M::state all = fold_staged<M, ITEMS, GROUP>(params, M::identity(params), staged,
                                                         from - window.first, to - window.first);
    store_fields<state_traits<M>>(a.out, mine.row + ahead.first + i * GROUP + lane, &all);
}

/* The window's part of rows of stretch i of the rows ahead, a lane a row: writes those that end, but the share's first
 * one with items, which becomes the head of *share. open: of the row that began in front of the window, then of the one
 * that goes on behind it, if it is in this stretch: in its lane. */
template <class M, int ITEMS, int GROUP>
FN void fold_stretch(const rows_arguments<M> &a, const marked_share &mine, const window_at &window,
                     const rows_ahead &ahead, int i, const typename M::input *staged, piece<M> *share,
                     bool *begun, typename M::state *open)
{
    int lane = lane_id<GROUP>(), to = ahead.to[i], left = lane_up<GROUP>(to, 1),
        from = lane == 0 ? ahead.border[i] : left;
    bool ends = window.after < to && to <= window.end, opens = from <= window.end && window.end < to;
    typename M::state all = M::identity(a.source.params); /* covers items [from, from) */
    if (ends || opens) {
        if (from < window.first) all = *open;
        int first = (int)larger(from, window.first), last = (int)smaller(to, window.end);
        all = fold_staged<M, ITEMS, GROUP>(a.source.params, all, staged, first - window.first,
                                           last - window.first);
    }
    int64_t row = mine.row + ahead.first + i * GROUP + lane;
    if (!*begun) {
        lane_set<GROUP> ended = group_ballot<GROUP>(ends && from < to);
        *begun = ended != 0;
        if (ends && from < to && !(ended & lanes_before<GROUP>(lane))) {
            store(&share->head, all);
            store(&share->row, row);
            ends = false;
        }
    }
    if (ends) store_fields<state_traits<M>>(a.out, row, &all);
    if (opens) *open = all;
}

/* A window whose items are in shared memory. open: lane 0's, of what the windows so far leave open. Ends are fetched at
 * the head of a turn and looked at at its end, so that they travel while a turn's rows are folded. */
template <class M, int ITEMS, int GROUP>
FN void fold_short_rows(const rows_arguments<M> &a, const marked_share &mine, const window_at &window,
                        const typename M::input *staged, rows_ahead *ahead, piece<M> *share, bool *begun,
                        typename M::state *open)
{
    *open = lane_take<GROUP>(*open, 0);
    group_sync<GROUP>();
    for (bool first = true;; first = false, next_rows<M, GROUP>(mine, ahead)) {
        if (!first) fetch_ends<M, GROUP>(a, mine, ahead->first + ROWS_AHEAD * GROUP, ahead);
        UNROLL for (int i = 0; i < ROWS_AHEAD; i++)
        {
            if (ahead->border[i + 1] <= window.after) continue;
            if (*begun && window.first < ahead->border[i] && ahead->border[i + 1] <= window.end)
                fold_inner_stretch<M, ITEMS, GROUP>(a, mine, window, *ahead, i, staged);
            else
                fold_stretch<M, ITEMS, GROUP>(a, mine, window, *ahead, i, staged, share, begun, open);
            if (ahead->border[i + 1] <= window.end) continue;
            int lane = bit_count(group_ballot<GROUP>(ahead->to[i] <= window.end));
            *open = lane_take<GROUP>(*open, lane);
            group_sync<GROUP>();
            return;
        }
    }
}

/* A group's windows, one after the other; leaves in *share what it has of rows that it shares with others. */
template <class M, int ITEMS, int GROUP>
FN void walk_short(const rows_arguments<M> &a, const marked_share &mine, typename M::input *staged,
                   piece<M> *share)
{
    constexpr int WINDOW = GROUP * ITEMS;
    rows_ahead ahead = first_rows<M, GROUP>(a, mine);
    typename M::state open =
        M::identity(a.source.params); /* lane 0: covers what the windows so far leave open */
    bool begun = false;
    int window = -(int)((mine.item + a.source.lead) % ITEMS);
    do {
        window_at in = window_of(mine, window, WINDOW);
        marked_run at = {window + lane_id<GROUP>() * ITEMS, mine.items};
        stage_run<M, ITEMS, GROUP>(a.source, mine.item, at, staged);
        fold_short_rows<M, ITEMS, GROUP>(a, mine, in, staged, &ahead, share, &begun, &open);
        window += WINDOW;
    } while (window < mine.items);
    end_share<M, GROUP>(mine, open, begun, share);
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_ragged_short_kernel(ragged_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::input, staged, GROUPS * GROUP * ITEMS);
    SHARED(piece<M>, shares, GROUPS);
    piece<M> *share = shares + group_id<GROUP>();
    marked_share mine = share_of_group<M, BLOCK, GROUP>(a, ITEMS * GROUP);
    if (lane_id<GROUP>() == 0) store(share, no_piece<M>(a.rows.source.params));
    if (mine.items >= 0)
        walk_short<M, ITEMS, GROUP>(a.rows, mine, staged + group_id<GROUP>() * GROUP * ITEMS, share);
    finish_pieces<M, BLOCK, GROUP>(a.rows, shares, a.partial, a.counter);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
