/* SPDX-License-Identifier: MIT
 * Shapes, drawn. Choice 0 is the simplest. Private to this folder. */
#ifndef FOLDCHECK_DRAW_SHAPES_H
#define FOLDCHECK_DRAW_SHAPES_H

#include "fixture.h"

enum { OCCASIONAL = 8, FEW_ROWS = 40 /* each a launch */ };

/* Where a strategy may go wrong: its tile, and what a group folds at once. `most` is where sizes usually end;
 * tiles that are larger than that are crossed more seldom. */
struct edges {
    uint64_t tile, window, most;
    uint64_t longest; /* items of the longest row that is done, ANY_ROW if any is */
    bool one_size;    /* no other tuning has small tiles: cross the large ones often */
};

/* The strategy's, for its tuning on the fixture's device. */
struct edges edges_of(const struct fixture *fixture, const struct instance *instance, const struct op *op);
/* Now and then a problem is large: it crosses many tiles of the usual tunings too. */
uint64_t draw_items(struct draw *draw, const struct fixture *fixture, struct edges edges,
                    uint64_t most_items);
/* Most problems are one row; the rest share the items out among two or three dimensions. */
void draw_shape(struct draw *draw, struct shape *shape, uint64_t items, bool flat);
/* Two rows at least: short ones, rows as long as a few tiles, or whatever. `items` is how many there are usually,
 * most_items how many there may be. */
void draw_rows(struct draw *draw, struct shape *shape, uint64_t items, struct edges edges,
               uint64_t most_items, uint64_t most_rows);
/* Rows of different lengths, about as many items as rows x length: a list of a few, many of them empty or short, or as
 * a distribution has them. */
void draw_ragged(struct draw *draw, struct shape *shape, bool listed);
/* Rows where some policy's rule switches from one strategy to another: as many rows as it counts, or as many items as
 * half a block has threads, or a block; about `most` items. */
void draw_switch(struct draw *draw, const struct device_caps *caps, struct shape *shape, uint64_t most,
                 bool is_run);
/* One matrix, or a few; every second one is tall or wide: what is low there is at most half a tile, and often 1: a row
 * or a column is as long as some tiles have items, or as their side. */
void draw_matrices(struct draw *draw, struct shape *shape, struct edges edges, bool flat);
/* Up to `most` rows without items, now and then very many, where the strategy does lists of rows as a list, too; or no
 * rows. */
enum { FEW_EMPTY_ROWS = 9 };
void draw_empty(struct draw *draw, struct shape *shape, uint64_t most, bool ragged);
/* How many keys: few, as many as a warp, a byte or a block counts and one more or fewer, or as many as are done; one in
 * 16 has one more than are done. No more results than `most`. */
uint64_t draw_key_count(struct draw *draw, uint64_t done, uint64_t block, uint64_t most);
/* Keys for a drawn shape. */
void draw_keys(struct draw *draw, const struct fixture *fixture, const struct instance *instance,
               struct problem *problem);
/* Halves what is largest, the last of equals, until there are no more than `most` items. */
void keep_to_limit(struct shape *shape, uint64_t most);

/* Makes the items of each row, and the rows of a matrix, a multiple, by less of them; 0 or 1: leaves the shape. */
void keep_to_multiple(struct shape *shape, enum what what, uint64_t multiple);
uint64_t rows_of(const struct shape *shape);

#endif
