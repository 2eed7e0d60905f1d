/* SPDX-License-Identifier: MIT
 * Tiles whose side is folded, for matrices with a low dimension, where squares would leave most threads idle: the
 * low dimension goes into a square's side `fold` times, so that a tile covers as many neighbouring squares, and a row
 * or column of threads one of each. */
#ifndef FOLDCHECK_TRANSPOSE_FOLDED_HIP_H
#define FOLDCHECK_TRANSPOSE_FOLDED_HIP_H

#include "hip/transpose/transpose.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Way::cell_at<TILE>(fold, x, y): the cell that thread (x, y) of the square reads. The square is transposed: (x, y)
 * writes what (y, x) read. */
template <class M, class Way, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
transpose_folded_kernel(matrices m)
{
    using word = typename M::state;
    constexpr int TILE = square_side(BLOCK * ITEMS), ROWS = BLOCK / TILE,
                  PITCH = square_pitch(TILE, sizeof(word));
    SHARED(word, square, TILE * PITCH);
    int x = thread_id() % TILE, y = thread_id() / TILE;
    for (int64_t t = block_id(); t < m.all; t += block_count()) {
        tile_at tile = tile_of(m, t);

        /* ---- load: each item read once ---- */
        word held[ITEMS] = {};
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            cell at = Way::template cell_at<TILE>(m.fold, x, y + k * ROWS);
            if (is_there(tile, at)) load_field<sizeof(word)>(m.in, tile.read + cell_item(m, at), &held[k]);
        }

        /* ---- through shared memory: rows of threads in ---- */
        UNROLL for (int k = 0; k < ITEMS; k++) store(square + (y + k * ROWS) * PITCH + x, held[k]);
        block_sync();

        /* ---- store: columns of threads out; each item written once ---- */
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            cell at = Way::template cell_at<TILE>(m.fold, y + k * ROWS, x);
            word moved = load(square + x * PITCH + y + k * ROWS);
            if (is_there(tile, at))
                store_field<sizeof(word)>(m.out, tile.written + cell_place(m, at), &moved);
        }
        block_sync(); /* the next tile goes over this one */
    }
}

/* Tiles of `fold` squares, down or across, of `count` whole matrices. */
template <class M, class Way, int BLOCK, int ITEMS, int GROUP>
static bool enqueue_folded(const char *name, const struct job *job, const struct column &in,
                           const struct column &out, int64_t count, int64_t height, int64_t width, int fold,
                           struct text *why)
{
    constexpr int TILE = square_side(BLOCK * ITEMS);
    matrices m = matrices_of(in, out, count, height, width, height * width, TILE * (Way::DOWN ? fold : 1),
                             TILE * (Way::DOWN ? 1 : fold));
    m.fold = fold;
    if (m.all == 0) return true;
    return launch(name, transpose_folded_kernel<M, Way, BLOCK, ITEMS>, smaller(MOST_BLOCKS, m.all), BLOCK,
                  GROUP, job, m, why);
}

/* Of a job's. */
template <class M, class Way, int BLOCK, int ITEMS, int GROUP>
static bool enqueue_folded(const char *name, const struct job *job, int fold, struct text *why)
{
    return enqueue_folded<M, Way, BLOCK, ITEMS, GROUP>(name, job, job->in.column[0], job->out.column[0],
                                                       job_matrices(job), (int64_t)job->height,
                                                       (int64_t)job->length, fold, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
