/* SPDX-License-Identifier: MIT
 * Addition modulo 2^32, the usual test of a library. The simplest item is 1, so that a fold counts. */
#ifndef FOLDCHECK_OPERATORS_ADD_U32_H
#define FOLDCHECK_OPERATORS_ADD_U32_H

#include "op.h"

struct add_u32 {
    uint32_t sum;
};

OP_FN struct add_u32 add_u32_identity(void)
{
    struct add_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_u32 add_u32_combine(struct add_u32 left, struct add_u32 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct add_u32 add_u32_value(uint64_t index, uint64_t bits)
{
    struct add_u32 r;
    (void)index;
    r.sum = (uint32_t)(bits + 1);
    return r;
}

OP_FN struct add_u32 add_u32_neutral(void)
{
    return add_u32_identity();
}

#endif
