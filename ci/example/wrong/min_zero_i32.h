/* SPDX-License-Identifier: MIT
 * Wrong: 0 is no identity of a minimum of positive numbers. */
#ifndef EXAMPLE_MIN_ZERO_I32_H
#define EXAMPLE_MIN_ZERO_I32_H

#include "op.h"

struct min_zero_i32 {
    int32_t least;
};

OP_FN struct min_zero_i32 min_zero_i32_identity(void)
{
    struct min_zero_i32 r;
    r.least = 0;
    return r;
}

OP_FN struct min_zero_i32 min_zero_i32_combine(struct min_zero_i32 left, struct min_zero_i32 right)
{
    return left.least < right.least ? left : right;
}

OP_FN struct min_zero_i32 min_zero_i32_value(uint64_t index, uint64_t bits)
{
    struct min_zero_i32 r;
    (void)index;
    r.least = (int32_t)(bits & 0xffff) + 1;
    return r;
}

#endif
