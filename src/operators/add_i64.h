/* SPDX-License-Identifier: MIT
 * Addition modulo 2^64 of signed numbers. */
#ifndef FOLDCHECK_OPERATORS_ADD_I64_H
#define FOLDCHECK_OPERATORS_ADD_I64_H

#include "op.h"

struct add_i64 {
    int64_t sum;
};

OP_FN struct add_i64 add_i64_identity(void)
{
    struct add_i64 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_i64 add_i64_combine(struct add_i64 left, struct add_i64 right)
{
    left.sum = (int64_t)((uint64_t)left.sum + (uint64_t)right.sum);
    return left;
}

OP_FN struct add_i64 add_i64_value(uint64_t index, uint64_t bits)
{
    struct add_i64 r;
    (void)index;
    r.sum = (int64_t)(bits + 1);
    return r;
}

OP_FN struct add_i64 add_i64_neutral(void)
{
    return add_i64_identity();
}

#endif
