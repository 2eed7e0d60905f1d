/* SPDX-License-Identifier: MIT
 * A product of floats beside one of doubles, by hand: roundings lost, bounds, and results that are near enough or
 * not. */
#include "wider.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "wide.h"

struct product {
    float value;
    uint32_t count;
};
struct product_wide {
    double value;
    uint32_t count;
};

static void product_identity(const void *params, void *state)
{
    (void)params;
    *(struct product *)state = (struct product){1, 0};
}

static void product_combine(const void *params, const void *left, const void *right, void *result)
{
    const struct product *a = left, *b = right;
    (void)params;
    *(struct product *)result = (struct product){a->value * b->value, a->count + b->count};
}

/* 1 to 1 + 255 / 256 in turns with their half: products neither overflow nor vanish. */
static void product_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    float value = 1 + (float)(bits & 0xff) / 256;
    (void)params;
    *(struct product *)input = (struct product){index % 2 ? value / 2 : value, 1};
}

static void product_lift(const void *params, const void *input, void *state)
{
    (void)params;
    memcpy(state, input, sizeof(struct product));
}

static void product_widen(const void *state, void *wide)
{
    const struct product *narrow = state;
    *(struct product_wide *)wide = (struct product_wide){(double)narrow->value, narrow->count};
}

static void wide_product(const void *params, const void *left, const void *right, void *result)
{
    const struct product_wide *a = left, *b = right;
    (void)params;
    *(struct product_wide *)result = (struct product_wide){a->value * b->value, a->count + b->count};
}

static void product_narrow(const void *wide, void *state)
{
    const struct product_wide *from = wide;
    *(struct product *)state = (struct product){(float)from->value, from->count};
}

static const struct op_wide wider_product = {product_widen, wide_product, product_narrow};
static const struct op product = {
    .name = "product",
    .input = {.count = 2, .elem = {ELEM_F32, ELEM_U32}, .offset = {0, 4}, .size = 8},
    .state = {.count = 2, .elem = {ELEM_F32, ELEM_U32}, .offset = {0, 4}, .size = 8},
    .wide = &wider_product,
    .identity = product_identity,
    .combine = product_combine,
    .value = product_value,
    .lift = product_lift,
};

/* Of two items 1.5, u = 2^-24, and one rounding a combine: s = (2.25 + 2.25 + 2.25) u, so the bound is
 * 4 sqrt(2) 6.75 u + 2.25 u = 40.4 u. A unit in the last place of 2.25 is 4 u. */
static const struct {
    float item[2];
    struct product got;
    bool agrees;
} products[] = {
    {{1.5F, 1.5F}, {2.25F, 2}, true},
    {{1.5F, 1.5F}, {2.25F + 40 * 0x1p-24F, 2}, true},
    {{1.5F, 1.5F}, {2.25F - 40 * 0x1p-24F, 2}, true},
    {{1.5F, 1.5F}, {2.25F + 44 * 0x1p-24F, 2}, false},
    {{1.5F, 1.5F}, {2.25F - 44 * 0x1p-24F, 2}, false},
    {{1.5F, 1.5F}, {2.25F, 3}, false},
    {{1.5F, 1.5F}, {NAN, 2}, false},
    {{1.5F, 1.5F}, {INFINITY, 2}, false},
    {{1.5F, NAN}, {NAN, 2}, true},
    {{1.5F, NAN}, {1, 2}, false},
    {{FLT_MAX, 2}, {INFINITY, 2}, true},
    {{FLT_MAX, 2}, {FLT_MAX, 2}, false},
    {{FLT_MAX, 1}, {INFINITY, 2}, true},
    {{FLT_MAX, -1}, {-INFINITY, 2}, true},
    {{FLT_MAX, -1}, {INFINITY, 2}, false},
    {{FLT_MAX / 2, 1}, {INFINITY, 2}, false},
    {{INFINITY, 1}, {-INFINITY, 2}, false},
};

bool wider_is_right(struct text *why)
{
    const struct wide_model *model = wide_model_of(&product);
    if (!(model->lost[0] > 0 && model->lost[0] <= 1) || model->lost[1] > 0)
        return text_say(why, "a product of floats loses %g and %g roundings, expected 1 and 0",
                        model->lost[0], model->lost[1]);
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        struct slack slack = {.count = 0};
        struct product none = {1, 0};
        struct difference ignored;
        for (int item = 0; item < 2; item++)
            slack_add(&slack, &product, NULL, &(struct product){products[i].item[item], 1});
        if (wide_agrees(&slack, &product, &none, &products[i].got, &ignored) != products[i].agrees)
            return text_say(why, "product %zu, %g * %g: %a is judged wrong", i, (double)products[i].item[0],
                            (double)products[i].item[1], (double)products[i].got.value);
    }
    return true;
}
