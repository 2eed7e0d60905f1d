/* SPDX-License-Identifier: MIT
 * Addition of f16 (IEEE 754 binary16), each sum rounded to 11 digits; otherwise as add_f32.h, with its rule
 * for NaN, infinities, -0 and subnormal numbers. A kernel that adds in f32 and
 * rounds once is nearer to the true sum: add_f16_f32.h bounds it as such. */
#ifndef FOLDCHECK_OPERATORS_ADD_F16_H
#define FOLDCHECK_OPERATORS_ADD_F16_H

#include "halves.h"

struct add_f16 {
    uint16_t sum;
};

OP_FN struct add_f16 add_f16_identity(void)
{
    struct add_f16 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_f16 add_f16_combine(struct add_f16 left, struct add_f16 right)
{
    left.sum = f32_to_f16(f16_to_f32(left.sum) + f16_to_f32(right.sum));
    return left;
}

OP_FN struct add_f16 add_f16_value(uint64_t index, uint64_t bits)
{
    struct add_f16 r;
    (void)index;
    r.sum = moderate_f16(bits);
    return r;
}

OP_FN struct add_f16 add_f16_neutral(void)
{
    return add_f16_identity();
}

#endif
