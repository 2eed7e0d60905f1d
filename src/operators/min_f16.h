/* SPDX-License-Identifier: MIT
 * Minimum of f16, by the rule of min_f32.h: NaN if one of the items is, and no item is -0. */
#ifndef FOLDCHECK_OPERATORS_MIN_F16_H
#define FOLDCHECK_OPERATORS_MIN_F16_H

#include "halves.h"

struct min_f16 {
    uint16_t least;
};

OP_FN struct min_f16 min_f16_identity(void)
{
    struct min_f16 r;
    r.least = f32_to_f16(infinity_f32(0));
    return r;
}

OP_FN struct min_f16 min_f16_combine(struct min_f16 left, struct min_f16 right)
{
    float l = f16_to_f32(left.least), r = f16_to_f32(right.least);
    if (l != l) return left;
    return r != r || r < l ? right : left;
}

/* Of edge values, -0 and other NaN are none of its states. */
OP_FN struct min_f16 min_f16_state(struct min_f16 any)
{
    any.least = f32_to_f16(plain_f32(f16_to_f32(any.least)));
    return any;
}

OP_FN struct min_f16 min_f16_value(uint64_t index, uint64_t bits)
{
    struct min_f16 r;
    (void)index;
    r.least = wild_f16(bits);
    return r;
}

OP_FN struct min_f16 min_f16_neutral(void)
{
    return min_f16_identity();
}

#endif
