/* SPDX-License-Identifier: MIT
 * Witness of order for items of up to 4 bytes in a fold that also writes a map-out array: span_4, and the
 * map-out of an item is its two numbers exchanged, so that an item copied unmapped is seen. most_items is
 * 65534. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_4_EMIT_H
#define FOLDCHECK_OPERATORS_SPAN_4_EMIT_H

#include "span.h"

struct span_4_emit {
    uint16_t first, second; /* [first, second) if first < second */
};

OP_FN struct span_4_emit span_4_emit_identity(void)
{
    struct span_4_emit r;
    r.first = UINT16_MAX;
    r.second = 0;
    return r;
}

OP_FN struct span_4_emit span_4_emit_combine(struct span_4_emit left, struct span_4_emit right)
{
    struct span_pair joined = span_combine(span_pair_of(UINT16_MAX, 0), span_pair_of(left.first, left.second),
                                           span_pair_of(right.first, right.second));
    struct span_4_emit r;
    r.first = (uint16_t)joined.first;
    r.second = (uint16_t)joined.second;
    return r;
}

OP_FN struct span_4_emit span_4_emit_value(uint64_t index, uint64_t bits)
{
    struct span_4_emit r;
    (void)bits;
    r.first = (uint16_t)index;
    r.second = (uint16_t)(index + 1);
    return r;
}

struct span_4_emit_out {
    uint16_t second, first;
};

OP_FN struct span_4_emit_out span_4_emit_emit(struct span_4_emit item)
{
    struct span_4_emit_out r;
    r.second = item.second;
    r.first = item.first;
    return r;
}

OP_FN struct span_4_emit span_4_emit_neutral(void)
{
    return span_4_emit_identity();
}

#endif
