/* SPDX-License-Identifier: MIT
 * Elements that are floats, f16, bf16, f32 and f64, as doubles. */
#ifndef FOLDCHECK_FLOAT_ELEM_H
#define FOLDCHECK_FLOAT_ELEM_H

#include "elem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct float_kind {
    int digits;         /* binary ones of a number: 11, 8, 24, 53 */
    double unit;        /* half a unit in the last place of 1 */
    double most, least; /* the largest number, and the least one with all digits */
    double
        kept; /* multiples of it are kept: of f16, in which no card makes them 0, numbers below `least`, too */
};

/* Of an element for which elem_is_float holds, as below. */
const struct float_kind *float_kind_of(enum elem elem);

/* The number, without loss; a NaN need not keep its payload. */
double float_value(enum elem elem, const void *at);

/* Stores the nearest element, ties to even: the rounding is one. */
void float_put(enum elem elem, double value, void *at);

#ifdef __cplusplus
}
#endif
#endif
