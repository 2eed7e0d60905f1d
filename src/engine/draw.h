/* SPDX-License-Identifier: MIT
 * Drawing: every random decision is a typed choice, a value below a bound. A draw makes its choices from a
 * seed, or takes them from a recorded sequence or from a fuzzer's bytes; it writes down what it chose, so
 * that the same draw can be made again. 0 is the simplest value of every choice, and what an exhausted source
 * gives. After MacIver and Donaldson, "Test-case reduction via test-case generation", ECOOP 2020. */
#ifndef FOLDCHECK_DRAW_H
#define FOLDCHECK_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_DRAWS = 512 };

/* A decision: 0 <= value < bound; bound 0 stands for 2^64. */
struct choice {
    uint64_t value, bound;
};

enum draw_source { DRAW_SEED, DRAW_CHOICES, DRAW_BYTES };

/* Plain data; copying it makes a second draw that goes on alike. `values` and `bytes` stay the caller's and
 * must outlive the draw. */
struct draw {
    enum draw_source source;
    uint64_t state; /* of the generator */
    const uint64_t *values;
    const unsigned char *bytes;
    size_t length, used; /* values or bytes: how many there are, how many were taken */
    struct choice made[MAX_DRAWS];
    size_t count; /* choices made; past MAX_DRAWS every choice is 0 and is not written down */
    /* For generators that have few cases: the caller counts its draws from 0. */
    bool numbered;
    uint64_t number;
    bool listed; /* the generator went by the number */
    bool over;   /* and has no case of this number, nor of a later one */
};

/* Choices from SplitMix64 started at a seed. */
void draw_from_seed(struct draw *draw, uint64_t seed);

/* Choices from a recorded sequence. A value that is not below its bound is taken modulo the bound. count 0
 * gives the simplest draw. */
void draw_from_choices(struct draw *draw, const uint64_t *values, size_t count);

/* Choices from bytes, as few as each bound needs, least significant first. */
void draw_from_bytes(struct draw *draw, const void *bytes, size_t length);

/* Uniform in [0, bound); bound 0 stands for 2^64. */
uint64_t draw_below(struct draw *draw, uint64_t bound);

/* One of `count` things: the next one in a numbered draw, where `over` says that there is no next one; else as
 * draw_below. */
uint64_t draw_next(struct draw *draw, uint64_t count);

/* Uniform in [0, 2^bits), 0 <= bits <= 64. */
uint64_t draw_bits(struct draw *draw, int bits);

/* Uniform in [least, most], both inclusive; least is the simplest. */
uint64_t draw_between(struct draw *draw, uint64_t least, uint64_t most);

/* Uniform in [least, most]; the simplest is the one nearest to `usual`, which lies between them. */
int64_t draw_signed(struct draw *draw, int64_t least, int64_t usual, int64_t most);

/* True `times` times in `of`; false is the simplest. times <= of, of > 0. */
bool draw_chance(struct draw *draw, uint64_t times, uint64_t of);

/* An index below count with the chance weight[index] / (their sum); index 0 is the simplest. The sum is
 * positive and fits 64 bits. */
size_t draw_weighted(struct draw *draw, const unsigned *weight, size_t count);

/* In [0, most], all magnitudes equally likely: first how many bits, then the bits. */
uint64_t draw_size(struct draw *draw, uint64_t most);

/* At an edge: k * unit + {0, 1, -1} with 0 <= k <= most_units, never below 0. unit > 0; the largest must fit. */
uint64_t draw_edge(struct draw *draw, uint64_t unit, uint64_t most_units);

#ifdef __cplusplus
}
#endif
#endif
