/* SPDX-License-Identifier: MIT
 * Tuples of columns, known at compile time, and single items in and out of them. */
#ifndef FOLDCHECK_TILE_TUPLE_HIP_H
#define FOLDCHECK_TILE_TUPLE_HIP_H

#include "hip/platform.hip.h"

namespace FOLDCHECK_NAMESPACE
{

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
        for (; *at && *at != ',' && *at != '|'; at++)
            if (*at <= '9') bits = bits * 10 + (size_t)(*at - '0');
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

} // namespace FOLDCHECK_NAMESPACE
#endif
