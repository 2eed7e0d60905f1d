/* SPDX-License-Identifier: MIT
 * Where the rows of a regular segmented scan begin in a tile of its items: rows of `length` items lie one behind the
 * other and are cut into tiles without regard to rows. Every question is answered twice: with the remainder of 64 bits
 * that a row's length asks for (C7), and with remainders of 32 bits, from what is worked out once a tile (C9).
 *
 * `i` counts items from the tile's first. With `size` items a tile and `into` the place of its first item in its row,
 *
 *     boundary   the first row that begins in the tile behind item 0: min(size, length - into)
 *     compact    min(size, length): a row longer than a tile begins in it once at most, so that its length may be cut
 *
 * A remainder is C's: signed, truncated towards 0; with any other, continuing_32 is wrong where item 0 continues a row
 * and no row begins behind it. Plain C, pure; kernels and properties compile the same lines. */
#ifndef FOLDCHECK_ROW_INDEX_H
#define FOLDCHECK_ROW_INDEX_H

#include "op.h"

struct row_index {
    int64_t first, length; /* the tile's first item, of all; items a row, at least 1 */
    int64_t into;          /* items of the tile's first row that lie before the tile */
    int32_t size;          /* items a tile, at least 2: a remainder by 1 is 0, whatever its sign */
    int32_t boundary, compact;
};

OP_FN struct row_index row_index_of(int64_t first, int64_t length, int32_t size)
{
    struct row_index rows;
    int64_t rest;
    rows.first = first;
    rows.length = length;
    rows.into = first % length;
    rows.size = size;
    rest = length - rows.into;
    rows.boundary = (int32_t)(rest < size ? rest : size);
    rows.compact = (int32_t)(length < size ? length : size);
    return rows;
}

/* Does the tile begin with a row? */
OP_FN int row_begins(struct row_index rows)
{
    return rows.into == 0;
}

/* Does a row end in the tile, before its last item? (One that ends with it leaves nothing to those who look back.) */
OP_FN int row_ends_inside(struct row_index rows)
{
    return rows.length - rows.into < rows.size;
}

/* The first tile that has an item of the row that the tile continues. */
OP_FN int64_t row_first_tile(struct row_index rows)
{
    return (rows.first - rows.into) / rows.size;
}

/* Does item i > 0 begin a row? */
OP_FN int row_starts_64(struct row_index rows, int32_t i)
{
    return (rows.first + i) % rows.length == 0;
}

OP_FN int row_starts_32(struct row_index rows, int32_t i)
{
    return (i - rows.boundary) % rows.compact == 0;
}

/* Are items from <= to of the tile in different rows? */
OP_FN int row_crosses_64(struct row_index rows, int32_t from, int32_t to)
{
    return to - from > (rows.first + to) % rows.length;
}

OP_FN int row_crosses_32(struct row_index rows, int32_t from, int32_t to)
{
    return to - from > (to + rows.compact - rows.boundary) % rows.compact;
}

/* Is item i in the row of the item before the tile? */
OP_FN int row_continues_64(struct row_index rows, int32_t i)
{
    return i + 1 <= (rows.first + i) % rows.length;
}

OP_FN int row_continues_32(struct row_index rows, int32_t i)
{
    return rows.into != 0 && i < rows.boundary;
}

/* How many items from i on, i > 0 or the tile's first that begins no row, are in the row of the item before i: beyond
 * the tile, any number that is. */
OP_FN int64_t row_continuing_64(struct row_index rows, int32_t i)
{
    return rows.length - (rows.first + i - 1) % rows.length - 1;
}

OP_FN int32_t row_continuing_32(struct row_index rows, int32_t i)
{
    return rows.compact - 1 - (i - 1 + rows.compact - rows.boundary) % rows.compact;
}

#endif
