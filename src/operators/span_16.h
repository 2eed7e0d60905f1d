/* SPDX-License-Identifier: MIT
 * Witness of order for items of up to 16 bytes: item i is [i, i+1), two spans join only if they touch. No
 * shape has too many items for it. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_16_H
#define FOLDCHECK_OPERATORS_SPAN_16_H

#include "span.h"

struct span_16 {
    int64_t first, second; /* [first, second) if first < second */
};

OP_FN struct span_16 span_16_identity(void)
{
    struct span_16 r;
    r.first = INT64_MAX;
    r.second = INT64_MIN;
    return r;
}

OP_FN struct span_16 span_16_combine(struct span_16 left, struct span_16 right)
{
    struct span_pair joined =
        span_combine(span_pair_of(INT64_MAX, INT64_MIN), span_pair_of(left.first, left.second),
                     span_pair_of(right.first, right.second));
    struct span_16 r;
    r.first = joined.first;
    r.second = joined.second;
    return r;
}

OP_FN struct span_16 span_16_value(uint64_t index, uint64_t bits)
{
    struct span_16 r;
    (void)bits;
    r.first = (int64_t)index;
    r.second = (int64_t)(index + 1);
    return r;
}

OP_FN struct span_16 span_16_neutral(void)
{
    return span_16_identity();
}

#endif
