/* SPDX-License-Identifier: MIT
 * How `foldcheck run` cuts real data into rows: of one length, or where a file says. */
#ifndef FOLDCHECK_REAL_ROWS_H
#define FOLDCHECK_REAL_ROWS_H

#include "input.h"

enum { NO_ROWS = -1 }; /* as --rows: not given */

/* Zero-initialise it. */
struct real_rows {
    uint64_t count, length; /* rows; items of each, if all have one length */
    const uint64_t *start;  /* else: count + 1 numbers, row r is items [start[r], start[r + 1]); else NULL */
    struct input offsets;   /* the file that start lies in */
};

/* Cuts `items` items into `rows` rows (NO_ROWS as uint64_t: one), or as the numbers of type u64 in the file `offsets`
 * say (NULL: none): where each row begins, and behind them the number of items. Returns false with one line for rows
 * that do not come out even, for numbers that fall or do not go from 0 to the items, and for what input_open
 * refuses. */
bool real_rows_open(struct real_rows *cut, uint64_t rows, const char *offsets, uint64_t items,
                    struct text *why);
void real_rows_close(struct real_rows *cut);

uint64_t real_row_first(const struct real_rows *cut, uint64_t row);
uint64_t real_row_length(const struct real_rows *cut, uint64_t row);

#endif
