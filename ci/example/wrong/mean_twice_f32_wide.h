/* SPDX-License-Identifier: MIT
 * Wrong in the wider type, too. */
struct mean_twice_f32_wide {
    double mean;
    uint32_t count;
};

OP_FN struct mean_twice_f32_wide mean_twice_f32_widen(struct mean_twice_f32 state)
{
    struct mean_twice_f32_wide r;
    r.mean = (double)state.mean;
    r.count = state.count;
    return r;
}

OP_FN struct mean_twice_f32_wide mean_twice_f32_wide_combine(struct mean_twice_f32_wide left,
                                                             struct mean_twice_f32_wide right)
{
    if (left.count == 0) return right;
    if (right.count == 0) return left;
    left.mean += (right.mean - left.mean) * 0.5;
    left.count += right.count;
    return left;
}

OP_FN struct mean_twice_f32 mean_twice_f32_narrow(struct mean_twice_f32_wide wide)
{
    struct mean_twice_f32 r;
    r.mean = (float)wide.mean;
    r.count = wide.count;
    return r;
}
