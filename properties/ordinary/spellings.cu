/* SPDX-License-Identifier: MIT
 * Launchers whose columns are spelled otherwise than the operators' C types: char, int and long long, signed for unsigned, too.
 * They are plain functions on the host. They build only if each spelling is tried, in its turn. */
#include <stddef.h>

/* add_i8, of signed char: the first other spelling. */
void spelled(const char *in, char *out, size_t n)
{
    char sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = (char)(sum + in[i]);
    *out = sum;
}

/* affine_u32, of unsigned: the second one. x -> ax + b, the left one first. */
void spelled(const int *a_in, const int *b_in, int *a_out, int *b_out, size_t n)
{
    unsigned a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (unsigned)a_in[i] * a;
        b = (unsigned)a_in[i] * b + (unsigned)b_in[i];
    }
    *a_out = (int)a, *b_out = (int)b;
}

static unsigned shifted(unsigned x)
{
    for (int bit = 0; bit < 8; bit++)
        x = x >> 1 ^ (x & 1 ? 0xedb88320u : 0);
    return x;
}

/* crc32_u8, whose bytes are unsigned char: the third one. */
void spelled(const char *in, unsigned *crc_out, unsigned *power_out, size_t n)
{
    unsigned crc = 0, power = 0x80000000u;
    for (size_t i = 0; i < n; i++) {
        crc = shifted(crc) ^ ~shifted(~(unsigned)(unsigned char)in[i]);
        power = shifted(power);
    }
    *crc_out = crc, *power_out = power;
}

/* tally_u64, of unsigned long: the third one, too. */
void spelled(const long long *in, long long *out, size_t n)
{
    const unsigned long long prime = (1ull << 61) - 1;
    unsigned long long sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = (sum + (unsigned long long)in[i]) % prime;
    *out = (long long)sum;
}

/* tally_u64: the first one. */
void spelled_wide(const unsigned long long *in, unsigned long long *out, size_t n)
{
    spelled((const long long *)in, (long long *)out, n);
}

/* min_i64, of long: the first one. */
void spelled_wide(const long long *in, long long *out, size_t n)
{
    long long least = 0x7fffffffffffffff;
    for (size_t i = 0; i < n; i++)
        least = in[i] < least ? in[i] : least;
    *out = least;
}
