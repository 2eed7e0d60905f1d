/* SPDX-License-Identifier: MIT
 * Witness of use for strategies that need commutativity: every item has a random weight modulo the prime 2^61
 * - 1, and a sum of weights is right only if each item was used exactly once, or, with a probability of about
 * 2^-61 for a given mistake, by chance. The weight comes from the item's number; bits draw other weights.
 * Freivalds, "Probabilistic machines can use less running time", IFIP 1977, is the idea. */
#ifndef FOLDCHECK_OPERATORS_TALLY_U64_H
#define FOLDCHECK_OPERATORS_TALLY_U64_H

#include "op.h"

struct tally_u64 {
    uint64_t sum; /* below 2^61 - 1 */
};

OP_FN uint64_t tally_u64_prime(void)
{
    return ((uint64_t)1 << 61) - 1;
}

OP_FN struct tally_u64 tally_u64_identity(void)
{
    struct tally_u64 r;
    r.sum = 0;
    return r;
}

OP_FN struct tally_u64 tally_u64_combine(struct tally_u64 left, struct tally_u64 right)
{
    left.sum += right.sum;
    if (left.sum >= tally_u64_prime()) left.sum -= tally_u64_prime();
    return left;
}

/* The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) over the number, moved by bits. */
OP_FN struct tally_u64 tally_u64_value(uint64_t index, uint64_t bits)
{
    uint64_t h = bits + (index + 1) * 0x9e3779b97f4a7c15u;
    struct tally_u64 r;
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    r.sum = (h ^ h >> 31) % tally_u64_prime();
    return r;
}

OP_FN struct tally_u64 tally_u64_state(struct tally_u64 any)
{
    any.sum %= tally_u64_prime();
    return any;
}

OP_FN struct tally_u64 tally_u64_neutral(void)
{
    return tally_u64_identity();
}

#endif
