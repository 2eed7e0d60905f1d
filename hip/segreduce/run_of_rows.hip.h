/* SPDX-License-Identifier: MIT
 * A group's work on a window in which rows end, once every lane has folded its run of it: how the lanes' heads and
 * tails become rows, and how finished rows get out. Used by the reductions that share out items, whatever rows these
 * belong to.
 *
 *   a run       what a lane has folded: of the row that it entered in the middle (head), and of the row that it did not
 *               end (tail); the rows that began and ended in it are written already
 *   the stage   where lanes end many rows each, these pass through shared memory and leave side by side */
#ifndef FOLDCHECK_RUN_OF_ROWS_HIP_H
#define FOLDCHECK_RUN_OF_ROWS_HIP_H

#include "hip/segreduce/piece.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A slot in 16 of a stage stays free, so that lanes which end 16 rows each use all banks. */
enum { STAGE_FREE = 16 };

/* Slots of a group's stage, of all that a block has of `bytes` of shared memory. */
COMPILE_TIME int stage_slots(int bytes, int block, int group, size_t state_bytes)
{
    return bytes / (block / group) / (int)state_bytes;
}

COMPILE_TIME int stage_slot(int row)
{
    return row + (int)((unsigned)row / STAGE_FREE);
}

/* A lane's part of the rows that it shares with others. */
template <class M>
struct run_of_rows {
    typename M::state head, tail;
    bool ended;         /* a row; else all is tail */
    bool first = false; /* no lane before it did, which complete_heads finds out */
};

/* Where finished rows of a window go. */
template <class M>
struct window_writer {
    const column_set<M::state_columns.count> *out;
    typename M::state *stage; /* NULL: straight to the results */
    int64_t row;              /* row 0 of the window */
};

template <class M>
FN void write_row(const window_writer<M> &writer, int row, const typename M::state &state)
{
    if (writer.stage)
        store(writer.stage + stage_slot(row), state);
    else
        store_fields<state_traits<M>>(*writer.out, writer.row + row, &state);
}

/* Rows [from, to) of the window, from the stage to the results. */
template <class M, int GROUP>
FN void empty_stage(const window_writer<M> &writer, int from, int to)
{
    group_sync<GROUP>();
    for (int row = from + lane_id<GROUP>(); row < to; row += GROUP) {
        typename M::state state = load(writer.stage + stage_slot(row));
        store_fields<state_traits<M>>(*writer.out, writer.row + row, &state);
    }
    group_sync<GROUP>();
}

/* Every lane: tails from the nearest lane at or before it that ended a row, else from lane 0, to its own. params: of
 * the row that the tail is of; most_reach: no tail is of more lanes before it. */
template <class M, int GROUP>
FN typename M::state scan_tails(const typename M::params &params, typename M::state tail, int most_reach,
                                lane_set<GROUP> ended)
{
    int lane = lane_id<GROUP>(), last = highest_bit(ended & lanes_to<GROUP>(lane));
    int reach = last < 0 ? lane : lane - last;
    lane_set<GROUP> apart =
        ~ended & lanes_to<GROUP>(GROUP - 1); /* lanes whose d last lanes, they among them, ended none */
    UNROLL for (int d = 1; d < GROUP; apart &= apart << d, d *= 2)
    {
        if (d > most_reach || !apart) continue;
        typename M::state left = lane_up<GROUP>(tail, d);
        if (reach >= d)
            tail = M::combine(params, left, tail); /* covers lanes (l - 2d, l] that are in reach */
    }
    return tail;
}

/* A window in which rows end: the missing part of the row that a lane enters in the middle is put in front of its head.
 * Every lane gets the open part of the window. open is lane 0's; most_reach is scan_tails'; of_head and of_tail are the
 * params of that row and of the one that the run does not end. */
template <class M, int GROUP>
FN typename M::state complete_heads(const typename M::params &of_head, const typename M::params &of_tail,
                                    const typename M::state &open, run_of_rows<M> *mine, int most_reach)
{
    lane_set<GROUP> ended = group_ballot<GROUP>(mine->ended);
    typename M::state tails = scan_tails<M, GROUP>(of_tail, mine->tail, most_reach, ended);
    typename M::state before = lane_take<GROUP>(open, 0);
    mine->head = M::combine(of_head, group_shift<M, GROUP>(of_head, tails), mine->head);
    mine->first = mine->ended && !(ended & lanes_before<GROUP>(lane_id<GROUP>()));
    if (mine->first) mine->head = M::combine(of_head, before, mine->head);
    return lane_take<GROUP>(tails, GROUP - 1);
}

/* The same, and writes the rows that it completes, but the first of the share, which becomes the head of *share. row is
 * the one that the lane's run begins in. */
template <class M, int GROUP>
FN typename M::state end_rows(const typename M::params &of_head, const typename M::params &of_tail,
                              const window_writer<M> &writer, piece<M> *share, bool begun,
                              const typename M::state &open, run_of_rows<M> mine, int most_reach, int row)
{
    typename M::state left = complete_heads<M, GROUP>(of_head, of_tail, open, &mine, most_reach);
    if (mine.first && !begun) {
        store(&share->head, mine.head);
        store(&share->row, writer.row + row);
    } else if (mine.ended)
        write_row<M>(writer, row, mine.head);
    return left;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
