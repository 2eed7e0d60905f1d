/* SPDX-License-Identifier: MIT
 * A conditional sum: adds the items that are smaller than a threshold, which is known only at run time and may differ
 * from row to row: an invariant variable of the rows' reductions (Larsen, thesis (2017), 6.2.4 and Listing 6.3). Sums
 * are modulo 2^64. Items are positive, and none is 0; the neutral one is. */
#ifndef FOLDCHECK_OPERATORS_ADD_IF_SMALLER_H
#define FOLDCHECK_OPERATORS_ADD_IF_SMALLER_H

#include "op.h"

struct add_if_smaller_in {
    int32_t item;
};

struct add_if_smaller {
    int64_t sum;
};

struct add_if_smaller_params {
    int32_t threshold;
};

OP_FN struct add_if_smaller_params add_if_smaller_params(const int64_t *args)
{
    struct add_if_smaller_params r;
    r.threshold = (int32_t)args[0];
    return r;
}

OP_FN struct add_if_smaller add_if_smaller_identity(const struct add_if_smaller_params *params)
{
    struct add_if_smaller r;
    (void)params;
    r.sum = 0;
    return r;
}

OP_FN struct add_if_smaller add_if_smaller_combine(struct add_if_smaller left, struct add_if_smaller right,
                                                   const struct add_if_smaller_params *params)
{
    (void)params;
    left.sum = (int64_t)((uint64_t)left.sum + (uint64_t)right.sum);
    return left;
}

OP_FN struct add_if_smaller_in add_if_smaller_value(uint64_t index, uint64_t bits,
                                                    const struct add_if_smaller_params *params)
{
    struct add_if_smaller_in r;
    (void)index, (void)params;
    r.item = (int32_t)(1 + (bits & 0x3fffffff));
    return r;
}

OP_FN struct add_if_smaller add_if_smaller_lift(struct add_if_smaller_in item,
                                                const struct add_if_smaller_params *params)
{
    struct add_if_smaller r;
    r.sum = item.item < params->threshold ? item.item : 0;
    return r;
}

OP_FN struct add_if_smaller_in add_if_smaller_neutral(const struct add_if_smaller_params *params)
{
    struct add_if_smaller_in r;
    (void)params;
    r.item = 0;
    return r;
}

#endif
