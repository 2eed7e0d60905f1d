/* SPDX-License-Identifier: MIT
 * Online softmax: the greatest item, and the sum of exp(x - greatest). */
#include "op.h"

#include <float.h>
#include <math.h>

struct logsumexp_f32 {
    float most, sum; /* of exp(x - most) */
};
struct logsumexp_f32_in {
    float x;
};

OP_FN struct logsumexp_f32 logsumexp_f32_identity(void)
{
    struct logsumexp_f32 r;
    r.most = -INFINITY;
    r.sum = 0;
    return r;
}

OP_FN struct logsumexp_f32 logsumexp_f32_combine(struct logsumexp_f32 left, struct logsumexp_f32 right)
{
    struct logsumexp_f32 r;
    if (left.sum == 0) return right;
    if (right.sum == 0) return left;
    r.most = fmaxf(left.most, right.most);
    r.sum = left.sum * expf(left.most - r.most) + right.sum * expf(right.most - r.most);
    return r;
}

OP_FN struct logsumexp_f32_in logsumexp_f32_value(uint64_t index, uint64_t bits)
{
    struct logsumexp_f32_in r;
    (void)index;
    r.x = (float)(bits & 0xff) / 16;
    return r;
}

OP_FN struct logsumexp_f32 logsumexp_f32_lift(struct logsumexp_f32_in item)
{
    struct logsumexp_f32 r;
    r.most = item.x;
    r.sum = item.x > -INFINITY ? 1 : 0;
    return r;
}

OP_FN struct logsumexp_f32_in logsumexp_f32_neutral(void)
{
    struct logsumexp_f32_in r;
    r.x = -INFINITY;
    return r;
}

/* The greatest is exact; the sum loses three roundings at most wherever an item passes through combine. */
OP_FN int logsumexp_f32_close(struct logsumexp_f32 expected, struct logsumexp_f32 got, uint64_t depth,
                              uint64_t items)
{
    (void)items;
    return expected.most == got.most &&
           fabsf(expected.sum - got.sum) <= 4 * FLT_EPSILON * (float)(depth + 1) * expected.sum;
}
