/* SPDX-License-Identifier: MIT
 * Wrong in what it claims: maps x -> ax + b, one after the other, do not commute. */
#include "op.h"

struct maps_u32 {
    uint32_t a, b;
};

OP_FN struct maps_u32 maps_u32_identity(void)
{
    struct maps_u32 r;
    r.a = 1;
    r.b = 0;
    return r;
}

OP_FN struct maps_u32 maps_u32_combine(struct maps_u32 left, struct maps_u32 right)
{
    struct maps_u32 r;
    r.a = left.a * right.a;
    r.b = left.b * right.a + right.b;
    return r;
}

OP_FN struct maps_u32 maps_u32_value(uint64_t index, uint64_t bits)
{
    struct maps_u32 r;
    (void)index;
    r.a = (uint32_t)(bits & 3);
    r.b = (uint32_t)(bits >> 2 & 3);
    return r;
}
