/* SPDX-License-Identifier: MIT
 * Wrong: a sum that stays at the greatest and the least number is not associative. Its items are too small to show it. */
#ifndef WRONG_ADD_SAT_I8_H
#define WRONG_ADD_SAT_I8_H

#include "op.h"

struct add_sat_i8 {
    int8_t sum;
};

OP_FN struct add_sat_i8 add_sat_i8_identity(void)
{
    struct add_sat_i8 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_sat_i8 add_sat_i8_combine(struct add_sat_i8 left, struct add_sat_i8 right)
{
    int32_t sum = (int32_t)left.sum + right.sum;
    if (sum > INT8_MAX) sum = INT8_MAX;
    if (sum < INT8_MIN) sum = INT8_MIN;
    left.sum = (int8_t)sum;
    return left;
}

OP_FN struct add_sat_i8 add_sat_i8_value(uint64_t index, uint64_t bits)
{
    struct add_sat_i8 r;
    (void)index;
    r.sum = (int8_t)(bits & 3);
    return r;
}

#endif
