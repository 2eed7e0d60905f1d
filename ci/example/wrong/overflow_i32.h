/* SPDX-License-Identifier: MIT
 * Wrong: a sum of signed numbers that overflows for great ones. */
#ifndef WRONG_OVERFLOW_I32_H
#define WRONG_OVERFLOW_I32_H

#include "op.h"

struct overflow_i32 {
    int32_t sum;
};

OP_FN struct overflow_i32 overflow_i32_identity(void)
{
    struct overflow_i32 r;
    r.sum = 0;
    return r;
}

OP_FN struct overflow_i32 overflow_i32_combine(struct overflow_i32 left, struct overflow_i32 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct overflow_i32 overflow_i32_value(uint64_t index, uint64_t bits)
{
    struct overflow_i32 r;
    (void)index;
    r.sum = (int32_t)(bits & 3);
    return r;
}

#endif
