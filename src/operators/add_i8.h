/* SPDX-License-Identifier: MIT
 * Addition modulo 2^8 on signed bytes: the smallest item, so the most items a 16-byte load, and the cheapest
 * way past 2^31 items. The simplest item is 1. */
#ifndef FOLDCHECK_OPERATORS_ADD_I8_H
#define FOLDCHECK_OPERATORS_ADD_I8_H

#include "op.h"

struct add_i8 {
    int8_t sum;
};

OP_FN struct add_i8 add_i8_identity(void)
{
    struct add_i8 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_i8 add_i8_combine(struct add_i8 left, struct add_i8 right)
{
    left.sum = (int8_t)(uint8_t)((uint8_t)left.sum + (uint8_t)right.sum);
    return left;
}

OP_FN struct add_i8 add_i8_value(uint64_t index, uint64_t bits)
{
    struct add_i8 r;
    (void)index;
    r.sum = (int8_t)(uint8_t)(bits + 1);
    return r;
}

OP_FN struct add_i8 add_i8_neutral(void)
{
    return add_i8_identity();
}

#endif
