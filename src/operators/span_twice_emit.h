/* SPDX-License-Identifier: MIT
 * Witness of order for products in a fold that also writes a map-out array: span_twice, and the map-out of an item is
 * its number less one, so that an item copied unmapped is seen. most_items is 65533. See span_twice.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_TWICE_EMIT_H
#define FOLDCHECK_OPERATORS_SPAN_TWICE_EMIT_H

#include "span_twice.h"

struct span_twice_emit_in {
    struct span_twice_in item;
};

struct span_twice_emit {
    struct span_twice both;
};

OP_FN struct span_twice_emit span_twice_emit_identity(void)
{
    struct span_twice_emit r;
    r.both = span_twice_identity();
    return r;
}

OP_FN struct span_twice_emit span_twice_emit_combine(struct span_twice_emit left,
                                                     struct span_twice_emit right)
{
    struct span_twice_emit r;
    r.both = span_twice_combine(left.both, right.both);
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
    struct span_twice_emit r;
    r.both = span_twice_lift(item.item);
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
