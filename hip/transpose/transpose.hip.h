/* SPDX-License-Identifier: MIT
 * What all transpositions share: which items there are, what a strategy claims of them, and the tile, a square of items
 * that a block reads along rows, keeps in shared memory, and writes along columns, so that both sides of memory are
 * coalesced. Strategies differ in where in the matrix the cells of the square lie.
 *
 * Matrices of height x width items lie one behind the other; so do the results, of width x height. All of them are one
 * launch's. */
#ifndef FOLDCHECK_TRANSPOSE_HIP_H
#define FOLDCHECK_TRANSPOSE_HIP_H

#include "hip/plan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* ---- the host's side ----------------------------------------------------------------------------------- */
/* Matrices of a job, 0 where they are empty. */
inline int64_t job_matrices(const struct job *job)
{
    return job->height && job->length ? (int64_t)(job->rows / job->height) : 0;
}

/* Each item read once and written once. */
inline uint64_t transpose_traffic(const struct job *job, const struct launch_shape *)
{
    return 2 * (uint64_t)job_matrices(job) * job->present * job->op->input.packed;
}

/* As rows_refuse; and a result over the input, and matrices that lack items unless the strategy masks them. */
inline enum refusal transpose_refuse(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, bool masks, struct text *why)
{
    enum refusal refusal = rows_refuse(strategy, job, shape, 0, why);
    if (refusal != REFUSAL_NONE) return refusal;
    if (job->in.column[0].base == job->out.column[0].base && job->rows * job->length > 1) {
        text_say(why, "%s writes where others still read: the result needs a place of its own",
                 strategy->name);
        return REFUSAL_SHAPE;
    }
    if (job->present < job->height * job->length && !masks) {
        text_say(why, "%s takes whole matrices, got %llu of %llu items", strategy->name,
                 (unsigned long long)job->present, (unsigned long long)(job->height * job->length));
        return REFUSAL_SHAPE;
    }
    return REFUSAL_NONE;
}

inline enum refusal whole_refuse(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
{
    return transpose_refuse(strategy, job, shape, false, why);
}

/* Elements from lane to lane of what is read, and of what is written. */
inline double transpose_sectors(const struct job *job, double read, double written)
{
    return larger_of(columns_sectors(&job->in, &job->op->input, read),
                     columns_sectors(&job->out, &job->op->state, written));
}

/* The side of a square of so many items, which is a power of two. */
COMPILE_TIME int square_side(int items)
{
    int side = 1;
    while (side * side < items)
        side *= 2;
    return side;
}

inline int tile_side(const struct launch_shape *shape)
{
    return square_side((int)(shape->block * shape->items));
}

/* Runs of so many elements, which may be less than a sector. */
inline double sectors_of_runs(const struct job *job, int64_t run)
{
    return larger_of(1, 32 / (double)(run * (int64_t)job->op->input.packed));
}

/* Parts of a row apart from one another, each of so many elements: the most sectors that they may touch. */
inline double sectors_of_parts(const struct job *job, int64_t run)
{
    int64_t size = (int64_t)job->op->input.packed, bytes = run * size;
    double most = (double)((32 - size + bytes - 1) / 32 + 1) * 32 / (double)larger(1, bytes);
    return most < 32 / (double)size ? most : 32 / (double)size;
}

/* A tile's rows on both sides. */
inline double tile_sectors(const struct job *job, const struct launch_shape *shape)
{
    return larger_of(transpose_sectors(job, 1, 1), sectors_of_runs(job, tile_side(shape)));
}

/* Elements of a row of the square in shared memory: one more than are used, and of small elements a bank's word more, so
 * that the elements of a column lie in different banks. */
COMPILE_TIME int square_pitch(int tile, size_t size)
{
    return tile + (size < 4 ? 4 / (int)size : 1);
}

template <class M, int BLOCK, int ITEMS>
COMPILE_TIME bool tile_fits()
{
    constexpr int TILE = square_side(BLOCK * ITEMS);
    return TILE * TILE == BLOCK * ITEMS && BLOCK % TILE == 0 &&
           TILE * square_pitch(TILE, sizeof(typename M::state)) * sizeof(typename M::state) <=
               MOST_SHARED_BYTES;
}

/* ---- the kernel's side --------------------------------------------------------------------------------- */
struct matrices {
    struct column in, out;
    int64_t height, width;
    int64_t present;       /* items of each that are there: the first of its rows */
    int64_t across, tiles; /* tiles along a row, of a matrix */
    int64_t all;           /* tiles of all matrices */
    int fold;              /* how many times the low dimension goes into a tile's side; 1: none is low */
};

/* A tile covers `columns` x `rows` items of a matrix. */
inline matrices matrices_of(const struct job *job, int64_t columns, int64_t rows, int fold)
{
    matrices m = {job->in.column[0],
                  job->out.column[0],
                  (int64_t)job->height,
                  (int64_t)job->length,
                  (int64_t)job->present,
                  0,
                  0,
                  0,
                  fold};
    m.across = ceiling(m.width, columns);
    m.tiles = m.across * ceiling(m.height, rows);
    m.all = m.tiles * job_matrices(job);
    return m;
}

/* Where a tile lies: its matrix, and its place among the matrix's tiles. */
struct tile_place {
    int64_t matrix, down, across;
};

FN tile_place place_of(const matrices &m, int64_t tile)
{
    int64_t inside = tile % m.tiles;
    tile_place place = {tile / m.tiles, inside / m.across, inside % m.across};
    return place;
}

struct cell {
    int64_t row, column;
};

/* The item of a cell, its number in the input or its place in the result; -1: there is none. */
FN int64_t item_read(const matrices &m, const tile_place &place, const cell &at)
{
    int64_t item = at.row * m.width + at.column;
    if (at.column >= m.width || item >= m.present) return -1; /* rows past the last have no item */
    return place.matrix * m.present + item;
}

FN int64_t item_written(const matrices &m, const tile_place &place, const cell &at)
{
    if (item_read(m, place, at) < 0) return -1;
    return place.matrix * m.height * m.width + at.column * m.height + at.row;
}

/* Way::cell_at(m, place, x, y): the cell that thread (x, y) of the square reads. The square is transposed: (x, y) writes
 * what (y, x) read. */
template <class M, class Way, int BLOCK, int ITEMS>
KERNEL(BLOCK, 1)
transpose_tile_kernel(matrices m)
{
    using word = typename M::state;
    constexpr int TILE = square_side(BLOCK * ITEMS), ROWS = BLOCK / TILE,
                  PITCH = square_pitch(TILE, sizeof(word));
    SHARED(word, square, TILE * PITCH);
    int x = thread_id() % TILE, y = thread_id() / TILE;
    for (int64_t t = block_id(); t < m.all; t += block_count()) {
        tile_place place = place_of(m, t);

        /* ---- load: along the rows of the matrix; each item read once ---- */
        word held[ITEMS] = {};
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int64_t i = item_read(m, place, Way::template cell_at<TILE>(m, place, x, y + k * ROWS));
            if (i >= 0) load_field<sizeof(word)>(m.in, i, &held[k]);
        }

        /* ---- through shared memory: rows in ---- */
        UNROLL for (int k = 0; k < ITEMS; k++) store(square + (y + k * ROWS) * PITCH + x, held[k]);
        block_sync();

        /* ---- store: columns out, along the rows of the result; each item written once ---- */
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            int64_t i = item_written(m, place, Way::template cell_at<TILE>(m, place, y + k * ROWS, x));
            word moved = load(square + x * PITCH + y + k * ROWS);
            if (i >= 0) store_field<sizeof(word)>(m.out, i, &moved);
        }
        block_sync(); /* the next tile goes over this one */
    }
}

/* The square as it lies in the matrix. */
struct square_way {
    template <int TILE>
    FN cell cell_at(const matrices &, const tile_place &place, int x, int y)
    {
        cell at = {place.down * TILE + y, place.across * TILE + x};
        return at;
    }
};

template <class M, class Way, int BLOCK, int ITEMS, int GROUP>
static bool enqueue_tiles(const char *name, const struct job *job, const matrices &m, struct text *why)
{
    if (m.all == 0) return true;
    return launch(name, transpose_tile_kernel<M, Way, BLOCK, ITEMS>, smaller(MOST_BLOCKS, m.all), BLOCK,
                  GROUP, job, m, why);
}

/* Tiles of the matrix as it is. */
template <class M, int BLOCK, int ITEMS, int GROUP>
static bool enqueue_squares(const char *name, const struct job *job, struct text *why)
{
    constexpr int TILE = square_side(BLOCK * ITEMS);
    return enqueue_tiles<M, square_way, BLOCK, ITEMS, GROUP>(name, job, matrices_of(job, TILE, TILE, 1), why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
