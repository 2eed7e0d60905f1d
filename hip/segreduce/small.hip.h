/* SPDX-License-Identifier: MIT
 * Segmented reductions whose rows fit into a block, several at a time (S5): arguments of their kernels, how
 * places are told apart by row, and the host's side.
 *
 *   a pack      as many whole rows as BLOCK * ITEMS items hold: a block's work at a time
 *   a place     an item's number in its pack; thread t owns places [t * ITEMS, (t + 1) * ITEMS)
 *
 * The last pack may have fewer rows, and in every pack places may be left over behind the last row: there is no item at
 * these, but their threads take part in all that the block does together. */
#ifndef FOLDCHECK_SEGREDUCE_SMALL_HIP_H
#define FOLDCHECK_SEGREDUCE_SMALL_HIP_H

#include "hip/scan/segment.hip.h"
#include "hip/segments.h"
#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The arguments of every such kernel: rows of at least one item. */
template <class M, class Source = item_source<M>>
struct pack_arguments {
    rows_arguments<M, Source> rows;
    row_index index; /* of a pack's places, which begin with a row */
    int64_t packs;
    int packed; /* rows a pack */
};

struct pack {
    int64_t row, first; /* the first row, and the first item, of all */
    int rows, items;
};

template <class M, class Source>
FN pack pack_of(const pack_arguments<M, Source> &a, int64_t number)
{
    pack mine;
    mine.row = number * a.packed;
    mine.first = mine.row * a.rows.length;
    mine.rows = (int)smaller(a.packed, a.rows.rows - mine.row);
    mine.items = mine.rows * (int)a.rows.length;
    return mine;
}

/* The item at a place, or the identity where there is none. */
template <class M, class Source>
FN typename M::state take_place(const pack_arguments<M, Source> &a, const pack &mine, int place)
{
    return take_in_row<M>(a.rows.source, mine.first + place, mine.first + mine.items);
}

template <class M, class Source>
FN void put_row(const pack_arguments<M, Source> &a, const pack &mine, int row,
                const typename M::state &result)
{
    store_fields<state_traits<M>>(a.rows.out, mine.row + row, &result);
}

/* Which row of its pack a place is in, and where that row ends. */
template <class M, class Source>
FN int row_of_place(const pack_arguments<M, Source> &a, int place)
{
    return (int)((unsigned)place / (unsigned)a.index.compact);
}

template <class M, class Source>
FN int row_end_in_pack(const pack_arguments<M, Source> &a, int row)
{
    return (row + 1) * a.index.compact;
}

/* What is left of each thread's places in the row that the first of them continues; if that begins a row, anything.
 * `folded` covers the thread's places in the row of the last of them. partial: a state a group. Two block_syncs;
 * a caller that calls it again with the same partial puts another between. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN typename M::state left_in_row(const typename M::params &params, const row_index &index,
                                 const typename M::state &folded, typename M::state *partial)
{
    block_scan<M> block = scan_lanes_of_rows<M, true, BLOCK, ITEMS, GROUP>(params, index, folded, partial);
    if (group_id<GROUP>() == 0 && lane_id<GROUP>() < BLOCK / GROUP)
        store(partial + lane_id<GROUP>(), block.groups);
    block_sync();
    int window = group_id<GROUP>() * GROUP * ITEMS;
    if (!continues_row<true>(index, window, thread_id() * ITEMS)) return block.lanes;
    return M::combine(params, load(partial + group_id<GROUP>()), block.lanes);
}

/* ---- the host's side ---- */

inline uint64_t pack_places(const struct launch_shape *shape)
{
    return (uint64_t)shape->block * shape->items;
}

/* Whole rows in packs of a block's places. */
struct packed_reduction : row_reduction {
    static constexpr auto depth = depth_by_block;

    /* One group folds the groups' states. */
    static constexpr bool suits(const op_sizes &, const struct launch_shape &shape)
    {
        return shape.block / shape.group <= shape.group;
    }

    static uint64_t longest_row(const struct job *, const struct launch_shape *shape)
    {
        return pack_places(shape);
    }
};

/* Enqueues a kernel over packs of rows of at least one item, BLOCK * ITEMS places a pack at most; there are rows. */
template <class M, class Source, int BLOCK, int ITEMS, int GROUP>
static inline bool packs_launch(const char *name, void (*kernel)(pack_arguments<M, Source>),
                                const struct job *job, const rows_arguments<M, Source> &rows,
                                struct text *why)
{
    uint64_t packed = segments_packed((uint64_t)rows.length, BLOCK * ITEMS);
    int64_t packs = (int64_t)segments_ceiling((uint64_t)rows.rows, packed);
    pack_arguments<M, Source> a = {rows, row_index_of(0, rows.length, BLOCK * ITEMS), packs, (int)packed};
    return launch(name, kernel, smaller(MOST_BLOCKS, packs), BLOCK, GROUP, job, a, why);
}

/* As packs_launch, of the job's rows, or what gives rows without items the identity. */
template <class M, int BLOCK, int ITEMS, int GROUP>
static inline bool packs_enqueue(const char *name, void (*kernel)(pack_arguments<M>), const struct job *job,
                                 struct text *why)
{
    if (job->rows == 0) return true;
    if (job->length == 0) return empty_rows_enqueue<M>(job, why);
    return packs_launch<M, item_source<M>, BLOCK, ITEMS, GROUP>(name, kernel, job, rows_of<M>(job), why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
