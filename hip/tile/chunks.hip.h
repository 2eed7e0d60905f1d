/* SPDX-License-Identifier: MIT
 * A row, or a part of it, by a block: the block's groups share out a chunk of consecutive windows, in order, and meet,
 * then the next chunk. So what a block reads at a time lies close together, and a block waits once a chunk.
 *
 *   2 groups, chunks of 2 windows a group     windows  0 1 | 2 3     chunk 0
 *                                                      4 5 | 6 7     chunk 1 */
#ifndef FOLDCHECK_CHUNKS_HIP_H
#define FOLDCHECK_CHUNKS_HIP_H

#include "hip/tile/window_parts.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Where rows begin and end, as the compiler knows it: with runs of items, so that a run is all or none of a row's; or
 * anywhere, so that a lane reads runs alone; or anywhere in rows of so many windows that those which the row has whole
 * are worth code of their own. */
enum run_place { RUNS_WHOLE, RUNS_CUT, RUNS_OF_LONG };

/* Items [first, last), by one lane, one by one: END_STEP of them are on their way at a time. */
enum { END_STEP = 4 };

template <class M>
FN typename M::state fold_one_by_one(const item_source<M> &source, int64_t first, int64_t last)
{
    typename M::state acc = M::identity(source.params); /* covers [first, first) */
    for (int64_t at = first; at < last; at += END_STEP) {
        typename M::input item[END_STEP];
        UNROLL for (int k = 0; k < END_STEP; k++)
        {
            if (at + k < last) load_fields<input_traits<M>>(source.in, at + k, item + k);
        }
        UNROLL for (int k = 0; k < END_STEP; k++)
        {
            if (at + k < last) acc = M::combine(source.params, acc, take_item<M>(source, at + k, item[k]));
        }
    }
    return acc; /* covers [first, last) */
}

/* Those of items [at, at + ITEMS) that the row has, by one lane. */
template <class M, int ITEMS, bool STREAM, enum run_place RUNS>
FN typename M::state fold_run_of(const item_source<M> &source, int64_t at, const row_items &row)
{
    if constexpr (RUNS != RUNS_OF_LONG)
        return fold_run_in_row<M, ITEMS, STREAM, RUNS == RUNS_WHOLE>(source, at, row);
    else if (source.wide && row.first <= at && at + ITEMS <= row.last)
        return fold_run_in_row<M, ITEMS, STREAM, true>(source, at, row);
    else
        return fold_one_by_one<M>(source, larger(at, row.first), smaller(at + ITEMS, row.last));
}

/* Those of the GROUP * ITEMS items from `first` on that the row has, by one group: in parts where all are there, else a
 * run a lane. The result is lane 0's. */
template <class M, int ITEMS, int GROUP, enum run_place RUNS>
FN typename M::state fold_window(const item_source<M> &source, int64_t first, const row_items &row)
{
    constexpr int PARTS = RUNS == RUNS_CUT ? 1 : parts_of_window<M, ITEMS, GROUP>();
    constexpr bool STREAM = GROUP <= LANES_APART;
    bool begins = RUNS == RUNS_WHOLE || (source.wide && row.first <= first);
    if (PARTS == 1 || !begins || first + GROUP * ITEMS > row.last) {
        int64_t at = first + lane_id<GROUP>() * ITEMS;
        typename M::state run = fold_run_of<M, ITEMS, STREAM, RUNS>(source, at, row);
        return group_combine<M, GROUP>(source.params, run);
    }
    return fold_parts<M, ITEMS, GROUP, PARTS, STREAM>(source, first);
}

/* A group's windows of a row whose first one begins at `first`, in order. The result is lane 0's. */
template <class M, int ITEMS, int GROUP, enum run_place RUNS>
FN typename M::state fold_windows(const item_source<M> &source, int64_t first, const row_items &row,
                                  const share &windows)
{
    typename M::state acc = M::identity(source.params); /* lane 0: covers the windows so far */
    for (int64_t w = windows.first; w < windows.last; w++) {
        int64_t at = first + w * (GROUP * ITEMS);
        acc = M::combine(source.params, acc, fold_window<M, ITEMS, GROUP, RUNS>(source, at, row));
    }
    return acc;
}

/* A block's windows of a row whose first one begins at `first`, EACH a group in a chunk. partial[2 * GROUPS] is used by
 * turns, so that one barrier a chunk is enough; a block that folds rows in a loop keeps *turn. The result is
 * thread 0's. */
template <class M, int BLOCK, int ITEMS, int GROUP, enum run_place RUNS, int EACH>
FN typename M::state fold_chunks(const item_source<M> &source, int64_t first, const row_items &row,
                                 const share &windows, typename M::state *partial, int *turn)
{
    constexpr int GROUPS = BLOCK / GROUP;
    typename M::state acc =
        M::identity(source.params); /* thread 0: covers the windows in front of chunk.first */
    for (share chunk = {windows.first, windows.first}; chunk.first < windows.last;
         chunk.first = chunk.last, *turn ^= 1) {
        chunk.last = smaller(chunk.first + GROUPS * EACH, windows.last);
        int count = (int)(chunk.last - chunk.first), group = group_id<GROUP>();
        share mine = {chunk.first + group * count / GROUPS, chunk.first + (group + 1) * count / GROUPS};
        typename M::state part = fold_windows<M, ITEMS, GROUP, RUNS>(source, first, row, mine);
        part = block_combine<M, BLOCK, GROUP>(source.params, part, partial + *turn * GROUPS);
        acc = M::combine(source.params, acc, part);
    }
    return acc;
}

/* Windows a group in a chunk of long rows: so many that a lane reads 256 bytes; in tiny blocks one, so that few items
 * show the loop over chunks. H200, reductions of 2^28 f32 by 256 threads of 32 items, us: 1, 2, 4 windows 241.4,
 * 240.8, 242.0; a share a group, without chunks, 243.1. */
template <class M, int BLOCK, int ITEMS>
COMPILE_TIME int chunk_windows()
{
    constexpr int BYTES = ITEMS * (int)M::input_columns.packed;
    return BLOCK < 64 || BYTES >= 256 ? 1 : 256 / BYTES;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
