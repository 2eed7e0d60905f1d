/* SPDX-License-Identifier: MIT
 * Clausen's kernel for regular segmented scans as his thesis prints it (C7): a block a tile, and one buffer of shared memory
 * for all phases. An item is mapped by g (the map-out) and by f as soon as it is loaded. The mapped values pass through the
 * buffer, a component at a time, to the threads that own ITEMS consecutive ones; threads, then the block, scan in place; and
 * thread 0 alone looks back, over the tiles that its group saw, with two short cuts:
 *
 *   begins      a tile that begins a row does not look back, and a tile in which a row ends tells its prefix at once
 *   nearest     where the tile before has a prefix, nothing but that is read; and where the nearest tile of a later window has
 *               one, its states are not walked over
 *
 * NARROW: with 32-bit remainders (C9). Mended: his reader has no fence, and lanes have to be in step where thread 0 writes for
 * them; in a block that begins a row his threads read a prefix that was never written. */
#ifndef FOLDCHECK_SERIAL_HIP_H
#define FOLDCHECK_SERIAL_HIP_H

#include "hip/scan/clausen.hip.h"
#include "hip/scan/segment.hip.h"
#include "hip/tile/counter.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A tile's status is an enum tile_status: X, A and P of the thesis. */
template <class M>
struct serial_arguments {
    item_source<M> source;
    column_set<M::state_columns.count> out, aggregate, prefix; /* the latter in scratch, a state a tile */
    uint32_t *status;                                          /* a tile */
    uint64_t *counter;                                         /* ids drawn in this launch */
    int64_t tile_count, length;                                /* length: items a row */
};

/* ---- shared memory: one buffer for all phases; exchange lies behind the group's flags ---- */

COMPILE_TIME size_t serial_flags(int group)
{
    return strip_column(1, group);
}

COMPILE_TIME size_t serial_bytes(const column_list &state, int block, int items, int group)
{
    size_t transposed = strip_column(state.widest, block * items);
    size_t sums = strip_columns(state, state.count, block);
    size_t exchange = serial_flags(group) + strip_columns(state, state.count, group);
    size_t most = transposed > sums ? transposed : sums;
    return most > exchange ? most : exchange;
}

/* ---- C7.2, C7.7: transposition, a component at a time ---- */

/* Where a thread's item i lies: its items are neighbours, or as far apart as the block is wide. */
template <int BLOCK, int ITEMS, bool NEIGHBOURS>
FN int place_of(int i)
{
    return NEIGHBOURS ? thread_id() * ITEMS + i : thread_id() + i * BLOCK;
}

/* From items that lie apart to neighbours, or BACK. */
template <class T, int BLOCK, int ITEMS, bool BACK, int K = 0>
FN void transpose_parts(typename T::tuple *local, void *shared)
{
    if constexpr (K < T::columns.count) {
        constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
        using element = typename word_of<SIZE>::type;
        element *column = static_cast<element *>(shared), one;
        block_sync();
        UNROLL for (int i = 0; i < ITEMS; i++)
        {
            copy_bits<SIZE>(&one, reinterpret_cast<const char *>(local + i) + OFFSET);
            store(column + place_of<BLOCK, ITEMS, BACK>(i), one);
        }
        block_sync();
        UNROLL for (int i = 0; i < ITEMS; i++)
        {
            one = load(column + place_of<BLOCK, ITEMS, !BACK>(i));
            copy_bits<SIZE>(reinterpret_cast<char *>(local + i) + OFFSET, &one);
        }
        block_sync();
        transpose_parts<T, BLOCK, ITEMS, BACK, K + 1>(local, shared);
    }
}

/* ---- C7.4: the block's scan in shared memory, row by row ---- */

/* The group's lanes that are `live` scan their entries; each covers `step` items of the tile, `end` the last. */
template <class M, bool NARROW, int BLOCK, int GROUP>
FN_ONCE void scan_entries(const typename M::params &params, const row_index &rows, unsigned char *sums,
                          int step, int end, int at, bool live)
{
    using S = state_traits<M>;
    for (int d = 1; d < GROUP; d *= 2) {
        bool takes = live && lane_id<GROUP>() >= d && !crosses_rows<NARROW>(rows, end - d * step, end);
        typename M::state left = {}, mine = {};
        if (takes) {
            strip_item<S, BLOCK>(sums, at - d, &left);
            strip_item<S, BLOCK>(sums, at, &mine);
        }
        group_sync<GROUP>();
        if (takes) put_strip_item<S, BLOCK>(sums, at, M::combine(params, left, mine));
        group_sync<GROUP>();
    }
}

/* The first group: the last entry of each group becomes the scan of these. Its own entries make room meanwhile. */
template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
FN void scan_last_entries(const typename M::params &params, const row_index &rows, unsigned char *sums)
{
    using S = state_traits<M>;
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    static_assert(GROUPS <= GROUP, "the first group has a lane for every group");
    int lane = lane_id<GROUP>(), last = (lane + 1) * GROUP - 1;
    typename M::state own, folded = {};
    strip_item<S, BLOCK>(sums, lane, &own);
    if (lane < GROUPS) strip_item<S, BLOCK>(sums, last, &folded);
    group_sync<GROUP>();
    if (lane < GROUPS) put_strip_item<S, BLOCK>(sums, lane, folded);
    group_sync<GROUP>();
    scan_entries<M, NARROW, BLOCK, GROUP>(params, rows, sums, WINDOW, (lane + 1) * WINDOW - 1, lane,
                                          lane < GROUPS);
    if (lane < GROUPS) strip_item<S, BLOCK>(sums, lane, &folded);
    group_sync<GROUP>();
    if (lane < GROUPS) put_strip_item<S, BLOCK>(sums, last, folded);
    group_sync<GROUP>();
    if (lane < GROUP - 1) put_strip_item<S, BLOCK>(sums, lane, own);
}

/* Entry t becomes the scan of entries 0 to t, or of those in the row of thread t's last item. */
template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
FN void scan_block_entries(const typename M::params &params, const row_index &rows, unsigned char *sums)
{
    using S = state_traits<M>;
    int t = thread_id(), end = (t + 1) * ITEMS - 1, before = group_id<GROUP>() * GROUP - 1;
    scan_entries<M, NARROW, BLOCK, GROUP>(params, rows, sums, ITEMS, end, t, true);
    block_sync();
    if (group_id<GROUP>() == 0) scan_last_entries<M, NARROW, BLOCK, ITEMS, GROUP>(params, rows, sums);
    block_sync();
    if (before >= 0 && lane_id<GROUP>() < GROUP - 1 &&
        !crosses_rows<NARROW>(rows, (before + 1) * ITEMS - 1, end)) {
        typename M::state left, mine;
        strip_item<S, BLOCK>(sums, before, &left);
        strip_item<S, BLOCK>(sums, t, &mine);
        put_strip_item<S, BLOCK>(sums, t, M::combine(params, left, mine));
    }
}

/* ---- C7.5: look-back ---- */

/* One thread says it for its block. */
template <class M>
FN void tell_tile(const serial_arguments<M> &a, int64_t id, tile_status status,
                  const typename M::state &state)
{
    store_fields<state_traits<M>>(status == TILE_PREFIX ? a.prefix : a.aggregate, id, &state);
    publish_flag(a.status + id, status); /* the fence of the thesis */
}

/* Each lane of the group sees one of tiles [first, first + GROUP), none of a row before the block's: in exchange. */
template <class M, int SIZE, int GROUP>
FN void see_window(const serial_arguments<M> &a, const row_index &rows, int64_t first, unsigned char *shared)
{
    int64_t tile = first + lane_id<GROUP>(), end = (tile + 1) * SIZE - 1;
    typename M::state state = M::identity(a.source.params);
    uint32_t status = TILE_NOTHING;
    if (tile >= 0 && rows.first - end <= rows.into) {
        status = observe_flag(a.status + tile);
        if (status != TILE_NOTHING)
            load_fields<state_traits<M>>(status == TILE_PREFIX ? a.prefix : a.aggregate, tile, &state);
    } else if (tile >= 0)
        status = TILE_PREFIX;
    put_strip_item<state_traits<M>, GROUP>(shared + serial_flags(GROUP), lane_id<GROUP>(), state);
    store(shared + lane_id<GROUP>(), (unsigned char)status);
}

/* What thread 0 makes of a window: `fold` covers its last `used` tiles, and all before them if the status is P. */
template <class M>
struct window_walked {
    typename M::state fold;
    int used;
    tile_status status;
};

/* Thread 0 alone: from the lowest id to the highest. */
template <class M, int GROUP>
FN window_walked<M> walk_window(const typename M::params &params, const unsigned char *shared)
{
    const unsigned char *exchange = shared + serial_flags(GROUP);
    window_walked<M> all = {M::identity(params), 0, TILE_NOTHING};
    bool nearest = load(shared + GROUP - 1) == TILE_PREFIX;
    ROLLED for (int i = nearest ? GROUP - 1 : 0; i < GROUP; i++)
    {
        tile_status status = (tile_status)load(shared + i);
        typename M::state right;
        strip_item<state_traits<M>, GROUP>(exchange, i, &right);
        if (status == TILE_AGGREGATE) {
            all.fold = M::combine(params, all.fold, right);
            all.used++;
        } else
            all = {right, 0, status};
    }
    return all;
}

/* Thread 0's, by the first group: what is left of the tile in the row that it continues. */
template <class M, int SIZE, int GROUP>
FN typename M::state look_back_by_thread(const serial_arguments<M> &a, const row_index &rows, int64_t id,
                                         unsigned char *shared, int64_t *shared_first)
{
    const typename M::params &params = a.source.params;
    typename M::state prefix = M::identity(params); /* covers tiles [first + GROUP, id) */
    if (lane_id<GROUP>() == 0) store(shared_first, (int64_t)observe_flag(a.status + id - 1));
    group_sync<GROUP>();
    if (load(shared_first) == TILE_PREFIX) {
        if (lane_id<GROUP>() == 0) load_fields<state_traits<M>>(a.prefix, id - 1, &prefix);
        return prefix;
    }
    for (int64_t first = id - GROUP; first > -GROUP; first = load(shared_first)) {
        see_window<M, SIZE, GROUP>(a, rows, first, shared);
        group_sync<GROUP>();
        if (lane_id<GROUP>() == 0) {
            window_walked<M> seen = walk_window<M, GROUP>(params, shared);
            prefix = M::combine(params, seen.fold, prefix);
            store(shared_first, seen.status == TILE_PREFIX ? -GROUP : first - seen.used);
            if (seen.status != TILE_PREFIX && seen.used == 0) spin();
        }
        group_sync<GROUP>();
    }
    return prefix; /* covers what is left of the tile in its row */
}

/* A thread's results, n written in all: acc covers the items of the block's threads before it, prefix what the tile
 * continues. */
template <class M, bool NARROW, int BLOCK, int ITEMS>
FN void put_serial_results(const serial_arguments<M> &a, const row_index &rows,
                           const typename M::state &prefix, typename M::state acc, typename M::state *local,
                           unsigned char *shared)
{
    using S = state_traits<M>;
    const typename M::params &params = a.source.params;
    int first = thread_id() * ITEMS;
    if (continues_row<NARROW>(rows, 0, first)) acc = M::combine(params, prefix, acc);
    int continuing = continuing_items<NARROW, ITEMS>(rows, first);
    UNROLL for (int i = 0; i < ITEMS; i++)
    {
        if (i < continuing) local[i] = M::combine(params, acc, local[i]);
    }
    transpose_parts<S, BLOCK, ITEMS, true>(local, shared);
    UNROLL for (int i = 0; i < ITEMS; i++)
    {
        int64_t at = rows.first + place_of<BLOCK, ITEMS, false>(i);
        if (at < a.source.count) store_fields<S>(a.out, at, local + i);
    }
}

/* ---- the kernel ---- */

template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, 1)
serial_kernel(serial_arguments<M> a)
{
    using S = state_traits<M>;
    constexpr int SIZE = BLOCK * ITEMS;
    SHARED(vector, buffer, serial_bytes(M::state_columns, BLOCK, ITEMS, GROUP) / sizeof(vector));
    SHARED(int64_t, word, 1);
    unsigned char *shared = reinterpret_cast<unsigned char *>(buffer);
    const typename M::params &params = a.source.params;
    int t = thread_id();

    /* ---- dynamic id ---- */
    if (t == 0) store(word, (int64_t)take_number(a.counter));
    block_sync();
    int64_t id = load(word);
    block_sync();
    row_index rows = row_index_of(id * SIZE, a.length, SIZE);

    /* ---- load and map: n items read, map-out written ---- */
    typename M::state local[ITEMS];
    UNROLL for (int i = 0; i < ITEMS; i++) local[i] =
        take_or_identity<M>(a.source, rows.first + place_of<BLOCK, ITEMS, false>(i));
    transpose_parts<S, BLOCK, ITEMS, false>(local, shared);

    /* ---- scan of a thread's items, of the block's threads ---- */
    UNROLL for (int i = 1; i < ITEMS; i++)
    {
        if (!begins_row<NARROW>(rows, t * ITEMS + i)) local[i] = M::combine(params, local[i - 1], local[i]);
    }
    put_strip_item<S, BLOCK>(shared, t, local[ITEMS - 1]);
    block_sync();
    scan_block_entries<M, NARROW, BLOCK, ITEMS, GROUP>(params, rows, shared);
    block_sync();
    typename M::state acc,
        prefix = M::identity(params); /* acc: thread 0's covers the tile, or its last row */
    strip_item<S, BLOCK>(shared, t == 0 ? BLOCK - 1 : t - 1, &acc);
    block_sync();

    /* ---- look back: the first group ---- */
    bool whole = row_begins(rows) || row_ends_inside(rows);
    if (t == 0) tell_tile<M>(a, id, whole ? TILE_PREFIX : TILE_AGGREGATE, acc);
    if (!row_begins(rows)) {
        if (t < GROUP) prefix = look_back_by_thread<M, SIZE, GROUP>(a, rows, id, shared, word);
        if (t == 0 && !whole) tell_tile<M>(a, id, TILE_PREFIX, M::combine(params, prefix, acc));
        if (t == 0) put_strip_item<S, GROUP>(shared + serial_flags(GROUP), 0, prefix);
        block_sync();
        strip_item<S, GROUP>(shared + serial_flags(GROUP), 0, &prefix);
        block_sync();
    }

    if (t == 0) acc = M::identity(params);
    put_serial_results<M, NARROW, BLOCK, ITEMS>(a, rows, prefix, acc, local, shared);
    if (t == 0 && id == a.tile_count - 1) publish_word(a.counter, 0);
}

/* ---- the host's side ---- */

/* Every status is X when the kernel begins. */
template <class M>
KERNEL(256, 1)
fill_statuses(serial_arguments<M> a)
{
    for (int64_t i = block_id() * 256 + thread_id(); i < a.tile_count; i += block_count() * 256)
        store(a.status + i, (uint32_t)TILE_NOTHING);
}

/* Scratch: the counter, statuses, and for each component aggregates and prefixes; each from a multiple of CHAIN_ALIGN on. */
inline uint64_t serial_status_bytes(int64_t tiles)
{
    return chain_aligned((uint64_t)tiles * sizeof(uint32_t));
}

inline uint64_t serial_scratch(const struct job *job, const struct launch_shape *shape)
{
    int64_t tiles = scan_tiles(job, shape);
    uint64_t bytes = CHAIN_ALIGN + serial_status_bytes(tiles);
    for (int k = 0; k < job->op->state.count; k++)
        bytes += 2 * chain_aligned((uint64_t)tiles * elem_size(job->op->state.elem[k]));
    return bytes;
}

/* Each column of `tiles` states from *at on, which moves behind them. */
template <class M>
static inline column_set<M::state_columns.count> states_at(char **at, int64_t tiles)
{
    column_set<M::state_columns.count> states = {};
    for (int k = 0; k < M::state_columns.count; k++) {
        states.column[k] = {*at, (int64_t)M::state_columns.size[k]};
        *at += chain_aligned((uint64_t)tiles * M::state_columns.size[k]);
    }
    return states;
}

template <class M>
static inline serial_arguments<M> serial_of(const struct job *job, int64_t tiles)
{
    char *at = static_cast<char *>(job->scratch) + CHAIN_ALIGN;
    serial_arguments<M> a = {};
    a.source = items_of<M>(job);
    a.out = column_set_of<M::state_columns.count>(job->out);
    a.counter = static_cast<uint64_t *>(job->scratch);
    a.status = reinterpret_cast<uint32_t *>(at);
    at += serial_status_bytes(tiles);
    a.aggregate = states_at<M>(&at, tiles);
    a.prefix = states_at<M>(&at, tiles);
    a.tile_count = tiles;
    a.length = (int64_t)job->length;
    return a;
}

/* Two launches; nothing is launched for no items. */
template <class M, bool NARROW, int BLOCK, int ITEMS, int GROUP>
static inline bool serial_enqueue(const char *const name[2], const struct job *job,
                                  const struct launch_shape *shape, struct text *why)
{
    int64_t tiles = scan_tiles(job, shape);
    if (tiles == 0) return true;
    serial_arguments<M> a = serial_of<M>(job, tiles);
    return launch(name[0], fill_statuses<M>, smaller(MOST_BLOCKS, ceiling(tiles, 256)), 256, 1, job, a,
                  why) &&
           launch(name[1], serial_kernel<M, NARROW, BLOCK, ITEMS, GROUP>, tiles, BLOCK, GROUP, job, a, why);
}

/* Inclusive scans of rows of one length, without an initial value, as the thesis has them. */
struct serial_scan : chained_scan, clausen_tuned {
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS | TAKES_INCLUSIVE;
    /* A block a tile, of 8 items or more. */
    static constexpr uint64_t most_items = 8 * (uint64_t)MOST_GRID;

    /* Items are as the model says. */
    static constexpr size_t held(const op_sizes &)
    {
        return 0;
    }

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return chained_scan::suits(sizes, shape) &&
               (shape.block < 64 || clausen_has_items(sizes.result, shape.items));
    }

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return serial_bytes(sizes.result, (int)shape.block, (int)shape.items, (int)shape.group) +
               sizeof(int64_t);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return serial_scratch(job, shape);
    }

    /* And a status filled, and one or two states told, a tile. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return scan_traffic(job) + (uint64_t)scan_tiles(job, shape) * sizeof(uint32_t) +
               segment_states(job, shape) * job->op->state.packed;
    }

    static bool prepare(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return launch("zero_counter", zero_counter<uint64_t>, 1, 1, 1, job,
                      static_cast<uint64_t *>(job->scratch), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
