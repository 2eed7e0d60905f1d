/* SPDX-License-Identifier: MIT
 * Witness of order for items of up to 8 bytes: item i is [i, i+1), two spans join only if they touch.
 * Unsigned, for items past 2^31; most_items is 2^32 - 2. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_8_H
#define FOLDCHECK_OPERATORS_SPAN_8_H

#include "span.h"

struct span_8 {
    uint32_t first, second; /* [first, second) if first < second */
};

OP_FN struct span_8 span_8_identity(void)
{
    struct span_8 r;
    r.first = UINT32_MAX;
    r.second = 0;
    return r;
}

OP_FN int span_8_is_identity(struct span_8 item)
{
    return item.first == UINT32_MAX && item.second == 0;
}

OP_FN struct span_8 span_8_combine(struct span_8 left, struct span_8 right)
{
    struct span_pair a, b;
    struct span_8 r;
    if (span_8_is_identity(left)) return right;
    if (span_8_is_identity(right)) return left;
    a.first = left.first;
    a.second = left.second;
    b.first = right.first;
    b.second = right.second;
    a = span_join(a, b);
    r.first = (uint32_t)a.first;
    r.second = (uint32_t)a.second;
    return r;
}

OP_FN struct span_8 span_8_value(uint64_t index, uint64_t bits)
{
    struct span_8 r;
    (void)bits;
    r.first = (uint32_t)index;
    r.second = (uint32_t)(index + 1);
    return r;
}

OP_FN struct span_8 span_8_neutral(void)
{
    return span_8_identity();
}

#endif
