/* SPDX-License-Identifier: MIT
 * Witness of order for vectors: three spans side by side, each a part of its own, as the input has them, too. Item i is
 * [i, i+1), [i+1, i+2) and [i+2, i+3), so that a strategy that takes one component for another tears it. most_items is
 * 65532, two less than span_4's. See span.h. */
#ifndef FOLDCHECK_OPERATORS_SPAN_THRICE_H
#define FOLDCHECK_OPERATORS_SPAN_THRICE_H

#include "span.h"

struct span_thrice {
    uint16_t x_first, x_second, y_first, y_second, z_first, z_second;
};

OP_FN struct span_thrice span_thrice_identity(void)
{
    struct span_thrice r;
    r.x_first = r.y_first = r.z_first = UINT16_MAX;
    r.x_second = r.y_second = r.z_second = 0;
    return r;
}

OP_FN struct span_thrice span_thrice_combine(struct span_thrice left, struct span_thrice right)
{
    struct span_pair x = span_join_component(left.x_first, left.x_second, right.x_first, right.x_second);
    struct span_pair y = span_join_component(left.y_first, left.y_second, right.y_first, right.y_second);
    struct span_pair z = span_join_component(left.z_first, left.z_second, right.z_first, right.z_second);
    struct span_thrice r;
    r.x_first = (uint16_t)x.first;
    r.x_second = (uint16_t)x.second;
    r.y_first = (uint16_t)y.first;
    r.y_second = (uint16_t)y.second;
    r.z_first = (uint16_t)z.first;
    r.z_second = (uint16_t)z.second;
    return r;
}

OP_FN struct span_thrice span_thrice_value(uint64_t index, uint64_t bits)
{
    struct span_thrice r;
    (void)bits;
    r.x_first = (uint16_t)index;
    r.x_second = r.y_first = (uint16_t)(index + 1);
    r.y_second = r.z_first = (uint16_t)(index + 2);
    r.z_second = (uint16_t)(index + 3);
    return r;
}

OP_FN struct span_thrice span_thrice_neutral(void)
{
    return span_thrice_identity();
}

#endif
