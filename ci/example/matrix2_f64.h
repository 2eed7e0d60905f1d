/* SPDX-License-Identifier: MIT
 * Product of matrices of 2 x 2: rotations and reflections of the plane. */
#include "op.h"

struct matrix2_f64 {
    double a, b, c, d; /* rows (a, b) and (c, d) */
};

OP_FN struct matrix2_f64 matrix2_f64_identity(void)
{
    struct matrix2_f64 r;
    r.a = r.d = 1;
    r.b = r.c = 0;
    return r;
}

OP_FN struct matrix2_f64 matrix2_f64_combine(struct matrix2_f64 left, struct matrix2_f64 right)
{
    struct matrix2_f64 r;
    r.a = left.a * right.a + left.b * right.c;
    r.b = left.a * right.b + left.b * right.d;
    r.c = left.c * right.a + left.d * right.c;
    r.d = left.c * right.b + left.d * right.d;
    return r;
}

OP_FN struct matrix2_f64 matrix2_f64_value(uint64_t index, uint64_t bits)
{
    struct matrix2_f64 r;
    double t = (double)(bits >> 1 & 0xff) / 64, square = 1 + t * t, mirror = bits & 1 ? -1 : 1;
    (void)index;
    r.a = (1 - t * t) / square;
    r.c = 2 * t / square;
    r.b = -mirror * r.c;
    r.d = mirror * r.a;
    return r;
}

OP_FN struct matrix2_f64 matrix2_f64_neutral(void)
{
    return matrix2_f64_identity();
}
