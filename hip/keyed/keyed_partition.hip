/* SPDX-License-Identifier: MIT
 * keyed_partition: as many keys as a block has a table for are a bucket. Where there are several buckets, stable
 * passes of a radix sort by the number of the bucket bring the items of each together; where there is one, items are
 * read where they lie. Each block goes through its share of them from left to right, a tile at a time: it sorts the
 * tile by key in shared memory, folds the runs of equal keys, and folds these onto its table. Where its bucket ends,
 * the table's entries are results; a bucket that lies in several shares has a table of each, which the last kernel
 * folds in order. Operators that have an atomic for sums need no sort: a block's table has room for more keys, and
 * lanes fold onto it by atomics, as in keyed_slices. Where that saves a pass, a bucket is of up to four tables: as
 * many blocks read it, and each folds the keys of its own.
 *
 * ID, source    none
 * Laws          associative
 * Memory        keys read, items and keys read, once for each table of a bucket, from memory or from its cache; if
 *               there are several buckets, for each pass slots read once more,
 *               and items and slots read and written; tables of the shares' first and last buckets written and read
 * Scratch       two lists of slots and items; two tables for each share
 * Progress      none needed
 * Cannot        2^31 items or more; rows times keys that 32 bits do not number */
#ifndef FOLDCHECK_KEYED_PARTITION_HIP
#define FOLDCHECK_KEYED_PARTITION_HIP
#include "hip/keyed/add_tiles.hip.h"
#include "hip/keyed/tile_runs.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- the first kernel: every key has no items ---- */
template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
clear_slots_kernel(keyed_arguments<M> a)
{
    typename M::state none = M::identity(a.source.params);
    for (int64_t at = block_id() * BLOCK + thread_id(); at < a.rows * a.keys; at += block_count() * BLOCK)
        store_fields<state_traits<M>>(a.out, at, &none);
}

/* ---- the second kernel, order kept ---- */

/* Sorts the tags of the bucket among those of [at, end) that fit a tile; how many. All threads; they meet. */
template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
FN uint32_t sort_bucket_tile(const partition_arguments<M> &a, int64_t at, int64_t end, uint32_t bucket,
                             runs_tile<M, BLOCK, ITEMS, GROUP, BITS> *tile)
{
    uint32_t digit[ITEMS], live = 0;
    thread_tags<M, ITEMS> tags;
    take_tags<M, ITEMS, GROUP>(a.keyed, a.tags, at, end, &tags);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        live |= (uint32_t)(tags.slot[k] != NO_SLOT && tags.slot[k] >> BITS == bucket) << k;
        digit[k] = tags.slot[k] & ((1u << BITS) - 1);
    }
    uint32_t there = sort_digits<BLOCK, ITEMS, GROUP, BITS>(&tile->digits, digit, live, a.bits);
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (!(live >> k & 1)) continue;
        uint32_t place = spread<ITEMS>(sorted_place<BLOCK, GROUP, BITS>(&tile->digits, digit[k]));
        store(tile->digit + place, (uint16_t)(digit[k] & 0xffff));
        store(tile->load + place, tags.load[k]);
    }
    block_sync();
    return there;
}

/* The runs of a tile, onto the table. All threads; they have met. */
template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
FN void fold_onto_table(const partition_arguments<M> &a, uint32_t there,
                        runs_tile<M, BLOCK, ITEMS, GROUP, BITS> *tile)
{
    const typename M::params &params = a.keyed.source.params;
    fold_tile_runs<M, BLOCK, ITEMS, GROUP, BITS>(a.keyed.source, tile, there);
    for (int d = thread_id(); d < 1 << a.bits; d += BLOCK) {
        if (load(&tile->digits.size[d]) == 0) continue;
        store(tile->table + d, M::combine(params, load(tile->table + d), load(tile->run + d)));
    }
}

/* The table's entries are results, or edge number `edge` if that is one; then the table is empty. */
template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
FN void put_table(const partition_arguments<M> &a, uint32_t bucket, int64_t edge,
                  runs_tile<M, BLOCK, ITEMS, GROUP, BITS> *tile)
{
    int64_t results = a.keyed.rows * a.keyed.keys;
    if (edge >= 0 && thread_id() == 0) store(a.edge_bucket + edge, bucket);
    for (int d = thread_id(); d < 1 << a.bits; d += BLOCK) {
        typename M::state acc = load(tile->table + d);
        int64_t slot = ((int64_t)bucket << BITS) + d;
        if (edge >= 0)
            store(a.edge_state + (edge << a.bits) + d, acc);
        else if (slot < results)
            store_fields<state_traits<M>>(a.keyed.out, slot, &acc);
        store(tile->table + d, M::identity(a.keyed.source.params));
    }
}

/* Blocks that fold tiles on a processor at a time: registers for their items allow no more. */
COMPILE_TIME int fold_blocks(int block)
{
    return block < 64 ? 1 : (block < 512 ? 768 : 1024) / block;
}

template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
KERNEL(BLOCK, fold_blocks(BLOCK))
fold_tiles_kernel(partition_arguments<M> a)
{
    typedef runs_tile<M, BLOCK, ITEMS, GROUP, BITS> tile_type;
    DYNAMIC_SHARED(bytes, sizeof(tile_type));
    tile_type *tile = reinterpret_cast<tile_type *>(bytes);
    share mine = share_of(a.tiles, block_id());
    int64_t count = tags_there<M>(a.tags, a.items), edge = block_id() * a.edges_each;
    int64_t at = mine.first * BLOCK * ITEMS, end = smaller(mine.last * BLOCK * ITEMS, count);
    for (int d = thread_id(); d < 1 << a.bits; d += BLOCK)
        store(tile->table + d, M::identity(a.keyed.source.params));
    uint32_t bucket = bucket_at<M, BITS>(a, at, end);
    while (at < end) {
        uint32_t there = sort_bucket_tile<M, BLOCK, ITEMS, GROUP, BITS>(a, at, end, bucket, tile);
        fold_onto_table<M, BLOCK, ITEMS, GROUP, BITS>(a, there, tile);
        at += a.tags.slot ? (int64_t)there : BLOCK * ITEMS;
        uint32_t next = bucket_at<M, BITS>(a, at, end);
        if (next == bucket || next == NO_BUCKET) continue;
        put_table<M, BLOCK, ITEMS, GROUP, BITS>(a, bucket, edge, tile);
        bucket = next;
        edge = -1; /* no other share has items of this bucket, unless it is the last one */
    }
    bool first = edge >= 0;
    if (first)
        put_table<M, BLOCK, ITEMS, GROUP, BITS>(a, bucket, edge, tile); /* and an empty one behind it */
    if (a.edges_each == 2 || !first)
        put_table<M, BLOCK, ITEMS, GROUP, BITS>(a, bucket, block_id() * a.edges_each + 1, tile);
}

/* ---- the third kernel: the tables of a bucket, in order ---- */

/* Keys that a block takes of a bucket. */
COMPILE_TIME int edge_keys(int block)
{
    return block < 64 ? 2 : 32;
}

/* Edges of a bucket, [first, last). */
struct edge_span {
    int64_t first, last;
};

/* The edges that have the bucket of edge `first`. */
template <class M>
FN edge_span edges_of_bucket(const partition_arguments<M> &a, int64_t first, uint32_t bucket)
{
    int64_t low = first + 1, high = a.parts * a.edges_each;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (load(a.edge_bucket + middle) == bucket)
            low = middle + 1;
        else
            high = middle;
    }
    return {first, low};
}

/* Digit d of edges [from, to). */
template <class M>
FN typename M::state fold_edges(const partition_arguments<M> &a, int64_t from, int64_t to, int d)
{
    typename M::state acc = M::identity(a.keyed.source.params); /* covers edges [from, from) */
    for (int64_t e = from; e < to; e++)
        acc = M::combine(a.keyed.source.params, acc, load(a.edge_state + (e << a.bits) + d));
    return acc;
}

/* Keys [first, last) of the bucket: a thread each where there are few edges, else a group each. */
template <class M, int BLOCK, int GROUP, int BITS>
FN void fold_bucket_edges(const partition_arguments<M> &a, const edge_span &edges, uint32_t bucket, int first,
                          int last)
{
    int64_t slot = (int64_t)bucket << BITS, all = edges.last - edges.first;
    last = (int)smaller(last, a.keyed.rows * a.keyed.keys - slot);
    if (all <= GROUP / 4) {
        for (int d = first + thread_id(); d < last; d += BLOCK) {
            typename M::state acc = fold_edges<M>(a, edges.first, edges.last, d); /* covers the bucket's */
            store_fields<state_traits<M>>(a.keyed.out, slot + d, &acc);
        }
        return;
    }
    int64_t each = ceiling(all, GROUP), from = edges.first + lane_id<GROUP>() * each;
    for (int d = first + group_id<GROUP>(); d < last; d += BLOCK / GROUP) {
        typename M::state acc = fold_edges<M>(a, from, smaller(from + each, edges.last), d);
        acc = group_combine<M, GROUP>(a.keyed.source.params, acc); /* lane 0: covers the bucket's edges */
        if (lane_id<GROUP>() == 0) store_fields<state_traits<M>>(a.keyed.out, slot + d, &acc);
    }
}

template <class M, int BLOCK, int GROUP, int BITS>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
fold_edge_tables_kernel(partition_arguments<M> a)
{
    int64_t chunks = ceiling((int64_t)1 << a.bits, edge_keys(BLOCK));
    for (int64_t work = block_id(); work < chunks * a.parts * a.edges_each; work += block_count()) {
        int64_t at = work / chunks;
        uint32_t bucket = load(a.edge_bucket + at);
        if (bucket == NO_BUCKET || (at > 0 && load(a.edge_bucket + at - 1) == bucket))
            continue; /* that is for the block of its first edge */
        int first = (int)(work % chunks) * edge_keys(BLOCK);
        int last = (int)smaller(first + edge_keys(BLOCK), (int64_t)1 << a.bits);
        fold_bucket_edges<M, BLOCK, GROUP, BITS>(a, edges_of_bucket<M>(a, at, bucket), bucket, first, last);
    }
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

struct keyed_partition : keyed_fold {
    static constexpr auto depth = depth_by_block;
    static constexpr bool asks_for_shared = true,
                          blocks_communicate = true; /* digits are counted by atomics */
    static constexpr const char *does =
        "partitions items by parts of the key, then sorts tile by tile in shared memory";
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    /* What shares have in common, and what wide items cost, are the keys'. */
    static constexpr auto traffic = nullptr;
    static constexpr uint64_t most_items = MOST_SORTED_ITEMS;
    /* Sums in a table of 128 KB are for devices of 32 lanes that have so much shared memory; the last tuning is for
     * others. Two blocks a processor with 64 KB each took longer on an H100: 1074 us instead of 935 for 2^26 u32 of
     * 2^20 keys. */
    static constexpr struct tuning tunings[] = {{8, 3, 4, TINY},      {16, 2, 4, TINY},
                                                {256, 16, 32, USUAL}, {256, 16, 64, USUAL},
                                                {512, 8, 32, USUAL},  {128, 16, 32, USUAL}};

    /* May an operator of these sizes have an atomic, and a kernel for it in this shape? */
    static constexpr bool may_sum(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.result.count == 1 && (sizes.state == 4 || sizes.state == 8) && moves_items(sizes.item) &&
               (shape.block < 64 || (shape.block >= 256 && shape.group == 32));
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block != 128 || may_sum(sizes, shape_of(256, 16, 32));
    }

    static constexpr size_t held(const op_sizes &)
    {
        return 4; /* items are not scaled */
    }

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        uint64_t most = runs_tile_bytes(sizes, shape, bucket_bits(sizes.state, false, (int)shape.block));
        uint64_t sort = move_shared(sizes, shape), sums = 0;
        if (may_sum(sizes, shape)) sums = sizes.state << bucket_bits(sizes.state, true, (int)shape.block);
        if (sort > most) most = sort;
        return (sums > most ? sums : most) + count_shared(shape);
    }

    static constexpr auto most_keys = most_slots;
    static constexpr auto own_rule = slots_rule;

    /* Are there atomics for the operator, and a kernel for them? */
    static bool job_sums(const struct job *job, const struct launch_shape *shape)
    {
        return job_adds(job) && may_sum(sizes_of_job(job), *shape);
    }

    static int table_bits(const struct job *job, const struct launch_shape *shape)
    {
        return bucket_bits(state_bytes(job), job_sums(job, shape), (int)shape->block);
    }

    /* Bits of a bucket's number of tables, by which a pass is saved. */
    static int slice_bits(const struct job *job, const struct launch_shape *shape)
    {
        int digit = most_digit_bits((int)shape->block), high = slot_bits(job) - table_bits(job, shape);
        bool saves = high > digit && high % digit <= MOST_SLICE_BITS;
        return saves && job_sums(job, shape) ? high % digit : 0;
    }

    /* Bits of slots that number those of a bucket. */
    static int bits_of(const struct job *job, const struct launch_shape *shape)
    {
        return table_bits(job, shape) + slice_bits(job, shape);
    }

    /* Bits of slots that number buckets. */
    static int partition_bits(const struct job *job, const struct launch_shape *shape)
    {
        return (int)larger(0, slot_bits(job) - bits_of(job, shape));
    }

    static int64_t tiles_of(const struct job *job, const struct launch_shape *shape)
    {
        return ceiling((int64_t)job_items(job), (int64_t)fold_block(job, shape) * fold_items(job, shape));
    }

    /* Threads and items of a block that folds; sums have blocks of more threads. */
    static int fold_block(const struct job *job, const struct launch_shape *shape)
    {
        return job_sums(job, shape) ? sums_block((int)shape->block) : (int)shape->block;
    }

    static int fold_items(const struct job *job, const struct launch_shape *shape)
    {
        return job_sums(job, shape) && shape->block >= 64 ? SUMS_ITEMS : (int)shape->items;
    }

    /* As many shares as run at once. */
    static int64_t parts_of(const struct job *job, const struct launch_shape *shape)
    {
        int64_t each = job_sums(job, shape) ? 1 : shape->block < 512 ? 3 : 2; /* of a processor */
        int64_t at_once = larger(1, (resident_blocks(job, 1024) * each) >> slice_bits(job, shape));
        return larger(1, smaller(at_once, tiles_of(job, shape) / least_windows(shape)));
    }

    static int edges_each(const struct job *job, const struct launch_shape *shape)
    {
        return partition_bits(job, shape) ? 2 : 1;
    }

    static int digit_bits(const struct job *job, const struct launch_shape *shape)
    {
        return (int)smaller(slot_bits(job), table_bits(job, shape));
    }

    static uint64_t edges_of(const struct job *job, const struct launch_shape *shape)
    {
        return job_sums(job, shape) ? 0 : (uint64_t)(parts_of(job, shape) * edges_each(job, shape));
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t edges = edges_of(job, shape);
        if (job_results(job) == 0) return 0;
        return sort_scratch(job, shape, partition_bits(job, shape)) + up_to_256(edges * sizeof(uint32_t)) +
               (edges << digit_bits(job, shape)) * state_bytes(job);
    }

    /* Tags are written, and wide items read, wherever they lie. */
    static double sectors(const struct job *, const struct launch_shape *)
    {
        return 32;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool fold(const struct job *job, const partition_arguments<M> &a, struct text *why)
    {
        if constexpr (state_adds<M>() && may_sum(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP))) {
            constexpr int BITS = bucket_bits(sizeof(typename M::state), true, BLOCK);
            constexpr int SUMS = sums_block(BLOCK), EACH = BLOCK < 64 ? ITEMS : SUMS_ITEMS;
            return launch_with_shared("add_tiles", add_tiles_kernel<M, SUMS, EACH, GROUP, BITS>,
                                      a.parts << a.slice_bits, SUMS, GROUP, sizeof(cell_of<M>) << BITS, job,
                                      a, why);
        }
        constexpr int BITS = bucket_bits(sizeof(typename M::state), false, BLOCK);
        int64_t works = (a.parts * a.edges_each) * ceiling((int64_t)1 << a.bits, edge_keys(BLOCK));
        return launch_with_shared("fold_tiles", fold_tiles_kernel<M, BLOCK, ITEMS, GROUP, BITS>, a.parts,
                                  BLOCK, GROUP, sizeof(runs_tile<M, BLOCK, ITEMS, GROUP, BITS>), job, a,
                                  why) &&
               launch("fold_edge_tables", fold_edge_tables_kernel<M, BLOCK, GROUP, BITS>,
                      smaller(MOST_BLOCKS, works), BLOCK, GROUP, job, a, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        keyed_arguments<M> keyed = keyed_of<M>(job, 1, sharing());
        constexpr bool SUMS = state_adds<M>() && may_sum(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP));
        int64_t blocks = smaller(MOST_BLOCKS, ceiling(job_results(job), BLOCK)), parts = parts_of(job, shape);
        int low = bits_of(job, shape), high = partition_bits(job, shape);
        uint64_t edges = edges_of(job, shape);
        tag_list<M> tags;
        if (blocks == 0) return true;
        if (!launch("clear_slots", clear_slots_kernel<M, BLOCK>, blocks, BLOCK, GROUP, job, keyed, why))
            return false;
        if (job_items(job) == 0) return true;
        if (!sort_enqueue<M, BLOCK, GROUP, !SUMS>(job, shape, keyed, low, high, &tags, why)) return false;
        unsigned char *at = static_cast<unsigned char *>(job->scratch) + sort_scratch(job, shape, high);
        partition_arguments<M> a = {
            keyed,
            tags,
            (int64_t)job_items(job),
            parts,
            share_out(tiles_of(job, shape), parts),
            digit_bits(job, shape),
            slice_bits(job, shape),
            edges_each(job, shape),
            reinterpret_cast<uint32_t *>(at),
            reinterpret_cast<typename M::state *>(at + up_to_256(edges * sizeof(uint32_t)))};
        return fold<M, BLOCK, ITEMS, GROUP>(job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
