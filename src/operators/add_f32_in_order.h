/* SPDX-License-Identifier: MIT
 * add_f32 without the law that it commutes: what a reduction that keeps its order costs where a combine costs as much as +
 * (Larsen, thesis (2017), 6.5.1, listing 6.7, has subtraction for it, which is not associative). Its values, its bound and
 * its rule for NaN, infinities, -0 and subnormal numbers are those of add_f32.h. */
#ifndef FOLDCHECK_OPERATORS_ADD_F32_IN_ORDER_H
#define FOLDCHECK_OPERATORS_ADD_F32_IN_ORDER_H

#include "floats.h"

struct add_f32_in_order {
    float sum;
};

OP_FN struct add_f32_in_order add_f32_in_order_identity(void)
{
    struct add_f32_in_order r;
    r.sum = 0;
    return r;
}

OP_FN struct add_f32_in_order add_f32_in_order_combine(struct add_f32_in_order left,
                                                       struct add_f32_in_order right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct add_f32_in_order add_f32_in_order_value(uint64_t index, uint64_t bits)
{
    struct add_f32_in_order r;
    (void)index;
    r.sum = moderate_f32(bits);
    return r;
}

OP_FN struct add_f32_in_order add_f32_in_order_neutral(void)
{
    return add_f32_in_order_identity();
}

#endif
