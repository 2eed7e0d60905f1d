/* SPDX-License-Identifier: MIT
 * Wrong: the mean of two means, whatever their numbers of items. */
#include "op.h"

struct mean_twice_f32 {
    float mean;
    uint32_t count;
};

OP_FN struct mean_twice_f32 mean_twice_f32_identity(void)
{
    struct mean_twice_f32 r;
    r.mean = 0;
    r.count = 0;
    return r;
}

OP_FN struct mean_twice_f32 mean_twice_f32_combine(struct mean_twice_f32 left, struct mean_twice_f32 right)
{
    if (left.count == 0) return right;
    if (right.count == 0) return left;
    left.mean += (right.mean - left.mean) * 0.5f;
    left.count += right.count;
    return left;
}

OP_FN struct mean_twice_f32 mean_twice_f32_value(uint64_t index, uint64_t bits)
{
    struct mean_twice_f32 r;
    (void)index;
    r.mean = (float)(bits & 0xffff) / 65536;
    r.count = 1;
    return r;
}
