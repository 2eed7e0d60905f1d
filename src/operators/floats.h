/* SPDX-License-Identifier: MIT
 * Shared by several operators on floats: items from bits. Bit patterns are moved by memcpy. */
#ifndef FOLDCHECK_OPERATORS_FLOATS_H
#define FOLDCHECK_OPERATORS_FLOATS_H

#include "op.h"

/* 1 ... 16 for bits below 16; any other bits give a finite float of either sign with a magnitude of 2^-32 to
 * 2^32, never a zero: no sum of 2^31 of them overflows, nor does the square of one. */
OP_FN float moderate_f32(uint64_t bits)
{
    uint32_t exponent = 95 + (uint32_t)(bits >> 32 & 63);
    uint32_t pattern = (uint32_t)(bits >> 63) << 31 | exponent << 23 | (uint32_t)(bits & 0x7fffff);
    float r;
    if (bits < 16) return (float)(uint32_t)(bits + 1);
    memcpy(&r, &pattern, sizeof r);
    return r;
}

/* The same for doubles. */
OP_FN double moderate_f64(uint64_t bits)
{
    uint64_t exponent = 991 + (bits >> 52 & 63);
    uint64_t pattern = bits >> 63 << 63 | exponent << 52 | (bits & 0xfffffffffffffu);
    double r;
    if (bits < 16) return (double)(uint32_t)(bits + 1);
    memcpy(&r, &pattern, sizeof r);
    return r;
}

/* NaN has one pattern, and zero is +0: what is equal has the same bits. */
OP_FN float plain_f32(float x)
{
    const uint32_t nan = 0x7fc00000;
    if (x != x) memcpy(&x, &nan, sizeof x);
    return x == 0 ? 0 : x;
}

/* 1 ... 16 for bits below 16; any other bits give any float at all: one in 256 is an infinity or a zero of
 * either sign, one in 4096 a NaN with a payload of its own. */
OP_FN float wild_f32(uint64_t bits)
{
    uint32_t pattern = (uint32_t)(bits & 0xffffffff);
    float r;
    if (bits < 16) return (float)(uint32_t)(bits + 1);
    if (bits >> 52 == 0)
        pattern = 0x7fc00000 | pattern; /* quiet: no hardware changes its payload on the way */
    else if ((pattern & 0x7f800000) == 0x7f800000)
        pattern &= (pattern & 1) ? 0x80000000 : 0xff800000;
    memcpy(&r, &pattern, sizeof r);
    return r;
}

/* The same for doubles; the pattern is scrambled, so that it does not repeat wild_f32's. */
OP_FN double wild_f64(uint64_t bits)
{
    uint64_t pattern = bits * 0x9e3779b97f4a7c15u;
    double r;
    if (bits < 16) return (double)(uint32_t)(bits + 1);
    if (bits >> 52 == 0)
        pattern = 0x7ff8000000000000u | pattern;
    else if ((bits >> 44 & 255) == 1)
        pattern &= 0x8000000000000000u; /* a zero */
    else if ((bits >> 44 & 255) == 2)
        pattern = (pattern & 0x8000000000000000u) | 0x7ff0000000000000u; /* an infinity */
    memcpy(&r, &pattern, sizeof r);
    return r;
}

/* An infinity, the greater one for a sign of 0. */
OP_FN float infinity_f32(uint32_t sign)
{
    uint32_t pattern = sign << 31 | 0x7f800000;
    float r;
    memcpy(&r, &pattern, sizeof r);
    return r;
}

/* The sign bit: -0 is negative. */
OP_FN int is_negative_f32(float x)
{
    uint32_t pattern;
    memcpy(&pattern, &x, sizeof pattern);
    return pattern >> 31 != 0;
}

OP_FN int is_negative_f64(double x)
{
    uint64_t pattern;
    memcpy(&pattern, &x, sizeof pattern);
    return pattern >> 63 != 0;
}

#endif
