/* SPDX-License-Identifier: MIT
 * Wrong: a sum that counts its calls in a variable of its own; the result is right. */
#ifndef EXAMPLE_COUNTING_U32_H
#define EXAMPLE_COUNTING_U32_H

#include "op.h"

struct counting_u32 {
    uint32_t sum;
};

OP_FN struct counting_u32 counting_u32_identity(void)
{
    struct counting_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct counting_u32 counting_u32_combine(struct counting_u32 left, struct counting_u32 right)
{
    static volatile uint64_t calls;
    calls++;
    left.sum += right.sum;
    return left;
}

OP_FN struct counting_u32 counting_u32_value(uint64_t index, uint64_t bits)
{
    struct counting_u32 r;
    (void)index;
    r.sum = (uint32_t)bits & 0xff;
    return r;
}

#endif
