/* SPDX-License-Identifier: MIT
 * Float addition: not associative to the last bit. Small bits give small integers, whose sums are exact; any
 * bits give floats of mixed sign and magnitude, held against a wider sum within reference/slack.h. The rule for other
 * floats, which wild data have:
 *   NaN        the sum is NaN if an item is, or if both infinities are; its payload is free
 *   infinities the sum is infinite, of their sign, if all that there are have one
 *   -0         equals +0, as an item and as a result: the identity is +0, which a sum of -0 alone may become
 *   subnormal  is added as any number; a sum of such alone may also be what is left where some or all become 0 */
#ifndef FOLDCHECK_OPERATORS_ADD_F32_H
#define FOLDCHECK_OPERATORS_ADD_F32_H

#include "floats.h"

struct add_f32 {
    float sum;
};

OP_FN struct add_f32 add_f32_identity(void)
{
    struct add_f32 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_f32 add_f32_combine(struct add_f32 left, struct add_f32 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct add_f32 add_f32_value(uint64_t index, uint64_t bits)
{
    struct add_f32 r;
    (void)index;
    r.sum = moderate_f32(bits);
    return r;
}

OP_FN struct add_f32 add_f32_neutral(void)
{
    return add_f32_identity();
}

#endif
