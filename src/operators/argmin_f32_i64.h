/* SPDX-License-Identifier: MIT
 * Least value and its index: a tuple of two sizes (12 bytes in columns, 16 as a struct).
 * Order: a NaN is below every number (as in numpy's argmin: it is not lost); numbers by <, infinities and
 * subnormal ones, too, so -0 and +0 are equal; equal ones and two NaNs by the lower index; the left one of what is still equal. A minimum of a
 * total preorder that keeps the left of equals is associative to the last bit. */
#ifndef FOLDCHECK_OPERATORS_ARGMIN_F32_I64_H
#define FOLDCHECK_OPERATORS_ARGMIN_F32_I64_H

#include "floats.h"

struct argmin_f32_i64 {
    float value;
    int64_t index;
};

OP_FN struct argmin_f32_i64 argmin_f32_i64_identity(void)
{
    const uint32_t infinity = 0x7f800000;
    struct argmin_f32_i64 r;
    memcpy(&r.value, &infinity, sizeof r.value);
    r.index = INT64_MAX;
    return r;
}

OP_FN int argmin_f32_i64_below(struct argmin_f32_i64 a, struct argmin_f32_i64 b)
{
    int a_nan = a.value != a.value, b_nan = b.value != b.value;
    if (a_nan != b_nan) return a_nan;
    if (!a_nan && a.value < b.value) return 1;
    if (!a_nan && b.value < a.value) return 0;
    return a.index < b.index;
}

OP_FN struct argmin_f32_i64 argmin_f32_i64_combine(struct argmin_f32_i64 left, struct argmin_f32_i64 right)
{
    return argmin_f32_i64_below(right, left) ? right : left;
}

OP_FN struct argmin_f32_i64 argmin_f32_i64_value(uint64_t index, uint64_t bits)
{
    struct argmin_f32_i64 r;
    r.value = wild_f32(bits);
    r.index = (int64_t)index;
    return r;
}

OP_FN struct argmin_f32_i64 argmin_f32_i64_neutral(void)
{
    return argmin_f32_i64_identity();
}

#endif
