/* SPDX-License-Identifier: MIT
 * Witness of order for products in a fold that also writes a map-out array: as span_twice, but the first run is of 8
 * bytes, which no status word holds beside its flag. The map-out of an item is its number less one, so that an item
 * copied unmapped is seen. most_items is 65533. See span_twice.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_TWICE_EMIT_H
#define FOLDCHECK_OPERATORS_SPAN_TWICE_EMIT_H

#include "span_twice.h"

struct span_twice_emit_in {
    struct span_twice_in item;
};

struct span_twice_emit {
    uint32_t first, second;
    uint16_t next_first, next_second;
};

OP_FN struct span_twice_emit span_twice_emit_identity(void)
{
    struct span_twice_emit r;
    r.first = UINT32_MAX;
    r.second = 0;
    r.next_first = UINT16_MAX;
    r.next_second = 0;
    return r;
}

OP_FN struct span_twice_emit span_twice_emit_combine(struct span_twice_emit left,
                                                     struct span_twice_emit right)
{
    struct span_pair now = span_combine(span_pair_of(UINT32_MAX, 0), span_pair_of(left.first, left.second),
                                        span_pair_of(right.first, right.second));
    struct span_pair next =
        span_join_component(left.next_first, left.next_second, right.next_first, right.next_second);
    struct span_twice_emit r;
    r.first = (uint32_t)now.first;
    r.second = (uint32_t)now.second;
    r.next_first = (uint16_t)next.first;
    r.next_second = (uint16_t)next.second;
    return r;
}

OP_FN struct span_twice_emit_in span_twice_emit_value(uint64_t index, uint64_t bits)
{
    struct span_twice_emit_in r;
    r.item = span_twice_value(index, bits);
    return r;
}

OP_FN struct span_twice_emit span_twice_emit_lift(struct span_twice_emit_in item)
{
    struct span_twice next = span_twice_lift(item.item);
    struct span_twice_emit r;
    if (item.item.number == UINT32_MAX) return span_twice_emit_identity();
    r.first = item.item.number;
    r.second = item.item.number + 1;
    r.next_first = next.next_first;
    r.next_second = next.next_second;
    return r;
}

struct span_twice_emit_out {
    uint32_t less_one;
};

OP_FN struct span_twice_emit_out span_twice_emit_emit(struct span_twice_emit_in item)
{
    struct span_twice_emit_out r;
    r.less_one = item.item.number - 1;
    return r;
}

OP_FN struct span_twice_emit_in span_twice_emit_neutral(void)
{
    struct span_twice_emit_in r;
    r.item = span_twice_neutral();
    return r;
}

#endif
