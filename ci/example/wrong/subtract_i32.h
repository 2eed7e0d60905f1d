/* SPDX-License-Identifier: MIT
 * Wrong: subtraction is not associative, and 0 is its identity on the right only. */
#ifndef EXAMPLE_SUBTRACT_I32_H
#define EXAMPLE_SUBTRACT_I32_H

#include "op.h"

struct subtract_i32 {
    int32_t rest;
};

OP_FN struct subtract_i32 subtract_i32_identity(void)
{
    struct subtract_i32 r;
    r.rest = 0;
    return r;
}

OP_FN struct subtract_i32 subtract_i32_combine(struct subtract_i32 left, struct subtract_i32 right)
{
    left.rest = (int32_t)((uint32_t)left.rest - (uint32_t)right.rest);
    return left;
}

OP_FN struct subtract_i32 subtract_i32_value(uint64_t index, uint64_t bits)
{
    struct subtract_i32 r;
    (void)index;
    r.rest = (int32_t)(bits & 0xffff) + 1;
    return r;
}

#endif
