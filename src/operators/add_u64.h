/* SPDX-License-Identifier: MIT
 * Addition modulo 2^64. */
#ifndef FOLDCHECK_OPERATORS_ADD_U64_H
#define FOLDCHECK_OPERATORS_ADD_U64_H

#include "op.h"

struct add_u64 {
    uint64_t sum;
};

OP_FN struct add_u64 add_u64_identity(void)
{
    struct add_u64 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_u64 add_u64_combine(struct add_u64 left, struct add_u64 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct add_u64 add_u64_value(uint64_t index, uint64_t bits)
{
    struct add_u64 r;
    (void)index;
    r.sum = bits + 1;
    return r;
}

OP_FN struct add_u64 add_u64_neutral(void)
{
    return add_u64_identity();
}

#endif
