/* SPDX-License-Identifier: MIT
 * Sum of bf16 in f32: the items are widened without loss, and added as those of add_f32.h, by its
 * rule for NaN, infinities, -0 and subnormal numbers. A launcher may store the result as
 * f32, or round it to bf16 once (docs/guide/kernels.md). */
#ifndef FOLDCHECK_OPERATORS_ADD_BF16_F32_H
#define FOLDCHECK_OPERATORS_ADD_BF16_F32_H

#include "halves.h"

struct add_bf16_f32_in {
    uint16_t item;
};

struct add_bf16_f32 {
    float sum;
};

OP_FN struct add_bf16_f32 add_bf16_f32_lift(struct add_bf16_f32_in item)
{
    struct add_bf16_f32 r;
    r.sum = bf16_to_f32(item.item);
    return r;
}

OP_FN struct add_bf16_f32 add_bf16_f32_identity(void)
{
    struct add_bf16_f32 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_bf16_f32 add_bf16_f32_combine(struct add_bf16_f32 left, struct add_bf16_f32 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct add_bf16_f32_in add_bf16_f32_value(uint64_t index, uint64_t bits)
{
    struct add_bf16_f32_in r;
    (void)index;
    r.item = moderate_bf16(bits);
    return r;
}

OP_FN struct add_bf16_f32_in add_bf16_f32_neutral(void)
{
    struct add_bf16_f32_in r;
    r.item = 0;
    return r;
}

#endif
