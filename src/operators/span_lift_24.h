/* SPDX-License-Identifier: MIT
 * Witness of order through lift, items of up to 4 bytes and states past 16: an item is its number i, lifted to
 * [i, i+1) and a mark of both numbers; the number 2^32 - 1 lifts to the identity, so most_items is 2^32 - 1. A state
 * whose mark does not fit was put together from columns of different items: it is torn before its first item and
 * touches nothing. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_LIFT_24_H
#define FOLDCHECK_OPERATORS_SPAN_LIFT_24_H

#include "span.h"

struct span_lift_24_in {
    uint32_t number;
};

struct span_lift_24 {
    int64_t first, second; /* [first, second) if first < second */
    int64_t mark;
};

OP_FN struct span_lift_24 span_lift_24_of(int64_t first, int64_t second)
{
    struct span_lift_24 r;
    r.first = first;
    r.second = second;
    r.mark = (int64_t)(((uint64_t)first + 3 * (uint64_t)second) * 0x9e3779b97f4a7c15u);
    return r;
}

OP_FN int span_lift_24_fits(struct span_lift_24 item)
{
    return item.mark == span_lift_24_of(item.first, item.second).mark;
}

OP_FN struct span_lift_24 span_lift_24_identity(void)
{
    return span_lift_24_of(INT64_MAX, INT64_MIN);
}

OP_FN int span_lift_24_is_identity(struct span_lift_24 item)
{
    return item.first == INT64_MAX && item.second == INT64_MIN && span_lift_24_fits(item);
}

OP_FN struct span_lift_24 span_lift_24_combine(struct span_lift_24 left, struct span_lift_24 right)
{
    struct span_pair joined;
    if (span_lift_24_is_identity(left)) return right;
    if (span_lift_24_is_identity(right)) return left;
    if (!span_lift_24_fits(left) || left.first >= left.second) return left;
    if (!span_lift_24_fits(right)) return span_lift_24_of(left.second, left.first);
    joined = span_join(span_pair_of(left.first, left.second), span_pair_of(right.first, right.second));
    return span_lift_24_of(joined.first, joined.second);
}

OP_FN struct span_lift_24_in span_lift_24_value(uint64_t index, uint64_t bits)
{
    struct span_lift_24_in r;
    (void)bits;
    r.number = (uint32_t)index;
    return r;
}

OP_FN struct span_lift_24 span_lift_24_lift(struct span_lift_24_in item)
{
    if (item.number == UINT32_MAX) return span_lift_24_identity();
    return span_lift_24_of((int64_t)item.number, (int64_t)item.number + 1);
}

OP_FN struct span_lift_24_in span_lift_24_neutral(void)
{
    struct span_lift_24_in r;
    r.number = UINT32_MAX;
    return r;
}

#endif
