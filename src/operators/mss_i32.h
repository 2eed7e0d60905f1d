/* SPDX-License-Identifier: MIT
 * Maximum segment sum: the largest sum of neighbouring items (the empty run counts 0), by lifting an item to
 * the four numbers that determine it. A narrow item with a wide state, not commutative. Larsen, "Generating
 * Efficient Code for Futhark's Segmented Redomap", 2017, figure 3.2 and listing 6.9; Bentley, "Programming
 * Pearls", CACM 1984.
 *
 * Sums wrap, and a sum that wraps is not associative with max: items are -7 ... 7, so that most_items of them
 * (2^31 / 7) cannot. */
#ifndef FOLDCHECK_OPERATORS_MSS_I32_H
#define FOLDCHECK_OPERATORS_MSS_I32_H

#include "op.h"

struct mss_i32_in {
    int32_t item;
};

struct mss_i32 {
    int32_t best, left, right, total; /* of any run, of any prefix, of any suffix, of all */
};

OP_FN int32_t mss_i32_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

OP_FN int32_t mss_i32_max(int32_t a, int32_t b)
{
    return a < b ? b : a;
}

OP_FN struct mss_i32 mss_i32_identity(void)
{
    struct mss_i32 r;
    r.best = r.left = r.right = r.total = 0;
    return r;
}

OP_FN struct mss_i32 mss_i32_combine(struct mss_i32 left, struct mss_i32 right)
{
    struct mss_i32 r;
    r.best = mss_i32_max(mss_i32_max(left.best, right.best), mss_i32_add(left.right, right.left));
    r.left = mss_i32_max(left.left, mss_i32_add(left.total, right.left));
    r.right = mss_i32_max(right.right, mss_i32_add(left.right, right.total));
    r.total = mss_i32_add(left.total, right.total);
    return r;
}

/* 1, -1, 2, -2, ... 7, -7 and round again. */
OP_FN struct mss_i32_in mss_i32_value(uint64_t index, uint64_t bits)
{
    int32_t turn = (int32_t)(bits % 14);
    struct mss_i32_in r;
    (void)index;
    r.item = turn % 2 ? -(turn / 2 + 1) : turn / 2 + 1;
    return r;
}

OP_FN struct mss_i32 mss_i32_lift(struct mss_i32_in item)
{
    struct mss_i32 r;
    r.best = r.left = r.right = mss_i32_max(item.item, 0);
    r.total = item.item;
    return r;
}

/* Of two items, none so great that sums wrap. */
OP_FN struct mss_i32 mss_i32_state(struct mss_i32 any)
{
    struct mss_i32_in first, second;
    first.item = any.best / 16;
    second.item = any.total / 16;
    return mss_i32_combine(mss_i32_lift(first), mss_i32_lift(second));
}

OP_FN struct mss_i32_in mss_i32_neutral(void)
{
    struct mss_i32_in r;
    r.item = 0;
    return r;
}

#endif
