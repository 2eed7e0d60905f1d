/* SPDX-License-Identifier: MIT
 * A right sum with items that hide mistakes: all of them are equal. */
#include "op.h"

struct add5_u32 {
    uint32_t sum; /* modulo 5 */
};

OP_FN struct add5_u32 add5_u32_identity(void)
{
    struct add5_u32 r;
    r.sum = 0;
    return r;
}

OP_FN struct add5_u32 add5_u32_combine(struct add5_u32 left, struct add5_u32 right)
{
    left.sum = (left.sum + right.sum) % 5;
    return left;
}

OP_FN struct add5_u32 add5_u32_state(struct add5_u32 any)
{
    any.sum %= 5;
    return any;
}

OP_FN struct add5_u32 add5_u32_value(uint64_t index, uint64_t bits)
{
    struct add5_u32 r;
    (void)index, (void)bits;
    r.sum = 0;
    return r;
}
