/* SPDX-License-Identifier: MIT
 * The pieces that every strategy is made of: items in and out of columns, a run of items folded by one lane,
 * groups and blocks of lanes combined in order, and the sharing-out of windows.
 *
 * Comments say what an accumulator covers: [a, b) are item indices, clipped to the live ones. A window is
 * what one group folds in one go, GROUP * ITEMS consecutive items; windows are cut at 16-byte boundaries, so
 * that the first begins at -lead, 0 <= lead < 16, and has lead items fewer. */
#ifndef FOLDCHECK_TILE_HIP_H
#define FOLDCHECK_TILE_HIP_H

#include "hip/platform.hip.h"

namespace FOLDCHECK_NAMESPACE
{

BOTH int64_t ceiling(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

BOTH int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

BOTH int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* ---- states in shared memory and in scratch, through accessors ----------------------------------------- */
template <class T>
FN T load(const T *from)
{
    touch(from, sizeof(T), alignof(T), false);
    return *from;
}

template <class T>
FN void store(T *to, const T &value)
{
    touch(to, sizeof(T), alignof(T), true);
    *to = value;
}

/* ---- tuples, known at compile time --------------------------------------------------------------------- */
/* "i32,f64" as sizes and offsets in the C struct of the same members; parts are what "|" tells apart. */
struct column_list {
    int count, parts, part[MAX_COLUMNS];
    size_t size[MAX_COLUMNS], offset[MAX_COLUMNS], packed, widest, end;
};

COMPILE_TIME void add_column(column_list *list, size_t size, int part)
{
    list->part[list->count] = part;
    list->parts = part + 1;
    list->size[list->count] = size;
    list->offset[list->count++] = list->end = (list->end + size - 1) / size * size;
    list->end += size;
    list->packed += size;
    if (size > list->widest) list->widest = size;
}

COMPILE_TIME column_list columns_of(const char *text)
{
    column_list list = {};
    int part = 0;
    for (const char *at = text; *at;) {
        size_t bits = 0;
        for (at++; *at && *at != ',' && *at != '|'; at++)
            bits = bits * 10 + (size_t)(*at - '0');
        add_column(&list, bits / 8, part);
        part += *at == '|';
        at += *at != 0;
    }
    return list;
}

/* The columns of one part, as a C struct of their own. */
COMPILE_TIME column_list part_columns(const column_list &list, int part)
{
    column_list columns = {};
    for (int k = 0; k < list.count; k++)
        if (list.part[k] == part) add_column(&columns, list.size[k], 0);
    return columns;
}

/* ---- single items in columns --------------------------------------------------------------------------- */
template <size_t SIZE>
struct word_of {
    using type = uint32_t;
};
template <>
struct word_of<1> {
    using type = uint8_t;
};
template <>
struct word_of<2> {
    using type = uint16_t;
};
template <>
struct word_of<8> {
    using type = uint64_t;
};
struct alignas(16) word_16 {
    uint64_t low, high;
};
template <>
struct word_of<16> {
    using type = word_16;
};

template <size_t SIZE>
FN void load_field(const struct column &column, int64_t i, void *field)
{
    const char *from = static_cast<const char *>(column.base) + i * column.stride;
    touch(from, SIZE, SIZE, false);
    typename word_of<SIZE>::type word = *reinterpret_cast<const typename word_of<SIZE>::type *>(from);
    copy_bits<SIZE>(field, &word);
}

template <size_t SIZE>
FN void store_field(const struct column &column, int64_t i, const void *field)
{
    char *to = static_cast<char *>(column.base) + i * column.stride;
    typename word_of<SIZE>::type word;
    copy_bits<SIZE>(&word, field);
    touch(to, SIZE, SIZE, true);
    *reinterpret_cast<typename word_of<SIZE>::type *>(to) = word;
}

struct no_params {
};
struct no_mapout {
};

/* The columns that a tuple really has: what a kernel's argument carries. */
template <int COUNT>
struct column_set {
    struct column column[COUNT > 0 ? COUNT : 1];
};

template <class M>
struct input_traits {
    using tuple = typename M::input;
    static constexpr column_list columns = M::input_columns;
};
template <class M>
struct state_traits {
    using tuple = typename M::state;
    static constexpr column_list columns = M::state_columns;
};
template <class M>
struct mapout_traits {
    using tuple = typename M::mapout;
    static constexpr column_list columns = M::mapout_columns;
};

template <class T, int K = 0>
FN void load_fields(const column_set<T::columns.count> &set, int64_t i, typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        load_field<T::columns.size[K]>(set.column[K], i,
                                       reinterpret_cast<char *>(item) + T::columns.offset[K]);
        load_fields<T, K + 1>(set, i, item);
    }
}

/* A column that is not there is left out (LF12: unused components of a result are not written). */
template <class T, int K = 0>
FN void store_fields(const column_set<T::columns.count> &set, int64_t i, const typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        if (set.column[K].base)
            store_field<T::columns.size[K]>(set.column[K], i,
                                            reinterpret_cast<const char *>(item) + T::columns.offset[K]);
        store_fields<T, K + 1>(set, i, item);
    }
}

template <int COUNT>
static inline column_set<COUNT> column_set_of(const struct columns &columns)
{
    column_set<COUNT> set = {};
    for (int k = 0; k < columns.count && k < COUNT; k++)
        set.column[k] = columns.column[k];
    return set;
}

/* ---- a run of consecutive items, in 16-byte loads ------------------------------------------------------ */
/* The widest access that divides a run of ITEMS elements of SIZE bytes: 16, 8 or 4 bytes; 0 = element by
 * element. */
COMPILE_TIME int run_access(size_t size, int items)
{
    size_t bytes = size * (size_t)items;
    return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 0;
}

/* Element i of packed elements of SIZE bytes in 32-bit words. */
template <size_t SIZE>
FN void take_packed(const uint32_t *word, int i, void *field)
{
    if (SIZE == 8) {
        uint64_t both = word[2 * i] | (uint64_t)word[2 * i + 1] << 32;
        copy_bits<SIZE>(field, &both);
    } else if (SIZE == 4)
        copy_bits<SIZE>(field, &word[i]);
    else {
        int at = i * (int)SIZE;
        typename word_of<SIZE>::type part = (typename word_of<SIZE>::type)(word[at / 4] >> (8 * (at % 4)));
        copy_bits<SIZE>(field, &part);
    }
}

/* Words of items; STREAM: bypass the cache. */
template <int ACCESS, bool STREAM>
FN void load_run_words(const void *memory, uint32_t *word)
{
    if constexpr (STREAM && ACCESS == sizeof(vector)) {
        vector loaded = load_stream(memory);
        copy_bits<sizeof(loaded)>(word, &loaded);
    } else
        load_words<ACCESS>(memory, word);
}

template <class T, int ITEMS, bool STREAM, int K>
FN void load_run_column(const struct column &column, int64_t first, typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    constexpr int ACCESS = run_access(SIZE, ITEMS);
    if constexpr (ACCESS == 0) {
        UNROLL_FOR_SPEED for (int i = 0; i < ITEMS; i++)
            load_field<SIZE>(column, first + i, reinterpret_cast<char *>(item + i) + OFFSET);
    } else {
        uint32_t word[SIZE * ITEMS / 4];
        const char *from = static_cast<const char *>(column.base) + first * (int64_t)SIZE;
        UNROLL_FOR_SPEED for (int w = 0; w < (int)(SIZE * ITEMS) / ACCESS; w++)
            load_run_words<ACCESS, STREAM>(from + w * ACCESS, word + w * ACCESS / 4);
        UNROLL_FOR_SPEED for (int i = 0; i < ITEMS; i++)
            take_packed<SIZE>(word, i, reinterpret_cast<char *>(item + i) + OFFSET);
    }
}

/* Items [first, first + ITEMS) of contiguous columns; first is a multiple of ITEMS from a 16-byte boundary. STREAM: what
 * is written meanwhile should stay in the caches rather than what is read here. */
template <class T, int ITEMS, bool STREAM = false, int K = 0>
FN void load_run(const column_set<T::columns.count> &set, int64_t first, typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        load_run_column<T, ITEMS, STREAM, K>(set.column[K], first, item);
        load_run<T, ITEMS, STREAM, K + 1>(set, first, item);
    }
}

/* The way back: element i of SIZE bytes, put into 32-bit words that hold zeros there. */
template <size_t SIZE>
FN void put_packed(uint32_t *word, int i, const void *field)
{
    if (SIZE >= 4)
        copy_bits<SIZE>(word + i * (int)(SIZE / 4), field);
    else {
        int at = i * (int)SIZE;
        typename word_of<SIZE>::type part;
        copy_bits<SIZE>(&part, field);
        word[at / 4] |= (uint32_t)part << (8 * (at % 4));
    }
}

/* A column that is asked for, of ITEMS items. */
template <class T, int ITEMS, int K>
FN void store_run_column(const struct column &column, int64_t first, const typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    constexpr int ACCESS = run_access(SIZE, ITEMS);
    if constexpr (ACCESS > (int)SIZE) {
        char *to = static_cast<char *>(column.base) + first * (int64_t)SIZE;
        if (column.stride == (int64_t)SIZE && reinterpret_cast<uintptr_t>(to) % ACCESS == 0) {
            uint32_t word[SIZE * ITEMS / 4] = {};
            UNROLL for (int i = 0; i < ITEMS; i++)
                put_packed<SIZE>(word, i, reinterpret_cast<const char *>(item + i) + OFFSET);
            UNROLL for (int w = 0; w < (int)(SIZE * ITEMS) / ACCESS; w++)
                store_words<ACCESS>(to + w * ACCESS, word + w * ACCESS / 4);
            return;
        }
    }
    UNROLL for (int i = 0; i < ITEMS; i++)
        store_field<SIZE>(column, first + i, reinterpret_cast<const char *>(item + i) + OFFSET);
}

/* Items [first, first + ITEMS) of the columns that are there, in accesses as wide as these allow, and as the place of the first
 * does. */
template <class T, int ITEMS, int K = 0>
FN void store_run(const column_set<T::columns.count> &set, int64_t first, const typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        if (set.column[K].base) store_run_column<T, ITEMS, K>(set.column[K], first, item);
        store_run<T, ITEMS, K + 1>(set, first, item);
    }
}

/* ---- windows: coalesced in memory, consecutive items a lane -------------------------------------------- */
/* Column K of the group's window: loaded coalesced, handed over so that lane l owns items [l * ITEMS, (l+1) *
 * ITEMS). strip is the group's GROUP * ITEMS elements of shared memory; first the window's first item; n
 * items read. */
template <class T, int ITEMS, int GROUP, int K>
FN void load_window_column(const struct column &column, int64_t first, int64_t count, void *strip,
                           typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    using word = typename word_of<SIZE>::type;
    word *mine = static_cast<word *>(strip), loaded[ITEMS] = {};
    int lane = thread_id() % GROUP;
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + k * GROUP + lane;
        if (0 <= i && i < count) load_field<SIZE>(column, i, &loaded[k]);
    }
    group_sync<GROUP>(); /* the column before has been read */
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + k * GROUP + lane;
        if (0 <= i && i < count) store(mine + k * GROUP + lane, loaded[k]);
    }
    group_sync<GROUP>();
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + lane * ITEMS + k;
        if (0 > i || i >= count) continue;
        word owned = load(mine + lane * ITEMS + k);
        copy_bits<SIZE>(reinterpret_cast<char *>(item + k) + OFFSET, &owned);
    }
}

/* All columns of the live items of [first, first + GROUP * ITEMS), live: 0 <= i < count; ITEMS a lane. */
template <class T, int ITEMS, int GROUP, int K = 0>
FN void load_window(const column_set<T::columns.count> &set, int64_t first, int64_t count, void *strip,
                    typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        load_window_column<T, ITEMS, GROUP, K>(set.column[K], first, count, strip, item);
        load_window<T, ITEMS, GROUP, K + 1>(set, first, count, strip, item);
    }
}

/* The way back: column K of what the lanes own, stored coalesced. */
template <class T, int ITEMS, int GROUP, int K>
FN void store_window_column(const struct column &column, int64_t first, int64_t count, void *strip,
                            const typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    using word = typename word_of<SIZE>::type;
    word *mine = static_cast<word *>(strip);
    int lane = thread_id() % GROUP;
    group_sync<GROUP>(); /* what was in the strip has been read */
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        word owned;
        copy_bits<SIZE>(&owned, reinterpret_cast<const char *>(item + k) + OFFSET);
        store(mine + lane * ITEMS + k, owned);
    }
    group_sync<GROUP>();
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + k * GROUP + lane;
        word stored = load(mine + k * GROUP + lane);
        if (0 <= i && i < count) store_field<SIZE>(column, i, &stored);
    }
}

template <class T, int ITEMS, int GROUP, int K = 0>
FN void store_window(const column_set<T::columns.count> &set, int64_t first, int64_t count, void *strip,
                     const typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        store_window_column<T, ITEMS, GROUP, K>(set.column[K], first, count, strip, item);
        store_window<T, ITEMS, GROUP, K + 1>(set, first, count, strip, item);
    }
}

/* ---- where states come from ---------------------------------------------------------------------------- */
/* The items of a problem: loaded from the input columns, emitted to the map-out columns, lifted. */
template <class M>
struct item_source {
    static constexpr bool HAS_RUNS = true;
    column_set<M::input_columns.count> in;
    column_set<M::mapout_columns.count> out;
    typename M::params params;
    int64_t count; /* items */
    int lead;      /* items by which item 0 lies past a 16-byte boundary */
    int wide;      /* contiguous columns that share such a boundary */
};

/* States that an earlier kernel or block left in scratch. */
template <class M>
struct state_source {
    static constexpr bool HAS_RUNS = false;
    const typename M::state *state;
    typename M::params params;
    int64_t count; /* states */
    static constexpr int lead = 0, wide = 0;
};

template <class M>
FN void emit_item(const item_source<M> &source, int64_t i, const typename M::input &item)
{
    if constexpr (M::emits) {
        typename M::mapout emitted = M::emit(source.params, item);
        store_fields<mapout_traits<M>>(source.out, i, &emitted);
    }
}

/* The map-out of items [first, first + ITEMS), which are loaded. */
template <class M, int ITEMS>
FN void emit_run(const item_source<M> &source, int64_t first, const typename M::input *item)
{
    if constexpr (M::emits) {
        typename M::mapout emitted[ITEMS];
        UNROLL for (int k = 0; k < ITEMS; k++) emitted[k] = M::emit(source.params, item[k]);
        store_run<mapout_traits<M>, ITEMS>(source.out, first, emitted);
    }
}

/* Map-out, then lift: everything that is done with an item, once. */
template <class M>
FN typename M::state take_item(const item_source<M> &source, int64_t i, const typename M::input &item)
{
    emit_item<M>(source, i, item);
    return M::lift(source.params, item);
}

template <class M>
FN typename M::state take_state(const item_source<M> &source, int64_t i)
{
    typename M::input item;
    load_fields<input_traits<M>>(source.in, i, &item);
    return take_item<M>(source, i, item);
}

template <class M>
FN typename M::state take_state(const state_source<M> &source, int64_t i)
{
    return load(source.state + i);
}

/* One item or the identity: the tail by count, never by zero. */
template <class M, class Source>
FN typename M::state take_or_identity(const Source &source, int64_t i)
{
    if (0 <= i && i < source.count) return take_state<M>(source, i);
    return M::identity(source.params);
}

/* Folds items [first, first + ITEMS), which are loaded, in order. */
template <class M, int ITEMS>
FN typename M::state fold_items(const item_source<M> &source, int64_t first, const typename M::input *item)
{
    emit_run<M, ITEMS>(source, first, item);
    typename M::state acc = M::lift(source.params, item[0]); /* covers [first, first + 1) */
    UNROLL_FOR_SPEED for (int i = 1; i < ITEMS; i++) acc =
        M::combine(source.params, acc, M::lift(source.params, item[i]));
    return acc; /* covers [first, first + ITEMS) */
}

/* Folds the live items of [first, first + ITEMS) in order: wide loads where the run is whole, else one by
 * one. */
template <class M, int ITEMS, class Source>
FN typename M::state fold_run(const Source &source, int64_t first)
{
    if constexpr (Source::HAS_RUNS) {
        if (source.wide && 0 <= first && first + ITEMS <= source.count) {
            typename M::input item[ITEMS];
            load_run<input_traits<M>, ITEMS>(source.in, first, item);
            return fold_items<M, ITEMS>(source, first, item);
        }
    }
    typename M::state acc = M::identity(source.params); /* covers [from, from) */
    int64_t from = larger(first, 0), to = smaller(first + ITEMS, source.count);
    for (int64_t i = from; i < to; i++)
        acc = M::combine(source.params, acc, take_state<M>(source, i));
    return acc; /* covers [from, to) */
}

/* Folds, in order, the items that lane l owns of the group's window of GROUP * ITEMS from `first` on: those from
 * first + l * ITEMS that lie in [0, end). They are read coalesced and handed over in the group's strip of shared memory, as
 * load_window does. */
template <class M, int ITEMS, int GROUP>
FN typename M::state fold_strip(const item_source<M> &source, int64_t first, int64_t end, void *strip)
{
    typename M::input item[ITEMS] = {};
    load_window<input_traits<M>, ITEMS, GROUP>(source.in, first, end, strip, item);
    first += thread_id() % GROUP * ITEMS;
    typename M::state acc = M::identity(source.params); /* covers [first, first) */
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (0 <= first + k && first + k < end)
            acc = M::combine(source.params, acc, take_item<M>(source, first + k, item[k]));
    }
    return acc; /* covers [first, first + ITEMS) */
}

/* ---- groups and blocks of lanes, in order -------------------------------------------------------------- */
template <int GROUP>
FN int lane_id(void)
{
    return thread_id() % GROUP;
}

template <int GROUP>
FN int group_id(void)
{
    return thread_id() / GROUP;
}

/* Ascending offsets keep the order: before step d, lane l holds lanes [l, l + d). The result is lane 0's, of
 * the group's first LIVE lanes (a power of two); all lanes take part. */
template <class M, int GROUP, int LIVE = GROUP>
FN_ONCE typename M::state group_combine(const typename M::params &params, typename M::state acc)
{
    UNROLL_FOR_SPEED for (int d = 1; d < LIVE; d *= 2)
    {
        typename M::state right = lane_down<GROUP>(acc, d);
        if (lane_id<GROUP>() + d < GROUP) acc = M::combine(params, acc, right); /* covers lanes [l, l + 2d) */
    }
    return acc;
}

/* Ascending offsets keep the order here, too: before step d, lane l holds lanes (l - d, l]. Every lane gets the fold of
 * lanes 0 to its own; all lanes take part. */
template <class M, int GROUP>
FN_ONCE typename M::state group_scan(const typename M::params &params, typename M::state acc)
{
    UNROLL_FOR_SPEED for (int d = 1; d < GROUP; d *= 2)
    {
        typename M::state left = lane_up<GROUP>(acc, d);
        if (lane_id<GROUP>() >= d) acc = M::combine(params, left, acc); /* covers lanes (l - 2d, l] */
    }
    return acc;
}

/* What is left of each lane, from the group's scan: of lane 0, the identity. */
template <class M, int GROUP>
FN_ONCE typename M::state group_shift(const typename M::params &params, const typename M::state &scanned)
{
    typename M::state left = lane_up<GROUP>(scanned, 1);
    return lane_id<GROUP>() == 0 ? M::identity(params) : left;
}

/* The groups' results (each group's lane 0's acc), in order, through partial[BLOCK / GROUP]. The result is
 * thread 0's. Whoever calls it again with the same partial puts a block_sync between. */
template <class M, int BLOCK, int GROUP>
FN typename M::state block_combine(const typename M::params &params, typename M::state acc,
                                   typename M::state *partial)
{
    constexpr int GROUPS = BLOCK / GROUP, EACH = (GROUPS + GROUP - 1) / GROUP;
    if (GROUPS == 1) return acc;
    if (lane_id<GROUP>() == 0) store(partial + group_id<GROUP>(), acc);
    block_sync();
    if (group_id<GROUP>() != 0) return acc;
    acc = M::identity(params);
    UNROLL for (int k = 0; k < EACH; k++)
    {
        int g = lane_id<GROUP>() * EACH + k;
        if (g < GROUPS) acc = M::combine(params, acc, load(partial + g));
    }
    return group_combine<M, GROUP, (GROUPS < GROUP ? GROUPS : GROUP)>(params, acc);
}

/* Where a kernel leaves its results: row 0 of the result columns, or one state a block in scratch. */
template <class M>
struct result_target {
    column_set<M::state_columns.count> out;
    typename M::state *state; /* NULL: the columns */
};

template <class M>
FN void put_result(const result_target<M> &target, int64_t at, const typename M::state &acc)
{
    if (target.state)
        store(target.state + at, acc);
    else
        store_fields<state_traits<M>>(target.out, at, &acc);
}

/* The blocks whose results are to be combined to one: this is number `number` of `blocks`, and leaves its own at
 * partial[number], in scratch; counter is 0 before and after. */
template <class M>
struct block_team {
    int64_t number, blocks;
    typename M::state *partial;
    uint32_t *counter;
};

/* The end of the work of a block that has one result (thread 0's acc, covers the block's share) of those of its team: the
 * first group of the block that takes the last ticket folds all of them, in order, to result `at` (S1, X6). Called by the
 * first group of every block; no barrier is needed. */
template <class M, int GROUP>
FN void finish_in_last_block(const typename M::params &params, typename M::state acc,
                             const result_target<M> &target, int64_t at, const block_team<M> &team)
{
    typename M::state *partial = team.partial;
    int64_t blocks = team.blocks;
    uint32_t ticket = 0;
    if (lane_id<GROUP>() == 0) {
        store(partial + team.number, acc);
        ticket = take_ticket(team.counter);
    }
    if (lane_first<GROUP>(ticket) != (uint32_t)(blocks - 1)) return;
    group_sync<GROUP>();       /* what lane 0's ticket lets it see, the other lanes see, too */
    acc = M::identity(params); /* covers blocks [from, from) */
    int64_t each = ceiling(blocks, GROUP), from = lane_id<GROUP>() * each, to = smaller(from + each, blocks);
    for (int64_t b = from; b < to; b++)
        acc = M::combine(params, acc, load(partial + b));
    acc = group_combine<M, GROUP>(params, acc); /* lane 0: covers all blocks */
    if (lane_id<GROUP>() == 0) {
        put_result<M>(target, at, acc);
        store(team.counter, 0u);
    }
}

/* How a single-pass kernel ends, when thread 0's acc covers its block's share: the first group finishes. */
template <class M, int GROUP, class Arguments>
FN void finish_single_pass(const Arguments &a, const typename M::state &acc)
{
    if (group_id<GROUP>() != 0) return;
    block_team<M> team = {block_id(), block_count(), a.partial, a.counter};
    if (team.blocks > 1)
        finish_in_last_block<M, GROUP>(a.source.params, acc, a.target, 0, team);
    else if (thread_id() == 0)
        put_result<M>(a.target, 0, acc);
}

/* ---- sharing out --------------------------------------------------------------------------------------- */
/* How windows are shared out among parts: consecutive, all of them exactly once, sizes that differ by one at
 * most. The host divides, so that no thread has to. */
struct sharing {
    int64_t each, more; /* windows a part; how many parts have one more */
};

struct share {
    int64_t first, last; /* windows [first, last) */
};

inline sharing share_out(int64_t windows, int64_t parts)
{
    sharing shares = {windows / parts, windows % parts};
    return shares;
}

BOTH share share_of(const sharing &shares, int64_t part)
{
    share mine;
    mine.first = part * shares.each + smaller(part, shares.more);
    mine.last = mine.first + shares.each + (part < shares.more);
    return mine;
}

/* The windows of `items` items that a job has, the lead counted in; at least one, which holds nothing if n =
 * 0. */
inline int64_t job_windows(const struct job *job, int64_t items)
{
    return larger(1,
                  ceiling((int64_t)job->length + larger(0, columns_lead(&job->in, &job->op->input)), items));
}

/* Blocks that run at once with 64 registers a thread. */
inline int64_t resident_blocks(const struct job *job, int64_t block)
{
    return larger(1, job->caps->resident_threads / 2 / block) * job->caps->processors;
}

/* How many blocks share `windows` windows out: as many as run at once, and each with `least` windows or more (LF9: more
 * windows a block before more blocks). */
inline int64_t share_blocks(const struct job *job, int64_t windows, int64_t block, int64_t least)
{
    return larger(1, smaller(resident_blocks(job, block), windows / least));
}

/* Tiny tunings share out two windows a group, so that few items show the loop over windows. */
inline int64_t least_windows(const struct launch_shape *shape)
{
    return shape->block < 64 ? 2 : 1;
}

/* ---- ITEMS for an operator ----------------------------------------------------------------------------- */
/* op_variant's classes of an input tuple by its bytes. */
COMPILE_TIME int size_class(size_t packed_bytes)
{
    return packed_bytes <= 4 ? 0 : packed_bytes <= 8 ? 1 : packed_bytes <= 16 ? 2 : 3;
}

/* The bytes of an item that a thread holds: its input, and what a scan makes of it. A tile that is transposed is square
 * whatever its elements: nothing scales. */
template <class M>
COMPILE_TIME size_t held_bytes(enum what what)
{
    if (what == WHAT_TRANSPOSE) return 0;
    constexpr size_t input = M::input_columns.packed, state = M::state_columns.packed;
    return what == WHAT_SCAN && state > input ? state : input;
}

/* ITEMS after scaling: the bytes that a thread holds stay about the same (Clausen's model C8, in powers of
 * two). Tiny shapes keep their items. */
COMPILE_TIME int scaled_items(int items, size_t packed_bytes)
{
    return items <= 3 ? items : items >> size_class(packed_bytes) > 1 ? items >> size_class(packed_bytes) : 1;
}

/* ---- the host's side of a source ----------------------------------------------------------------------- */
/* A copy of the operator's params struct; NULL for an operator without. */
template <class M>
static inline typename M::params params_of(const void *params)
{
    typename M::params copy = {};
    if (params) memcpy(&copy, params, sizeof copy);
    return copy;
}

template <class M>
static inline item_source<M> items_of(const struct job *job)
{
    item_source<M> source = {};
    int lead = columns_lead(&job->in, &job->op->input);
    source.in = column_set_of<M::input_columns.count>(job->in);
    source.out = column_set_of<M::mapout_columns.count>(job->mapout);
    source.params = params_of<M>(job->params);
    source.count = (int64_t)job_items(job);
    source.lead = lead < 0 ? 0 : lead;
    source.wide = lead >= 0;
    return source;
}

template <class M>
static inline state_source<M> states_of(const struct job *job, const typename M::state *state, int64_t count)
{
    state_source<M> source = {};
    source.state = state;
    source.params = params_of<M>(job->params);
    source.count = count;
    return source;
}

template <class M>
static inline result_target<M> result_columns(const struct job *job)
{
    result_target<M> target = {column_set_of<M::state_columns.count>(job->out), nullptr};
    return target;
}

template <class M>
static inline result_target<M> result_states(typename M::state *state)
{
    result_target<M> target = {};
    target.state = state;
    return target;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
