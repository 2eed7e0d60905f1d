/* SPDX-License-Identifier: MIT
 * Vectors of three numbers, added component by component modulo 2^32: reduce(map2 (+)), what Henriksen, slides (2016),
 * turns inside out (H12), and Larsen, thesis (2017), 6.3.2, Listing 6.5, has no code for. Three components of four
 * bytes: neither a vector nor a struct of them is a power of two. No simplest component is 0, so that none can be
 * dropped unseen. */
#ifndef FOLDCHECK_OPERATORS_VEC_ADD_H
#define FOLDCHECK_OPERATORS_VEC_ADD_H

#include "op.h"

struct vec_add {
    uint32_t x, y, z;
};

OP_FN struct vec_add vec_add_identity(void)
{
    struct vec_add r;
    r.x = 0;
    r.y = 0;
    r.z = 0;
    return r;
}

OP_FN struct vec_add vec_add_combine(struct vec_add left, struct vec_add right)
{
    left.x += right.x;
    left.y += right.y;
    left.z += right.z;
    return left;
}

/* Components differ, so that one in another's place is seen. */
OP_FN struct vec_add vec_add_value(uint64_t index, uint64_t bits)
{
    struct vec_add r;
    (void)index;
    r.x = (uint32_t)(1 + (bits & 0xfffff));
    r.y = (uint32_t)(2 + (bits >> 20 & 0xfffff));
    r.z = (uint32_t)(3 + (bits >> 40));
    return r;
}

OP_FN struct vec_add vec_add_neutral(void)
{
    return vec_add_identity();
}

#endif
