/* SPDX-License-Identifier: MIT
 * Sums by key of items that lie bucket by bucket, or of one bucket in any order: a block goes through its share of them,
 * adds each to the cell of its key by an atomic, and where the bucket ends the cells to the results. A bucket may be of
 * several tables of cells; then as many blocks read its items, and each adds those of its own table. */
#ifndef FOLDCHECK_KEYED_ADD_TILES_HIP_H
#define FOLDCHECK_KEYED_ADD_TILES_HIP_H
#include "hip/keyed/buckets.hip.h"
#include "hip/keyed/keyed_slices.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The cells, onto the results; then they are empty. All threads, which have met. */
template <class M, int BLOCK, int BITS>
FN void add_cells(const partition_arguments<M> &a, const slice<M> &s, uint32_t table)
{
    const struct column &out = a.keyed.out.column[0];
    for (int64_t d = thread_id(); d < s.count; d += BLOCK) {
        cell_of<M> sum = load(s.cell + d),
                   *result = reinterpret_cast<cell_of<M> *>(static_cast<char *>(out.base) +
                                                            (((int64_t)table << BITS) + d) * out.stride);
        if (sum != 0 && out.base) add_onto(result, sum);
        store(s.cell + d, (cell_of<M>)0);
    }
}

/* The slots of a table. */
template <class M, int BITS>
FN uint32_t table_slots(const partition_arguments<M> &a, uint32_t table)
{
    int64_t left = a.keyed.rows * a.keyed.keys - ((int64_t)table << BITS);
    return (uint32_t)smaller(larger(0, left), (int64_t)1 << BITS);
}

/* The thread's tags that are of the table, whose slots begin with `first`, onto what it holds or onto cells. */
template <class M, int ITEMS>
FN void add_tags(const item_source<M> &source, const slice<M> &s, uint32_t first,
                 const thread_tags<M, ITEMS> &tags, held_fold<M> *held)
{
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        uint32_t place = tags.slot[k] - first; /* no slot of another table is below its count */
        if (place >= s.count) continue;
        typename M::state item = state_of_load<M>(source, tags.load[k]);
        if (place == held->place)
            held->acc = M::combine(source.params, held->acc, item); /* covers its tags since it is held */
        else
            fold_onto_cell<M>(source.params, s.cell + place, item);
    }
}

/* What lanes hold of a table and its cells, onto the results. All threads; they meet. */
template <class M, int BLOCK, int GROUP, int BITS>
FN void leave_table(const partition_arguments<M> &a, const slice<M> &s, uint32_t table, held_fold<M> *held)
{
    let_go<M, GROUP>(a.keyed.source.params, s, held);
    held->place = NO_SLOT;
    block_sync();
    add_cells<M, BLOCK, BITS>(a, s, table);
    block_sync(); /* the cells are used again */
}

template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
KERNEL(BLOCK, 1)
add_tiles_kernel(partition_arguments<M> a)
{
    const item_source<M> &source = a.keyed.source;
    DYNAMIC_SHARED(cells, sizeof(cell_of<M>) << BITS);
    share mine = share_of(a.tiles, block_id() >> a.slice_bits);
    int64_t at = mine.first * BLOCK * ITEMS;
    int64_t end = smaller(mine.last * BLOCK * ITEMS, tags_there<M>(a.tags, a.items));
    uint32_t number = (uint32_t)block_id() & ((1u << a.slice_bits) - 1); /* my table of each bucket */
    slice<M> s = {0, 0, 0, reinterpret_cast<cell_of<M> *>(cells)};
    for (int d = thread_id(); d < 1 << a.bits; d += BLOCK)
        store(s.cell + d, (cell_of<M>)0);
    block_sync();
    held_fold<M> held = {NO_SLOT, M::identity(source.params)};
    uint32_t bucket = bucket_at<M, BITS>(a, at, end), table = (bucket << a.slice_bits) + number;
    for (int64_t turn = 0; at < end; turn++, at += BLOCK * ITEMS) {
        int64_t tile_end = smaller(at + BLOCK * ITEMS, end);
        uint32_t last = bucket_at<M, BITS>(a, tile_end - 1, end);
        thread_tags<M, ITEMS> tags;
        take_tags<M, ITEMS, GROUP>(a.keyed, a.tags, at, tile_end, &tags);
        for (;; bucket++) {
            table = (bucket << a.slice_bits) + number;
            s.count = table_slots<M, BITS>(a, table);
            choose_held<M, GROUP>(source.params, s, tags.slot[0] - (table << BITS), (int)(turn % GROUP),
                                  &held);
            add_tags<M, ITEMS>(source, s, table << BITS, tags, &held);
            if (bucket == last) break; /* which may go on in the next tile */
            leave_table<M, BLOCK, GROUP, BITS>(a, s, table, &held);
        }
    }
    leave_table<M, BLOCK, GROUP, BITS>(a, s, table, &held);
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

/* Threads of a block that sums, and items of each. */
enum { SUMS_ITEMS = 8 };

/* Tables of a bucket at most, as a power of two. */
enum { MOST_SLICE_BITS = 2 };

COMPILE_TIME int sums_block(int block)
{
    return block < 64 ? block : 1024;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
