/* SPDX-License-Identifier: MIT
 * Addition of doubles: as add_f32.h, and with its rule for NaN, infinities, -0 and subnormal numbers. */
#ifndef FOLDCHECK_OPERATORS_ADD_F64_H
#define FOLDCHECK_OPERATORS_ADD_F64_H

#include "floats.h"

struct add_f64 {
    double sum;
};

OP_FN struct add_f64 add_f64_identity(void)
{
    struct add_f64 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_f64 add_f64_combine(struct add_f64 left, struct add_f64 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct add_f64 add_f64_value(uint64_t index, uint64_t bits)
{
    struct add_f64 r;
    (void)index;
    r.sum = moderate_f64(bits);
    return r;
}

OP_FN struct add_f64 add_f64_neutral(void)
{
    return add_f64_identity();
}

#endif
