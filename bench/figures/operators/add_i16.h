/* SPDX-License-Identifier: MIT
 * Addition modulo 2^16, scanned in figures 9 to 12 of Clausen's thesis: items of 2 bytes. The simplest item is 1. */
#ifndef FOLDCHECK_FIGURES_ADD_I16_H
#define FOLDCHECK_FIGURES_ADD_I16_H

#include "op.h"

struct add_i16 {
    int16_t sum;
};

OP_FN struct add_i16 add_i16_identity(void)
{
    struct add_i16 r;
    r.sum = 0;
    return r;
}

OP_FN struct add_i16 add_i16_combine(struct add_i16 left, struct add_i16 right)
{
    left.sum = (int16_t)(uint16_t)((uint16_t)left.sum + (uint16_t)right.sum);
    return left;
}

OP_FN struct add_i16 add_i16_value(uint64_t index, uint64_t bits)
{
    struct add_i16 r;
    (void)index;
    r.sum = (int16_t)(uint16_t)(bits + 1);
    return r;
}

OP_FN struct add_i16 add_i16_neutral(void)
{
    return add_i16_identity();
}

#endif
