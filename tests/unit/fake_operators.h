/* SPDX-License-Identifier: MIT
 * Functions of fake operators, one line each, whose result is an initialiser; and a product of floats with its wider type. */
#ifndef FOLDCHECK_FAKE_OPERATORS_H
#define FOLDCHECK_FAKE_OPERATORS_H

#include "problem.h"

#ifndef FAKE_LINKAGE
#define FAKE_LINKAGE static
#endif

/* Of states a and b. */
#define COMBINES(NAME, STATE, ...)                                                                           \
    FAKE_LINKAGE void NAME(const void *params, const void *left, const void *right, void *result)            \
    {                                                                                                        \
        const STATE *a = left, *b = right;                                                                   \
        (void)params, (void)a, (void)b;                                                                      \
        *(STATE *)result = (STATE){__VA_ARGS__};                                                             \
    }
/* Of an item's index and bits. */
#define VALUES(NAME, INPUT, ...)                                                                             \
    FAKE_LINKAGE void NAME(const void *params, uint64_t index, uint64_t bits, void *input)                   \
    {                                                                                                        \
        (void)params, (void)index, (void)bits;                                                               \
        *(INPUT *)input = (INPUT){__VA_ARGS__};                                                              \
    }
/* Of `from`: a lift or an emit, and a state made wider or narrower. */
#define LIFTS(NAME, FROM, TO, ...)                                                                           \
    FAKE_LINKAGE void NAME(const void *params, const void *input, void *state)                               \
    {                                                                                                        \
        const FROM *from = input;                                                                            \
        (void)params, (void)from;                                                                            \
        *(TO *)state = (TO){__VA_ARGS__};                                                                    \
    }
#define CONVERTS(NAME, FROM, TO, ...)                                                                        \
    FAKE_LINKAGE void NAME(const void *state, void *other)                                                   \
    {                                                                                                        \
        const FROM *from = state;                                                                            \
        *(TO *)other = (TO){__VA_ARGS__};                                                                    \
    }
/* An identity or a neutral input. */
#define CONSTANT(NAME, TYPE, ...)                                                                            \
    FAKE_LINKAGE void NAME(const void *params, void *state)                                                  \
    {                                                                                                        \
        (void)params;                                                                                        \
        *(TYPE *)state = (TYPE){__VA_ARGS__};                                                                \
    }

/* A product of floats beside one of doubles, which counts its items. */
struct product {
    float value;
    uint32_t count;
};
struct product_wide {
    double value;
    uint32_t count;
};
void product_widen(const void *state, void *wide);
void product_narrow(const void *wide, void *state);
void product_combine(const void *params, const void *left, const void *right, void *result);
void product_wide_combine(const void *params, const void *left, const void *right, void *result);
/* 1 to 1 + 255 / 256 in turns with their half: products neither overflow nor vanish. */
void product_value(const void *params, uint64_t index, uint64_t bits, void *input);
void product_lift(const void *params, const void *input, void *state);
void product_identity(const void *params, void *state);
extern const struct op_wide product_wider;

/* An operator of such states; MOST: its most items. */
#define PRODUCT_TUPLE                                                                                        \
    {                                                                                                        \
        .count = 2, .elem = {ELEM_F32, ELEM_U32}, .offset = {0, 4}, .size = 8                                \
    }
#define PRODUCT(NAME, MOST, WIDER, COMBINE, VALUE)                                                           \
    {                                                                                                        \
        .name = NAME, .input = PRODUCT_TUPLE, .state = PRODUCT_TUPLE, .most_items = MOST, .wide = WIDER,     \
        .combine = COMBINE, .value = VALUE, .lift = product_lift, .identity = product_identity               \
    }

#endif
