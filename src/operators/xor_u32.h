/* SPDX-License-Identifier: MIT
 * Bitwise exclusive or. */
#ifndef FOLDCHECK_OPERATORS_XOR_U32_H
#define FOLDCHECK_OPERATORS_XOR_U32_H

#include "op.h"

struct xor_u32 {
    uint32_t bits;
};

OP_FN struct xor_u32 xor_u32_identity(void)
{
    struct xor_u32 r;
    r.bits = 0;
    return r;
}

OP_FN struct xor_u32 xor_u32_combine(struct xor_u32 left, struct xor_u32 right)
{
    left.bits ^= right.bits;
    return left;
}

OP_FN struct xor_u32 xor_u32_value(uint64_t index, uint64_t bits)
{
    struct xor_u32 r;
    (void)index;
    r.bits = (uint32_t)(bits + 1);
    return r;
}

OP_FN struct xor_u32 xor_u32_neutral(void)
{
    return xor_u32_identity();
}

#endif
