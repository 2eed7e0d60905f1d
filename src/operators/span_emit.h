/* SPDX-License-Identifier: MIT
 * Witness of order through lift and emit at once, items of up to 4 bytes: span_lift, and a map-out of two
 * columns of different size that says which item it belongs to. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_EMIT_H
#define FOLDCHECK_OPERATORS_SPAN_EMIT_H

#include "span.h"

struct span_emit_in {
    uint32_t number;
};

struct span_emit {
    int64_t first, second; /* [first, second) if first < second */
};

OP_FN struct span_emit span_emit_identity(void)
{
    struct span_emit r;
    r.first = INT64_MAX;
    r.second = INT64_MIN;
    return r;
}

OP_FN struct span_emit span_emit_combine(struct span_emit left, struct span_emit right)
{
    struct span_pair joined =
        span_combine(span_pair_of(INT64_MAX, INT64_MIN), span_pair_of(left.first, left.second),
                     span_pair_of(right.first, right.second));
    struct span_emit r;
    r.first = joined.first;
    r.second = joined.second;
    return r;
}

OP_FN struct span_emit_in span_emit_value(uint64_t index, uint64_t bits)
{
    struct span_emit_in r;
    (void)bits;
    r.number = (uint32_t)index;
    return r;
}

OP_FN struct span_emit span_emit_lift(struct span_emit_in item)
{
    struct span_emit r;
    if (item.number == UINT32_MAX) return span_emit_identity();
    r.first = (int64_t)item.number;
    r.second = r.first + 1;
    return r;
}

struct span_emit_out {
    int8_t low; /* of the number, complemented: a column that lags behind the other is seen */
    int64_t number;
};

OP_FN struct span_emit_out span_emit_emit(struct span_emit_in item)
{
    struct span_emit_out r;
    r.low = (int8_t)(uint8_t)~item.number;
    r.number = (int64_t)item.number;
    return r;
}

OP_FN struct span_emit_in span_emit_neutral(void)
{
    struct span_emit_in r;
    r.number = UINT32_MAX;
    return r;
}

#endif
