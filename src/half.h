/* SPDX-License-Identifier: MIT
 * Floats of 16 bits, for operators: f16 (IEEE 754 binary16) and bf16 (the upper half of an f32). A column of them is a
 * uint16_t, for no type of that size is known to every compiler. Plain C, compiled unchanged by the C compiler and as HIP.
 * Conversions to float are exact; those from float round to the nearest, ties to even. A sum, a difference or a product of two
 * halves that is computed in f32 and then rounded is the one that is rounded once: 24 >= 2 * 11 + 2 digits (Figueroa, "When is
 * double rounding innocuous?", SIGNUM Newsletter 30(3), 1995). */
#ifndef FOLDCHECK_HALF_H
#define FOLDCHECK_HALF_H

#include "op.h"

OP_FN uint32_t half_bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

OP_FN float half_float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

OP_FN float f16_to_f32(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, digits = half & 0x3ff;
    if (exponent == 31) return half_float_of(sign | 0x7f800000 | digits << 13);
    if (exponent == 0) /* digits * 2^-24 */
        return half_float_of(sign | half_bits_of((float)digits * 5.9604644775390625e-8f));
    return half_float_of(sign | (exponent + 112) << 23 | digits << 13);
}

OP_FN uint16_t f32_to_f16(float x)
{
    uint32_t bits = half_bits_of(x), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return (uint16_t)(sign | 0x7e00 | (magnitude >> 13 & 0x3ff)); /* NaN */
    if (magnitude >= 0x47800000) return (uint16_t)(sign | 0x7c00); /* 2^16 or more */
    if (magnitude <
        0x38800000) /* below 2^-14: a unit in the last place of 0.5f is one of such an f16, 2^-24 */
        return (uint16_t)(sign | (half_bits_of(half_float_of(magnitude) + 0.5f) - 0x3f000000));
    return (uint16_t)(sign | (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13);
}

OP_FN float bf16_to_f32(uint16_t half)
{
    return half_float_of((uint32_t)half << 16);
}

OP_FN uint16_t f32_to_bf16(float x)
{
    uint32_t bits = half_bits_of(x);
    if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40); /* NaN */
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#endif
