/* SPDX-License-Identifier: MIT
 * Placing the columns of a tuple in memory. */
#include "layout.h"

#include <assert.h>
#include <string.h>

enum { COLUMN_ALIGN = 256, GUARD_BYTES = 256 };

/* Adds a * b to *sum. False if the result does not fit 63 bits. */
static bool add_product(uint64_t *sum, uint64_t a, uint64_t b)
{
    uint64_t product;
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum) &&
           *sum <= INT64_MAX;
}

/* *at moves up to the next multiple of align, a power of two. */
static bool align_up(uint64_t *at, uint64_t align)
{
    if (!add_product(at, 1, align - 1)) return false;
    *at &= ~(align - 1);
    return true;
}

/* Where `count` items of `size` bytes lie whose strip begins at *at: skew items on, every stride bytes. *at
 * is moved to the end of the last item. */
static bool place_strip(struct side side, uint64_t size, uint64_t count, uint64_t *at, uint64_t *first,
                        int64_t *stride)
{
    *stride = side.form == SIDE_ONE ? 0 : (int64_t)(size * (1 + (uint64_t)side.gap));
    if (!add_product(at, side.skew, size)) return false;
    *first = *at;
    return count == 0 || (add_product(at, count - 1, (uint64_t)*stride) && add_product(at, 1, size));
}

/* soa keeps a guard zone between columns and begins each at COLUMN_ALIGN; arena packs them. */
static bool place_columns(const struct tuple *tuple, struct side side, uint64_t count,
                          struct placement *placement)
{
    uint64_t at = 0, first;
    for (int c = 0; c < tuple->count; c++) {
        uint64_t size = elem_size(tuple->elem[c]);
        bool packed = side.form == SIDE_ARENA;
        if (c > 0 && !packed && !add_product(&at, 1, GUARD_BYTES)) return false;
        if (!align_up(&at, packed ? size : COLUMN_ALIGN)) return false;
        if (!place_strip(side, size, count, &at, &first, &placement->stride[c])) return false;
        placement->offset[c] = (size_t)first;
    }
    placement->bytes = (size_t)at;
    return true;
}

static bool place_structs(const struct tuple *tuple, struct side side, uint64_t count,
                          struct placement *placement)
{
    uint64_t at = 0, first;
    int64_t stride;
    if (!place_strip(side, tuple->size, count, &at, &first, &stride)) return false;
    for (int c = 0; c < tuple->count; c++) {
        placement->offset[c] = (size_t)first + tuple->offset[c];
        placement->stride[c] = stride;
    }
    placement->bytes = (size_t)at;
    return true;
}

bool layout_place(const struct tuple *tuple, struct side side, uint64_t count, struct placement *placement)
{
    assert(side.form != SIDE_IN);
    memset(placement, 0, sizeof *placement);
    return side.form == SIDE_AOS ? place_structs(tuple, side, count, placement)
                                 : place_columns(tuple, side, count, placement);
}

struct columns layout_columns(const struct tuple *tuple, const struct placement *placement, void *base)
{
    struct columns columns = {.count = tuple->count};
    for (int c = 0; c < tuple->count; c++) {
        columns.column[c].base = (char *)base + placement->offset[c];
        columns.column[c].stride = placement->stride[c];
    }
    return columns;
}

static char *element_at(const struct column *column, uint64_t i)
{
    return (char *)column->base + (int64_t)i * column->stride;
}

void columns_read(const struct columns *columns, const struct tuple *tuple, uint64_t i, void *item)
{
    memset(item, 0, tuple->size);
    for (int c = 0; c < columns->count; c++)
        if (columns->column[c].base)
            memcpy((char *)item + tuple->offset[c], element_at(&columns->column[c], i),
                   elem_size(tuple->elem[c]));
}

void columns_write(const struct columns *columns, const struct tuple *tuple, uint64_t i, const void *item)
{
    for (int c = 0; c < columns->count; c++)
        memcpy(element_at(&columns->column[c], i), (const char *)item + tuple->offset[c],
               elem_size(tuple->elem[c]));
}

static bool is_contiguous(const struct columns *columns, const struct tuple *tuple)
{
    for (int c = 0; c < columns->count; c++)
        if (columns->column[c].stride != (int64_t)elem_size(tuple->elem[c])) return false;
    return true;
}

int columns_lead(const struct columns *columns, const struct tuple *tuple)
{
    if (!is_contiguous(columns, tuple)) return -1;
    for (int lead = 0; lead < 16; lead++) {
        bool shared = true;
        for (int c = 0; c < columns->count; c++) {
            uintptr_t before = (uintptr_t)lead * elem_size(tuple->elem[c]);
            shared = shared && ((uintptr_t)columns->column[c].base - before) % 16 == 0;
        }
        if (shared) return lead;
    }
    return -1;
}
