/* SPDX-License-Identifier: MIT
 * Maximum. Its identity is the least number, so that a fold that begins at 0 is seen: its
 * simplest items are negative. */
#ifndef FOLDCHECK_OPERATORS_MAX_I32_H
#define FOLDCHECK_OPERATORS_MAX_I32_H

#include "op.h"

struct max_i32 {
    int32_t most;
};

OP_FN struct max_i32 max_i32_identity(void)
{
    struct max_i32 r;
    r.most = INT32_MIN;
    return r;
}

OP_FN struct max_i32 max_i32_combine(struct max_i32 left, struct max_i32 right)
{
    return right.most > left.most ? right : left;
}

OP_FN struct max_i32 max_i32_value(uint64_t index, uint64_t bits)
{
    struct max_i32 r;
    (void)index;
    r.most = bits < 16 ? -(int32_t)(bits + 1) : (int32_t)(bits & 0xffffffff);
    return r;
}

OP_FN struct max_i32 max_i32_neutral(void)
{
    return max_i32_identity();
}

#endif
