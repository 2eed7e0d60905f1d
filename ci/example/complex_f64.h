/* SPDX-License-Identifier: MIT
 * Product of complex numbers of absolute value 1. */
#include "op.h"

struct complex_f64 {
    double re, im;
};

OP_FN struct complex_f64 complex_f64_identity(void)
{
    struct complex_f64 r;
    r.re = 1;
    r.im = 0;
    return r;
}

OP_FN struct complex_f64 complex_f64_combine(struct complex_f64 left, struct complex_f64 right)
{
    struct complex_f64 r;
    r.re = left.re * right.re - left.im * right.im;
    r.im = left.re * right.im + left.im * right.re;
    return r;
}

OP_FN struct complex_f64 complex_f64_value(uint64_t index, uint64_t bits)
{
    struct complex_f64 r;
    double t = (double)(bits & 0xff) / 64, square = 1 + t * t;
    (void)index;
    r.re = (1 - t * t) / square;
    r.im = 2 * t / square;
    return r;
}

OP_FN struct complex_f64 complex_f64_neutral(void)
{
    return complex_f64_identity();
}
