/* SPDX-License-Identifier: MIT
 * Minimum of bf16, by the rule of min_f32.h: NaN if one of the items is, and no item is -0. */
#ifndef FOLDCHECK_OPERATORS_MIN_BF16_H
#define FOLDCHECK_OPERATORS_MIN_BF16_H

#include "halves.h"

struct min_bf16 {
    uint16_t least;
};

OP_FN struct min_bf16 min_bf16_identity(void)
{
    struct min_bf16 r;
    r.least = f32_to_bf16(infinity_f32(0));
    return r;
}

OP_FN struct min_bf16 min_bf16_combine(struct min_bf16 left, struct min_bf16 right)
{
    float l = bf16_to_f32(left.least), r = bf16_to_f32(right.least);
    if (l != l) return left;
    return r != r || r < l ? right : left;
}

/* Of edge values, -0 and other NaN are none of its states. */
OP_FN struct min_bf16 min_bf16_state(struct min_bf16 any)
{
    any.least = f32_to_bf16(plain_f32(bf16_to_f32(any.least)));
    return any;
}

OP_FN struct min_bf16 min_bf16_value(uint64_t index, uint64_t bits)
{
    struct min_bf16 r;
    (void)index;
    r.least = wild_bf16(bits);
    return r;
}

OP_FN struct min_bf16 min_bf16_neutral(void)
{
    return min_bf16_identity();
}

#endif
