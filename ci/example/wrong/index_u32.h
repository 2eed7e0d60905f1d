/* SPDX-License-Identifier: MIT
 * Wrong: a table has fewer places than states. */
#ifndef WRONG_INDEX_U32_H
#define WRONG_INDEX_U32_H

#include "op.h"

struct index_u32 {
    uint32_t sum;
};

OP_FN struct index_u32 index_u32_identity(void)
{
    struct index_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct index_u32 index_u32_combine(struct index_u32 left, struct index_u32 right)
{
    uint32_t next[4];
    for (uint32_t i = 0; i < 4; i++)
        next[i] = (i + left.sum) & 3;
    left.sum = next[right.sum];
    return left;
}

OP_FN struct index_u32 index_u32_value(uint64_t index, uint64_t bits)
{
    struct index_u32 r;
    (void)index;
    r.sum = (uint32_t)(bits & 3);
    return r;
}

#endif
