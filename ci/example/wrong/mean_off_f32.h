/* SPDX-License-Identifier: MIT
 * Wrong: the share of the right mean is a little too large. The one in the wider type is right. */
#include "op.h"

struct mean_off_f32 {
    float mean;
    uint32_t count;
};

OP_FN struct mean_off_f32 mean_off_f32_identity(void)
{
    struct mean_off_f32 r;
    r.mean = 0;
    r.count = 0;
    return r;
}

OP_FN struct mean_off_f32 mean_off_f32_combine(struct mean_off_f32 left, struct mean_off_f32 right)
{
    if (left.count == 0) return right;
    if (right.count == 0) return left;
    left.mean +=
        (right.mean - left.mean) * ((float)right.count / ((float)(left.count + right.count) - 0.001f));
    left.count += right.count;
    return left;
}

OP_FN struct mean_off_f32 mean_off_f32_value(uint64_t index, uint64_t bits)
{
    struct mean_off_f32 r;
    (void)index;
    r.mean = (float)(bits & 0xffff) / 65536;
    r.count = 1;
    return r;
}
