/* SPDX-License-Identifier: MIT
 * Shapes: rows of items, of one length or of different ones, and keys. */
#ifndef FOLDCHECK_SHAPE_H
#define FOLDCHECK_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_DIMS = 6, MAX_LIST = 64 };

/* Of lengths of rows, or of keys; the last two of keys alone. */
enum dist { DIST_UNIFORM, DIST_GEOMETRIC, DIST_GIANT, DIST_HALFEMPTY, DIST_SORTED, DIST_RUNS };
enum shape_form { SHAPE_DIMS, SHAPE_LIST, SHAPE_RAGGED };

struct shape {
    enum shape_form form;
    int count;               /* dimensions, or rows of a list */
    uint64_t size[MAX_LIST]; /* dims (the last is the row length) or row lengths; ragged: rows, mean */
    uint64_t keys;           /* "#keys"; 0 = none */
    bool has_dist;           /* else keys take turns, or are listed */
    enum dist dist;
    int key_count; /* keys that are listed: of the first items; 0 = none */
    uint64_t key[MAX_LIST];
    uint64_t seed; /* of ragged lengths or of keys */
};

/* Rows; items in all. False when they do not fit 63 bits. */
bool shape_rows(const struct shape *shape, uint64_t *rows);
bool shape_items(const struct shape *shape, uint64_t *items);

/* Rows of each matrix of a transposition: the last dimension but one, 1 where there is none. Dimensions only. */
uint64_t shape_height(const struct shape *shape);

/* Length of row r, and the index of its first item (the sum of the lengths before it). Pure; shape.c says how
 * ragged rows fall. */
uint64_t shape_row_length(const struct shape *shape, uint64_t row);
uint64_t shape_row_first(const struct shape *shape, uint64_t row);

/* The row that item i lies in, i below the items: the last row that begins at or before it and is not empty. */
uint64_t shape_row_of(const struct shape *shape, uint64_t i);

/* Writes where each row begins, and behind them the number of items: rows + 1 numbers. */
void shape_row_starts(const struct shape *shape, uint64_t *start);

/* The key of item i, below shape->keys, of a keyed problem. Pure; keys.h says how keys fall. */
uint64_t shape_key(const struct shape *shape, uint64_t i);

/* Whether all rows have one length, whatever the shape's form. Cost: as many steps as a list has rows; 1 otherwise
 * (ragged rows count as different if there are two of them). */
bool shape_is_even(const struct shape *shape);

#ifdef __cplusplus
}
#endif
#endif
