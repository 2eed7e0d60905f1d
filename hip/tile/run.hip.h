/* SPDX-License-Identifier: MIT
 * A run: consecutive items of one lane, in 16-byte accesses where their columns allow. */
#ifndef FOLDCHECK_TILE_RUN_HIP_H
#define FOLDCHECK_TILE_RUN_HIP_H

#include "hip/tile/tuple.hip.h"

namespace FOLDCHECK_NAMESPACE
{

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

/* Items [first, first + ITEMS) of contiguous columns; first is a multiple of ITEMS from a 16-byte boundary. STREAM:
 * what is written meanwhile should stay in the caches rather than what is read here. */
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

/* Items [first, first + ITEMS) of the columns that are there, in accesses as wide as these allow, and as the place of
 * the first does. */
template <class T, int ITEMS, int K = 0>
FN void store_run(const column_set<T::columns.count> &set, int64_t first, const typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        if (set.column[K].base) store_run_column<T, ITEMS, K>(set.column[K], first, item);
        store_run<T, ITEMS, K + 1>(set, first, item);
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
