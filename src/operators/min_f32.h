/* SPDX-License-Identifier: MIT
 * Minimum of floats. NaN if one of the items is, as in numpy, PyTorch and JAX: fmaxf and fminf drop it. Infinities and
 * subnormal numbers are numbers. No item is -0, for of it and +0 either might be the result, and NaN has one pattern, so that
 * every order of the items has the same bits. Simple items are positive: a fold that begins at 0
 * is seen. */
#ifndef FOLDCHECK_OPERATORS_MIN_F32_H
#define FOLDCHECK_OPERATORS_MIN_F32_H

#include "floats.h"

struct min_f32 {
    float least;
};

OP_FN struct min_f32 min_f32_identity(void)
{
    struct min_f32 r;
    r.least = infinity_f32(0);
    return r;
}

OP_FN struct min_f32 min_f32_combine(struct min_f32 left, struct min_f32 right)
{
    if (left.least != left.least) return left;
    if (right.least != right.least) return right;
    return right.least < left.least ? right : left;
}

/* Of edge values, -0 and other NaN are none of its states. */
OP_FN struct min_f32 min_f32_state(struct min_f32 any)
{
    any.least = plain_f32(any.least);
    return any;
}

OP_FN struct min_f32 min_f32_value(uint64_t index, uint64_t bits)
{
    struct min_f32 r;
    (void)index;
    r.least = plain_f32(wild_f32(bits));
    return r;
}

OP_FN struct min_f32 min_f32_neutral(void)
{
    return min_f32_identity();
}

#endif
