/* SPDX-License-Identifier: MIT
 * welford_f64 with long double for double. */
struct welford_f64_wide {
    uint64_t count;
    long double mean, squares;
};

OP_FN struct welford_f64_wide welford_f64_widen(struct welford_f64 state)
{
    struct welford_f64_wide r;
    r.count = state.count;
    r.mean = state.mean;
    r.squares = state.squares;
    return r;
}

OP_FN struct welford_f64_wide welford_f64_wide_combine(struct welford_f64_wide left,
                                                       struct welford_f64_wide right)
{
    long double apart = right.mean - left.mean, share;
    if (left.count == 0) return right;
    if (right.count == 0) return left;
    share = (long double)right.count / (long double)(left.count + right.count);
    left.mean += apart * share;
    left.squares += right.squares + apart * apart * (long double)left.count * share;
    left.count += right.count;
    return left;
}

OP_FN struct welford_f64 welford_f64_narrow(struct welford_f64_wide wide)
{
    struct welford_f64 r;
    r.count = wide.count;
    r.mean = (double)wide.mean;
    r.squares = (double)wide.squares;
    return r;
}
