/* SPDX-License-Identifier: MIT
 * Maps x -> slope * x + offset modulo 2^32 with an odd slope, composed left to right: a group, exact, far
 * from commutative. Any dropped, doubled, swapped or foreign item changes the result (unless it equals what
 * it replaces). The simplest item is x + 1, so that a fold counts. */
#ifndef FOLDCHECK_OPERATORS_AFFINE_U32_H
#define FOLDCHECK_OPERATORS_AFFINE_U32_H

#include "op.h"

struct affine_u32 {
    uint32_t slope, offset;
};

OP_FN struct affine_u32 affine_u32_identity(void)
{
    struct affine_u32 r;
    r.slope = 1;
    r.offset = 0;
    return r;
}

/* First left, then right: right(left(x)). */
OP_FN struct affine_u32 affine_u32_combine(struct affine_u32 left, struct affine_u32 right)
{
    struct affine_u32 r;
    r.slope = left.slope * right.slope;
    r.offset = right.slope * left.offset + right.offset;
    return r;
}

/* The low two bits vary the slope and the next two the offset: small data are not commutative, either. */
OP_FN struct affine_u32 affine_u32_value(uint64_t index, uint64_t bits)
{
    struct affine_u32 r;
    (void)index;
    r.slope = 1 + 2 * (uint32_t)((bits & 3) | (bits >> 34 << 2));
    r.offset = 1 + (uint32_t)(bits >> 2 & 0xffffffff);
    return r;
}

/* An odd slope has an inverse, so that nothing is lost. */
OP_FN struct affine_u32 affine_u32_state(struct affine_u32 any)
{
    any.slope |= 1;
    return any;
}

OP_FN struct affine_u32 affine_u32_neutral(void)
{
    return affine_u32_identity();
}

#endif
