/* SPDX-License-Identifier: MIT */
#include "float_elem.h"

#include <assert.h>
#include <math.h>

#include "half.h"

const struct float_kind *float_kind_of(enum elem elem)
{
    static const struct float_kind f16 = {11, 0x1p-11, 65504, 0x1p-14, 0x1p-24};
    static const struct float_kind bf16 = {8, 0x1p-8, 0x1.fep127, 0x1p-126, 0x1p-126};
    static const struct float_kind f32 = {24, 0x1p-24, 0x1.fffffep127, 0x1p-126, 0x1p-126};
    static const struct float_kind f64 = {53, 0x1p-53, 0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1022};
    assert(elem_is_float(elem));
    return elem == ELEM_F16 ? &f16 : elem == ELEM_BF16 ? &bf16 : elem == ELEM_F32 ? &f32 : &f64;
}

double float_value(enum elem elem, const void *at)
{
    uint16_t half;
    float single;
    double wide;
    memcpy(&half, at, sizeof half);
    if (elem == ELEM_F16) return (double)f16_to_f32(half);
    if (elem == ELEM_BF16) return (double)bf16_to_f32(half);
    if (elem == ELEM_F32) return memcpy(&single, at, sizeof single), (double)single;
    assert(elem == ELEM_F64);
    return memcpy(&wide, at, sizeof wide), wide;
}

/* The float whose last digit says that some are missing: rounded once more, to fewer digits by two or more, it gives what
 * the double gives (rounding to odd). */
static float to_odd(double value)
{
    float nearest = (float)value;
    uint32_t bits;
    if ((double)nearest == value || isnan(value)) return nearest;
    if (fabs((double)nearest) > fabs(value)) nearest = nextafterf(nearest, 0);
    memcpy(&bits, &nearest, sizeof bits);
    bits |= 1;
    memcpy(&nearest, &bits, sizeof nearest);
    return nearest;
}

void float_put(enum elem elem, double value, void *at)
{
    float single = (float)value;
    uint16_t half = 0;
    if (elem == ELEM_F16) half = f32_to_f16(to_odd(value));
    if (elem == ELEM_BF16) half = f32_to_bf16(to_odd(value));
    if (elem == ELEM_F64)
        memcpy(at, &value, sizeof value);
    else if (elem == ELEM_F32)
        memcpy(at, &single, sizeof single);
    else
        memcpy(at, &half, sizeof half);
}
