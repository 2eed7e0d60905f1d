/* SPDX-License-Identifier: MIT
 * A product of floats beside one of doubles, and one of doubles beside a longer one, by hand: roundings lost, models,
 * bounds, and results that are near enough or not. */
#include "wider.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "difference.h"
#include "float_elem.h"
#include "property.h"
#include "wide.h"
#include "unit.h"
#include "fake_operators.h"

static const struct op product = PRODUCT("product", 0, &product_wider, product_combine, product_value);

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
    {{FLT_MAX, 1}, {-INFINITY, 2}, false},
    {{FLT_MAX, -2}, {-INFINITY, 2}, true},
    {{FLT_MAX, -2}, {-FLT_MAX, 2}, false},
    {{FLT_MAX / 2, 1}, {INFINITY, 2}, false},
    {{INFINITY, 1}, {-INFINITY, 2}, false},
    {{-INFINITY, 1}, {INFINITY, 2}, false},
    {{-INFINITY, 1}, {1, 2}, false},
    {{INFINITY, 1}, {NAN, 2}, false},
    {{1.5F, NAN}, {INFINITY, 2}, false},
};

/* ---- a double, a float that nothing touches, and an integer ---- */

/* An input has the columns of a state in another order. */
struct mixed_input {
    double product;
    uint32_t count;
    float first;
};
struct mixed {
    float first;
    uint32_t count;
    double product;
};
struct mixed_wide {
    long double product;
    float first;
    uint32_t count;
};

/* Items that a model asked for in this thread: with more than four bits, with fewer, and with other params than 5. */
static _Thread_local uint32_t many_bits, few_bits, other_params;

static void mixed_params(const int64_t *args, void *params)
{
    memcpy(params, args, sizeof *args);
}

COMBINES(mixed_combine, struct mixed, a->first, a->count + b->count, a->product * b->product)

static void mixed_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    double value = 1 + (double)(bits & 0xff) / 256;
    int64_t given = 0;
    memcpy(&given, params, sizeof given);
    many_bits += bits >= 16;
    few_bits += bits < 16;
    other_params += given != 5;
    *(struct mixed_input *)input = (struct mixed_input){index % 2 ? value / 2 : value, 1, (float)index};
}

LIFTS(mixed_lift, struct mixed_input, struct mixed, from->first, from->count, from->product)
CONVERTS(mixed_widen, struct mixed, struct mixed_wide, from->product, from->first, from->count)
COMBINES(wide_mixed, struct mixed_wide, a->product * b->product, a->first, a->count + b->count)
CONVERTS(mixed_narrow, struct mixed_wide, struct mixed, from->first, from->count, (double)from->product)

static const struct op_wide wider_mixed = {mixed_widen, wide_mixed, mixed_narrow};
static const struct op mixed = {
    .name = "mixed",
    .input = {.count = 3, .elem = {ELEM_F64, ELEM_U32, ELEM_F32}, .offset = {0, 8, 12}, .size = 16},
    .state = {.count = 3, .elem = {ELEM_F32, ELEM_U32, ELEM_F64}, .offset = {0, 4, 8}, .size = 16},
    .arg = {{"k", 1, 9, 5}},
    .has_params = true,
    .params_size = sizeof(int64_t),
    .params = mixed_params,
    .wide = &wider_mixed,
    .combine = mixed_combine,
    .value = mixed_value,
    .lift = mixed_lift,
};

/* ---- roundings lost ---- */

#define NO_NUMBER ((float)NAN)
#define TOO_LARGE ((float)INFINITY)

/* u = 2^-24. Of 1.5 * 1.5 a rounding of the result does 2.25 u, and one of either operand as much: s = 6.75 u. Next to the
 * largest number an operand moves downwards alone. */
static const struct {
    float left, right;
    struct product got;
    double lost[2];
} losses[] = {
    {1.5F, 1.5F, {2.25F, 2}, {0, 0}},
    {1.5F, 1.5F, {2.25F + 4 * 0x1p-24F, 2}, {4 / 6.75, 0}},
    {1.5F, 1.5F, {2.25F - 8 * 0x1p-24F, 2}, {8 / 6.75, 0}},
    {-1.5F, 1.5F, {-2.25F + 4 * 0x1p-24F, 2}, {4 / 6.75, 0}},
    {1.5F, 1.5F, {2.25F, 3}, {0, (double)INFINITY}},
    {1.5F, 1.5F, {NO_NUMBER, 2}, {(double)INFINITY, 0}},
    {1.5F, 1.5F, {TOO_LARGE, 2}, {(double)INFINITY, 0}},
    {0, 0, {0, 2}, {0, 0}},
    {0, 0, {1, 2}, {(double)INFINITY, 0}},
    {0, 1.5F, {1, 2}, {(double)INFINITY, 0}},
    {NO_NUMBER, 1, {NO_NUMBER, 2}, {0, 0}},
    {NO_NUMBER, 1, {1, 2}, {(double)INFINITY, 0}},
    {TOO_LARGE, 1, {TOO_LARGE, 2}, {0, 0}},
    {TOO_LARGE, 1, {FLT_MAX, 2}, {(double)INFINITY, 0}},
    {FLT_MAX, 1, {FLT_MAX - 0x1p104F, 2}, {1 / 3.0, 0}},
    {-FLT_MAX, 1, {-FLT_MAX + 0x1p104F, 2}, {1 / 3.0, 0}},
};

static bool lost_roundings_equal_typed_values(struct text *why)
{
    const double u = DBL_EPSILON / 2;
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        const struct product left = {losses[i].left, 1}, right = {losses[i].right, 1};
        double lost[MAX_COLUMNS];
        wide_lost(&product, NULL, (const void *const[2]){&left, &right}, &losses[i].got, lost);
        if (!is_near(losses[i].lost[0], lost[0]) || !is_near(losses[i].lost[1], lost[1]))
            return text_say(why, "%g * %g, got %a: expected %g and %g roundings to be lost, got %g and %g",
                            (double)left.value, (double)right.value, (double)losses[i].got.value,
                            losses[i].lost[0], losses[i].lost[1], lost[0], lost[1]);
    }
    const struct mixed a = {0, 1, 1.5}, got = {0, 2, 2.25 + 4 * u}, moved = {0x1p-149F, 2, 2.25};
    double lost[MAX_COLUMNS], first[MAX_COLUMNS];
    wide_lost(&mixed, NULL, (const void *const[2]){&a, &a}, &got, lost);
    wide_lost(&mixed, NULL, (const void *const[2]){&a, &a}, &moved, first);
    return (is_near(0, lost[0]) && is_near(0, lost[1]) && is_near(4 / 6.75, lost[2]) && isinf(first[0])) ||
           text_say(why, "doubles 1.5 * 1.5: expected 0.593 roundings to be lost, got %g, %g and %g", lost[0],
                    lost[1], lost[2]);
}

/* ---- models ---- */

/* Six folds, of which four are of any bits, measured twice: 255 combines from left to right, and as many as a tree.
 * Of seed 0 the first item has no bits. */
static bool model_measures_six_folds(struct text *why)
{
    static const struct op three = PRODUCT("three", 3, &product_wider, product_combine, product_value);
    const struct wide_model *any = wide_model_of(&mixed), *few = wide_model_of(&three);
    if (any->combines != 6 * 2 * 2 * 255 || few->combines != 6 * 2 * 2 * 2)
        return text_say(why, "a model of 256 items and one of 3 measure %llu and %llu combines",
                        (unsigned long long)any->combines, (unsigned long long)few->combines);
    if (many_bits != 2 * (4 * 256 - 1) || few_bits != 2 * (2 * 256 + 1) || other_params)
        return text_say(why, "a model asks for %u items of many bits, %u of few, and %u with other params",
                        many_bits, few_bits, other_params);
    if (any->lost[0] != 0 || any->lost[1] != 0 || !(any->lost[2] >= 1 && any->lost[2] < 2))
        return text_say(why, "a double loses %g roundings, and a float that nothing touches %g", any->lost[2],
                        any->lost[0]);
    for (int order = 0; order < 2; order++)
        if (!(any->used[order] > 0 && any->used[order] <= 1 && few->used[order] <= 1))
            return text_say(why, "folds in order %d use %g and %g of their bounds", order, any->used[order],
                            few->used[order]);
    return (any != few && wide_model_of(&mixed) == any && wide_model_of(&three) == few) ||
           text_say(why, "a model is measured again");
}

VALUES(doubling_value, struct product, index % 2 ? 1 : 2, 1)

/* 2 * 1 * 2 is exact in either order: no rounding is lost, and nothing of a bound is used. */
static bool exact_product_loses_nothing(struct text *why)
{
    static const struct op exact = PRODUCT("exact", 3, &product_wider, product_combine, doubling_value);
    const struct wide_model *model = wide_model_of(&exact);
    return (model->lost[0] <= 0 && model->lost[1] <= 0 && model->used[0] <= 0 && model->used[1] <= 0) ||
           text_say(why, "exact products lose %g and %g roundings and use %g and %g of their bounds",
                    model->lost[0], model->lost[1], model->used[0], model->used[1]);
}

VALUES(value_of_3_halves, struct product, 1.5F, 1)

static void lossy_combine(const void *params, const void *left, const void *right, void *result)
{
    product_combine(params, left, right, result);
    ((struct product *)result)->value -= 8 * 0x1p-24F;
}

/* 1.5 * 1.5 that is off by 8 u, where one rounding does 6.75 u. */
static bool lossy_product_is_known_by_its_operands(struct text *why)
{
    static const struct op lossy = PRODUCT("lossy", 2, &product_wider, lossy_combine, value_of_3_halves);
    const struct wide_model *model = wide_model_of(&lossy);
    struct product a, b;
    memcpy(&a, model->left, sizeof a);
    memcpy(&b, model->right, sizeof b);
    if (!is_near(8 / 6.75, model->most) || model->column != 0 || a.value != 1.5F || b.value != 1.5F)
        return text_say(why, "the product that is off most is not known by its operands");
    return is_near(8 / 6.75, model->lost[0]) ||
           text_say(why, "a product that is off by 8 u loses %g roundings, expected 1.185", model->lost[0]);
}

/* 33 roundings of the second column are worth a look, and 32 are not. */
static bool many_roundings_are_a_warning(struct text *why)
{
    static const struct op twice = {
        .name = "twice", .state = {.count = 2, .elem = {ELEM_U32, ELEM_F32}, .offset = {0, 4}, .size = 8}};
    static const struct pair {
        uint32_t count;
        float value;
    } left = {7, 1.5F}, right = {2, -3};
    struct wide_model model = {.most = MANY_ROUNDINGS, .column = 1};
    struct text none = {""}, many = {""};
    memcpy(model.left, &left, sizeof left);
    memcpy(model.right, &right, sizeof right);
    wider_warn(&twice, &model, &none);
    model.most = 33;
    wider_warn(&twice, &model, &many);
    return (!none.at[0] &&
            strcmp(many.at,
                   "a combine of twice loses 33 roundings of column 2 of 2 (f32) beside twice_wide, of "
                   "a = (0x7, 1.5), b = (0x2, -3)") == 0) ||
           text_say(why, "32 and 33 roundings are said as \"%.20s\" and \"%.160s\"", none.at, many.at);
}

/* ---- folds ---- */

/* 1.5 * 1.5 may be off by 6.75 u, and times 1.5 by 10.125 u * sqrt(2): the error so far, times 1.5, and s = 10.125 u. */
static bool errors_grow_as_worked_out(struct text *why)
{
    static const double expected[] = {0, 6.75, 14.318912};
    struct slack slack = {.count = 0};
    for (int i = 0; i < 3; i++) {
        slack_add(&slack, &product, NULL, &(struct product){1.5F, 1});
        double error = slack.column[0].error * 0x1p24;
        if (!is_near(expected[i], error) || slack.column[1].error > 0)
            return text_say(why, "1.5 to the power %d: expected %g u, got %g u", i + 1, expected[i], error);
    }
    struct slack exact = {.count = 0};
    for (int i = 0; i < 2; i++)
        slack_add(&exact, &mixed, NULL, &(struct mixed){1, 1, 1.5});
    if (exact.column[0].error > 0 || exact.column[1].error > 0 ||
        !is_near(6.75, exact.column[2].error * 0x1p53))
        return text_say(why,
                        "doubles 1.5 * 1.5: expected 6.75 u, and a float that nothing touches to be exact");
    const double bound = 4 * 1.7320508 * 14.318912 + 3.375;
    double used = wide_used(&slack, &product, &(struct product){3.375F - 20 * 0x1p-24F, 3});
    if (!is_near(20 / bound, used) || wide_used(&slack, &product, &(struct product){3.375F, 4}) > 0)
        return text_say(why, "20 u are %g of a bound of %g u", used, bound);
    return true;
}

COMBINES(inverse_combine, struct product, 1 / a->value, 0)
COMBINES(wide_inverse, struct product_wide, 1 / a->value, 0)

/* 1 / 0.75 lies farther from 1 than 1 / 1.25. */
static bool farther_side_counts(struct text *why)
{
    static const struct op_wide wider = {product_widen, wide_inverse, product_narrow};
    struct op inverse = product;
    inverse.wide = &wider;
    inverse.combine = inverse_combine;
    inverse.most_items = 2;
    struct slack slack = {.count = 0};
    slack_add(&slack, &inverse, NULL, &(struct product){1, 0});
    slack.column[0].error = 0.25;
    slack_add(&slack, &inverse, NULL, &(struct product){1, 0});
    return is_near(1 / 3.0, slack.column[0].error) ||
           text_say(why, "1 / (1 +- 0.25): expected 1/3, got %g", slack.column[0].error);
}

/* ---- halves ---- */

static void half_widen(const void *from, void *to)
{
    *(double *)to = float_value(ELEM_F16, from);
}
static void half_narrow(const void *from, void *to)
{
    float_put(ELEM_F16, *(const double *)from, to);
}
static void bfloat_widen(const void *from, void *to)
{
    *(double *)to = float_value(ELEM_BF16, from);
}
static void bfloat_narrow(const void *from, void *to)
{
    float_put(ELEM_BF16, *(const double *)from, to);
}
static void wide_half_inverse(const void *params, const void *left, const void *right, void *result)
{
    (void)params, (void)right;
    *(double *)result = 1 / *(const double *)left;
}

static const struct {
    const char *elem;
    struct op_wide wider;
    uint16_t one;
} halves[] = {
    {"f16", {half_widen, wide_half_inverse, half_narrow}, 0x3c00},
    {"bf16", {bfloat_widen, wide_half_inverse, bfloat_narrow}, 0x3f80},
};

/* 1 / 1 loses a unit by its own rounding and one by that of the 1: the next number, two units away, is one of these sums off. A
 * step of half of the 1, or of four times it, would show the slope of another place. */
static bool step_of_a_half_is_short(size_t at, struct text *why)
{
    struct op inverse = {.name = "inverse", .wide = &halves[at].wider};
    uint16_t one = halves[at].one, next = (uint16_t)(one + 1);
    double lost[MAX_COLUMNS];
    if (!tuple_parse(halves[at].elem, &inverse.state)) return text_say(why, "no such column");
    wide_lost(&inverse, NULL, (const void *const[2]){&one, &one}, &next, lost);
    return (lost[0] > 0.9 && lost[0] < 1.1) ||
           text_say(why, "%s 1 / 1, got the next number: %g roundings are lost, expected 1", halves[at].elem,
                    lost[0]);
}

/* Of two mixed items: a double within 4 sqrt(2) 6.75 u + 2.25 u = 40.4 u, u = 2^-53; all else to the bit. */
static const struct {
    const char *says;
    struct mixed got;
    bool near;         /* of two results that may be as far off each */
    int column;        /* that disagrees; -1: none */
    double sum, bound; /* of a column within slack */
} folds[] = {
#define U 0x1p-53
    {"right", {0, 2, 2.25}, false, -1, 0, 0},
    {"40 u more", {0, 2, 2.25 + 40 * U}, false, -1, 0, 0},
    {"44 u more", {0, 2, 2.25 + 44 * U}, false, 2, 2.25, 40.433766 * U},
    {"44 u more of another", {0, 2, 2.25 + 44 * U}, true, -1, 0, 0},
    {"80 u less than another", {0, 2, 2.25 - 80 * U}, true, -1, 0, 0},
    {"84 u less than another", {0, 2, 2.25 - 84 * U}, true, 2, 2.25, 80.867532 * U},
    {"another first", {0x1p-149F, 2, 2.25}, false, 0, 0, 0},
    {"another count", {0, 3, 2.25}, false, 1, 0, 0},
    {"infinite", {0, 2, (double)INFINITY}, false, 2, 2.25, 40.433766 * U},
#undef U
};

static bool fold_agrees_within_its_bound(struct text *why)
{
    struct slack slack = {.count = 0};
    struct difference found;
    const struct mixed item = {0, 1, 1.5}, expected = {0, 2, 2.25};
    for (int i = 0; i < 2; i++)
        slack_add(&slack, &mixed, NULL, &item);
    for (size_t f = 0; f < sizeof folds / sizeof folds[0]; f++) {
        bool agrees =
            (folds[f].near ? wide_near : wide_agrees)(&slack, &mixed, &expected, &folds[f].got, &found);
        if (agrees != (folds[f].column < 0) || found.column != folds[f].column)
            return text_say(why, "%s: expected column %d to disagree, got %d", folds[f].says, folds[f].column,
                            found.column);
        if (agrees || folds[f].column == 1) continue;
        if (!found.within || found.by_wide == folds[f].near || found.true_sum != folds[f].sum ||
            !is_near(folds[f].bound, found.bound))
            return text_say(why, "%s: expected %g within %g, got %g within %g", folds[f].says, folds[f].sum,
                            folds[f].bound, found.true_sum, found.bound);
    }
    return true;
}

/* Of no items, and of numbers next to the largest. */
static bool largest_numbers_are_judged(struct text *why)
{
    const struct mixed none = {1, 0, 1}, more = {1 + 0x1p-23F, 0, 1}, last = {FLT_MAX, 1, -DBL_MAX / 2};
    const struct mixed beyond = {(float)INFINITY, 1, -DBL_MAX / 2}, low = {FLT_MAX, 1, -(double)INFINITY};
    struct slack empty = {.count = 0}, one = {.count = 0};
    struct difference found;
    if (!wide_agrees(&empty, &mixed, &none, &none, &found) ||
        wide_agrees(&empty, &mixed, &none, &more, &found) || found.column != 0 || found.bound > 0)
        return text_say(why, "of no items: a result is not the expected one to the bit");
    struct slack infinite = {.count = 0};
    slack_add(&infinite, &mixed, NULL, &(struct mixed){0, 1, (double)INFINITY});
    infinite.column[2].error = 1;
    if (wide_agrees(&infinite, &mixed, &none, &(struct mixed){0, 1, 1}, &found))
        return text_say(why, "a number for an infinite fold that may be off: judged right");
    slack_add(&one, &mixed, NULL, &last);
    if (!wide_agrees(&one, &mixed, &none, &last, &found) ||
        wide_agrees(&one, &mixed, &none, &beyond, &found) || wide_agrees(&one, &mixed, &none, &low, &found))
        return text_say(why, "of one item next to the largest number: judged wrong");
    one.column[2].error = DBL_MAX / 4; /* times 4, and the number's half: beyond the largest */
    return (wide_agrees(&one, &mixed, &none, &low, &found) &&
            !wide_agrees(&one, &mixed, &none, &(struct mixed){FLT_MAX, 1, (double)INFINITY}, &found)) ||
           text_say(why, "of one item that may be off by as much: judged wrong");
}

/* Wrong where the right side is a fold of two items: in combine(a, combine(b, c)) alone. */
static void leaning_combine(const void *params, const void *left, const void *right, void *result)
{
    uint32_t behind = ((const struct product *)right)->count;
    product_combine(params, left, right, result);
    ((struct product *)result)->count += behind == 2;
}

/* Its float is twice as large there. */
static void doubling_combine(const void *params, const void *left, const void *right, void *result)
{
    uint32_t behind = ((const struct product *)right)->count;
    product_combine(params, left, right, result);
    ((struct product *)result)->value *= behind == 2 ? 2 : 1;
}

/* Both groupings are compared with each other, and not the one from the left with the wider fold alone. */
static bool both_groupings_are_compared(struct text *why)
{
    static const char *const words[] = {
        "combine(combine(a, b), c), column 2 of 2 (u32): expected 0x4, got 0x3",
        "combine(combine(a, b), c), column 1 of 2 (f32): expected "};
    static struct op leaning;
    struct test_case checked;
    if (!case_parse("associates.add_u32@host law/add_u32/[1,1,1]/soa/any:1", &checked, why)) return false;
    leaning = product;
    checked.problem.op = &leaning;
    for (int floats = 0; floats < 2; floats++) {
        struct finding got = {0};
        leaning.combine = floats ? doubling_combine : leaning_combine;
        if (associates_property.check(NULL, &checked, &got) != VERDICT_FAIL ||
            strncmp(got.first_at.at, words[floats], strlen(words[floats])) != 0)
            return text_say(why, "a combine that is wrong to the right: expected '%s', got '%.200s'",
                            words[floats], got.first_at.at);
    }
    return true;
}

/* One more in each combine, whatever the grouping. */
static void counting_combine(const void *params, const void *left, const void *right, void *result)
{
    product_combine(params, left, right, result);
    ((struct product *)result)->count++;
}

/* A combine that differs from the wider one is told as that, and not as a combine that does not associate. */
static bool combine_unlike_the_wider_one_is_named(struct text *why)
{
    static struct op counting;
    struct test_case checked;
    struct finding got = {0};
    if (!case_parse("associates.add_u32@host law/add_u32/[1,1,1]/soa/any:1", &checked, why)) return false;
    counting = product;
    counting.combine = counting_combine;
    checked.problem.op = &counting;
    return (associates_property.check(NULL, &checked, &got) == VERDICT_FAIL &&
            strcmp(got.first_at.at,
                   "combine(a, b), column 2 of 2 (u32): another integer than product_wide's") == 0 &&
            strcmp(got.law, "combine differs from the wider one") == 0 && !strstr(got.operands.at, "c = ")) ||
           text_say(why, "a combine that counts one too many: got '%.100s' '%s' of '%.200s'", got.first_at.at,
                    got.law, got.operands.at);
}

static bool products_lose_one_rounding(struct text *why)
{
    const struct wide_model *model = wide_model_of(&product);
    return (model->lost[0] > 0 && model->lost[0] <= 1 && model->lost[1] == 0) ||
           text_say(why, "a product of floats loses %g and %g roundings, expected 1 and 0", model->lost[0],
                    model->lost[1]);
}

static bool product_agrees_within_its_bound(size_t at, struct text *why)
{
    struct slack slack = {.count = 0};
    struct product none = {1, 0};
    struct difference ignored;
    for (int item = 0; item < 2; item++)
        slack_add(&slack, &product, NULL, &(struct product){products[at].item[item], 1});
    double bounds = difference_bounds(&slack, &product, UINT64_MAX, &none, &products[at].got);
    if (!isfinite(bounds)) return text_say(why, "row %zu: off by %g bounds", at, bounds);
    return wide_agrees(&slack, &product, &none, &products[at].got, &ignored) == products[at].agrees ||
           text_say(why, "%g * %g: %a is judged wrong", (double)products[at].item[0],
                    (double)products[at].item[1], (double)products[at].got.value);
}

/* Products of two that are rounded to f16 once: the nearest one, and an infinity from 65520 on alone. */
static const struct {
    float item[2], got;
    bool agrees;
} rounded[] = {
    {{1.5F, 1 + 0x1p-20F}, 1.5F, true},      {{1.5F, 1 + 0x1p-20F}, 1.5F + 0x1p-10F, false},
    {{1.5F, 1 - 0x1p-12F}, 1.5F, true},      {{-1.5F, 1 + 0x1.4p-10F}, -1.5F - 0x1p-9F, true},
    {{-1.5F, 1 + 0x1.4p-10F}, -1.5F, false}, {{256, 256}, TOO_LARGE, true},
    {{256, -256}, -TOO_LARGE, true},         {{256, 256}, -TOO_LARGE, false},
    {{255, 256}, TOO_LARGE, false},          {{0x1p-12F, 0x1.8p-12F}, 0, false},
    {{0x1p-12F, 0x1p-14F}, 0, true},         {{1, 1}, NO_NUMBER, false},
};

static bool rounded_product_is_nearest(size_t at, struct text *why)
{
    struct slack slack = {.rounds = ELEM_F16};
    struct difference found;
    const struct product got = {rounded[at].got, 2}, none = {1, 0};
    for (int item = 0; item < 2; item++)
        slack_add(&slack, &product, NULL, &(struct product){rounded[at].item[item], 1});
    bool agrees = slack_agrees(&slack, &product, 2, &none, &got, &found);
    bool twice = wide_near(&slack, &product, &got, &got, &found) || isnan(got.value);
    return (agrees == rounded[at].agrees && twice) ||
           text_say(why, "%g * %g, rounded to %g: is %s", (double)rounded[at].item[0],
                    (double)rounded[at].item[1], (double)got.value, agrees ? "taken" : "refused");
}

static const struct unit_test tests[] = {TEST(products_lose_one_rounding),
                                         NAMED_ROWS(step_of_a_half_is_short, halves, elem),
                                         ROWS(rounded_product_is_nearest, rounded),
                                         ROWS(product_agrees_within_its_bound, products),
                                         TEST(lost_roundings_equal_typed_values),
                                         TEST(model_measures_six_folds),
                                         TEST(exact_product_loses_nothing),
                                         TEST(lossy_product_is_known_by_its_operands),
                                         TEST(many_roundings_are_a_warning),
                                         TEST(errors_grow_as_worked_out),
                                         TEST(farther_side_counts),
                                         TEST(fold_agrees_within_its_bound),
                                         TEST(largest_numbers_are_judged),
                                         TEST(both_groupings_are_compared),
                                         TEST(combine_unlike_the_wider_one_is_named)};
UNIT(wide, tests);
