/* SPDX-License-Identifier: MIT
 * Segmented reductions that fold rows from shared memory, as loops in a map: a block reads whole rows coalesced,
 * an item a thread at a time, into a tile of shared memory, from where each thread folds a run of its own. So nothing
 * has to be transposed in global memory.
 *
 *   a run      items of a row that one thread folds: the whole row, or one of WAYS parts; the last part may be shorter
 *              or empty; run number thread_id() is the thread's
 *   stride     items of the tile from one run to the next: those of a run, and one more where that makes them an odd
 *              number, so that the banks of neighbouring threads' items of 4 bytes differ */
#ifndef FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_HIP_H
#define FOLDCHECK_SEGREDUCE_LOOP_IN_MAP_HIP_H

#include "hip/segreduce/small.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* How rows lie in a tile. */
struct tile_of_rows {
    int run, stride; /* items of a run, and from one to the next */
};

template <class M>
struct loop_arguments {
    pack_arguments<M> packs;
    tile_of_rows tile;
};

/* Reads the pack's items into the tile and writes their map-out. A block_sync follows before others read them. */
template <class M, int BLOCK, int WAYS>
FN void read_rows(const loop_arguments<M> &a, const pack &mine, typename M::input *tile)
{
    for (int place = thread_id(); place < mine.items; place += BLOCK) {
        typename M::input item;
        load_fields<input_traits<M>>(a.packs.rows.source.in, mine.first + place, &item);
        emit_item<M>(a.packs.rows.source, mine.first + place, item);
        int row = row_of_place<M>(a.packs, place), in_row = place - row * a.packs.index.compact;
        int part = WAYS == 1 ? 0 : (int)((unsigned)in_row / (unsigned)a.tile.run);
        store(tile + (row * WAYS + part) * a.tile.stride + in_row - part * a.tile.run, item);
    }
}

/* The fold of the thread's run; the identity where there is none. */
template <class M, int WAYS>
FN typename M::state fold_own_run(const loop_arguments<M> &a, const pack &mine, const typename M::input *tile)
{
    const typename M::params &params = a.packs.rows.source.params;
    int row = thread_id() / WAYS, part = thread_id() % WAYS;
    int items = (int)smaller(a.tile.run, a.packs.index.compact - part * a.tile.run);
    typename M::state acc = M::identity(params); /* covers [0, 0) of the run */
    for (int k = 0; row < mine.rows && k < items; k++)
        acc = M::combine(params, acc, M::lift(params, load(tile + thread_id() * a.tile.stride + k)));
    return acc;
}

/* ---- the host's side ---- */

/* A row of `length` > 0 items in `ways` runs. */
inline tile_of_rows tile_of_length(uint64_t length, uint64_t ways)
{
    int run = (int)ceiling((int64_t)length, (int64_t)ways);
    tile_of_rows tile = {run, run | 1};
    return tile;
}

/* Rows a pack: at most as many as the tile of `places` items holds, and as the block has threads for. */
inline uint64_t rows_a_tile(uint64_t length, uint64_t ways, uint64_t places, uint64_t block)
{
    uint64_t each = ways * (uint64_t)tile_of_length(length, ways).stride;
    return (uint64_t)smaller((int64_t)(block / ways), (int64_t)segments_packed(each, places));
}

/* Items of the longest row that fits: `ways` runs of the largest odd stride that does, or of one less. */
inline uint64_t longest_in_tile(uint64_t ways, uint64_t places)
{
    uint64_t stride = places / ways;
    return stride == 0 ? 0 : ways * (stride % 2 ? stride : stride - 1);
}

/* GROUP threads fold a row, which their block has read. */
struct loop_in_map_reduction : row_reduction {
    static constexpr auto depth = depth_by_group;

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.item * shape.block * shape.items;
    }

    static uint64_t longest_row(const struct job *, const struct launch_shape *shape)
    {
        return longest_in_tile(shape->group, pack_places(shape));
    }
};

/* Enqueues a kernel in which GROUP threads fold a row. */
template <class M, int BLOCK, int ITEMS, int GROUP>
static inline bool loop_in_map_enqueue(const char *name, void (*kernel)(loop_arguments<M>),
                                       const struct job *job, struct text *why)
{
    if (job->rows == 0) return true;
    if (job->length == 0) return empty_rows_enqueue<M>(job, why);
    uint64_t packed = rows_a_tile(job->length, GROUP, BLOCK * ITEMS, BLOCK);
    int64_t packs = (int64_t)segments_ceiling(job->rows, packed);
    loop_arguments<M> a = {
        {rows_of<M>(job), row_index_of(0, (int64_t)job->length, BLOCK * ITEMS), packs, (int)packed},
        tile_of_length(job->length, GROUP)};
    return launch(name, kernel, smaller(MOST_BLOCKS, packs), BLOCK, GROUP, job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
