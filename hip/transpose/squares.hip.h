/* SPDX-License-Identifier: MIT
 * Squares of a matrix: a block reads one along the rows, keeps it in shared memory, and writes it along the columns,
 * so that both sides of memory are coalesced. A thread's items lie ROWS rows of the matrix apart where it reads, and
 * ROWS rows of the result where it writes: it steps from one to the next, without a product for each. */
#ifndef FOLDCHECK_TRANSPOSE_SQUARES_HIP_H
#define FOLDCHECK_TRANSPOSE_SQUARES_HIP_H

#include "hip/transpose/transpose.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Thread (x, y) of the square reads cell (y, x), and writes what (y, x) read, cell (x, y); its other items are ROWS
 * further along y. */
template <class M, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
transpose_squares_kernel(matrices m)
{
    using word = typename M::state;
    constexpr int TILE = square_side(BLOCK * ITEMS), ROWS = BLOCK / TILE,
                  PITCH = square_pitch(TILE, sizeof(word));
    SHARED(word, square, TILE * PITCH);
    for (int64_t t = block_id(); t < m.all; t += block_count()) {
        tile_at tile = tile_of(m, t);
        int thread = worked_out_here(thread_id()), x = thread % TILE, y = thread / TILE;

        /* ---- load: along the rows of the matrix; each item read once ---- */
        word held[ITEMS] = {};
        struct column from = column_from(m.in, tile.read + y * m.width + x);
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (is_there(tile, {y + k * ROWS, x})) load_field<sizeof(word)>(from, 0, &held[k]);
            from = column_from(from, ROWS * m.width);
        }

        /* ---- through shared memory: rows in ---- */
        UNROLL for (int k = 0; k < ITEMS; k++) store(square + (y + k * ROWS) * PITCH + x, held[k]);
        block_sync();

        /* ---- store: columns out, along the rows of the result; each item written once ---- */
        UNROLL for (int k = 0; k < ITEMS; k++) held[k] = load(square + x * PITCH + y + k * ROWS);
        struct column to = column_from(m.out, tile.written + y * m.height + x);
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (is_there(tile, {x, y + k * ROWS})) store_field<sizeof(word)>(to, 0, &held[k]);
            to = column_from(to, ROWS * m.height);
        }
        block_sync(); /* the next tile goes over this one */
    }
}

/* The squares of `count` matrices; the first `present` items of each are there. */
template <class M, int BLOCK, int ITEMS, int GROUP>
static bool enqueue_squares(const char *name, const struct job *job, const matrices &m, struct text *why)
{
    if (m.all == 0) return true;
    return launch(name, transpose_squares_kernel<M, BLOCK, ITEMS>, smaller(MOST_BLOCKS, m.all), BLOCK, GROUP,
                  job, m, why);
}

/* Of a job's. */
template <class M, int BLOCK, int ITEMS, int GROUP>
static bool enqueue_squares(const char *name, const struct job *job, struct text *why)
{
    constexpr int TILE = square_side(BLOCK * ITEMS);
    return enqueue_squares<M, BLOCK, ITEMS, GROUP>(name, job, matrices_of(job, TILE, TILE), why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
