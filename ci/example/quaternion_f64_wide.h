/* SPDX-License-Identifier: MIT
 * quaternion_f64 with long double for double. */
struct quaternion_f64_wide {
    long double w, x, y, z;
};

OP_FN struct quaternion_f64_wide quaternion_f64_widen(struct quaternion_f64 state)
{
    struct quaternion_f64_wide r;
    r.w = state.w;
    r.x = state.x;
    r.y = state.y;
    r.z = state.z;
    return r;
}

OP_FN struct quaternion_f64_wide quaternion_f64_wide_combine(struct quaternion_f64_wide a,
                                                             struct quaternion_f64_wide b)
{
    struct quaternion_f64_wide r;
    r.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    r.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    r.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    r.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    return r;
}

OP_FN struct quaternion_f64 quaternion_f64_narrow(struct quaternion_f64_wide wide)
{
    struct quaternion_f64 r;
    r.w = (double)wide.w;
    r.x = (double)wide.x;
    r.y = (double)wide.y;
    r.z = (double)wide.z;
    return r;
}
