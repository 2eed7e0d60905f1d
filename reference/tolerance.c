/* SPDX-License-Identifier: MIT */
#include "tolerance.h"

#include <math.h>
#include <string.h>

#include "float_elem.h"

/* Integers of up to 64 bits and floats, without loss. */
static long double value_of(enum elem elem, const unsigned char *at)
{
    int64_t bits = 0;
    size_t size = elem_size(elem);
    if (elem_is_float(elem)) return (long double)float_value(elem, at);
    memcpy(&bits, at, size);
    if (elem == ELEM_U64) return (long double)(uint64_t)bits;
    bool is_signed = elem == ELEM_I8 || elem == ELEM_I16 || elem == ELEM_I32; /* and narrower than `bits` */
    int unused = 64 - 8 * (int)size;
    return is_signed ? (long double)((int64_t)((uint64_t)bits << unused) >> unused) : (long double)bits;
}

/* The place of a finite float among all of its type, 0 for zero. */
static int64_t rank_of(enum elem elem, const unsigned char *at)
{
    uint64_t bits = 0, sign = (uint64_t)1 << (8 * elem_size(elem) - 1);
    memcpy(&bits, at, elem_size(elem));
    return bits & sign ? -(int64_t)(bits ^ sign) : (int64_t)bits;
}

static uint64_t ulps_apart(enum elem elem, const unsigned char *a, const unsigned char *b)
{
    int64_t first = rank_of(elem, a), second = rank_of(elem, b);
    return first > second ? (uint64_t)first - (uint64_t)second : (uint64_t)second - (uint64_t)first;
}

static bool column_agrees(enum elem elem, const struct op_tolerance *tolerance, const unsigned char *expected,
                          const unsigned char *got, struct difference *difference)
{
    long double e = value_of(elem, expected), g = value_of(elem, got);
    difference->bound = tolerance->absolute + tolerance->relative * fabs((double)e);
    if (memcmp(expected, got, elem_size(elem)) == 0) return true;
    if (tolerance->absolute == 0 && tolerance->relative == 0 && tolerance->ulps == 0) return false;
    if (isnan(e) || isnan(g)) return isnan(e) && isnan(g);
    if (isinf(e) || isinf(g)) return e == g;
    if (fabsl(e - g) <= (long double)difference->bound) return true;
    return elem_is_float(elem) && ulps_apart(elem, expected, got) <= tolerance->ulps;
}

bool tolerance_agrees(const struct op *op, uint64_t depth, uint64_t items, const void *expected,
                      const void *got, struct difference *difference)
{
    *difference = (struct difference){.tolerated = true, .by_close = op->close != NULL};
    if (op->close && !op->close(expected, got, depth < items ? depth : items, items)) {
        int column = tuple_difference(&op->state, expected, got);
        difference->column = column < 0 ? 0 : column;
        return false;
    }
    for (int c = 0; !op->close && c < op->state.count; c++) {
        size_t offset = op->state.offset[c];
        difference->column = c;
        if (!column_agrees(op->state.elem[c], &op->tolerance[c], (const unsigned char *)expected + offset,
                           (const unsigned char *)got + offset, difference))
            return false;
    }
    difference->column = -1;
    return true;
}
