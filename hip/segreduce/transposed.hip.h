/* SPDX-License-Identifier: MIT
 * Segmented reductions that transpose their items first, so that threads which fold items that lie apart read
 * neighbours: the items' columns in scratch, as the tiles of hip/transpose write them. */
#ifndef FOLDCHECK_SEGREDUCE_TRANSPOSED_HIP_H
#define FOLDCHECK_SEGREDUCE_TRANSPOSED_HIP_H

#include "hip/segreduce/segreduce.hip.h"
#include "hip/transpose/squares.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Matrices one behind the other, in the order of memory; the first `present` items of each are there. */
struct matrix_shape {
    int64_t matrices, height, width, present;
};

/* Elements of the transposed matrices: those that are not there have a place, too. */
inline int64_t transposed_items(const matrix_shape &shape)
{
    return shape.matrices * shape.height * shape.width;
}

inline uint64_t transposed_column_bytes(int64_t items, size_t size)
{
    return (uint64_t)ceiling(items * (int64_t)size, 256) * 256;
}

/* Scratch for all columns of the items, each from a multiple of 256 bytes on. */
inline uint64_t transposed_bytes(const struct job *job, const matrix_shape &shape)
{
    uint64_t bytes = 0;
    for (int k = 0; k < job->op->input.count; k++)
        bytes += transposed_column_bytes(transposed_items(shape), elem_size(job->op->input.elem[k]));
    return bytes;
}

/* Where they lie from `memory` on. */
template <class M>
static inline column_set<M::input_columns.count> transposed_columns(void *memory, const matrix_shape &shape)
{
    column_set<M::input_columns.count> set = {};
    char *at = static_cast<char *>(memory);
    for (int k = 0; k < M::input_columns.count; k++) {
        set.column[k].base = at;
        set.column[k].stride = (int64_t)M::input_columns.size[k];
        at += transposed_column_bytes(transposed_items(shape), M::input_columns.size[k]);
    }
    return set;
}

/* All that a transposition's kernel knows of an operator. */
template <size_t SIZE>
struct elements_of {
    using state = typename word_of<SIZE>::type;
};

/* Sides of the tiles, of tiny tunings and of others. */
enum { TINY_TRANSPOSED_TILE = 4, TRANSPOSED_TILE = 32 };

/* Shared memory for a tile of the widest column. */
COMPILE_TIME uint64_t transposed_shared(const op_sizes &sizes, bool tiny)
{
    int tile = tiny ? TINY_TRANSPOSED_TILE : TRANSPOSED_TILE;
    return (uint64_t)(tile * square_pitch(tile, sizes.input.widest)) * sizes.input.widest;
}

/* Enqueues the transposition of every column of the items into `to`, by tiles. */
template <class M, bool TINY_TILE, int K = 0>
static inline bool transpose_items(const struct job *job, const matrix_shape &shape,
                                   const column_set<M::input_columns.count> &to, struct text *why)
{
    if constexpr (K < M::input_columns.count) {
        constexpr int BLOCK = TINY_TILE ? 16 : 128, ITEMS = TINY_TILE ? 1 : 8,
                      TILE = TINY_TILE ? TINY_TRANSPOSED_TILE : TRANSPOSED_TILE;
        constexpr size_t SIZE = M::input_columns.size[K];
        matrices m = matrices_of(job->in.column[K], to.column[K], shape.matrices, shape.height, shape.width,
                                 shape.present, TILE, TILE);
        return enqueue_squares<elements_of<SIZE>, BLOCK, ITEMS, 4>("transpose_items", job, m, why) &&
               transpose_items<M, TINY_TILE, K + 1>(job, shape, to, why);
    } else
        return true;
}

/* Items n written to scratch and read from there, beside what every reduction of rows must move. */
inline uint64_t transposed_traffic(const struct job *job)
{
    return rows_traffic(job) + 2 * job_items(job) * job->op->input.packed;
}

/* A tile reads runs of a matrix' rows that lie anywhere: rows of `width` items in tiles of `tile`, with a sector
 * begun at either end of each run. Where columns are apart in memory, each sector becomes several. The map-out is
 * written where the items were, `apart` from lane to lane. */
inline double transposed_sectors(const struct job *job, int64_t width, int64_t tile, double apart)
{
    double run = (double)width / (double)larger(1, ceiling(width, tile)), most = 1;
    for (int k = 0; k < job->in.count; k++) {
        double bytes = larger_of(1, run) * (double)elem_size(job->op->input.elem[k]);
        most = larger_of(most, 1 + 2 * 32 / bytes);
    }
    return larger_of(most * columns_sectors(&job->in, &job->op->input, 1),
                     columns_sectors(&job->mapout, &job->op->mapout, apart));
}

} // namespace FOLDCHECK_NAMESPACE
#endif
