/* SPDX-License-Identifier: MIT
 * A real redomap: the sum of the items, and in the same pass the array of their squares (map-out). Items and their
 * rule as add_f32's; wild data are not drawn, for a NaN's square has whatever payload a device gives it. After Larsen,
 * "Generating Efficient Code for Futhark's Segmented Redomap", 2017, section 3.3.4. */
#ifndef FOLDCHECK_OPERATORS_SUM_AND_SQUARE_F32_H
#define FOLDCHECK_OPERATORS_SUM_AND_SQUARE_F32_H

#include "floats.h"

struct sum_and_square_f32 {
    float sum;
};

struct sum_and_square_f32_out {
    float square;
};

OP_FN struct sum_and_square_f32 sum_and_square_f32_identity(void)
{
    struct sum_and_square_f32 r;
    r.sum = 0;
    return r;
}

OP_FN struct sum_and_square_f32 sum_and_square_f32_combine(struct sum_and_square_f32 left,
                                                           struct sum_and_square_f32 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct sum_and_square_f32 sum_and_square_f32_value(uint64_t index, uint64_t bits)
{
    struct sum_and_square_f32 r;
    (void)index;
    r.sum = moderate_f32(bits);
    return r;
}

OP_FN struct sum_and_square_f32_out sum_and_square_f32_emit(struct sum_and_square_f32 item)
{
    struct sum_and_square_f32_out r;
    r.square = item.sum * item.sum;
    return r;
}

OP_FN struct sum_and_square_f32 sum_and_square_f32_neutral(void)
{
    return sum_and_square_f32_identity();
}

#endif
