/* SPDX-License-Identifier: MIT
 * Permutations of 16 points, composed left to right: nibble p of the word is where point p goes. By Cayley's
 * theorem every group of up to 16 elements is inside, so random permutations are a random operator. A group:
 * whatever is dropped, doubled, swapped or foreign is seen. The simplest item is the cycle p -> p + 1. */
#ifndef FOLDCHECK_OPERATORS_PERM16_U64_H
#define FOLDCHECK_OPERATORS_PERM16_U64_H

#include "op.h"

struct perm16_u64 {
    uint64_t image;
};

OP_FN struct perm16_u64 perm16_u64_identity(void)
{
    struct perm16_u64 r;
    r.image = 0xfedcba9876543210u;
    return r;
}

/* First left, then right: point p goes to right[left[p]]. */
OP_FN struct perm16_u64 perm16_u64_combine(struct perm16_u64 left, struct perm16_u64 right)
{
    struct perm16_u64 r;
    r.image = 0;
    for (unsigned at = 0; at < 64; at += 4) {
        uint64_t middle = left.image >> at & 15;
        r.image |= (right.image >> 4 * middle & 15) << at;
    }
    return r;
}

/* Fisher and Yates's shuffle of the cycle, a choice for every four bits (a little uneven, but every
 * permutation can come): bits 0 swap nothing, small bits make one transposition. */
OP_FN struct perm16_u64 perm16_u64_value(uint64_t index, uint64_t bits)
{
    struct perm16_u64 r;
    (void)index;
    r.image = 0x0fedcba987654321u;
    for (unsigned last = 15; last > 0; last--) {
        unsigned other = last - ((unsigned)(bits & 15) * (last + 1) >> 4);
        uint64_t differ = (r.image >> 4 * last ^ r.image >> 4 * other) & 15;
        r.image ^= differ << 4 * last | differ << 4 * other;
        bits >>= 4;
    }
    return r;
}

OP_FN struct perm16_u64 perm16_u64_state(struct perm16_u64 any)
{
    return perm16_u64_value(0, any.image);
}

OP_FN struct perm16_u64 perm16_u64_neutral(void)
{
    return perm16_u64_identity();
}

#endif
