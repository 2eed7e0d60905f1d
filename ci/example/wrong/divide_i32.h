/* SPDX-License-Identifier: MIT
 * Wrong: a greatest common divisor that divides by zero. */
#ifndef WRONG_DIVIDE_I32_H
#define WRONG_DIVIDE_I32_H

#include "op.h"

struct divide_i32 {
    int32_t sum;
};

OP_FN struct divide_i32 divide_i32_identity(void)
{
    struct divide_i32 r;
    r.sum = 0;
    return r;
}

OP_FN struct divide_i32 divide_i32_combine(struct divide_i32 left, struct divide_i32 right)
{
    left.sum = left.sum == right.sum ? left.sum : left.sum % right.sum;
    return left;
}

OP_FN struct divide_i32 divide_i32_value(uint64_t index, uint64_t bits)
{
    struct divide_i32 r;
    (void)index;
    r.sum = (int32_t)(bits & 3) + 1;
    return r;
}

#endif
