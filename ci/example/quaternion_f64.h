/* SPDX-License-Identifier: MIT
 * Product of unit quaternions: rotations of space, one after the other. */
#include "op.h"

struct quaternion_f64 {
    double w, x, y, z;
};

OP_FN struct quaternion_f64 quaternion_f64_identity(void)
{
    struct quaternion_f64 r;
    r.w = 1;
    r.x = r.y = r.z = 0;
    return r;
}

OP_FN struct quaternion_f64 quaternion_f64_combine(struct quaternion_f64 a, struct quaternion_f64 b)
{
    struct quaternion_f64 r;
    r.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    r.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    r.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    r.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    return r;
}

OP_FN struct quaternion_f64 quaternion_f64_value(uint64_t index, uint64_t bits)
{ /* about one of two axes, by an angle whose half has the tangent t */
    struct quaternion_f64 r;
    double t = (double)(bits >> 1 & 0xff) / 64, square = 1 + t * t;
    (void)index;
    r.w = (1 - t * t) / square;
    r.x = bits & 1 ? 0 : 2 * t / square;
    r.y = bits & 1 ? 2 * t / square : 0;
    r.z = 0;
    return r;
}

OP_FN struct quaternion_f64 quaternion_f64_neutral(void)
{
    return quaternion_f64_identity();
}
