/* SPDX-License-Identifier: MIT
 * Maps x -> slope * x + offset modulo a number that is known only at run time: affine_u32 with params. States
 * hold numbers below the modulus. With a prime modulus and no slope of 0 the maps form a group; items have
 * none. */
#ifndef FOLDCHECK_OPERATORS_AFFINE_MOD_H
#define FOLDCHECK_OPERATORS_AFFINE_MOD_H

#include "op.h"

struct affine_mod {
    uint32_t slope, offset; /* below the modulus */
};

struct affine_mod_params {
    uint32_t modulus; /* 2 ... 2^31 - 1 */
};

OP_FN struct affine_mod_params affine_mod_params(const int64_t *args)
{
    struct affine_mod_params r;
    r.modulus = (uint32_t)args[0];
    return r;
}

OP_FN struct affine_mod affine_mod_identity(const struct affine_mod_params *params)
{
    struct affine_mod r;
    (void)params;
    r.slope = 1;
    r.offset = 0;
    return r;
}

/* First left, then right: right(left(x)). */
OP_FN struct affine_mod affine_mod_combine(struct affine_mod left, struct affine_mod right,
                                           const struct affine_mod_params *params)
{
    struct affine_mod r;
    r.slope = (uint32_t)((uint64_t)left.slope * right.slope % params->modulus);
    r.offset = (uint32_t)(((uint64_t)right.slope * left.offset + right.offset) % params->modulus);
    return r;
}

/* The simplest is x + 1. */
OP_FN struct affine_mod affine_mod_value(uint64_t index, uint64_t bits,
                                         const struct affine_mod_params *params)
{
    struct affine_mod r;
    (void)index;
    r.slope = 1 + (uint32_t)(((bits & 3) | (bits >> 34 << 2)) % (params->modulus - 1));
    r.offset = (uint32_t)((1 + (bits >> 2 & 0xffffffff)) % params->modulus);
    return r;
}

OP_FN struct affine_mod affine_mod_state(struct affine_mod any, const struct affine_mod_params *params)
{
    any.slope %= params->modulus;
    any.offset %= params->modulus;
    return any;
}

OP_FN struct affine_mod affine_mod_neutral(const struct affine_mod_params *params)
{
    return affine_mod_identity(params);
}

#endif
