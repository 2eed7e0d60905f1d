/* SPDX-License-Identifier: MIT
 * Right: the first item that is not zero, and the sum of all. Associative, not commutative. */
#ifndef EXAMPLE_FIRST_SUM_I32_H
#define EXAMPLE_FIRST_SUM_I32_H

#include "op.h"

struct first_sum_i32 {
    int32_t first;
    uint32_t sum;
};

OP_FN struct first_sum_i32 first_sum_i32_identity(void)
{
    struct first_sum_i32 r;
    r.first = 0;
    r.sum = 0;
    return r;
}

OP_FN struct first_sum_i32 first_sum_i32_combine(struct first_sum_i32 left, struct first_sum_i32 right)
{
    struct first_sum_i32 r;
    r.first = left.first ? left.first : right.first;
    r.sum = left.sum + right.sum;
    return r;
}

OP_FN struct first_sum_i32 first_sum_i32_value(uint64_t index, uint64_t bits)
{
    struct first_sum_i32 r;
    (void)index;
    r.first = (int32_t)(bits % 5);
    r.sum = (uint32_t)(bits >> 8);
    return r;
}

#endif
