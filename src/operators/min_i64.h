/* SPDX-License-Identifier: MIT
 * Minimum: idempotent, so it shows what sums hide. Its identity is far from zero and its simplest items are
 * positive: a tail filled with zeros wins, and is seen. */
#ifndef FOLDCHECK_OPERATORS_MIN_I64_H
#define FOLDCHECK_OPERATORS_MIN_I64_H

#include "op.h"

struct min_i64 {
    int64_t least;
};

OP_FN struct min_i64 min_i64_identity(void)
{
    struct min_i64 r;
    r.least = INT64_MAX;
    return r;
}

OP_FN struct min_i64 min_i64_combine(struct min_i64 left, struct min_i64 right)
{
    return right.least < left.least ? right : left;
}

OP_FN struct min_i64 min_i64_value(uint64_t index, uint64_t bits)
{
    struct min_i64 r;
    (void)index;
    r.least = (int64_t)(bits + 1);
    return r;
}

OP_FN struct min_i64 min_i64_neutral(void)
{
    return min_i64_identity();
}

#endif
