/* SPDX-License-Identifier: MIT
 * Witness of order for products: two spans side by side, each a part of its own. Item i lifts to [i, i+1) and
 * [i+1, i+2), so that a strategy that takes one part's state for the other's tears it. The number 2^32 - 1 lifts to the
 * identity; most_items is 65533, one less than span_4's. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_TWICE_H
#define FOLDCHECK_OPERATORS_SPAN_TWICE_H

#include "span.h"

struct span_twice_in {
    uint32_t number;
};

struct span_twice {
    uint16_t first, second, next_first, next_second;
};

OP_FN struct span_twice span_twice_identity(void)
{
    struct span_twice r;
    r.first = r.next_first = UINT16_MAX;
    r.second = r.next_second = 0;
    return r;
}

OP_FN struct span_twice span_twice_combine(struct span_twice left, struct span_twice right)
{
    struct span_pair now = span_join_component(left.first, left.second, right.first, right.second);
    struct span_pair next =
        span_join_component(left.next_first, left.next_second, right.next_first, right.next_second);
    struct span_twice r;
    r.first = (uint16_t)now.first;
    r.second = (uint16_t)now.second;
    r.next_first = (uint16_t)next.first;
    r.next_second = (uint16_t)next.second;
    return r;
}

OP_FN struct span_twice_in span_twice_value(uint64_t index, uint64_t bits)
{
    struct span_twice_in r;
    (void)bits;
    r.number = (uint32_t)index;
    return r;
}

OP_FN struct span_twice span_twice_lift(struct span_twice_in item)
{
    struct span_twice r;
    if (item.number == UINT32_MAX) return span_twice_identity();
    r.first = (uint16_t)item.number;
    r.second = r.next_first = (uint16_t)(item.number + 1);
    r.next_second = (uint16_t)(item.number + 2);
    return r;
}

OP_FN struct span_twice_in span_twice_neutral(void)
{
    struct span_twice_in r;
    r.number = UINT32_MAX;
    return r;
}

#endif
