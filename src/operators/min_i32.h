/* SPDX-License-Identifier: MIT
 * Minimum. Its simplest items are positive: a tail filled with zeros wins, and is seen. */
#ifndef FOLDCHECK_OPERATORS_MIN_I32_H
#define FOLDCHECK_OPERATORS_MIN_I32_H

#include "op.h"

struct min_i32 {
    int32_t least;
};

OP_FN struct min_i32 min_i32_identity(void)
{
    struct min_i32 r;
    r.least = INT32_MAX;
    return r;
}

OP_FN struct min_i32 min_i32_combine(struct min_i32 left, struct min_i32 right)
{
    return right.least < left.least ? right : left;
}

OP_FN struct min_i32 min_i32_value(uint64_t index, uint64_t bits)
{
    struct min_i32 r;
    (void)index;
    r.least = bits < 16 ? (int32_t)(bits + 1) : (int32_t)(bits & 0xffffffff);
    return r;
}

OP_FN struct min_i32 min_i32_neutral(void)
{
    return min_i32_identity();
}

#endif
