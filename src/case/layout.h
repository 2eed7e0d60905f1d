/* SPDX-License-Identifier: MIT
 * Tuple-of-arrays: where the columns of one side of a problem lie in memory. */
#ifndef FOLDCHECK_LAYOUT_H
#define FOLDCHECK_LAYOUT_H

#include "elem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A column as a kernel sees it: item i lies at base + i * stride. Stride 0 is legal: every item the same. base NULL: a
 * result's column that was not asked for, which is not there. */
struct column {
    void *base;
    int64_t stride; /* bytes */
};

/* The columns of one tuple. Plain data: it is a kernel argument. */
struct columns {
    int count;
    struct column column[MAX_COLUMNS];
};

enum side_form {
    SIDE_SOA,   /* a base a column */
    SIDE_AOS,   /* the C struct with its padding */
    SIDE_ARENA, /* columns back to back in one allocation, each at its natural alignment */
    SIDE_ONE,   /* stride 0: one item, read for every index (inputs only) */
    SIDE_IN,    /* over the input, where columns agree (outputs only) */
    SIDE_COLS,  /* as soa, but item j of row r is number j * rows + r (inputs only, rows of one length) */
};

struct side {
    enum side_form form;
    uint32_t skew; /* items by which every base is moved up */
    uint32_t gap;  /* items left free after each item */
};

/* input > result > map-out. A side that is not written in the line is soa. */
struct layout {
    struct side input, result, mapout;
    int sides; /* how many are meant: 1, 2 or 3; printing stops there */
};

/* Where `count` items of a tuple go, relative to one base that is 256-byte aligned. Columns of SIDE_SOA start
 * at 256-byte boundaries with a guard zone between them. */
struct placement {
    size_t offset[MAX_COLUMNS]; /* bytes to item 0 of each column */
    int64_t stride[MAX_COLUMNS];
    size_t bytes; /* to the end of the last item of the last column */
};

/* Fills a placement. Returns false if the bytes do not fit 63 bits. SIDE_IN is the caller's business. */
bool layout_place(const struct tuple *tuple, struct side side, uint64_t count, struct placement *placement);

/* The columns that a placement gives at a base. */
struct columns layout_columns(const struct tuple *tuple, const struct placement *placement, void *base);

/* Copies item i between columns and the C struct of the tuple (padding, and a column that is not there, is zeroed on a
 * read). */
void columns_read(const struct columns *columns, const struct tuple *tuple, uint64_t i, void *item);
void columns_write(const struct columns *columns, const struct tuple *tuple, uint64_t i, const void *item);

/* The items by which index 0 lies past a common 16-byte boundary of all columns, 0..15, when every column is
 * contiguous (stride == element size); -1 where it is not, or where the columns share no such boundary. */
int columns_lead(const struct columns *columns, const struct tuple *tuple);

#ifdef __cplusplus
}
#endif
#endif
