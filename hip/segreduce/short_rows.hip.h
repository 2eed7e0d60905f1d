/* SPDX-License-Identifier: MIT
 * A window of items in which many short rows end: a lane takes a row, whose items it finds in shared memory, and
 * results leave side by side, rows without items among them. Nothing is marked or listed. A lane of many items would
 * keep the others waiting, so this is for windows in which rows are likely to be short. Used by
 * segreduce_ragged_marked. */
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

/* The lane's run of items, lifted, to shared memory. */
template <class M, int ITEMS, int GROUP>
FN void lift_run(const item_source<M> &source, int64_t share, const marked_run &at,
                 const typename M::input *items, typename M::state *lifted)
{
    int slot = lane_id<GROUP>() * ITEMS;
    if (is_whole<M, ITEMS>(source, at)) {
        emit_run<M, ITEMS>(source, share + at.first, items);
        UNROLL for (int k = 0; k < ITEMS; k++)
            store(lifted + item_slot<ITEMS, GROUP>(slot + k), M::lift(source.params, items[k]));
    } else
        ROLLED for (int k = 0; k < ITEMS; k++) if (at.first + k >= 0 && at.first + k < at.items)
            store(lifted + item_slot<ITEMS, GROUP>(slot + k), take_state<M>(source, share + at.first + k));
}

/* The window's part of rows of stretch i of the rows ahead, a lane a row: writes those that end, but the share's first
 * one with items, which becomes the head of *share. open: of the row that began in front of the window, then of the one
 * that goes on behind it, if it is in this stretch: in its lane. */
template <class M, int ITEMS, int GROUP>
FN void fold_stretch(const rows_arguments<M> &a, const marked_share &mine, const window_at &window,
                     const rows_ahead &ahead, int i, const typename M::state *lifted, piece<M> *share,
                     bool *begun, typename M::state *open)
{
    int lane = lane_id<GROUP>(), to = ahead.to[i], left = lane_up<GROUP>(to, 1),
        from = lane == 0 ? ahead.border[i] : left;
    bool ends = window.after < to && to <= window.end, opens = from <= window.end && window.end < to;
    typename M::state all = M::identity(a.source.params); /* covers items [from, from) */
    if (ends || opens) {
        if (from < window.first) all = *open;
        int last = (int)smaller(to, window.end);
        ROLLED for (int k = (int)larger(from, window.first); k < last; k++) all =
            M::combine(a.source.params, all, load(lifted + item_slot<ITEMS, GROUP>(k - window.first)));
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

/* A window whose items are in shared memory. open: lane 0's, of what the windows so far leave open. How many rows end,
 * with fewer than GROUP that ended in the windows before. */
template <class M, int ITEMS, int GROUP>
FN int fold_short_rows(const rows_arguments<M> &a, const marked_share &mine, const window_at &window,
                       const typename M::state *lifted, rows_ahead *ahead, piece<M> *share, bool *begun,
                       typename M::state *open)
{
    *open = lane_take<GROUP>(*open, 0);
    group_sync<GROUP>();
    for (int count = 0;; look_ahead<M, GROUP>(a, mine, ahead))
        UNROLL for (int i = 0; i < ROWS_AHEAD; i++)
        {
            if (ahead->border[i + 1] <= window.after) continue;
            fold_stretch<M, ITEMS, GROUP>(a, mine, window, *ahead, i, lifted, share, begun, open);
            count += GROUP;
            if (ahead->border[i + 1] <= window.end) continue;
            int lane = bit_count(group_ballot<GROUP>(ahead->to[i] <= window.end));
            *open = lane_take<GROUP>(*open, lane);
            group_sync<GROUP>();
            return count - GROUP + lane;
        }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
