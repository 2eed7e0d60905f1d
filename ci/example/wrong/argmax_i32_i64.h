/* SPDX-License-Identifier: MIT
 * Wrong in what it claims: of two equal values it keeps the left one's index, so that it does not commute. */
#ifndef EXAMPLE_ARGMAX_I32_I64_H
#define EXAMPLE_ARGMAX_I32_I64_H

#include "op.h"

struct argmax_i32_i64 {
    int32_t most;
    int64_t at;
};

OP_FN struct argmax_i32_i64 argmax_i32_i64_identity(void)
{
    struct argmax_i32_i64 r;
    r.most = INT32_MIN;
    r.at = -1;
    return r;
}

OP_FN struct argmax_i32_i64 argmax_i32_i64_combine(struct argmax_i32_i64 left, struct argmax_i32_i64 right)
{
    return left.most < right.most ? right : left;
}

OP_FN struct argmax_i32_i64 argmax_i32_i64_value(uint64_t index, uint64_t bits)
{
    struct argmax_i32_i64 r;
    r.most = (int32_t)(bits & 0xff);
    r.at = (int64_t)index;
    return r;
}

#endif
