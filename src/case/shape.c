/* SPDX-License-Identifier: MIT
 * How many rows a shape has, and how long each is.
 *
 * Ragged rows of R x M come in groups whose items are M times their rows, so that the first item of any row
 * is found without a walk: h(x) = splitmix64(seed + x * 0x9e3779b97f4a7c15), and uniform    pairs: h(r) mod
 * (2M + 1) for an even row r, the rest of 2M for the next one; geometric  groups of g = 16 rows: rows 16k ...
 * are what g - 1 cuts, h(r) mod (gM + 1), leave of a stick of gM items (so are geometric lengths distributed,
 * given their sum); giant      row h(0) mod R has all, except one item that each other row has (none where M
 * is 0); halfempty  pairs: one of them, by the lowest bit of h(r), has 2M items and the other none. A pair
 * that lacks its second row has M items; a group that lacks rows has a smaller g. */
#include "shape.h"

#include <assert.h>
#include <stdlib.h>

#include "data.h"

enum { GROUP_ROWS = 16 };

static bool product_fits(const uint64_t *size, int count, uint64_t *product)
{
    *product = 1;
    for (int i = 0; i < count; i++)
        if (size[i] == 0) *product = 0;
    for (int i = 0; i < count; i++)
        if (__builtin_mul_overflow(*product, size[i], product) || *product > INT64_MAX) return false;
    return true;
}

bool shape_rows(const struct shape *shape, uint64_t *rows)
{
    switch (shape->form) {
    case SHAPE_DIMS:
        return product_fits(shape->size, shape->count - 1, rows);
    case SHAPE_LIST:
        *rows = (uint64_t)shape->count;
        return true;
    case SHAPE_RAGGED:
        break;
    }
    *rows = shape->size[0];
    return *rows <= INT64_MAX;
}

bool shape_items(const struct shape *shape, uint64_t *items)
{
    if (shape->form != SHAPE_LIST) return product_fits(shape->size, shape->count, items);
    *items = 0;
    for (int row = 0; row < shape->count; row++)
        if (__builtin_add_overflow(*items, shape->size[row], items) || *items > INT64_MAX) return false;
    return true;
}

uint64_t shape_height(const struct shape *shape)
{
    assert(shape->form == SHAPE_DIMS);
    return shape->count > 1 ? shape->size[shape->count - 2] : 1;
}

/* A row of a ragged shape: its first item and its length. */
struct stretch {
    uint64_t first, length;
};

static uint64_t row_hash(const struct shape *shape, uint64_t row)
{
    return splitmix64(shape->seed + row * 0x9e3779b97f4a7c15U);
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* The first of a pair has `even` items, the second what is left of twice the mean. */
static struct stretch of_pair(const struct shape *shape, uint64_t row, uint64_t even)
{
    uint64_t mean = shape->size[1], first = (row & ~(uint64_t)1) * mean;
    if (row % 2) return (struct stretch){first + even, 2 * mean - even};
    return (struct stretch){first, row + 1 < shape->size[0] ? even : mean};
}

/* Where the stick of the rows from `base` on is cut, from 0 to its end; returns how many rows it has. */
static uint64_t cut_stick(const struct shape *shape, uint64_t base, uint64_t cut[GROUP_ROWS + 1])
{
    uint64_t mean = shape->size[1];
    uint64_t rows = shape->size[0] - base < GROUP_ROWS ? shape->size[0] - base : GROUP_ROWS;
    cut[0] = 0;
    for (uint64_t c = 1; c < rows; c++)
        cut[c] = row_hash(shape, base + c) % (rows * mean + 1);
    qsort(cut + 1, (size_t)rows - 1, sizeof *cut, by_value);
    cut[rows] = rows * mean;
    return rows;
}

static struct stretch of_stick(const struct shape *shape, uint64_t row)
{
    uint64_t place = row % GROUP_ROWS, base = row - place, cut[GROUP_ROWS + 1];
    cut_stick(shape, base, cut);
    return (struct stretch){base * shape->size[1] + cut[place], cut[place + 1] - cut[place]};
}

static struct stretch of_giant(const struct shape *shape, uint64_t row)
{
    uint64_t rows = shape->size[0], mean = shape->size[1], other = mean ? 1 : 0;
    uint64_t giant = row_hash(shape, 0) % rows, length = rows * mean - (rows - 1) * other;
    uint64_t first = row <= giant ? row * other : (row - 1) * other + length;
    return (struct stretch){first, row == giant ? length : other};
}

static struct stretch of_ragged(const struct shape *shape, uint64_t row)
{
    uint64_t twice = 2 * shape->size[1], hash = row_hash(shape, row & ~(uint64_t)1);
    switch (shape->dist) {
    case DIST_UNIFORM:
        return of_pair(shape, row, hash % (twice + 1));
    case DIST_GEOMETRIC:
        return of_stick(shape, row);
    case DIST_GIANT:
        return of_giant(shape, row);
    case DIST_HALFEMPTY:
    case DIST_SORTED: /* the parser takes neither of these for lengths */
    case DIST_RUNS:
        break;
    }
    return of_pair(shape, row, hash & 1 ? twice : 0);
}

uint64_t shape_row_length(const struct shape *shape, uint64_t row)
{
    switch (shape->form) {
    case SHAPE_DIMS:
        return shape->size[shape->count - 1];
    case SHAPE_LIST:
        assert(row < (uint64_t)shape->count);
        return shape->size[row];
    case SHAPE_RAGGED:
        break;
    }
    assert(row < shape->size[0]);
    return of_ragged(shape, row).length;
}

uint64_t shape_row_first(const struct shape *shape, uint64_t row)
{
    if (shape->form == SHAPE_DIMS) return row * shape->size[shape->count - 1];
    if (shape->form == SHAPE_RAGGED) return of_ragged(shape, row).first;
    uint64_t first = 0;
    for (uint64_t before = 0; before < row; before++)
        first += shape->size[before];
    return first;
}

uint64_t shape_row_of(const struct shape *shape, uint64_t i)
{
    uint64_t low = 0, high = 0; /* the row lies in [low, high) */
    shape_rows(shape, &high);
    if (shape->form == SHAPE_DIMS) return i / shape->size[shape->count - 1];
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (shape_row_first(shape, middle) <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The rows that share a stick, its cuts sorted once. */
static void stick_starts(const struct shape *shape, uint64_t base, uint64_t *start)
{
    uint64_t cut[GROUP_ROWS + 1], rows = cut_stick(shape, base, cut);
    for (uint64_t place = 0; place < rows; place++)
        start[base + place] = base * shape->size[1] + cut[place];
}

void shape_row_starts(const struct shape *shape, uint64_t *start)
{
    uint64_t rows = 0, items = 0;
    shape_rows(shape, &rows);
    shape_items(shape, &items);
    start[rows] = items;
    if (shape->form == SHAPE_LIST) {
        start[0] = 0;
        for (uint64_t row = 0; row < rows; row++)
            start[row + 1] = start[row] + shape->size[row];
    } else if (shape->form == SHAPE_RAGGED && shape->dist == DIST_GEOMETRIC) {
        for (uint64_t base = 0; base < rows; base += GROUP_ROWS)
            stick_starts(shape, base, start);
    } else {
        for (uint64_t row = 0; row < rows; row++)
            start[row] = shape_row_first(shape, row);
    }
}

bool shape_is_even(const struct shape *shape)
{
    bool even = shape->form != SHAPE_RAGGED || shape->size[0] <= 1;
    for (int row = 1; shape->form == SHAPE_LIST && row < shape->count; row++)
        even &= shape->size[row] == shape->size[0];
    return even;
}
