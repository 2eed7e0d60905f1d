/* SPDX-License-Identifier: MIT
 * Witness of order through lift, items of up to 4 bytes: an item is its number i, lifted to [i, i+1); the
 * number 2^32 - 1 lifts to the identity, so most_items is 2^32 - 1. A state that was never lifted, or lifted
 * twice, cannot stand in its place. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_LIFT_H
#define FOLDCHECK_OPERATORS_SPAN_LIFT_H

#include "span.h"

struct span_lift_in {
    uint32_t number;
};

struct span_lift {
    int64_t first, second; /* [first, second) if first < second */
};

OP_FN struct span_lift span_lift_identity(void)
{
    struct span_lift r;
    r.first = INT64_MAX;
    r.second = INT64_MIN;
    return r;
}

OP_FN struct span_lift span_lift_combine(struct span_lift left, struct span_lift right)
{
    struct span_pair joined =
        span_combine(span_pair_of(INT64_MAX, INT64_MIN), span_pair_of(left.first, left.second),
                     span_pair_of(right.first, right.second));
    struct span_lift r;
    r.first = joined.first;
    r.second = joined.second;
    return r;
}

OP_FN struct span_lift_in span_lift_value(uint64_t index, uint64_t bits)
{
    struct span_lift_in r;
    (void)bits;
    r.number = (uint32_t)index;
    return r;
}

OP_FN struct span_lift span_lift_lift(struct span_lift_in item)
{
    struct span_lift r;
    if (item.number == UINT32_MAX) return span_lift_identity();
    r.first = (int64_t)item.number;
    r.second = r.first + 1;
    return r;
}

OP_FN struct span_lift_in span_lift_neutral(void)
{
    struct span_lift_in r;
    r.number = UINT32_MAX;
    return r;
}

#endif
