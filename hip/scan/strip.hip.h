/* SPDX-License-Identifier: MIT
 * A group's window of GROUP * ITEMS consecutive items on its way from global memory into registers (fetch), from there
 * into a strip of shared memory (land), from there, as often as one likes, to the lanes that own ITEMS consecutive
 * items each (own), and back to global memory through the same strip (put). Between fetch and land lies whatever
 * the group does while the items travel.
 *
 * Global memory is accessed in vectors of 16 bytes, lane next to lane, where a column's elements lie without gaps
 * from a multiple of 16 bytes on and the window is whole and fills whole vectors; else an item a lane. In a strip
 * the columns lie one behind the other; a lane takes what it owns in vectors where that is a whole number of them,
 * which has no bank conflicts if the number is odd. */
#ifndef FOLDCHECK_STRIP_HIP_H
#define FOLDCHECK_STRIP_HIP_H

#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Bytes of a column of `items` items: whole vectors. */
COMPILE_TIME size_t strip_column(size_t size, int items)
{
    return (size * (size_t)items + sizeof(vector) - 1) / sizeof(vector) * sizeof(vector);
}

/* Bytes of the first `count` columns. */
COMPILE_TIME size_t strip_columns(const column_list &columns, int count, int items)
{
    size_t bytes = 0;
    for (int k = 0; k < count; k++)
        bytes += strip_column(columns.size[k], items);
    return bytes;
}

/* Bytes of a strip: for all columns of the input, and for each column of the result, one after the other. */
COMPILE_TIME size_t strip_bytes(const column_list &input, const column_list &state, int items)
{
    size_t in = strip_columns(input, input.count, items), out = strip_column(state.widest, items);
    return in > out ? in : out;
}

/* A lane's part of a window that was fetched and has not landed. */
template <class T, int ITEMS>
struct fetched {
    uint32_t word[strip_columns(T::columns, T::columns.count, ITEMS) / 4];
};

/* Whether vectors will do: the same for all lanes of a group. */
template <size_t SIZE, int WINDOW>
FN bool in_vectors(const struct column &column, int64_t first, int64_t count)
{
    return SIZE * WINDOW % sizeof(vector) == 0 && column.stride == (int64_t)SIZE &&
           reinterpret_cast<uintptr_t>(column.base) % sizeof(vector) == 0 && first + WINDOW <= count;
}

/* ---- fetch: n items read ---- */

template <size_t SIZE, int ITEMS, int GROUP>
FN void fetch_column(const struct column &column, int64_t first, int64_t count, uint32_t *word)
{
    constexpr int VECTORS = (int)(SIZE * ITEMS * GROUP / sizeof(vector));
    if (in_vectors<SIZE, ITEMS * GROUP>(column, first, count)) {
        const char *from = static_cast<const char *>(column.base) + first * (int64_t)SIZE;
        UNROLL for (int v = 0; v < (VECTORS + GROUP - 1) / GROUP; v++)
        {
            int at = v * GROUP + lane_id<GROUP>();
            if (at >= VECTORS) continue;
            vector loaded = load_stream(from + at * sizeof loaded);
            copy_bits<sizeof(loaded)>(word + 4 * v, &loaded);
        }
    } else {
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int64_t i = first + k * GROUP + lane_id<GROUP>();
            if (i < count) load_field<SIZE>(column, i, reinterpret_cast<char *>(word) + k * SIZE);
        }
    }
}

/* The live items of [first, first + GROUP * ITEMS): those before `count`. */
template <class T, int ITEMS, int GROUP, int K = 0>
FN void fetch_window(const column_set<T::columns.count> &set, int64_t first, int64_t count,
                     fetched<T, ITEMS> *window)
{
    if constexpr (K < T::columns.count) {
        constexpr size_t BEFORE = strip_columns(T::columns, K, ITEMS) / 4;
        fetch_column<T::columns.size[K], ITEMS, GROUP>(set.column[K], first, count, window->word + BEFORE);
        fetch_window<T, ITEMS, GROUP, K + 1>(set, first, count, window);
    }
}

/* ---- land ---- */

template <size_t SIZE, int ITEMS, int GROUP>
FN void land_column(const struct column &column, int64_t first, int64_t count, const uint32_t *word,
                    unsigned char *strip)
{
    constexpr int VECTORS = (int)(SIZE * ITEMS * GROUP / sizeof(vector));
    if (in_vectors<SIZE, ITEMS * GROUP>(column, first, count)) {
        UNROLL for (int v = 0; v < (VECTORS + GROUP - 1) / GROUP; v++)
        {
            int at = v * GROUP + lane_id<GROUP>();
            vector landing;
            copy_bits<sizeof(landing)>(&landing, word + 4 * v);
            if (at < VECTORS) store(reinterpret_cast<vector *>(strip) + at, landing);
        }
    } else {
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int at = k * GROUP + lane_id<GROUP>();
            typename word_of<SIZE>::type landing;
            copy_bits<SIZE>(&landing, reinterpret_cast<const char *>(word) + k * SIZE);
            if (first + at < count)
                store(reinterpret_cast<typename word_of<SIZE>::type *>(strip) + at, landing);
        }
    }
}

/* What fetch_window fetched, when no lane reads what was in the strip any more: put_window's or own_window's caller
 * is the group itself. */
template <class T, int ITEMS, int GROUP, int K = 0>
FN void land_window(const column_set<T::columns.count> &set, int64_t first, int64_t count,
                    const fetched<T, ITEMS> &window, unsigned char *strip)
{
    if constexpr (K == 0) group_sync<GROUP>(); /* what was in the strip has been read */
    if constexpr (K < T::columns.count) {
        constexpr size_t BEFORE = strip_columns(T::columns, K, ITEMS) / 4;
        land_column<T::columns.size[K], ITEMS, GROUP>(set.column[K], first, count, window.word + BEFORE,
                                                      strip + strip_columns(T::columns, K, ITEMS * GROUP));
        land_window<T, ITEMS, GROUP, K + 1>(set, first, count, window, strip);
    } else
        group_sync<GROUP>();
}

/* ---- own ---- */

template <class T, int ITEMS, int GROUP, int K>
FN void own_column(const unsigned char *strip, int live, typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    constexpr bool WHOLE = SIZE * ITEMS % sizeof(vector) == 0;
    using element = typename word_of<SIZE>::type;
    const unsigned char *mine = strip + lane_id<GROUP>() * (SIZE * ITEMS);
    if (WHOLE && live == ITEMS) {
        uint32_t word[strip_column(SIZE, ITEMS) / 4];
        UNROLL_FOR_SPEED for (int v = 0; v < (int)(SIZE * ITEMS / sizeof(vector)); v++)
        {
            vector owned = load(reinterpret_cast<const vector *>(mine) + v);
            copy_bits<sizeof(owned)>(word + 4 * v, &owned);
        }
        UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
            take_packed<SIZE>(word, k, reinterpret_cast<char *>(item + k) + OFFSET);
    } else {
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (k >= live) continue;
            element owned = load(reinterpret_cast<const element *>(mine) + k);
            copy_bits<SIZE>(reinterpret_cast<char *>(item + k) + OFFSET, &owned);
        }
    }
}

/* Items [l * ITEMS, l * ITEMS + live) of the strip for lane l. */
template <class T, int ITEMS, int GROUP, int K = 0>
FN void own_window(const unsigned char *strip, int live, typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        own_column<T, ITEMS, GROUP, K>(strip + strip_columns(T::columns, K, ITEMS * GROUP), live, item);
        own_window<T, ITEMS, GROUP, K + 1>(strip, live, item);
    }
}

/* Item `at` of the strip of a window of WINDOW items. */
template <class T, int WINDOW, int K = 0>
FN void strip_item(const unsigned char *strip, int at, typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
        using element = typename word_of<SIZE>::type;
        const unsigned char *column = strip + strip_columns(T::columns, K, WINDOW);
        element one = load(reinterpret_cast<const element *>(column) + at);
        copy_bits<SIZE>(reinterpret_cast<char *>(item) + OFFSET, &one);
        strip_item<T, WINDOW, K + 1>(strip, at, item);
    }
}

/* The way back: an item into the strip. */
template <class T, int WINDOW, int K = 0>
FN void put_strip_item(unsigned char *strip, int at, const typename T::tuple &item)
{
    if constexpr (K < T::columns.count) {
        constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
        using element = typename word_of<SIZE>::type;
        element one;
        copy_bits<SIZE>(&one, reinterpret_cast<const char *>(&item) + OFFSET);
        store(reinterpret_cast<element *>(strip + strip_columns(T::columns, K, WINDOW)) + at, one);
        put_strip_item<T, WINDOW, K + 1>(strip, at, item);
    }
}

/* ---- put: n items written ---- */

/* Column K of the ITEMS items that each lane owns, into the strip. */
template <class T, int ITEMS, int GROUP, int K>
FN void line_up_column(const typename T::tuple *item, unsigned char *strip)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    constexpr bool WHOLE = SIZE * ITEMS % sizeof(vector) == 0;
    using element = typename word_of<SIZE>::type;
    unsigned char *mine = strip + lane_id<GROUP>() * (SIZE * ITEMS);
    element owned[ITEMS];
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        element one;
        copy_bits<SIZE>(&one, reinterpret_cast<const char *>(item + k) + OFFSET);
        owned[k] = one; /* not through a pointer, which the simulator could not check */
    }
    if constexpr (WHOLE) {
        constexpr int EACH = (int)(sizeof(vector) / SIZE);
        UNROLL_FOR_SPEED for (int v = 0; v < ITEMS / EACH; v++)
        {
            vector whole;
            copy_bits<sizeof(whole)>(&whole, owned + v * EACH);
            store(reinterpret_cast<vector *>(mine) + v, whole);
        }
    } else
        UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
            store(reinterpret_cast<element *>(mine) + k, owned[k]);
}

template <size_t SIZE, int ITEMS, int GROUP>
FN void drain_column(const struct column &column, int64_t first, int64_t count, const unsigned char *strip)
{
    constexpr int VECTORS = (int)(SIZE * ITEMS * GROUP / sizeof(vector));
    if (in_vectors<SIZE, ITEMS * GROUP>(column, first, count)) {
        char *to = static_cast<char *>(column.base) + first * (int64_t)SIZE;
        UNROLL for (int v = 0; v < (VECTORS + GROUP - 1) / GROUP; v++)
        {
            int at = v * GROUP + lane_id<GROUP>();
            if (at >= VECTORS) continue;
            vector whole = load(reinterpret_cast<const vector *>(strip) + at);
            store_stream(to + at * sizeof whole, whole);
        }
    } else {
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int at = k * GROUP + lane_id<GROUP>();
            if (first + at >= count) continue;
            auto stored = load(reinterpret_cast<const typename word_of<SIZE>::type *>(strip) + at);
            store_field<SIZE>(column, first + at, &stored);
        }
    }
}

/* The live ones of the ITEMS items that each lane owns, through the strip. */
template <class T, int ITEMS, int GROUP, int K = 0>
FN void put_window(const column_set<T::columns.count> &set, int64_t first, int64_t count,
                   unsigned char *strip, const typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        group_sync<GROUP>(); /* what was in the strip has been read */
        line_up_column<T, ITEMS, GROUP, K>(item, strip);
        group_sync<GROUP>();
        drain_column<T::columns.size[K], ITEMS, GROUP>(set.column[K], first, count, strip);
        put_window<T, ITEMS, GROUP, K + 1>(set, first, count, strip, item);
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
