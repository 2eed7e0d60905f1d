/* SPDX-License-Identifier: MIT
 * Maximum of bf16, by the rule of max_f32.h: NaN if one of the items is, and no item is -0. */
#ifndef FOLDCHECK_OPERATORS_MAX_BF16_H
#define FOLDCHECK_OPERATORS_MAX_BF16_H

#include "halves.h"

struct max_bf16 {
    uint16_t most;
};

OP_FN struct max_bf16 max_bf16_identity(void)
{
    struct max_bf16 r;
    r.most = f32_to_bf16(infinity_f32(1));
    return r;
}

OP_FN struct max_bf16 max_bf16_combine(struct max_bf16 left, struct max_bf16 right)
{
    float l = bf16_to_f32(left.most), r = bf16_to_f32(right.most);
    if (l != l) return left;
    return r != r || r > l ? right : left;
}

/* Of edge values, -0 and other NaN are none of its states. */
OP_FN struct max_bf16 max_bf16_state(struct max_bf16 any)
{
    any.most = f32_to_bf16(plain_f32(bf16_to_f32(any.most)));
    return any;
}

OP_FN struct max_bf16 max_bf16_value(uint64_t index, uint64_t bits)
{
    struct max_bf16 r;
    (void)index;
    r.most = (uint16_t)(bits < 16 ? 0x8000 | wild_bf16(bits) : wild_bf16(bits));
    return r;
}

OP_FN struct max_bf16 max_bf16_neutral(void)
{
    return max_bf16_identity();
}

#endif
