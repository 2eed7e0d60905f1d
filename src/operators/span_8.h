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

OP_FN struct span_8 span_8_combine(struct span_8 left, struct span_8 right)
{
    struct span_pair joined = span_combine(span_pair_of(UINT32_MAX, 0), span_pair_of(left.first, left.second),
                                           span_pair_of(right.first, right.second));
    struct span_8 r;
    r.first = (uint32_t)joined.first;
    r.second = (uint32_t)joined.second;
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
