/* SPDX-License-Identifier: MIT
 * Longest satisfying streak: the length of the longest run of neighbouring items that each satisfy one predicate, and
 * each two neighbours another. A narrow item with a state of six columns, not commutative. Clausen, "Regular Segmented
 * Single-pass Scan in Futhark", 2021, section 8 and appendix B.1; Gorlatch's near homomorphisms.
 *
 * The predicates are chosen at run time: sorted=1 wants each item to be at least the one before, positive=1 wants each
 * above 0. A state of length 0 is the identity; every item has length 1, so that no item lifts to it.
 *
 * Lengths are 32 bits, so most_items is 2^31 - 1. Associative on states that are folds of items. */
#ifndef FOLDCHECK_OPERATORS_LSSP_I32_H
#define FOLDCHECK_OPERATORS_LSSP_I32_H

#include "op.h"

struct lssp_i32_in {
    int32_t item;
};

struct lssp_i32 {
    int32_t best, left, right; /* longest streak of all, at the beginning, at the end */
    int32_t length;            /* items in all */
    int32_t first, last;       /* the outermost items; 0 where there are none */
};

struct lssp_i32_params {
    uint32_t sorted, positive; /* 0 or 1 */
};

OP_FN struct lssp_i32_params lssp_i32_params(const int64_t *args)
{
    struct lssp_i32_params r;
    r.sorted = (uint32_t)args[0];
    r.positive = (uint32_t)args[1];
    return r;
}

/* Sums of lengths; those of no fold of items may wrap. */
OP_FN int32_t lssp_i32_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

OP_FN int32_t lssp_i32_max(int32_t a, int32_t b)
{
    return a < b ? b : a;
}

OP_FN struct lssp_i32 lssp_i32_identity(const struct lssp_i32_params *params)
{
    struct lssp_i32 r;
    (void)params;
    r.best = r.left = r.right = r.length = r.first = r.last = 0;
    return r;
}

OP_FN struct lssp_i32 lssp_i32_combine(struct lssp_i32 left, struct lssp_i32 right,
                                       const struct lssp_i32_params *params)
{
    struct lssp_i32 r;
    int joins = !params->sorted || left.last <= right.first;
    if (left.length == 0) return right;
    if (right.length == 0) return left;
    r.best = lssp_i32_max(left.best, right.best);
    if (joins) r.best = lssp_i32_max(r.best, lssp_i32_add(left.right, right.left));
    r.left = joins && left.left == left.length ? lssp_i32_add(left.length, right.left) : left.left;
    r.right = joins && right.right == right.length ? lssp_i32_add(right.length, left.right) : right.right;
    r.length = lssp_i32_add(left.length, right.length);
    r.first = left.first;
    r.last = right.last;
    return r;
}

/* Items rise from 1 on; one of 16 is the same number below 0, where a streak ends. */
OP_FN struct lssp_i32_in lssp_i32_value(uint64_t index, uint64_t bits, const struct lssp_i32_params *params)
{
    struct lssp_i32_in r;
    int32_t number = (int32_t)(index % 0x7fffffff + 1);
    (void)params;
    r.item = (bits & 15) == 15 ? -number : number;
    return r;
}

OP_FN struct lssp_i32 lssp_i32_lift(struct lssp_i32_in item, const struct lssp_i32_params *params)
{
    struct lssp_i32 r;
    r.best = r.left = r.right = !params->positive || item.item > 0;
    r.length = 1;
    r.first = r.last = item.item;
    return r;
}

/* Of two items, or of none. */
OP_FN struct lssp_i32 lssp_i32_state(struct lssp_i32 any, const struct lssp_i32_params *params)
{
    struct lssp_i32_in first, second;
    if (any.length == 0) return lssp_i32_identity(params);
    first.item = any.first;
    second.item = any.last;
    return lssp_i32_combine(lssp_i32_lift(first, params), lssp_i32_lift(second, params), params);
}

#endif
