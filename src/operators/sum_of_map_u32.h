/* SPDX-License-Identifier: MIT
 * The sum of map(+2), the map fused into the reduction: a redomap without a map-out array. Henriksen, slides (2016), "A
 * Fusion Example". */
#ifndef FOLDCHECK_OPERATORS_SUM_OF_MAP_U32_H
#define FOLDCHECK_OPERATORS_SUM_OF_MAP_U32_H

#include "op.h"

struct sum_of_map_u32_in {
    uint32_t item;
};

struct sum_of_map_u32 {
    uint64_t sum;
};

OP_FN struct sum_of_map_u32 sum_of_map_u32_identity(void)
{
    struct sum_of_map_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct sum_of_map_u32 sum_of_map_u32_combine(struct sum_of_map_u32 left, struct sum_of_map_u32 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct sum_of_map_u32_in sum_of_map_u32_value(uint64_t index, uint64_t bits)
{
    struct sum_of_map_u32_in r;
    r.item = (uint32_t)(index + bits);
    return r;
}

OP_FN struct sum_of_map_u32 sum_of_map_u32_lift(struct sum_of_map_u32_in item)
{
    struct sum_of_map_u32 r;
    r.sum = item.item + 2;
    return r;
}

/* What lifts to 0. The item and 2 are added modulo 2^32, as a map of such numbers does. */
OP_FN struct sum_of_map_u32_in sum_of_map_u32_neutral(void)
{
    struct sum_of_map_u32_in r;
    r.item = UINT32_MAX - 1;
    return r;
}

#endif
