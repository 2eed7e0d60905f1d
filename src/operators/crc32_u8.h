/* SPDX-License-Identifier: MIT
 * CRC-32 of bytes (zlib's, gzip's, PNG's: polynomial 0xedb88320, bits reflected), in parallel: a state is the
 * CRC of a run of bytes and x^(8 * its length) modulo the polynomial. The fold of a file's bytes is its CRC,
 * as zlib's crc32() and cksum -o 3 give it. Not commutative; no byte is neutral. Adler, zlib 1.2.12, crc32.c:
 * crc32_combine_op. */
#ifndef FOLDCHECK_OPERATORS_CRC32_U8_H
#define FOLDCHECK_OPERATORS_CRC32_U8_H

#include "op.h"

struct crc32_u8_in {
    uint8_t byte;
};

struct crc32_u8 {
    uint32_t crc;
    uint32_t power; /* x^(8 * length); bit 31 is x^0 */
};

/* polynomial * x */
OP_FN uint32_t crc32_u8_shift(uint32_t polynomial)
{
    return polynomial >> 1 ^ (0xedb88320 & (0 - (polynomial & 1)));
}

/* a * b modulo the polynomial: at most 32 steps, and 9 where a is one byte's power. */
OP_FN uint32_t crc32_u8_multiply(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    for (; a != 0; a <<= 1) {
        product ^= b & (0 - (a >> 31));
        b = crc32_u8_shift(b);
    }
    return product;
}

OP_FN struct crc32_u8 crc32_u8_identity(void)
{
    struct crc32_u8 r;
    r.crc = 0;
    r.power = 0x80000000;
    return r;
}

OP_FN struct crc32_u8 crc32_u8_combine(struct crc32_u8 left, struct crc32_u8 right)
{
    struct crc32_u8 r;
    r.crc = crc32_u8_multiply(right.power, left.crc) ^ right.crc;
    r.power = crc32_u8_multiply(right.power, left.power);
    return r;
}

OP_FN struct crc32_u8_in crc32_u8_value(uint64_t index, uint64_t bits)
{
    struct crc32_u8_in r;
    (void)index;
    r.byte = (uint8_t)(bits & 0xff);
    return r;
}

OP_FN struct crc32_u8 crc32_u8_lift(struct crc32_u8_in item)
{
    struct crc32_u8 r;
    r.crc = 0xffffffff ^ item.byte;
    for (int bit = 0; bit < 8; bit++)
        r.crc = crc32_u8_shift(r.crc);
    r.crc ^= 0xffffffff;
    r.power = 0x80000000 >> 8;
    return r;
}

#endif
