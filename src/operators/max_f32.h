/* SPDX-License-Identifier: MIT
 * Maximum of floats. NaN if one of the items is, as in numpy, PyTorch and JAX: fmaxf and fminf drop it. Infinities and
 * subnormal numbers are numbers. No item is -0, for of it and +0 either might be the result, and NaN has one pattern, so that
 * every order of the items has the same bits. Simple items are negative: a fold that begins at 0
 * is seen. */
#ifndef FOLDCHECK_OPERATORS_MAX_F32_H
#define FOLDCHECK_OPERATORS_MAX_F32_H

#include "floats.h"

struct max_f32 {
    float most;
};

OP_FN struct max_f32 max_f32_identity(void)
{
    struct max_f32 r;
    r.most = infinity_f32(1);
    return r;
}

OP_FN struct max_f32 max_f32_combine(struct max_f32 left, struct max_f32 right)
{
    if (left.most != left.most) return left;
    if (right.most != right.most) return right;
    return right.most > left.most ? right : left;
}

/* Of edge values, -0 and other NaN are none of its states. */
OP_FN struct max_f32 max_f32_state(struct max_f32 any)
{
    any.most = plain_f32(any.most);
    return any;
}

OP_FN struct max_f32 max_f32_value(uint64_t index, uint64_t bits)
{
    struct max_f32 r;
    (void)index;
    r.most = plain_f32(bits < 16 ? -wild_f32(bits) : wild_f32(bits));
    return r;
}

OP_FN struct max_f32 max_f32_neutral(void)
{
    return max_f32_identity();
}

#endif
