/* SPDX-License-Identifier: MIT
 * Six columns of six types (27 bytes in columns, 32 as a struct), each with an exact operator of its own, so
 * that a column read or combined as another is seen: i8 adds (wraps), i16 keeps the last that is not 0, i32
 * the first that is not 0, i64 adds (wraps), f32 takes the minimum and f64 the maximum. First and last do not
 * commute. Floats: a NaN wins, the left one of two; -0 is below +0; infinities and subnormal numbers are numbers. */
#ifndef FOLDCHECK_OPERATORS_MIXED6_H
#define FOLDCHECK_OPERATORS_MIXED6_H

#include "floats.h"

struct mixed6 {
    int8_t add8;
    int16_t last;
    int32_t first;
    int64_t add64;
    float least;
    double most;
};

OP_FN struct mixed6 mixed6_identity(void)
{
    const uint32_t infinity = 0x7f800000;
    const uint64_t minus_infinity = 0xfff0000000000000u;
    struct mixed6 r;
    r.add8 = 0;
    r.last = 0;
    r.first = 0;
    r.add64 = 0;
    memcpy(&r.least, &infinity, sizeof r.least);
    memcpy(&r.most, &minus_infinity, sizeof r.most);
    return r;
}

OP_FN float mixed6_least(float a, float b)
{
    if (a != a) return a;
    if (b != b) return b;
    if (a == b) return is_negative_f32(a) ? a : b;
    return a < b ? a : b;
}

OP_FN double mixed6_most(double a, double b)
{
    if (a != a) return a;
    if (b != b) return b;
    if (a == b) return is_negative_f64(a) ? b : a;
    return a < b ? b : a;
}

OP_FN struct mixed6 mixed6_combine(struct mixed6 left, struct mixed6 right)
{
    struct mixed6 r;
    r.add8 = (int8_t)(uint8_t)((uint8_t)left.add8 + (uint8_t)right.add8);
    r.last = right.last != 0 ? right.last : left.last;
    r.first = left.first != 0 ? left.first : right.first;
    r.add64 = (int64_t)((uint64_t)left.add64 + (uint64_t)right.add64);
    r.least = mixed6_least(left.least, right.least);
    r.most = mixed6_most(left.most, right.most);
    return r;
}

/* First and last hold the item's number, so that their values say whose they are. */
OP_FN struct mixed6 mixed6_value(uint64_t index, uint64_t bits)
{
    struct mixed6 r;
    r.add8 = (int8_t)(uint8_t)(bits + 1);
    r.last = (int16_t)(uint16_t)((index + 1) & 0xffff);
    r.first = (int32_t)(uint32_t)((index + 1) & 0xffffffff);
    r.add64 = (int64_t)(bits + 1);
    r.least = wild_f32(bits);
    r.most = wild_f64(bits);
    return r;
}

OP_FN struct mixed6 mixed6_neutral(void)
{
    return mixed6_identity();
}

#endif
