/* SPDX-License-Identifier: MIT
 * Wrong: a sum by steps of one, but by none for an even number: then it never ends. */
#include "op.h"

struct endless_u32 {
    uint32_t sum;
};

OP_FN struct endless_u32 endless_u32_identity(void)
{
    struct endless_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct endless_u32 endless_u32_combine(struct endless_u32 left, struct endless_u32 right)
{
    volatile uint32_t step = right.sum & 1; /* volatile: a loop that the compiler may not leave out */
    while (right.sum != 0) {
        left.sum += step;
        right.sum -= step;
    }
    return left;
}

OP_FN struct endless_u32 endless_u32_value(uint64_t index, uint64_t bits)
{
    struct endless_u32 r;
    (void)index;
    r.sum = (uint32_t)(bits & 3);
    return r;
}
