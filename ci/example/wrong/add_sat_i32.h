/* SPDX-License-Identifier: MIT
 * Wrong: a sum that stays at the greatest and the least number is not associative. Its items are too small to show it. */
#ifndef WRONG_ADD_SAT_I32_H
#define WRONG_ADD_SAT_I32_H

#include "op.h"

struct add_sat_i32 {
    int32_t sum;
};

OP_FN struct add_sat_i32 add_sat_i32_identity(void)
{
    struct add_sat_i32 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_sat_i32 add_sat_i32_combine(struct add_sat_i32 left, struct add_sat_i32 right)
{
    int64_t sum = (int64_t)left.sum + right.sum;
    if (sum > INT32_MAX) sum = INT32_MAX;
    if (sum < INT32_MIN) sum = INT32_MIN;
    left.sum = (int32_t)sum;
    return left;
}

OP_FN struct add_sat_i32 add_sat_i32_value(uint64_t index, uint64_t bits)
{
    struct add_sat_i32 r;
    (void)index;
    r.sum = (int32_t)(bits & 3);
    return r;
}

#endif
