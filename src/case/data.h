/* SPDX-License-Identifier: MIT
 * The bits from which items are made. */
#ifndef FOLDCHECK_DATA_H
#define FOLDCHECK_DATA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_LITERALS = 64 };

enum data_form { DATA_UNIT, DATA_SMALL, DATA_ANY, DATA_LITERAL };
struct data {
    enum data_form form;
    uint64_t seed;
    int count; /* literals */
    uint64_t literal[MAX_LITERALS];
};

/* The bits of item i: 0 for unit, h & 15 for small, h for any, h = splitmix64(seed + i * 0x9e3779b97f4a7c15);
 * literals one by one, 0 past their end. */
uint64_t data_bits(const struct data *data, uint64_t i);

/* A value in [0, 2^64) that is well mixed: Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014, the finaliser of SplitMix64. */
uint64_t splitmix64(uint64_t x);

#ifdef __cplusplus
}
#endif
#endif
