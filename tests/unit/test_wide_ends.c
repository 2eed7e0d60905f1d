/* SPDX-License-Identifier: MIT
 * Bounds by a wider type at their ends, by hand: infinite errors, integers that hang on floats, zeros, params, and models
 * of many items. */
#include "wider.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "difference.h"
#include "wide.h"
#include "unit.h"
#include "fake_operators.h"

static const struct op product = PRODUCT("product", 1000, &product_wider, product_combine, product_value);

/* ---- a number that hangs on a float ---- */

/* The product counts one more where the left side is larger. */
static const double limit = 1 + 0x1p-22;

static void counting_combine(const void *params, const void *left, const void *right, void *result)
{
    product_combine(params, left, right, result);
    ((struct product *)result)->count += (double)((const struct product *)left)->value > limit;
}

static void wide_counting(const void *params, const void *left, const void *right, void *result)
{
    uint32_t more = ((const struct product_wide *)left)->value > limit; /* result may be left */
    product_wide_combine(params, left, right, result);
    ((struct product_wide *)result)->count += more;
}

VALUES(counting_value, struct product, index < 2 ? 1 + 0x1p-23F : 1.25F, 1)

static const struct op_wide wider_counting = {product_widen, wide_counting, product_narrow};
static const struct op counting = PRODUCT("counting", 3, &wider_counting, counting_combine, counting_value);

/* The square of 1 + 2^-23 is 1 + 2^-22 + 2^-46, and as a float the limit: the wider fold counts one more, though each
 * combine of floats counts right. Times 1.25 the square is more than half way to the next float, and the limit is half
 * way. So floats lose a rounding, and integers none, whatever a move of a float does to them. */
static bool integers_are_exact(struct text *why)
{
    const struct wide_model *model = wide_model_of(&counting);
    struct slack slack = {.count = 0};
    struct difference found;
    const struct product none = {0, 0};
    if (!is_near(1, model->lost[0]) || model->lost[1] > 0)
        return text_say(why, "a float that is rounded and a count lose %g and %g roundings, expected 1 and 0",
                        model->lost[0], model->lost[1]);
    for (uint64_t i = 0; i < 3; i++) {
        struct product item;
        counting_value(NULL, i, 0, &item);
        slack_add(&slack, &counting, NULL, &item);
        if ((i > 0) != (slack.column[0].error > 0) || slack.column[1].error > 0)
            return text_say(why, "%d items: a float may be off by %g and a count by %g", (int)i + 1,
                            slack.column[0].error, slack.column[1].error);
    }
    return (!wide_agrees(&slack, &counting, &none, &(struct product){1.25F, 3}, &found) &&
            found.column == 1) ||
           text_say(why, "a count that is one less than the wider one: judged right");
}

/* ---- no bound ---- */

struct apart {
    float first, product;
};
struct apart_wide {
    double first, product;
};

CONVERTS(apart_widen, struct apart, struct apart_wide, (double)from->first, (double)from->product)
CONVERTS(apart_narrow, struct apart_wide, struct apart, (float)from->first, (float)from->product)
COMBINES(apart_combine, struct apart, a->first, a->product * b->product)
COMBINES(wide_apart, struct apart_wide, a->first, a->product * b->product)

/* An input is one float, and a state has two. */
VALUES(apart_value, float, 1)

static void apart_lift(const void *params, const void *input, void *state)
{
    (void)params;
    *(struct apart *)state = (struct apart){1, *(const float *)input};
}

static const struct op_wide wider_apart = {apart_widen, wide_apart, apart_narrow};
static const struct op apart = {
    .name = "apart",
    .input = {.count = 1, .elem = {ELEM_F32}, .offset = {0}, .size = 4},
    .state = {.count = 2, .elem = {ELEM_F32, ELEM_F32}, .offset = {0, 4}, .size = 8},
    .most_items = 2,
    .wide = &wider_apart,
    .combine = apart_combine,
    .value = apart_value,
    .lift = apart_lift,
};

/* Errors of items (1, 1.5) before a combine and behind it. An error without a bound stays one, and reaches the columns
 * that hang on its own and no others. */
static const struct {
    double before[2], behind[2];
} errors[] = {
    {{0, 0}, {0, 0}},
    {{0.25, 0}, {0.25, 0}},
    {{0, 0.25}, {0, 0.375}},
    {{0, (double)INFINITY}, {0, (double)INFINITY}},
    {{(double)INFINITY, 0}, {(double)INFINITY, 0}},
    {{(double)INFINITY, 0.25}, {(double)INFINITY, 0.375}},
    {{0, 1e300}, {0, (double)INFINITY}}, /* beyond all floats */
};

static bool errors_stay(struct text *why)
{
    for (size_t e = 0; e < sizeof errors / sizeof errors[0]; e++) {
        struct slack slack = {.count = 0};
        for (int i = 0; i < 2; i++) {
            for (int c = 0; c < 2; c++)
                slack.column[c].error = errors[e].before[c];
            slack_add(&slack, &apart, NULL, &(struct apart){1, 1.5F});
        }
        for (int c = 0; c < 2; c++)
            if (!is_near(errors[e].behind[c], slack.column[c].error))
                return text_say(why, "error %zu of column %d: expected %g, got %g", e, c + 1,
                                errors[e].behind[c], slack.column[c].error);
        struct difference found;
        const struct apart none = {0, 0};
        bool any = isinf(errors[e].behind[1]);
        if (wide_agrees(&slack, &apart, &none, &(struct apart){1, 1e30F}, &found) != any)
            return text_say(why, "error %zu: 1e30 for 2.25 is judged %s", e, any ? "wrong" : "right");
    }
    return true;
}

/* A move without a bound makes no number of a zero, in either direction, and nothing is promised of it. */
static bool errors_reach_zeros(struct text *why)
{
    struct slack slack = {.count = 0};
    for (int i = 0; i < 2; i++) {
        slack.column[1].error = (double)INFINITY;
        slack_add(&slack, &apart, NULL, &(struct apart){1, 0});
    }
    return (isinf(slack.column[1].error) && !(slack.column[0].error > 0)) ||
           text_say(why, "an error without a bound, times zero: expected inf, got %g", slack.column[1].error);
}

static void miscounting_combine(const void *params, const void *left, const void *right, void *result)
{
    product_combine(params, left, right, result);
    ((struct product *)result)->count++;
}

/* A count that is wrong in each combine is no rounding: it has no error, and the float beside it as much as ever. */
static bool integers_have_no_errors(struct text *why)
{
    static struct op miscounting; /* a model is kept with its operator's address */
    struct slack slack = {.count = 0}, right = {.count = 0};
    miscounting = product;
    miscounting.combine = miscounting_combine;
    if (!isinf(wide_model_of(&miscounting)->lost[1]))
        return text_say(why, "a wrong count loses %g roundings, expected inf",
                        wide_model_of(&miscounting)->lost[1]);
    for (int i = 0; i < 3; i++) {
        slack_add(&slack, &miscounting, NULL, &(struct product){1.5F, 1});
        slack_add(&right, &product, NULL, &(struct product){1.5F, 1});
    }
    return (!(slack.column[1].error > 0) && is_near(right.column[0].error, slack.column[0].error)) ||
           text_say(why, "a wrong count may be off by %g, and the float beside it by %g",
                    slack.column[1].error, slack.column[0].error);
}

/* ---- zero ---- */

COMBINES(sign_combine, struct apart, copysignf(1, a->first), b->product)
COMBINES(wide_sign, struct apart_wide, copysign(1, a->first), b->product)

/* A rounding of a zero leaves it, with its sign: what differs by u is one rounding of the result, 1. */
static bool zeros_stay(struct text *why)
{
    static const struct op_wide wider_sign = {apart_widen, wide_sign, apart_narrow};
    const struct apart zero = {-0.0F, 1}, one = {0, 1}, got = {-1 + 0x1p-24F, 1}, other = {1 - 0x1p-24F, 1};
    struct op sign = apart;
    double below[MAX_COLUMNS], above[MAX_COLUMNS];
    sign.combine = sign_combine;
    sign.wide = &wider_sign;
    wide_lost(&sign, NULL, (const void *const[2]){&zero, &one}, &got, below);
    wide_lost(&sign, NULL, (const void *const[2]){&one, &zero}, &other, above);
    return (is_near(1, below[0]) && is_near(0, below[1]) && is_near(1, above[0]) && is_near(0, above[1])) ||
           text_say(why, "signs of -0 and 0: expected 1 rounding to be lost, got %g and %g", below[0],
                    above[0]);
}

/* ---- params ---- */

static void scaled_combine(const void *params, const void *left, const void *right, void *result)
{
    product_combine(params, left, right, result);
    ((struct product *)result)->value *= (float)*(const int64_t *)params;
}

static void wide_scaled(const void *params, const void *left, const void *right, void *result)
{
    product_wide_combine(params, left, right, result);
    ((struct product_wide *)result)->value *= (double)*(const int64_t *)params;
}

static void scale_params(const int64_t *args, void *params)
{
    memcpy(params, args, sizeof *args);
}

VALUES(value_of_1, struct product, 1, 1)

/* 3 * 1.5 * 1.5 and what moves it: s = (6.75 + 6.75 + 6.75) u, and an error of 0.25 becomes 3 * 1.5 * 0.25. */
static bool params_count(struct text *why)
{
    static const struct op_wide wider_scaled = {product_widen, wide_scaled, product_narrow};
    static const struct op scaled = {
        .name = "scaled",
        .input = PRODUCT_TUPLE,
        .state = PRODUCT_TUPLE,
        .arg = {{"k", 1, 9, 2}},
        .most_items = 2,
        .has_params = true,
        .params_size = sizeof(int64_t),
        .params = scale_params,
        .wide = &wider_scaled,
        .combine = scaled_combine,
        .value = value_of_1,
        .lift = product_lift,
    };
    const int64_t params = 3;
    const struct product item = {1.5F, 1}, got = {6.75F + 8 * 0x1p-24F, 2};
    struct slack slack = {.count = 0};
    double lost[MAX_COLUMNS];
    wide_lost(&scaled, &params, (const void *const[2]){&item, &item}, &got, lost);
    slack_add(&slack, &scaled, &params, &item);
    slack.column[0].error = 0.25;
    slack_add(&slack, &scaled, &params, &item);
    return (is_near(8 / 20.25, lost[0]) && is_near(1.125, slack.column[0].error)) ||
           text_say(why,
                    "3 * 1.5 * 1.5: expected 0.395 roundings to be lost and an error of 1.125, got %g and %g",
                    lost[0], slack.column[0].error);
}

/* ---- integers of other sizes ---- */

struct tall {
    int8_t low;
    float sum;
    int64_t high;
};
struct tall_wide {
    double sum;
    int64_t high;
    int8_t low;
};

CONVERTS(tall_widen, struct tall, struct tall_wide, (double)from->sum, from->high, from->low)
CONVERTS(tall_narrow, struct tall_wide, struct tall, from->low, (float)from->sum, from->high)
COMBINES(tall_combine, struct tall, (int8_t)(a->low | b->low), a->sum + b->sum, a->high | b->high)
COMBINES(wide_tall, struct tall_wide, a->sum + b->sum, a->high | b->high, (int8_t)(a->low | b->low))

/* An integer is compared over its own bytes, all of them: of a byte in front of a float, and of eight bytes behind it. */
static bool integers_have_sizes(struct text *why)
{
    static const struct op_wide wider_tall = {tall_widen, wide_tall, tall_narrow};
    static const struct op tall = {
        .name = "tall",
        .state = {.count = 3, .elem = {ELEM_I8, ELEM_F32, ELEM_I64}, .offset = {0, 4, 8}, .size = 16},
        .wide = &wider_tall,
        .combine = tall_combine,
    };
    static const struct {
        struct tall got;
        double lost[3];
    } table[] = {
        {{3, 3.75F, 5}, {0, 0, 0}},
        {{2, 3.75F, 5}, {(double)INFINITY, 0, 0}},
        {{3, 3.75F, 4}, {0, 0, (double)INFINITY}},
        {{3, 3.75F, 5 + (INT64_C(1) << 56)}, {0, 0, (double)INFINITY}},
    };
    const struct tall left = {1, 1.5F, 1}, right = {2, 2.25F, 4};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        double lost[MAX_COLUMNS];
        struct tall got = table[i].got;
        memset((unsigned char *)&got + 1, 0xa5, 3); /* between the byte and the float */
        wide_lost(&tall, NULL, (const void *const[2]){&left, &right}, &got, lost);
        for (int c = 0; c < 3; c++)
            if (!is_near(table[i].lost[c], lost[c]))
                return text_say(why,
                                "integers of 1 and of 8 bytes, row %d: expected %g roundings of column %d to "
                                "be lost, got %g",
                                (int)i, table[i].lost[c], c, lost[c]);
    }
    return true;
}

/* ---- shares of a bound ---- */

/* A number is off by any number of bounds where the fold is infinite. Three items 1.5 have a bound of
 * 4 sqrt(3) 14.318912 u + 3.375 u, and 20 u are 0.195 of it. */
static bool infinite_fold_has_any_share(struct text *why)
{
    struct slack infinite = {.count = 0}, none = {.count = 0}, cube = {.count = 0};
    const struct product number = {1, 2}, same = {INFINITY, 2}, off = {3.375F - 20 * 0x1p-24F, 3};
    slack_add(&infinite, &product, NULL, &(struct product){FLT_MAX, 1});
    slack_add(&infinite, &product, NULL, &(struct product){2, 1});
    if (!isinf(wide_used(&infinite, &product, &number)) || wide_used(&infinite, &product, &same) != 0)
        return text_say(why, "an infinite fold: expected inf and 0 bounds, got %g and %g",
                        wide_used(&infinite, &product, &number), wide_used(&infinite, &product, &same));
    for (int i = 0; i < 3; i++)
        slack_add(&cube, &product, NULL, &(struct product){1.5F, 1});
    double share = difference_bounds(&cube, &product, 3, &number, &off);
    double of_none = difference_bounds(&none, &product, 3, &number, &number);
    return (is_near(20 / (4 * 1.7320508 * 14.318912 + 3.375), share) && of_none < 0) ||
           text_say(why, "20 u of three items and of none: got %g and %g bounds", share, of_none);
}

/* However many items an operator is right for, a model takes 256 of them. */
static bool models_end(struct text *why)
{
    const struct wide_model *model = wide_model_of(&product);
    return (model->combines == 6 * 2 * 2 * 255 && is_near(1, model->lost[0]) && model->used[0] <= 1 &&
            model->used[1] <= 1) ||
           text_say(why, "a model of 1000 items: %llu combines, %g roundings",
                    (unsigned long long)model->combines, model->lost[0]);
}

/* Each of so many operators has a model of its own; of one item there is nothing to combine. */
enum { MOST_MODELS = 64 };

static void *ask_models(void *context)
{
    static struct op asked[MOST_MODELS];
    const struct wide_model *model[MOST_MODELS];
    bool *good = context;
    for (int m = 0; m < MOST_MODELS; m++) {
        asked[m] = product;
        asked[m].most_items = m < MOST_MODELS - 1 ? 1 : 2;
        model[m] = wide_model_of(&asked[m]);
    }
    for (int m = 0; *good && m < MOST_MODELS; m++)
        *good = model[m] == wide_model_of(&asked[m]) &&
                model[m]->combines == (m < MOST_MODELS - 1 ? 0 : 6 * 2 * 2);
    return NULL;
}

/* In a thread that has none. */
static bool each_operator_keeps_its_model(struct text *why)
{
    bool good = true;
    pthread_t thread;
    if (pthread_create(&thread, NULL, ask_models, &good) != 0 || pthread_join(thread, NULL) != 0)
        return text_say(why, "no thread that asks for models");
    return good || text_say(why, "64 operators in a wider type: a model is lost, or is another's");
}

static const struct unit_test tests[] = {TEST(integers_are_exact),  TEST(errors_stay),
                                         TEST(errors_reach_zeros),  TEST(integers_have_no_errors),
                                         TEST(zeros_stay),          TEST(params_count),
                                         TEST(integers_have_sizes), TEST(infinite_fold_has_any_share),
                                         TEST(models_end),          TEST(each_operator_keeps_its_model)};
UNIT(wide_ends, tests);
