/* SPDX-License-Identifier: MIT
 * Which rows end in a window of items, found by the lanes of a group from the ends of the rows of its share: those with
 * items are listed in order, and their last items are marked, so that a lane that folds a run of items knows at each,
 * from shared memory, whether a row ends there; a row without items has no last one, and is written by the lane that
 * comes upon it. Ends are fetched some stretches of GROUP rows ahead, straight into the registers in which they are
 * looked at next, so that no lane waits for them. Counts within a share have 32 bits. */
#ifndef FOLDCHECK_MARKED_ROWS_HIP_H
#define FOLDCHECK_MARKED_ROWS_HIP_H

#include "hip/segreduce/marked_share.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A lane's run of a window: items [first, first + ITEMS) of the share; `items` of them are live. */
struct marked_run {
    int first, items;
};

template <class M, int ITEMS>
FN bool is_whole(const item_source<M> &source, const marked_run &at)
{
    return source.wide && at.first >= 0 && at.first + ITEMS <= at.items;
}

/* Results of a window that have a place in shared memory: as many bytes as its items if these were words. */
COMPILE_TIME int listed_results(int items, int group, size_t state_bytes)
{
    int fit = items * group * 4 / (int)state_bytes;
    return fit > items * group ? items * group : fit < group ? group : fit;
}

/* A group's knowledge of a window, in shared memory. Rows that end there and have items are listed in order; a run is a
 * lane's items. */
template <class M, int ITEMS, int GROUP>
struct alignas(16) marked_window { /* marks are taken in words of 16 bytes */
    static constexpr int RESULTS = listed_results(ITEMS, GROUP, sizeof(typename M::state));
    uint8_t last[ITEMS * GROUP];       /* of an item: is it the last one of its row? */
    int32_t listed[GROUP];             /* of a run in which rows end: how many are listed before these */
    int32_t row[ITEMS * GROUP];        /* of a listed row: its number, from the share's first row on */
    typename M::state result[RESULTS]; /* of the rows that are listed first */
};

/* Rows that a lane looks at, GROUP apart, while as many ends travel. */
enum { ROWS_AHEAD = 2 };

/* Rows that lanes look at: from row `first` of the share on, in ROWS_AHEAD stretches of GROUP. Lane l's row of stretch
 * i ends at to[i], the last lane's, too, at border[i + 1]; before the first one the items end at border[0]. In items of
 * the share; what is behind it never ends. next: of the rows behind these, of all items, modulo 2^32. */
struct rows_ahead {
    int border[ROWS_AHEAD + 1], to[ROWS_AHEAD];
    uint32_t next[ROWS_AHEAD];
    int first;
};

/* Fetches the ends of the rows from row `row` of the share on. */
template <class M, int GROUP>
FN void fetch_ends(const rows_arguments<M> &a, const marked_share &mine, int row, rows_ahead *ahead)
{
    row += lane_id<GROUP>();
    bool listed = a.row_start != nullptr;
    UNROLL for (int i = 0; i < ROWS_AHEAD; i++)
    {
        int at = row + i * GROUP;
        if (!listed) ahead->next[i] = (uint32_t)(mine.row + 1 + at) * (uint32_t)a.length;
        if (listed && at < mine.rows) ahead->next[i] = (uint32_t)load(a.row_start + mine.row + 1 + at);
    }
}

/* To the rows whose ends have been fetched. */
template <class M, int GROUP>
FN void next_rows(const marked_share &mine, rows_ahead *ahead)
{
    ahead->first += ROWS_AHEAD * GROUP;
    ahead->border[0] = ahead->border[ROWS_AHEAD];
    UNROLL for (int i = 0; i < ROWS_AHEAD; i++)
    {
        bool there = ahead->first + i * GROUP + lane_id<GROUP>() < mine.rows;
        ahead->to[i] = there ? (int)(ahead->next[i] - (uint32_t)mine.item) : INT32_MAX;
        ahead->border[i + 1] = lane_take<GROUP>(ahead->to[i], GROUP - 1);
    }
}

/* The same, and fetches the ends of the rows behind them. */
template <class M, int GROUP>
FN void look_ahead(const rows_arguments<M> &a, const marked_share &mine, rows_ahead *ahead)
{
    next_rows<M, GROUP>(mine, ahead);
    fetch_ends<M, GROUP>(a, mine, ahead->first + ROWS_AHEAD * GROUP, ahead);
}

/* The first rows of a share. One that began in front of it counts as if it began there. */
template <class M, int GROUP>
FN rows_ahead first_rows(const rows_arguments<M> &a, const marked_share &mine)
{
    rows_ahead ahead = {};
    ahead.first = -ROWS_AHEAD * GROUP;
    fetch_ends<M, GROUP>(a, mine, 0, &ahead);
    look_ahead<M, GROUP>(a, mine, &ahead);
    return ahead;
}

/* Items (after, end] of a window that begins at item `first`, of the share. */
struct window_at {
    int first, after, end;
};

/* The window of so many items that begins at one; the first of a share has the rows without items that lie in front,
 * too. */
FN window_at window_of(const marked_share &mine, int first, int items)
{
    return {first, first <= 0 ? -1 : first, (int)smaller(first + items, mine.items)};
}

/* Of stretch i of the rows: lists what ends in the window and marks its last item; writes what ends there without
 * items.
 * *count: of those that are listed. */
template <class M, int ITEMS, int GROUP>
FN void mark_stretch(const rows_arguments<M> &a, const marked_share &mine, const window_at &window,
                     const rows_ahead &ahead, int i, marked_window<M, ITEMS, GROUP> *list, int *count)
{
    int lane = lane_id<GROUP>(), row = ahead.first + i * GROUP + lane, to = ahead.to[i],
        left = lane_up<GROUP>(to, 1), from = lane == 0 ? ahead.border[i] : left;
    bool ends = window.after < to && to <= window.end, marks = ends && from < to;
    lane_set<GROUP> marked = group_ballot<GROUP>(marks);
    if (marks) {
        unsigned item = (unsigned)(to - 1 - window.first), run = item / ITEMS;
        int rank = *count + bit_count(marked & lanes_before<GROUP>(lane));
        store(list->last + item, (uint8_t)1);
        store(list->row + rank, (int32_t)row);
        if (rank == 0 || from <= window.first + (int)run * ITEMS) store(list->listed + run, (int32_t)rank);
    } else if (ends) {
        typename M::state none = M::identity(a.source.params);
        store_fields<state_traits<M>>(a.out, mine.row + row, &none);
    }
    *count += bit_count(marked);
}

/* The same of all rows. How many it has listed. */
template <class M, int ITEMS, int GROUP>
FN int mark_rows(const rows_arguments<M> &a, const marked_share &mine, const window_at &window,
                 marked_window<M, ITEMS, GROUP> *list, rows_ahead *ahead)
{
    int count = 0;
    for (bool first = true;; first = false, next_rows<M, GROUP>(mine, ahead)) {
        if (!first) fetch_ends<M, GROUP>(a, mine, ahead->first + ROWS_AHEAD * GROUP, ahead);
        UNROLL for (int i = 0; i < ROWS_AHEAD; i++)
        {
            if (ahead->border[i + 1] <= window.after) continue;
            mark_stretch<M, ITEMS, GROUP>(a, mine, window, *ahead, i, list, &count);
            if (ahead->border[i + 1] > window.end) return count;
        }
    }
}

/* The marks of the lane's items, a bit each; back to 0. */
template <int ITEMS>
FN uint32_t take_marks(uint8_t *last)
{
    static_assert(ITEMS <= 32, "the marks of a lane are bits of a word");
    constexpr int ACCESS = run_access(1, ITEMS);
    uint32_t bits = 0;
    if constexpr (ACCESS > 0) {
        uint32_t word[ITEMS / 4], none[ACCESS / 4] = {};
        UNROLL for (int w = 0; w < ITEMS / ACCESS; w++)
        {
            load_words<ACCESS>(last + w * ACCESS, word + w * ACCESS / 4);
            store_words<ACCESS>(last + w * ACCESS, none);
        }
        /* each byte is 0 or 1: their sum in the highest byte has a bit of each */
        UNROLL for (int w = 0; w < ITEMS / 4; w++) bits |= word[w] * UINT32_C(0x10204080) >> 28 << 4 * w;
    } else
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            bits |= (uint32_t)load(last + k) << k;
            store(last + k, (uint8_t)0);
        }
    return bits;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
