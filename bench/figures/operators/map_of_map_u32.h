/* SPDX-License-Identifier: MIT
 * map(*3) of map(+2), fused into one map as map f . map g = map (f . g) says, and that as the redomap that reduces to
 * nothing. Henriksen, slides (2016), "Loop Fusion". */
#ifndef FOLDCHECK_FIGURES_MAP_OF_MAP_U32_H
#define FOLDCHECK_FIGURES_MAP_OF_MAP_U32_H

#include "op.h"

struct map_of_map_u32_in {
    uint32_t item;
};

struct map_of_map_u32 {
    uint8_t nothing; /* 0 */
};

struct map_of_map_u32_out {
    uint32_t item;
};

OP_FN struct map_of_map_u32 map_of_map_u32_identity(void)
{
    struct map_of_map_u32 r;
    r.nothing = 0;
    return r;
}

OP_FN struct map_of_map_u32 map_of_map_u32_combine(struct map_of_map_u32 left, struct map_of_map_u32 right)
{
    (void)right;
    return left;
}

OP_FN struct map_of_map_u32_in map_of_map_u32_value(uint64_t index, uint64_t bits)
{
    struct map_of_map_u32_in r;
    r.item = (uint32_t)(index + bits);
    return r;
}

OP_FN struct map_of_map_u32 map_of_map_u32_lift(struct map_of_map_u32_in item)
{
    (void)item;
    return map_of_map_u32_identity();
}

OP_FN struct map_of_map_u32_out map_of_map_u32_emit(struct map_of_map_u32_in item)
{
    struct map_of_map_u32_out r;
    r.item = (item.item + 2) * 3;
    return r;
}

OP_FN struct map_of_map_u32_in map_of_map_u32_neutral(void)
{
    return map_of_map_u32_value(0, 0);
}

#endif
