/* SPDX-License-Identifier: MIT
 * The sum and the maximum of the same items: two scans over one input, merged into one operator, as a compiler does it
 * that has a kernel for one operator only. Clausen, "Regular Segmented Single-pass Scan in Futhark", 2021, section 7.
 * A product: neither part looks at the other. Sums wrap; the least number is the maximum's identity, and lifts to a
 * sum of 0. */
#ifndef FOLDCHECK_OPERATORS_SUM_AND_MAX_I32_H
#define FOLDCHECK_OPERATORS_SUM_AND_MAX_I32_H

#include "op.h"

struct sum_and_max_i32_in {
    int32_t item;
};

struct sum_and_max_i32 {
    int32_t sum, most;
};

OP_FN struct sum_and_max_i32 sum_and_max_i32_identity(void)
{
    struct sum_and_max_i32 r;
    r.sum = 0;
    r.most = INT32_MIN;
    return r;
}

OP_FN struct sum_and_max_i32 sum_and_max_i32_combine(struct sum_and_max_i32 left,
                                                     struct sum_and_max_i32 right)
{
    struct sum_and_max_i32 r;
    r.sum = (int32_t)((uint32_t)left.sum + (uint32_t)right.sum);
    r.most = left.most < right.most ? right.most : left.most;
    return r;
}

OP_FN struct sum_and_max_i32_in sum_and_max_i32_value(uint64_t index, uint64_t bits)
{
    struct sum_and_max_i32_in r;
    (void)index;
    r.item = (int32_t)(uint32_t)(bits + 1);
    return r;
}

OP_FN struct sum_and_max_i32 sum_and_max_i32_lift(struct sum_and_max_i32_in item)
{
    struct sum_and_max_i32 r;
    r.sum = item.item == INT32_MIN ? 0 : item.item;
    r.most = item.item;
    return r;
}

OP_FN struct sum_and_max_i32_in sum_and_max_i32_neutral(void)
{
    struct sum_and_max_i32_in r;
    r.item = INT32_MIN;
    return r;
}

#endif
