/* SPDX-License-Identifier: MIT
 * Questions about the rows of a tile, asked of 32 bits and of 64. Private to this folder. */
#ifndef FOLDCHECK_ROWS_H
#define FOLDCHECK_ROWS_H

#include "fixture.h"
#include "row_index.h"

/* The questions of row_index.h. */
struct row_questions {
    int (*crosses_64)(struct row_index rows, int32_t from, int32_t to);
    int (*crosses_32)(struct row_index rows, int32_t from, int32_t to);
    int (*continues_64)(struct row_index rows, int32_t i);
    int (*continues_32)(struct row_index rows, int32_t i);
    int (*starts_64)(struct row_index rows, int32_t i);
    int (*starts_32)(struct row_index rows, int32_t i);
    int (*begins)(struct row_index rows);
    int (*ends_inside)(struct row_index rows);
    int64_t (*first_tile)(struct row_index rows);
};

struct index_look {
    struct finding *finding;
    const struct row_questions *asked; /* NULL: row_index.h's own */
    uint64_t floor_differs;            /* questions that a remainder rounded down would answer wrongly */
    uint64_t tiles, pairs;             /* that were looked at */
    /* The tile of `size` items from item `first` on; NULL: row_index_of. */
    struct row_index (*tile_of)(int64_t first, int64_t length, int32_t size);
};

/* Every item and pair of small tiles, of all sizes and lengths; what lies at the edges of one tile; the edges of large
 * ones. False with the first wrong answer in finding->first_at. */
bool look_at_small(struct index_look *look);
bool look_at_edges(struct index_look *look, const struct row_index *rows);
bool look_at_large(struct index_look *look);

/* Whether `wide` items from item i of the tile on are in the row of the item before i, as row_continuing_64 says, and,
 * of the tile, `narrow` of them, as row_continuing_32 says. */
bool look_at_continuing(struct index_look *look, const struct row_index *rows, int32_t i, int64_t wide,
                        int64_t narrow);

#endif
