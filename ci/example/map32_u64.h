/* SPDX-License-Identifier: MIT
 * Maps of 32 points, one after the other: a state of 256 bytes, which is as large as states may be. */
#include "op.h"

struct map32_u64 {
    uint64_t to[32];
};

OP_FN struct map32_u64 map32_u64_identity(void)
{
    struct map32_u64 r;
    for (int i = 0; i < 32; i++)
        r.to[i] = (uint64_t)i;
    return r;
}

OP_FN struct map32_u64 map32_u64_combine(struct map32_u64 left, struct map32_u64 right)
{
    for (int i = 0; i < 32; i++)
        left.to[i] = right.to[left.to[i] & 31];
    return left;
}

OP_FN struct map32_u64 map32_u64_value(uint64_t index, uint64_t bits)
{ /* a permutation: points from one on in turns, and two of them exchanged */
    struct map32_u64 r;
    uint64_t first = bits >> 5 & 31, second = bits >> 10 & 31, kept;
    (void)index;
    for (int i = 0; i < 32; i++)
        r.to[i] = ((uint64_t)i + bits) & 31;
    kept = r.to[first];
    r.to[first] = r.to[second];
    r.to[second] = kept;
    return r;
}

OP_FN struct map32_u64 map32_u64_neutral(void)
{
    return map32_u64_identity();
}

OP_FN struct map32_u64 map32_u64_state(struct map32_u64 any)
{
    for (int i = 0; i < 32; i++)
        any.to[i] &= 31;
    return any;
}
