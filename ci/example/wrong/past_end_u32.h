/* SPDX-License-Identifier: MIT
 * Wrong: a sum that looks behind its right operand, and drops it if all bits are set there. */
#ifndef EXAMPLE_PAST_END_U32_H
#define EXAMPLE_PAST_END_U32_H

#include "op.h"

struct past_end_u32 {
    uint32_t sum;
};

OP_FN struct past_end_u32 past_end_u32_identity(void)
{
    struct past_end_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct past_end_u32 past_end_u32_combine(struct past_end_u32 left, struct past_end_u32 right)
{
    const uint32_t *columns = &right.sum;
    if (columns[1] == UINT32_MAX) return left;
    left.sum += right.sum;
    return left;
}

OP_FN struct past_end_u32 past_end_u32_value(uint64_t index, uint64_t bits)
{
    struct past_end_u32 r;
    (void)index;
    r.sum = (uint32_t)bits & 0xff;
    return r;
}

#endif
