/* SPDX-License-Identifier: MIT
 * Addition of bf16 (the upper half of an f32), each sum rounded to 8 digits; otherwise as add_f32.h, with its rule
 * for NaN, infinities, -0 and subnormal numbers. A kernel that adds in f32 and
 * rounds once is nearer to the true sum: add_bf16_f32.h bounds it as such. */
#ifndef FOLDCHECK_OPERATORS_ADD_BF16_H
#define FOLDCHECK_OPERATORS_ADD_BF16_H

#include "halves.h"

struct add_bf16 {
    uint16_t sum;
};

OP_FN struct add_bf16 add_bf16_identity(void)
{
    struct add_bf16 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_bf16 add_bf16_combine(struct add_bf16 left, struct add_bf16 right)
{
    left.sum = f32_to_bf16(bf16_to_f32(left.sum) + bf16_to_f32(right.sum));
    return left;
}

OP_FN struct add_bf16 add_bf16_value(uint64_t index, uint64_t bits)
{
    struct add_bf16 r;
    (void)index;
    r.sum = moderate_bf16(bits);
    return r;
}

OP_FN struct add_bf16 add_bf16_neutral(void)
{
    return add_bf16_identity();
}

#endif
