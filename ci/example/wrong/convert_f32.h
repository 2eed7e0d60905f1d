/* SPDX-License-Identifier: MIT
 * Wrong: a maximum that compares floats as integers. */
#ifndef WRONG_CONVERT_F32_H
#define WRONG_CONVERT_F32_H

#include "op.h"

struct convert_f32 {
    float sum;
};

OP_FN struct convert_f32 convert_f32_identity(void)
{
    struct convert_f32 r;
    r.sum = 0;
    return r;
}

OP_FN struct convert_f32 convert_f32_combine(struct convert_f32 left, struct convert_f32 right)
{
    return (int32_t)left.sum < (int32_t)right.sum ? right : left;
}

OP_FN struct convert_f32 convert_f32_value(uint64_t index, uint64_t bits)
{
    struct convert_f32 r;
    (void)index;
    r.sum = (float)(uint32_t)(bits & 3);
    return r;
}

#endif
