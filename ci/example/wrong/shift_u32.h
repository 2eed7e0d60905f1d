/* SPDX-License-Identifier: MIT
 * Wrong: it shifts by as many bits as the right state says. */
#ifndef WRONG_SHIFT_U32_H
#define WRONG_SHIFT_U32_H

#include "op.h"

struct shift_u32 {
    uint32_t sum;
};

OP_FN struct shift_u32 shift_u32_identity(void)
{
    struct shift_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct shift_u32 shift_u32_combine(struct shift_u32 left, struct shift_u32 right)
{
    left.sum = right.sum ? left.sum << right.sum : left.sum;
    return left;
}

OP_FN struct shift_u32 shift_u32_value(uint64_t index, uint64_t bits)
{
    struct shift_u32 r;
    (void)index;
    r.sum = (uint32_t)(bits & 3);
    return r;
}

#endif
