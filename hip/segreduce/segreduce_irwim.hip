/* SPDX-License-Identifier: MIT
 * segreduce_irwim: a reduction of vectors turned inside out. reduce(zipWith(op)) over the results of t threads, each of
 * which is a vector of k numbers, is map(reduce(op)) of the transposed array: k rows of t numbers, and a segmented
 * reduction. The results lie thread by thread, so that number j of thread i is at i * k + j: rows that lie column by
 * column. They are transposed into scratch, column of the item by column, by the kernel that the matrix' shape asks for:
 * k is small, and squares would leave most threads idle. Then several rows a block are reduced where two fit into one,
 * else blocks share a row. Rows that lie one behind the other are transposed already, and so are those of one item, or
 * one row.
 *
 * ID, source    H12, interchange of a reduce with an inner map (IRWIM): Henriksen, slides (2016), "GPU Code Generation
 *               for the Reduction Streams", "After IRWIM". The segmented reduction is that of his compiler later, SegRed
 *               (2024); the transposition's choice is Larsen's, thesis (2017), appendix C.2
 * Laws          associative
 * Memory        n items read, written, and read again, a result a row written; of several blocks a row, a state each
 *               written and read
 * Scratch       n items; of several blocks a row, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths: they are no vectors */
#ifndef FOLDCHECK_SEGREDUCE_IRWIM_HIP
#define FOLDCHECK_SEGREDUCE_IRWIM_HIP
#include "hip/segreduce/segreduce_large_window.hip"
#include "hip/segreduce/segreduce_small_index.hip"
#include "hip/segreduce/transposed.hip.h"
#include "hip/transpose/by_larsen.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The array of the threads' results: t rows of k, one matrix, or none where there is nothing to transpose. */
inline matrix_shape irwim_shape(const struct job *job)
{
    bool moves = job->by_column && job->rows > 1 && job->length > 1;
    matrix_shape shape = {moves, (int64_t)job->length, (int64_t)job->rows, (int64_t)job_items(job)};
    return shape;
}

/* Enqueues the transposition of every column of matrices into `to`. */
template <class M, int TILE, int K = 0>
static inline bool irwim_transpose(const struct job *job, const matrix_shape &shape,
                                   const column_set<M::input_columns.count> &from,
                                   const column_set<M::input_columns.count> &to, struct text *why)
{
    if constexpr (K < M::input_columns.count) {
        using word = elements_of<M::input_columns.size[K]>;
        return enqueue_by_larsen<word, TILE>(job, from.column[K], to.column[K], shape.matrices, shape.height,
                                             shape.width, why) &&
               irwim_transpose<M, TILE, K + 1>(job, shape, from, to, why);
    } else
        return true;
}

/* Sides of the tiles, of tiny tunings and of others. */
COMPILE_TIME int tile_of_block(int block)
{
    return block < 64 ? 4 : 16;
}

struct segreduce_irwim : row_reduction {
    static constexpr const char *ids = "H12", *does = "a reduction of vectors as a map of reductions: a "
                                                      "transposition, and a segmented reduction";
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS | TAKES_BY_COLUMN;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr auto depth = depth_by_block;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    /* Of the kernel that needs most. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        int tile = tile_of_block((int)shape.block);
        uint64_t large = segreduce_large_window::shared_bytes(sizes, shape);
        uint64_t small = segreduce_small_index::shared_bytes(sizes, shape);
        uint64_t square = (uint64_t)(tile * square_pitch(tile, sizes.input.widest)) * sizes.input.widest;
        uint64_t most = large > small ? large : small;
        return most > square ? most : square;
    }

    static bool packs(const struct job *job, const struct launch_shape *shape)
    {
        return segments_by_segred_page(job->length, shape->block) == SEGMENTS_SMALL;
    }

    /* What the large rows' blocks need comes first, so that it is where they find it. */
    static uint64_t large_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t bytes = packs(job, shape) ? 0 : segreduce_large_window::scratch_bytes(job, shape);
        return (uint64_t)ceiling((int64_t)bytes, 256) * 256;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return large_bytes(job, shape) + transposed_bytes(job, irwim_shape(job));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t moved = irwim_shape(job).matrices ? 2 * job_items(job) * job->op->input.packed : 0;
        return moved + (packs(job, shape) ? rows_traffic(job) : segreduce_large_window::traffic(job, shape));
    }

    /* A tile reads and writes runs of its side, and the rows are read an item a lane. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double items = rows_sectors(job, shape);
        if (!irwim_shape(job).matrices) return items;
        int64_t tile = tile_of_block((int)shape->block);
        return larger_of(items, transposed_sectors(job, (int64_t)job->rows, tile, 1));
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return packs(job, shape) || segreduce_large_window::prepare(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int TILE = tile_of_block(BLOCK);
        struct job rows = *job; /* which lie one behind the other */
        matrix_shape matrix = irwim_shape(job);
        if (matrix.matrices) {
            char *memory = static_cast<char *>(job->scratch) + large_bytes(job, shape);
            auto from = column_set_of<M::input_columns.count>(job->in);
            auto to = transposed_columns<M>(memory, matrix);
            if (!irwim_transpose<M, TILE>(job, matrix, from, to, why)) return false;
            for (int k = 0; k < M::input_columns.count; k++)
                rows.in.column[k] = to.column[k];
        }
        rows.by_column = false;
        if (packs(job, shape))
            return segreduce_small_index::enqueue<M, BLOCK, ITEMS, GROUP, GATHER>(&rows, shape, why);
        return segreduce_large_window::enqueue<M, BLOCK, ITEMS, GROUP, GATHER>(&rows, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
