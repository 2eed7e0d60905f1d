/* SPDX-License-Identifier: MIT
 * Bitwise or. One bit of an item is 1. */
#ifndef FOLDCHECK_OPERATORS_OR_U32_H
#define FOLDCHECK_OPERATORS_OR_U32_H

#include "op.h"

struct or_u32 {
    uint32_t bits;
};

OP_FN struct or_u32 or_u32_identity(void)
{
    struct or_u32 r;
    r.bits = 0;
    return r;
}

OP_FN struct or_u32 or_u32_combine(struct or_u32 left, struct or_u32 right)
{
    left.bits |= right.bits;
    return left;
}

OP_FN struct or_u32 or_u32_value(uint64_t index, uint64_t bits)
{
    struct or_u32 r;
    (void)index;
    r.bits = (uint32_t)1 << (bits & 31);
    return r;
}

OP_FN struct or_u32 or_u32_neutral(void)
{
    return or_u32_identity();
}

#endif
