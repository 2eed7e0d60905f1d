/* SPDX-License-Identifier: MIT
 * A map of one dimension, map(+2), as the redomap that reduces to nothing: its map-out array is the map's result.
 * Henriksen, slides (2016), "CUDA: map(+2, a)". */
#ifndef FOLDCHECK_FIGURES_MAP_U32_H
#define FOLDCHECK_FIGURES_MAP_U32_H

#include "op.h"

struct map_u32_in {
    uint32_t item;
};

struct map_u32 {
    uint8_t nothing; /* 0 */
};

struct map_u32_out {
    uint32_t item;
};

OP_FN struct map_u32 map_u32_identity(void)
{
    struct map_u32 r;
    r.nothing = 0;
    return r;
}

OP_FN struct map_u32 map_u32_combine(struct map_u32 left, struct map_u32 right)
{
    (void)right;
    return left;
}

OP_FN struct map_u32_in map_u32_value(uint64_t index, uint64_t bits)
{
    struct map_u32_in r;
    r.item = (uint32_t)(index + bits);
    return r;
}

OP_FN struct map_u32 map_u32_lift(struct map_u32_in item)
{
    (void)item;
    return map_u32_identity();
}

OP_FN struct map_u32_out map_u32_emit(struct map_u32_in item)
{
    struct map_u32_out r;
    r.item = item.item + 2;
    return r;
}

OP_FN struct map_u32_in map_u32_neutral(void)
{
    return map_u32_value(0, 0);
}

#endif
