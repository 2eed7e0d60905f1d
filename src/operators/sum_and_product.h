/* SPDX-License-Identifier: MIT
 * Two reductions and an array in one pass: Larsen's foo, thesis (2017), 6.1.1, Listing 6.1. Of x come y = x + a and z =
 * y * b; the results are the sum of all y and the product of all z, modulo 2^64, and the array of 2 * x. a and b are
 * params: where b varies by row, that is a segmented foo (his own takes b from an array that all rows share). No item
 * lifts to the identity, whose sum is 0 and whose product is not.
 *
 * Items are even and the usual a and b odd, so that every factor is odd: a product of even ones soon is 0. */
#ifndef FOLDCHECK_OPERATORS_SUM_AND_PRODUCT_H
#define FOLDCHECK_OPERATORS_SUM_AND_PRODUCT_H

#include "op.h"

struct sum_and_product_in {
    uint32_t x;
};

struct sum_and_product {
    uint64_t sum, product;
};

struct sum_and_product_out {
    uint32_t twice;
};

struct sum_and_product_params {
    uint32_t a, b;
};

OP_FN struct sum_and_product_params sum_and_product_params(const int64_t *args)
{
    struct sum_and_product_params r;
    r.a = (uint32_t)args[0];
    r.b = (uint32_t)args[1];
    return r;
}

OP_FN struct sum_and_product sum_and_product_identity(const struct sum_and_product_params *params)
{
    struct sum_and_product r;
    (void)params;
    r.sum = 0;
    r.product = 1;
    return r;
}

OP_FN struct sum_and_product sum_and_product_combine(struct sum_and_product left,
                                                     struct sum_and_product right,
                                                     const struct sum_and_product_params *params)
{
    (void)params;
    left.sum += right.sum;
    left.product *= right.product;
    return left;
}

OP_FN struct sum_and_product_in sum_and_product_value(uint64_t index, uint64_t bits,
                                                      const struct sum_and_product_params *params)
{
    struct sum_and_product_in r;
    (void)index, (void)params;
    r.x = (uint32_t)(2 * bits & 0xffffffff);
    return r;
}

OP_FN struct sum_and_product sum_and_product_lift(struct sum_and_product_in item,
                                                  const struct sum_and_product_params *params)
{
    struct sum_and_product r;
    r.sum = (uint64_t)item.x + params->a;
    r.product = r.sum * params->b;
    return r;
}

OP_FN struct sum_and_product_out sum_and_product_emit(struct sum_and_product_in item,
                                                      const struct sum_and_product_params *params)
{
    struct sum_and_product_out r;
    (void)params;
    r.twice = 2 * item.x;
    return r;
}

#endif
