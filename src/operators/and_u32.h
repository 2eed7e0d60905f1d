/* SPDX-License-Identifier: MIT
 * Bitwise and. One bit of an item is 0. */
#ifndef FOLDCHECK_OPERATORS_AND_U32_H
#define FOLDCHECK_OPERATORS_AND_U32_H

#include "op.h"

struct and_u32 {
    uint32_t bits;
};

OP_FN struct and_u32 and_u32_identity(void)
{
    struct and_u32 r;
    r.bits = 0xffffffff;
    return r;
}

OP_FN struct and_u32 and_u32_combine(struct and_u32 left, struct and_u32 right)
{
    left.bits &= right.bits;
    return left;
}

OP_FN struct and_u32 and_u32_value(uint64_t index, uint64_t bits)
{
    struct and_u32 r;
    (void)index;
    r.bits = ~((uint32_t)1 << (bits & 31));
    return r;
}

OP_FN struct and_u32 and_u32_neutral(void)
{
    return and_u32_identity();
}

#endif
