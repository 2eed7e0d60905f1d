/* SPDX-License-Identifier: MIT
 * Four sums modulo 2^64 side by side: the tuple of four i64 that radix sort scans, a count for each digit of
 * two bits (Clausen). No item is zero in any column, so that none can be dropped unseen. */
#ifndef FOLDCHECK_OPERATORS_ADD4_I64_H
#define FOLDCHECK_OPERATORS_ADD4_I64_H

#include "op.h"

struct add4_i64 {
    int64_t first, second, third, fourth;
};

OP_FN struct add4_i64 add4_i64_identity(void)
{
    struct add4_i64 r;
    r.first = 0;
    r.second = 0;
    r.third = 0;
    r.fourth = 0;
    return r;
}

OP_FN struct add4_i64 add4_i64_combine(struct add4_i64 left, struct add4_i64 right)
{
    struct add4_i64 r;
    r.first = (int64_t)((uint64_t)left.first + (uint64_t)right.first);
    r.second = (int64_t)((uint64_t)left.second + (uint64_t)right.second);
    r.third = (int64_t)((uint64_t)left.third + (uint64_t)right.third);
    r.fourth = (int64_t)((uint64_t)left.fourth + (uint64_t)right.fourth);
    return r;
}

OP_FN struct add4_i64 add4_i64_value(uint64_t index, uint64_t bits)
{
    struct add4_i64 r;
    (void)index;
    r.first = (int64_t)(1 + (bits & 0xffff));
    r.second = (int64_t)(1 + (bits >> 16 & 0xffff));
    r.third = (int64_t)(1 + (bits >> 32 & 0xffff));
    r.fourth = (int64_t)(1 + (bits >> 48));
    return r;
}

OP_FN struct add4_i64 add4_i64_neutral(void)
{
    return add4_i64_identity();
}

#endif
