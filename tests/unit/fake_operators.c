/* SPDX-License-Identifier: MIT */
#define FAKE_LINKAGE
#include "fake_operators.h"

CONVERTS(product_widen, struct product, struct product_wide, (double)from->value, from->count)
CONVERTS(product_narrow, struct product_wide, struct product, (float)from->value, from->count)
COMBINES(product_combine, struct product, a->value * b->value, a->count + b->count)
COMBINES(product_wide_combine, struct product_wide, a->value * b->value, a->count + b->count)
LIFTS(product_lift, struct product, struct product, from->value, from->count)
CONSTANT(product_identity, struct product, 1, 0)
VALUES(product_value, struct product, (1 + (float)(bits & 0xff) / 256) / (index % 2 ? 2 : 1), 1)

const struct op_wide product_wider = {product_widen, product_wide_combine, product_narrow};
