/* SPDX-License-Identifier: MIT
 * Wrong: some hundred items overflow, more than a law has. */
#include "op.h"

struct overflow_late_i32 {
    int32_t sum;
};

OP_FN struct overflow_late_i32 overflow_late_i32_identity(void)
{
    struct overflow_late_i32 r;
    r.sum = 0;
    return r;
}

OP_FN struct overflow_late_i32 overflow_late_i32_combine(struct overflow_late_i32 left,
                                                         struct overflow_late_i32 right)
{
    left.sum += right.sum;
    return left;
}

OP_FN struct overflow_late_i32 overflow_late_i32_value(uint64_t index, uint64_t bits)
{
    struct overflow_late_i32 r;
    (void)index;
    r.sum = (int32_t)(bits & 0xfffff) + (1 << 22);
    return r;
}

OP_FN struct overflow_late_i32 overflow_late_i32_state(struct overflow_late_i32 any)
{
    any.sum %= 1 << 22;
    return any;
}
