/* SPDX-License-Identifier: MIT
 * Number, mean and sum of squared differences from the mean, by Chan, Golub and LeVeque's merge (1979): rounding depends on
 * the order, and the columns are no sums. */
#include "op.h"

struct welford_f64 {
    uint64_t count;
    double mean, squares;
};
struct welford_f64_in {
    double x;
};

OP_FN struct welford_f64 welford_f64_identity(void)
{
    struct welford_f64 r;
    r.count = 0;
    r.mean = 0;
    r.squares = 0;
    return r;
}

OP_FN struct welford_f64 welford_f64_combine(struct welford_f64 left, struct welford_f64 right)
{
    double apart = right.mean - left.mean, share;
    if (left.count == 0) return right;
    if (right.count == 0) return left;
    share = (double)right.count / (double)(left.count + right.count);
    left.mean += apart * share;
    left.squares += right.squares + apart * apart * (double)left.count * share;
    left.count += right.count;
    return left;
}

OP_FN struct welford_f64_in welford_f64_value(uint64_t index, uint64_t bits)
{
    struct welford_f64_in r;
    (void)index;
    r.x = (double)(bits & 0xffff) / 65536;
    return r;
}

OP_FN struct welford_f64 welford_f64_lift(struct welford_f64_in item)
{
    struct welford_f64 r;
    r.count = 1;
    r.mean = item.x;
    r.squares = 0;
    return r;
}
