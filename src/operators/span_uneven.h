/* SPDX-License-Identifier: MIT
 * Witness of order for vectors of unequal components: two spans side by side, the first in columns of 2 bytes, the
 * second of 4, each a part of its own, as the input has them, too. Item i is [i+1, i+2) and [i, i+1), so that a
 * strategy that takes one component's place, width or item for the other's tears it. most_items is 65533. See
 * span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_UNEVEN_H
#define FOLDCHECK_OPERATORS_SPAN_UNEVEN_H

#include "span.h"

struct span_uneven {
    uint16_t x_first, x_second;
    uint32_t y_first, y_second;
};

OP_FN struct span_uneven span_uneven_identity(void)
{
    struct span_uneven r;
    r.x_first = UINT16_MAX;
    r.y_first = UINT16_MAX;
    r.x_second = 0;
    r.y_second = 0;
    return r;
}

OP_FN struct span_uneven span_uneven_combine(struct span_uneven left, struct span_uneven right)
{
    struct span_pair x = span_join_component(left.x_first, left.x_second, right.x_first, right.x_second);
    struct span_pair y = span_join_component(left.y_first, left.y_second, right.y_first, right.y_second);
    struct span_uneven r;
    r.x_first = (uint16_t)x.first;
    r.x_second = (uint16_t)x.second;
    r.y_first = (uint32_t)y.first;
    r.y_second = (uint32_t)y.second;
    return r;
}

OP_FN struct span_uneven span_uneven_value(uint64_t index, uint64_t bits)
{
    struct span_uneven r;
    (void)bits;
    r.x_first = (uint16_t)(index + 1);
    r.x_second = (uint16_t)(index + 2);
    r.y_first = (uint32_t)index;
    r.y_second = (uint32_t)(index + 1);
    return r;
}

OP_FN struct span_uneven span_uneven_neutral(void)
{
    return span_uneven_identity();
}

#endif
