/* SPDX-License-Identifier: MIT
 * Witness of order through lift, items of up to 4 bytes and states of up to 8: an item is its number i, lifted
 * to [i, i+1); the number 2^32 - 1 lifts to the identity, so most_items is 2^32 - 1. A state that was never
 * lifted, or lifted twice, cannot stand in its place. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_LIFT_8_H
#define FOLDCHECK_OPERATORS_SPAN_LIFT_8_H

#include "span.h"

struct span_lift_8_in {
    uint32_t number;
};

struct span_lift_8 {
    uint32_t first, second; /* [first, second) if first < second */
};

OP_FN struct span_lift_8 span_lift_8_identity(void)
{
    struct span_lift_8 r;
    r.first = UINT32_MAX;
    r.second = 0;
    return r;
}

OP_FN struct span_lift_8 span_lift_8_combine(struct span_lift_8 left, struct span_lift_8 right)
{
    struct span_pair joined = span_combine(span_pair_of(UINT32_MAX, 0), span_pair_of(left.first, left.second),
                                           span_pair_of(right.first, right.second));
    struct span_lift_8 r;
    r.first = (uint32_t)joined.first;
    r.second = (uint32_t)joined.second;
    return r;
}

OP_FN struct span_lift_8_in span_lift_8_value(uint64_t index, uint64_t bits)
{
    struct span_lift_8_in r;
    (void)bits;
    r.number = (uint32_t)index;
    return r;
}

OP_FN struct span_lift_8 span_lift_8_lift(struct span_lift_8_in item)
{
    struct span_lift_8 r;
    if (item.number == UINT32_MAX) return span_lift_8_identity();
    r.first = item.number;
    r.second = r.first + 1;
    return r;
}

OP_FN struct span_lift_8_in span_lift_8_neutral(void)
{
    struct span_lift_8_in r;
    r.number = UINT32_MAX;
    return r;
}

#endif
