/* SPDX-License-Identifier: MIT
 * Maximum of f16, by the rule of max_f32.h: NaN if one of the items is, and no item is -0. */
#ifndef FOLDCHECK_OPERATORS_MAX_F16_H
#define FOLDCHECK_OPERATORS_MAX_F16_H

#include "halves.h"

struct max_f16 {
    uint16_t most;
};

OP_FN struct max_f16 max_f16_identity(void)
{
    struct max_f16 r;
    r.most = f32_to_f16(infinity_f32(1));
    return r;
}

OP_FN struct max_f16 max_f16_combine(struct max_f16 left, struct max_f16 right)
{
    float l = f16_to_f32(left.most), r = f16_to_f32(right.most);
    if (l != l) return left;
    return r != r || r > l ? right : left;
}

/* Of edge values, -0 and other NaN are none of its states. */
OP_FN struct max_f16 max_f16_state(struct max_f16 any)
{
    any.most = f32_to_f16(plain_f32(f16_to_f32(any.most)));
    return any;
}

OP_FN struct max_f16 max_f16_value(uint64_t index, uint64_t bits)
{
    struct max_f16 r;
    (void)index;
    r.most = (uint16_t)(bits < 16 ? 0x8000 | wild_f16(bits) : wild_f16(bits));
    return r;
}

OP_FN struct max_f16 max_f16_neutral(void)
{
    return max_f16_identity();
}

#endif
