/* SPDX-License-Identifier: MIT
 * The bits from which items are made. */
#ifndef FOLDCHECK_DATA_H
#define FOLDCHECK_DATA_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_LITERALS = 64 };

struct float_kind; /* of float_elem.h */

enum data_form { DATA_UNIT, DATA_SMALL, DATA_ANY, DATA_LITERAL, DATA_ONES, DATA_POWERS, DATA_WILD };
struct data {
    enum data_form form;
    uint64_t seed;
    int count; /* literals */
    uint64_t literal[MAX_LITERALS];
};

/* The bits of item i: 0 for unit, h & 15 for small, h for any, h = splitmix64(seed + i * 0x9e3779b97f4a7c15);
 * literals one by one, 0 past their end; 0 for ones and powers; wild as any. */
uint64_t data_bits(const struct data *data, uint64_t i);

/* Ones and powers, whose items are numbers: no addition of them in any order rounds. */
bool data_is_exact(const struct data *data);

/* The number of item `at` of `length`, for floats of that many digits (8 of bf16, 11 of f16, 24 of f32,
 * 53 of f64). Ones: 1; of 2^digits items all but one, drawn, which is no end; of more the first and the last, those at borders of
 * large powers of two, and one of each stretch of items, drawn; else 0. Powers: 2^0 to 2^(digits - 1), each once: one of each stretch of items, of the first
 * the first item and of the last the last, else drawn; all other items are 0. */
double data_number(const struct data *data, uint64_t at, uint64_t length, int digits);

/* Ones, powers and wild, of which floats are made that are added. */
bool data_has_numbers(const struct data *data);

/* The number of item i of wild data for floats of a kind; false: as of any. One in 8 is -0, +0, or smaller than `least`, of either sign. In half of all seeds some are infinite, all of one sign or of
 * both, or NaN, of which there are no others then; the first and the last item of a row (`is_end`) are. Every item of one seed in 16 is -0. */
bool data_wild_number(const struct data *data, uint64_t i, bool is_end, const struct float_kind *kind,
                      double *number);

/* Whether wild data have infinities or NaN, which the seed says; other data: false. */
bool data_has_nonfinite(const struct data *data);

/* The next seed; with `finite` the next one whose data have none of these. */
void data_next_seed(struct data *data, bool finite);

/* A value in [0, 2^64) that is well mixed: Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014, the finaliser of SplitMix64. */
uint64_t splitmix64(uint64_t x);

#ifdef __cplusplus
}
#endif
#endif
