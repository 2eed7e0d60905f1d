/* SPDX-License-Identifier: MIT
 * Witness of order for items of up to 4 bytes: item i is [i, i+1), two spans join only if they touch. Numbers
 * end at 65534 (one more would make {65535, 0} both the identity and a tear), so item 65533 is the last right
 * one: most_items is 65534. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_4_H
#define FOLDCHECK_OPERATORS_SPAN_4_H

#include "span.h"

struct span_4 {
    uint16_t first, second; /* [first, second) if first < second */
};

OP_FN struct span_4 span_4_identity(void)
{
    struct span_4 r;
    r.first = UINT16_MAX;
    r.second = 0;
    return r;
}

OP_FN struct span_4 span_4_combine(struct span_4 left, struct span_4 right)
{
    struct span_pair joined = span_combine(span_pair_of(UINT16_MAX, 0), span_pair_of(left.first, left.second),
                                           span_pair_of(right.first, right.second));
    struct span_4 r;
    r.first = (uint16_t)joined.first;
    r.second = (uint16_t)joined.second;
    return r;
}

OP_FN struct span_4 span_4_value(uint64_t index, uint64_t bits)
{
    struct span_4 r;
    (void)bits;
    r.first = (uint16_t)index;
    r.second = (uint16_t)(index + 1);
    return r;
}

OP_FN struct span_4 span_4_neutral(void)
{
    return span_4_identity();
}

#endif
