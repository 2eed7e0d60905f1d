/* SPDX-License-Identifier: MIT
 * How many keys have each of the four values of a digit of two bits: a key of 4 bytes is lifted to four counts, one of
 * them 1, while it is read. A radix sort's step scans with it: the last state of a row says how many keys each digit
 * has, and a key's own state how many of its digit there are up to it. Clausen, "Regular Segmented Single-pass Scan in
 * Futhark", 2021, appendix B.2, lines 6 to 11.
 *
 * The digit is bits [shift, shift + 2) of the key, exclusive or `flip`: 2 in the last step of a sort of signed keys. */
#ifndef FOLDCHECK_OPERATORS_DIGIT4_I64_H
#define FOLDCHECK_OPERATORS_DIGIT4_I64_H

#include "op.h"

struct digit4_i64_in {
    uint32_t key;
};

struct digit4_i64 {
    int64_t zeros, ones, twos, threes;
};

struct digit4_i64_params {
    uint32_t shift, flip;
};

OP_FN struct digit4_i64_params digit4_i64_params(const int64_t *args)
{
    struct digit4_i64_params r;
    r.shift = (uint32_t)args[0];
    r.flip = (uint32_t)args[1];
    return r;
}

OP_FN struct digit4_i64 digit4_i64_identity(const struct digit4_i64_params *params)
{
    struct digit4_i64 r;
    (void)params;
    r.zeros = 0;
    r.ones = 0;
    r.twos = 0;
    r.threes = 0;
    return r;
}

OP_FN int64_t digit4_i64_add(int64_t left, int64_t right)
{
    return (int64_t)((uint64_t)left + (uint64_t)right);
}

OP_FN struct digit4_i64 digit4_i64_combine(struct digit4_i64 left, struct digit4_i64 right,
                                           const struct digit4_i64_params *params)
{
    struct digit4_i64 r;
    (void)params;
    r.zeros = digit4_i64_add(left.zeros, right.zeros);
    r.ones = digit4_i64_add(left.ones, right.ones);
    r.twos = digit4_i64_add(left.twos, right.twos);
    r.threes = digit4_i64_add(left.threes, right.threes);
    return r;
}

OP_FN struct digit4_i64_in digit4_i64_value(uint64_t index, uint64_t bits,
                                            const struct digit4_i64_params *params)
{
    struct digit4_i64_in r;
    (void)index, (void)params;
    r.key = (uint32_t)bits;
    return r;
}

OP_FN struct digit4_i64 digit4_i64_lift(struct digit4_i64_in item, const struct digit4_i64_params *params)
{
    struct digit4_i64 r;
    uint32_t digit = (item.key >> params->shift & 3) ^ params->flip;
    r.zeros = digit == 0;
    r.ones = digit == 1;
    r.twos = digit == 2;
    r.threes = digit == 3;
    return r;
}

#endif
