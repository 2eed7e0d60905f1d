/* SPDX-License-Identifier: MIT
 * L11, padding and transposition, so that threads which each read a chunk of consecutive items read neighbours
 * (Larsen, thesis (2017), 4.4, 6.4.1): every row is copied with padding up to a whole chunk for each of its threads,
 * always, needed or not, but by his prototype, which does so where a row has other items than its threads have room for
 * (5.2.4); then it is a matrix of a chunk a row of it, and transposed as his compiler does it (L10).
 * Item k of thread t lies at k * threads + t. Columns are copied one after the other. */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_PADDED_HIP_H
#define FOLDCHECK_SEGREDUCE_LARSEN_PADDED_HIP_H

#include "hip/segreduce/transposed.hip.h"
#include "hip/transpose/by_larsen.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Sides of the tiles, of tiny tunings and of others. */
enum { TINY_LARSEN_TILE = 4, LARSEN_TILE = 16 };

struct padding_arguments {
    struct column in, out;
    int64_t rows, length, padded; /* a row has `length` items, and room for `padded` */
};

template <class M>
KERNEL(256, 1)
pad_rows_kernel(padding_arguments a)
{
    using word = typename M::state;
    for (int64_t i = block_id() * 256 + thread_id(); i < a.rows * a.padded; i += block_count() * 256) {
        int64_t row = quotient(i, a.padded), at = i - row * a.padded;
        word moved = {};
        if (at < a.length) load_field<sizeof(word)>(a.in, row * a.length + at, &moved);
        store_field<sizeof(word)>(a.out, i, &moved);
    }
}

/* Rows that are padded and transposed. */
struct padded_rows {
    int64_t rows, length, threads, chunk; /* chunk: items a thread */
    bool whole = false;                   /* nothing is to be padded, and nothing copied for it */
    bool joined = false; /* the threads of all rows are one matrix: item k of thread t of row r lies at
                            (k * rows + r) * threads + t */
};

inline int64_t padded_items(const padded_rows &shape)
{
    return shape.rows * shape.threads * shape.chunk;
}

/* Memory from `*at` on for a set of columns of `items` each; *at moves behind it. */
template <class T>
static inline column_set<T::columns.count> columns_in(char **at, int64_t items)
{
    column_set<T::columns.count> set = {};
    for (int k = 0; k < T::columns.count; k++) {
        set.column[k].base = *at;
        set.column[k].stride = (int64_t)T::columns.size[k];
        *at += transposed_column_bytes(items, T::columns.size[k]);
    }
    return set;
}

/* As much, for the host. */
inline uint64_t columns_bytes(const struct tuple *tuple, int64_t items)
{
    uint64_t bytes = 0;
    for (int k = 0; k < tuple->count; k++)
        bytes += transposed_column_bytes(items, elem_size(tuple->elem[k]));
    return bytes;
}

/* Enqueues both for every column of a tuple. */
template <class T, int TILE, int K = 0>
static inline bool pad_and_transpose(const struct job *job, const padded_rows &shape,
                                     const column_set<T::columns.count> &from,
                                     const column_set<T::columns.count> &padded,
                                     const column_set<T::columns.count> &to, struct text *why)
{
    if constexpr (K < T::columns.count) {
        using word = elements_of<T::columns.size[K]>;
        int64_t row = shape.threads * shape.chunk, items = padded_items(shape);
        padding_arguments a = {from.column[K], padded.column[K], shape.rows, shape.length, row};
        if (items == 0) return true;
        return (shape.whole || launch("pad_rows", pad_rows_kernel<word>,
                                      smaller(MOST_BLOCKS, ceiling(items, 256)), 256, 4, job, a, why)) &&
               enqueue_by_larsen<word, TILE>(job, shape.whole ? from.column[K] : padded.column[K],
                                             to.column[K], shape.joined ? 1 : shape.rows,
                                             shape.joined ? shape.rows * shape.threads : shape.threads,
                                             shape.chunk, why) &&
               pad_and_transpose<T, TILE, K + 1>(job, shape, from, padded, to, why);
    } else
        return true;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
