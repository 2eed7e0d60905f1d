/* SPDX-License-Identifier: MIT
 * The least and the largest item in one pass: two results of one reduction (L24: Larsen, thesis (2017), 3.2.2), where
 * two reductions would read the items twice. No item lifts to the identity, whose two numbers lie the wrong way
 * round. */
#ifndef FOLDCHECK_OPERATORS_MIN_AND_MAX_H
#define FOLDCHECK_OPERATORS_MIN_AND_MAX_H

#include "op.h"

struct min_and_max_in {
    int32_t item;
};

struct min_and_max {
    int32_t least, most;
};

OP_FN struct min_and_max min_and_max_identity(void)
{
    struct min_and_max r;
    r.least = INT32_MAX;
    r.most = INT32_MIN;
    return r;
}

OP_FN struct min_and_max min_and_max_combine(struct min_and_max left, struct min_and_max right)
{
    if (right.least < left.least) left.least = right.least;
    if (right.most > left.most) left.most = right.most;
    return left;
}

/* The simplest item is 1, so that a tail filled with zeros is the least. */
OP_FN struct min_and_max_in min_and_max_value(uint64_t index, uint64_t bits)
{
    struct min_and_max_in r;
    (void)index;
    r.item = (int32_t)(uint32_t)((bits + 1) & 0xffffffff);
    return r;
}

OP_FN struct min_and_max min_and_max_lift(struct min_and_max_in item)
{
    struct min_and_max r;
    r.least = item.item;
    r.most = item.item;
    return r;
}

#endif
