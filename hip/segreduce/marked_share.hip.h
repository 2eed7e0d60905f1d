/* SPDX-License-Identifier: MIT
 * Equal shares of a job's steps, an end of a row counting as END_WEIGHT of them: where a group's share begins and ends.
 * Used by segreduce_ragged_marked, whether rows are short or not. */
#ifndef FOLDCHECK_MARKED_SHARE_HIP_H
#define FOLDCHECK_MARKED_SHARE_HIP_H

#include "hip/segreduce/ragged_steps.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The cost of an end, in items. H200, f32: as much time as 6 of them where rows have 0 to 2, as 8 where they have 15.
 * Where half of the items are one row and the others rows of 15, 2^26 of them take 121 us by 4 and 82 by 8. */
enum { END_WEIGHT = 8 };

/* A group's part of the job: items from `item` on, rows from `row` on. */
struct marked_share {
    int64_t item, row;
    int items, rows; /* that it has, and that end there */
};

/* A place between two shares: the items before it, and the rows that have ended there. */
struct share_border {
    int64_t item, row;
};

/* Whether a row that begins at an item ends at another, behind it. */
template <class M>
FN bool has_ended(const rows_arguments<M> &a, int64_t row, int64_t begins, int64_t item)
{
    return row < a.rows && begins < item && end_of_row<M>(a, row) == item;
}

/* The border in front of a step. */
template <class M, int GROUP>
FN share_border border_at(const rows_arguments<M> &a, int64_t step)
{
    if (step <= 0) return {0, 0};
    if (step >= END_WEIGHT * a.rows + a.source.count) return {a.source.count, a.rows};
    int64_t row = rows_before<M, GROUP, END_WEIGHT>(a, step), item = step - END_WEIGHT * row;
    /* Lane 0: an end that is cut by the border is in front of it, and so is one whose last item is. */
    int64_t begins = lane_id<GROUP>() == 0 && row > 0 ? end_of_row<M>(a, row - 1) : 0;
    item = lane_first<GROUP>(larger(item, begins));
    bool ended = lane_id<GROUP>() == 0 && has_ended<M>(a, row, begins, item);
    return {item, row + lane_first<GROUP>((int)ended)};
}

/* The share of the thread's group, without items where it has no window. */
template <class M, int BLOCK, int GROUP>
FN marked_share share_of_group(const ragged_arguments<M> &a, int window)
{
    auto windows = share_of(a.windows, block_id() * (BLOCK / GROUP) + group_id<GROUP>());
    if (windows.first >= windows.last) return {0, 0, -1, 0};
    share_border first = border_at<M, GROUP>(a.rows, windows.first * window),
                 last = border_at<M, GROUP>(a.rows, windows.last * window);
    return {first.item, first.row, (int)(last.item - first.item), (int)(last.row - first.row)};
}

/* The end of a share: lane 0's open part becomes the tail of its piece. */
template <class M, int GROUP>
FN void end_share(const marked_share &mine, const typename M::state &open, bool begun, piece<M> *share)
{
    if (lane_id<GROUP>() != 0 || mine.items == 0) return;
    store(&share->tail, open);
    if (!begun) store(&share->row, ~mine.row);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
