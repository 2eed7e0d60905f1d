/* SPDX-License-Identifier: MIT
 * Shared by all transpositions: which items there are, claims of traffic, and tiles of a matrix: where they
 * begin, and which of their cells have an item.
 *
 * Matrices of height x width items lie one behind the other; so do the results, of width x height. All of them are one
 * launch's. */
#ifndef FOLDCHECK_TRANSPOSE_HIP_H
#define FOLDCHECK_TRANSPOSE_HIP_H

#include "hip/description.hip.h"

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

/* Elements from lane to lane of what is read, and of what is written. */
inline double transpose_sectors(const struct job *job, double read, double written)
{
    return larger_of(columns_sectors(&job->in, &job->op->input, read),
                     columns_sectors(&job->out, &job->op->state, written));
}

/* The side of a square of that many items, a power of two. */
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

/* Runs of a number of elements, perhaps less than a sector. */
inline double sectors_of_runs(const struct job *job, int64_t run)
{
    return larger_of(1, 32 / (double)(run * (int64_t)job->op->input.packed));
}

/* Parts of a row apart from one another, of equal length: the most sectors that they may touch. */
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

/* Elements of a row of the square in shared memory: one more than are used, and of small elements a bank's word more,
 * so that the elements of a column lie in different banks. */
COMPILE_TIME int square_pitch(int tile, size_t size)
{
    return tile + (size < 4 ? 4 / (int)size : 1);
}

enum : unsigned { TRANSPOSITION_TAKES = TAKES_ROWS | TAKES_EMPTY_ROWS };

/* What transpositions say of themselves; nothing scales, for tiles are square whatever their elements. */
struct transposition : any_strategy {
    static constexpr enum what what = WHAT_TRANSPOSE;
    static constexpr unsigned takes = TRANSPOSITION_TAKES;
    static constexpr auto traffic = transpose_traffic;

    static constexpr size_t held(const op_sizes &)
    {
        return 0;
    }
};

/* Through a square in shared memory. */
struct tiled_transposition : transposition {
    static constexpr auto sectors = tile_sectors;

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        int side = square_side((int)(shape.block * shape.items));
        return (uint64_t)(side * square_pitch(side, sizes.state)) * sizes.state;
    }

    static constexpr bool suits(const op_sizes &, const struct launch_shape &shape)
    {
        uint32_t items = shape.block * shape.items, side = (uint32_t)square_side((int)items);
        return side * side == items && shape.block % side == 0;
    }
};

/* ---- the kernel's side --------------------------------------------------------------------------------- */
struct matrices {
    struct column in, out;
    int64_t height, width;
    int64_t present;               /* items of each that are there: the first of its rows ... */
    int64_t whole, rest;           /* ... so many whole rows, and items of the next */
    int64_t tile_rows, tile_width; /* of a matrix that a tile covers */
    int64_t across, tiles;         /* tiles along a row, of a matrix */
    int64_t all;                   /* tiles of all matrices */
    int fold; /* how many times the low dimension goes into a tile's side; 1: none is low */
};

/* Derived from the columns, the dimensions and a tile's: `count` matrices. */
inline matrices matrices_of(const struct column &in, const struct column &out, int64_t count, int64_t height,
                            int64_t width, int64_t present, int64_t tile_rows, int64_t tile_width)
{
    matrices m = {};
    m.in = in, m.out = out;
    m.height = height, m.width = width, m.present = present;
    m.whole = present / larger(1, width), m.rest = present % larger(1, width);
    m.tile_rows = tile_rows, m.tile_width = tile_width;
    m.across = ceiling(width, tile_width);
    m.tiles = m.across * ceiling(height, tile_rows);
    m.all = m.tiles * count;
    m.fold = 1;
    return m;
}

/* A job's, in tiles of that many items. */
inline matrices matrices_of(const struct job *job, int64_t tile_rows, int64_t tile_width)
{
    return matrices_of(job->in.column[0], job->out.column[0], job_matrices(job), (int64_t)job->height,
                       (int64_t)job->length, (int64_t)job->present, tile_rows, tile_width);
}

/* Where a tile begins: its first item's number in the input and place in the result; and what is there from that cell
 * on, whether or not it belongs to the tile: columns, whole rows, and items of the row behind those. Numbers of
 * 64 bits are computed here, once a tile; cells are counted from here. */
struct tile_at {
    int64_t read, written;
    int columns, rows, rest;
};

/* A cell of a tile. */
struct cell {
    int row, column;
};

/* a / b of numbers that are not negative: most fit into 32 bits, which a GPU divides in a fifth of the time. */
FN int64_t quotient(int64_t a, int64_t b)
{
    return (a | b) >> 32 ? a / b : (int64_t)((uint32_t)a / (uint32_t)b);
}

/* What is more than any tile has, or less, as 32 bits. */
FN int clipped(int64_t n)
{
    return (int)smaller(larger(n, -(1 << 20)), 1 << 20);
}

FN tile_at tile_of(const matrices &m, int64_t tile)
{
    int64_t matrix = quotient(tile, m.tiles), inside = tile - matrix * m.tiles;
    int64_t down = quotient(inside, m.across);
    int64_t row = down * m.tile_rows, column = (inside - down * m.across) * m.tile_width;
    tile_at at = {matrix * m.present + row * m.width + column,
                  matrix * m.height * m.width + column * m.height + row, clipped(m.width - column),
                  clipped(m.whole - row), clipped(m.rest - column)};
    return at;
}

/* Whether a cell has an item. */
FN bool is_there(const tile_at &tile, const cell &at)
{
    return at.column < tile.columns && at.row < tile.rows + (at.column < tile.rest);
}

/* How far its item lies behind the tile's first, and its place in the result behind the first's. */
FN int64_t cell_item(const matrices &m, const cell &at)
{
    return at.row * m.width + at.column;
}

FN int64_t cell_place(const matrices &m, const cell &at)
{
    return at.column * m.height + at.row;
}

/* A column from one of its elements on. */
FN struct column column_from(const struct column &column, int64_t i)
{
    struct column from = {static_cast<char *>(column.base) + i * column.stride, column.stride};
    return from;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
