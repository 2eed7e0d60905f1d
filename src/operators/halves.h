/* SPDX-License-Identifier: MIT
 * Shared by several operators on floats of 16 bits: items from bits. */
#ifndef FOLDCHECK_OPERATORS_HALVES_H
#define FOLDCHECK_OPERATORS_HALVES_H

#include "floats.h"
#include "half.h"

/* 1 ... 16 for bits below 16; any other bits give an f16 of either sign with a magnitude of 2^-6 to 4, never a zero: no sum
 * of 2^14 of them overflows. */
OP_FN uint16_t moderate_f16(uint64_t bits)
{
    uint32_t exponent = 9 + (uint32_t)(bits >> 32 & 7);
    if (bits < 16) return f32_to_f16((float)(uint32_t)(bits + 1));
    return (uint16_t)((uint32_t)(bits >> 63) << 15 | exponent << 10 | (uint32_t)(bits & 0x3ff));
}

/* The upper half of a moderate_f32. */
OP_FN uint16_t moderate_bf16(uint64_t bits)
{
    if (bits < 16) return f32_to_bf16((float)(uint32_t)(bits + 1));
    return (uint16_t)(half_bits_of(moderate_f32(bits)) >> 16 | (bits & 0x7f));
}

/* As wild_f32, of which NaN has one pattern and zero is +0: one in 256 of the bits is an infinity or a zero. Of the other patterns
 * that are no numbers the exponent is another. */
OP_FN uint16_t wild_f16(uint64_t bits)
{
    uint32_t pattern = (uint32_t)(bits & 0xffff);
    if (bits < 16) return f32_to_f16((float)(uint32_t)(bits + 1));
    if (bits >> 52 == 0) return 0x7e00;
    if ((pattern & 0x7c00) == 0x7c00) {
        if (bits >> 48 & 7)
            pattern ^= 0x4000; /* 1 to 2 */
        else
            pattern &= pattern & 1 ? 0x8000 : 0xfc00;
    }
    return pattern == 0x8000 ? 0 : (uint16_t)pattern;
}

OP_FN uint16_t wild_bf16(uint64_t bits)
{
    return f32_to_bf16(plain_f32(wild_f32(bits)));
}

#endif
