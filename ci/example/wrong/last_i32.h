/* SPDX-License-Identifier: MIT
 * Wrong: the right one has an identity on its left alone. */
#include "op.h"

struct last_i32 {
    int32_t last;
};

OP_FN struct last_i32 last_i32_identity(void)
{
    struct last_i32 r;
    r.last = 0;
    return r;
}

OP_FN struct last_i32 last_i32_combine(struct last_i32 left, struct last_i32 right)
{
    (void)left;
    return right;
}

OP_FN struct last_i32 last_i32_value(uint64_t index, uint64_t bits)
{
    struct last_i32 r;
    (void)index;
    r.last = (int32_t)(bits & 0xffff) + 1;
    return r;
}
