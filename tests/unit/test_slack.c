/* SPDX-License-Identifier: MIT
 * Bounds of float sums, typed by hand. */
#include "unit.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "compare.h"
#include "difference.h"
#include "float_elem.h"
#include "fixture.h"
#include "slack.h"

static struct op sum_op(const char *state, unsigned laws)
{
    struct op op = {.name = "sum", .laws = laws};
    tuple_parse(state, &op.input);
    tuple_parse(state, &op.state);
    return op;
}

/* Sums of floats or doubles: what is near enough and what is not. */
static const struct {
    const char *state;
    unsigned laws;
    int count;
    double item[4], expected, near[3], far[4];
} sums[] = {
    /* one item is itself: 2^-23 further on is not */
    {"f32", 0, 1, {1}, 1, {1, 1, 1}, {1 + 0x1p-23, 1 - 0x1p-24, 0, -1}},
    /* whole numbers: no addition rounds, and what is a unit off is wrong */
    {"f32", 0, 2, {1, 1}, 2, {2, 2, 2}, {2 + 0x1p-22, 2 - 0x1p-23, 1, 3}},
    {"f32", 0, 3, {1, 2, 4}, 7, {7, 7, 7}, {7 + 0x1p-21, 7 - 0x1p-21, 5, 3}},
    {"f32",
     0,
     3,
     {0x1p40, -0x1p41, 0x1p62},
     0x1p62 - 0x1p40,
     {0x1p62 - 0x1p40, 0x1p62 - 0x1p40, 0x1p62 - 0x1p40},
     {0x1p62, 0x1p62 - 0x1p39, 0x1p40, 0}},
    {"f64", 0, 2, {1, 1}, 2, {2, 2, 2}, {2 + 0x1p-51, 2 - 0x1p-52, 2 + 0x1p-30, 0}},
    /* zeros are equal whatever their sign */
    {"f32", 0, 2, {-0.0, 0}, 0, {0, -0.0, 0}, {0x1p-149, -0x1p-149, 1, (double)NAN}},
    {"f32", 0, 2, {5, -5}, 0, {0, -0.0, 0}, {0x1p-149, -0x1p-149, 1, (double)NAN}},
    /* 2^24 times 2^-23 in all is exact; once more, and one addition may lose half a unit of 2 */
    {"f32", 0, 2, {2 - 0x1p-23, 0x1p-23}, 2, {2, 2, 2}, {2 + 0x1p-22, 2 - 0x1p-23, 1, 3}},
    {"f32", 0, 2, {2 - 0x1p-23, 0x1p-22}, 2 + 0x1p-23, {2, 2 + 0x1p-22, 2}, {2 - 0x1p-23, 2 + 0x1p-21, 1, 3}},
    {"f32", 0, 2, {1 - 0x1p-23, -1}, -0x1p-23, {-0x1p-23, -0x1p-23, -0x1p-23}, {0, -0x1p-22, 0x1p-23, -1}},
    /* of f16 2^11 and of bf16 2^8 times the least digit are exact; beyond that one addition may lose half a unit */
    {"f16", 0, 2, {2 - 0x1p-10, 0x1p-10}, 2, {2, 2, 2}, {2 + 0x1p-9, 2 - 0x1p-10, 1, 3}},
    {"f16", 0, 2, {2 - 0x1p-10, 0x1p-9}, 2 + 0x1p-10, {2, 2 + 0x1p-9, 2}, {2 - 0x1p-10, 2 + 0x1p-8, 1, 3}},
    {"bf16", 0, 2, {2 - 0x1p-7, 0x1p-7}, 2, {2, 2, 2}, {2 + 0x1p-6, 2 - 0x1p-7, 1, 3}},
    {"bf16", 0, 2, {2 - 0x1p-7, 0x1p-6}, 2 + 0x1p-7, {2, 2 + 0x1p-6, 2}, {2 - 0x1p-7, 2 + 0x1p-5, 1, 3}},
    /* numbers of f16 below the least one with all digits stay what they are; those of bf16 may become 0 */
    {"f16", 0, 2, {0x1p-24, 0x1p-24}, 0x1p-23, {0x1p-23, 0x1p-23, 0x1p-23}, {0, 0x1p-24, 0x1.8p-23, 1}},
    {"bf16", 0, 2, {0x1p-130, 0x1p-130}, 0x1p-129, {0x1p-129, 0x1p-130, 0}, {0x1p-127, -0x1p-129, 1, -1}},
    /* of f16 a sum beyond 65504 is infinite */
    {"f16",
     0,
     2,
     {65504, 65504},
     131008,
     {(double)INFINITY, (double)INFINITY, (double)INFINITY},
     {0, 1, 32768, -1}},
    /* doubles: 2^53 - 1 times 2^-52 is exact; twice more may lose a unit, which the true sum may, too */
    {"f64",
     0,
     2,
     {2 - 0x1p-51, 0x1p-52},
     2 - 0x1p-52,
     {2 - 0x1p-52, 2 - 0x1p-52, 2 - 0x1p-52},
     {2 - 0x1p-51, 2, 1, 3}},
    {"f64", 0, 2, {2 - 0x1p-52, 0x1p-51}, 2, {2, 2 + 0x1p-51, 2}, {2 + 0x1p-49, 2 - 0x1p-50, 2 + 0x1p-30, 0}},
    /* the least normal number is no less, and half of it may become 0: then one addition may lose half a unit */
    {"f32",
     0,
     2,
     {0x1p-102 - 0x1p-126, 0x1p-126},
     0x1p-102,
     {0x1p-102, 0x1p-102, 0x1p-102},
     {0x1p-102 - 0x1p-126, 0x1p-102 + 0x1p-125, 0, 1}},
    {"f32",
     0,
     2,
     {0x1p-103 - 0x1p-127, 0x1p-127},
     0x1p-103,
     {0x1p-103, 0x1p-103 - 0x1p-127, 0x1p-103},
     {0x1p-103 + 0x1p-126, 0, 0x1p-102, 1}},
    {"f64",
     0,
     2,
     {0x1p-970 - 0x1p-1022, 0x1p-1022},
     0x1p-970,
     {0x1p-970, 0x1p-970, 0x1p-970},
     {0x1p-970 + 0x1p-1022, 0x1p-970 - 0x1p-1022, 0, 1}},
    {"f64",
     0,
     2,
     {0x1p-971 - 0x1p-1023, 0x1p-1023},
     0x1p-971,
     {0x1p-971, 0x1p-971 + 0x1p-1023, 0x1p-971 - 0x1p-1023},
     {0x1p-970, 0, 0x1p-972, 1}},
    /* the largest number, by itself; and numbers that add up to more */
    {"f64", 0, 1, {DBL_MAX}, DBL_MAX, {DBL_MAX, DBL_MAX, DBL_MAX}, {DBL_MAX - 0x1p971, 0, 1, -DBL_MAX}},
    {"f32", 0, 1, {FLT_MAX}, FLT_MAX, {FLT_MAX, FLT_MAX, FLT_MAX}, {FLT_MAX / 2, 0, 1, -FLT_MAX}},
    {"f32",
     0,
     3,
     {0x1p127, 0x1p127, -0x1p127},
     0x1p127,
     {0x1p127, (double)INFINITY, 0x1p127},
     {0, 0x1p126, 1, -0x1p127}},
    /* two additions of 7 in all: 2 * 2^-24 * 7 = 0.83e-6; a unit of 7 is 0.48e-6 */
    {"f32",
     0,
     3,
     {1 + 0x1p-23, 2, 4},
     7 + 0x1p-23,
     {7, 7 + 0x1p-21, 7 - 0x1p-21},
     {7 + 0x1.8p-20, 7 - 0x1p-20, 5, 3}},
    /* what cancels leaves room for what was added: 2 * 2^-24 * 2^61 = 2^38 */
    {"f32", 0, 3, {0x1p60, 1, -0x1p60}, 1, {1, 0, 0x1p37}, {0x1p39, -0x1p39, 0x1p60, -0x1p60}},
    {"f32", 0, 3, {1, 0x1p60, -0x1p60}, 1, {1, 0, 0x1p37}, {0x1p39, -0x1p39, 0x1p60, -0x1p60}},
    {"f64", 0, 3, {1, 0x1p60, -0x1p60}, 1, {1, 0, 0x1p8}, {0x1p11, -0x1p11, 0x1p60, -0x1p60}},
    /* an infinity is itself, a NaN is a NaN */
    {"f32",
     0,
     2,
     {(double)INFINITY, 1},
     (double)INFINITY,
     {(double)INFINITY, (double)INFINITY, (double)INFINITY},
     {-(double)INFINITY, (double)NAN, 1, FLT_MAX}},
    {"f32",
     0,
     2,
     {1, -(double)INFINITY},
     -(double)INFINITY,
     {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY},
     {(double)INFINITY, (double)NAN, 1, -FLT_MAX}},
    {"f32",
     0,
     2,
     {(double)INFINITY, -(double)INFINITY},
     (double)NAN,
     {(double)NAN, (double)NAN, (double)NAN},
     {0, 1, (double)INFINITY, -(double)INFINITY}},
    /* a finite sum is neither, unless a part of it may overflow */
    {"f32", 0, 2, {1, 2}, 3, {3, 3, 3}, {(double)INFINITY, -(double)INFINITY, (double)NAN, 0}},
    {"f32",
     0,
     3,
     {FLT_MAX, FLT_MAX, -FLT_MAX},
     FLT_MAX,
     {FLT_MAX, (double)INFINITY, (double)NAN},
     {0, -FLT_MAX, 1, FLT_MAX / 2}},
    /* half of the largest number twice is beyond it by the bound alone; a quarter is not */
    {"f32",
     0,
     2,
     {FLT_MAX / 2, FLT_MAX / 2},
     FLT_MAX,
     {FLT_MAX, (double)INFINITY, (double)INFINITY},
     {0, 1, FLT_MAX / 2, -FLT_MAX}},
    {"f32",
     0,
     2,
     {FLT_MAX / 4, FLT_MAX / 4},
     FLT_MAX / 2,
     {FLT_MAX / 2, FLT_MAX / 2, FLT_MAX / 2},
     {(double)INFINITY, -(double)INFINITY, (double)NAN, FLT_MAX}},
    /* an exact operator's bits: minus zero is not zero */
    {"f32", LAW_EXACT, 2, {1, 1}, 2, {2, 2, 2}, {2 + 0x1p-22, 2 - 0x1p-23, -2, 0}},
    {"f64", LAW_EXACT, 1, {0}, 0, {0, 0, 0}, {-0.0, 0x1p-1000, 1, -1}},
};

static void put_number(const struct op *op, double number, void *state)
{
    memset(state, 0, op->state.size);
    float_put(op->state.elem[0], number, state);
}

static bool sum_agrees(const struct op *op, const struct slack *slack, double expected, double got)
{
    struct state want, have;
    put_number(op, expected, want.at);
    put_number(op, got, have.at);
    bool agrees = slack_agrees(slack, op, slack->count, want.at, have.at, NULL);
    double bounds = difference_bounds(slack, op, slack->count, want.at, have.at);
    if (bounds >= 0 && agrees != (bounds <= 1)) return !agrees; /* for the caller to find it wrong */
    return agrees;
}

static bool sum_is_within_its_bound(size_t at, struct finding *finding)
{
    struct op op = sum_op(sums[at].state, sums[at].laws);
    struct slack slack = {.count = 0};
    for (int i = 0; i < sums[at].count; i++) {
        struct state item;
        put_number(&op, sums[at].item[i], item.at);
        slack_add(&slack, &op, NULL, item.at);
    }
    if (!(sums[at].laws & LAW_EXACT) && !isnan(sums[at].expected) &&
        slack_sum(&slack, 0) != sums[at].expected)
        return text_say(&finding->first_at, "sum %zu: expected %g, got %g", at, sums[at].expected,
                        slack_sum(&slack, 0));
    for (int n = 0; n < 3; n++)
        if (!sum_agrees(&op, &slack, sums[at].expected, sums[at].near[n]))
            return text_say(&finding->first_at, "sum %zu: %.9g is near enough to %.9g, but fails", at,
                            sums[at].near[n], sums[at].expected);
    for (int f = 0; f < 4; f++)
        if (sum_agrees(&op, &slack, sums[at].expected, sums[at].far[f]))
            return text_say(&finding->first_at, "sum %zu: %.9g is too far from %.9g, but passes", at,
                            sums[at].far[f], sums[at].expected);
    struct state put;
    if (sums[at].laws & LAW_EXACT) return true;
    slack_put_sum(&slack, &op, 0, put.at);
    return slack_agrees(&slack, &op, 1, NULL, put.at, NULL) ||
           text_say(&finding->first_at, "sum %zu: %.9g is put, and fails", at, slack_value(&op, 0, put.at));
}

/* Sums in f32 that are rounded once more: what is exact is its nearest number, what is not may be a rounding further off. */
static const struct {
    enum elem rounds;
    int count;
    double item, near, far[2];
} rounded[] = {
    {ELEM_F16, 2049, 1, 2048, {2049, 2050}},
    {ELEM_F16, 2051, 1, 2052, {2050, 2051}},
    {ELEM_F16, 65519, 1, 65504, {65519, (double)INFINITY}},
    {ELEM_F16, 65520, 1, (double)INFINITY, {65504, 65520}},
    {ELEM_BF16, 257, 1, 256, {257, 258}},
    {ELEM_F16, 3, 1 + 0x1p-23, 3, {3 + 0x1p-8, 3 - 0x1p-8}},
    {ELEM_U128, 2049, 1, 2049, {2048, 2050}}, /* not rounded */
};

static bool rounded_sum_is_nearest(size_t at, struct finding *finding)
{
    struct op op = sum_op("f32", 0);
    struct slack slack = {.rounds = rounded[at].rounds & 0xff};
    const float item = (float)rounded[at].item;
    for (int i = 0; i < rounded[at].count; i++)
        slack_add(&slack, &op, NULL, &item);
    const double got[] = {rounded[at].near, rounded[at].far[0], rounded[at].far[1]};
    for (int g = 0; g < 3; g++) {
        const float result = (float)got[g];
        if (slack_agrees(&slack, &op, UINT64_MAX, &result, &result, NULL) != (g == 0))
            return text_say(&finding->first_at, "%g is taken for %d times %g: expected %s", got[g],
                            rounded[at].count, rounded[at].item, g == 0 ? "yes" : "no");
    }
    return true;
}

/* Two or three items in f32 that are rounded once more, none exactly: an infinity is right beside the border of rounding alone, with
 * the sum's sign; NaN, and either infinity, where f32 itself may overflow. */
static const struct {
    enum elem rounds;
    double item[3], got;
    bool agrees;
} overflows[] = {
    {ELEM_F16, {65519, 1 + 0x1p-23, 0}, (double)INFINITY, true},
    {ELEM_F16, {-65519, -1 - 0x1p-23, 0}, -(double)INFINITY, true},
    {ELEM_F16, {65519, 1 + 0x1p-23, 0}, -(double)INFINITY, false},
    {ELEM_F16, {65519, 1 + 0x1p-23, 0}, (double)NAN, false},
    {ELEM_F16, {65509, 1 + 0x1p-23, 0}, (double)INFINITY, false},
    {ELEM_F16, {65509, 1 + 0x1p-23, 0}, 65504, true},
    {ELEM_F16, {60000, -60000, 1 + 0x1p-23}, (double)INFINITY, false},
    {ELEM_F16, {60000, -60000, 1 + 0x1p-23}, -(double)INFINITY, false},
    {ELEM_F16, {60000, -60000, 1 + 0x1p-23}, (double)NAN, false},
    {ELEM_F16, {0x1p127, -0x1p127, 0x1p127}, (double)INFINITY, true},
    {ELEM_BF16, {FLT_MAX, -FLT_MAX, 0x1p100}, -(double)INFINITY, true},
    {ELEM_BF16, {FLT_MAX, -FLT_MAX, 0x1p100}, (double)NAN, true},
    {ELEM_BF16, {0x1p126, -0x1p126, 1 + 0x1p-23}, (double)INFINITY, false},
    {ELEM_U128, {60000, -60000, 1 + 0x1p-23}, (double)INFINITY, false},
    {ELEM_U128, {FLT_MAX, -FLT_MAX, 0x1p100}, (double)INFINITY, true},
};

static bool rounded_sum_overflows_at_its_border(size_t at, struct finding *finding)
{
    struct op op = sum_op("f32", 0);
    struct slack slack = {.rounds = overflows[at].rounds & 0xff};
    for (int i = 0; i < 3; i++) {
        const float item = (float)overflows[at].item[i];
        slack_add(&slack, &op, NULL, &item);
    }
    const float got = (float)overflows[at].got;
    return slack_agrees(&slack, &op, UINT64_MAX, &got, &got, NULL) == overflows[at].agrees ||
           text_say(&finding->first_at, "%g for the sum of %g, %g and %g is %s", overflows[at].got,
                    overflows[at].item[0], overflows[at].item[1], overflows[at].item[2],
                    overflows[at].agrees ? "refused" : "taken");
}

/* States of one float, their magnitudes' sum, how deep the additions are, and the bound. */
static const struct {
    uint64_t count, depth;
    double magnitude, least, most;
} bounds[] = {
    {(1 << 24) + 1, UINT64_MAX, 1, 1, 1.00001}, /* 2^24 additions in any order may lose all of it */
    {(1 << 24) + 1, UINT64_MAX, 0, 0, 0},
    {(1 << 24) + 1, (1 << 24) - 1, 1, 1, 1.00001}, /* d * u / (1 - d * u) would be 2^24 - 1 */
    {1 << 25, UINT64_MAX, 1, 1.99999, 2.00001},
    {1 << 25, UINT64_MAX, (double)INFINITY, DBL_MAX, DBL_MAX}, /* of doubles, which are finite */
    {(1 << 24) + 1, 4, 1, 2.38418e-7, 2.38420e-7},             /* 4 * 2^-24 */
    {3, UINT64_MAX, 1, 1.19209e-7, 1.19210e-7},                /* three need no more than two additions */
    {0, UINT64_MAX, 0, 0, 0},
};

static bool bounds_equal_typed_values(struct finding *finding)
{
    struct op op = sum_op("f32", 0);
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        struct slack slack = {.count = bounds[b].count};
        slack.column[0].magnitude = bounds[b].magnitude;
        double got = slack_bound(&slack, &op, 0, bounds[b].depth);
        if (!(got >= bounds[b].least && got <= bounds[b].most))
            return text_say(&finding->first_at, "bound %zu: expected %g to %g, got %g", b, bounds[b].least,
                            bounds[b].most, got);
    }
    return true;
}

/* Of 2^52 states of magnitude 1 in all, u that of their type, e = 2^-52: the true sum may be off by
 * e (1 + 2^52 e) = 2^-51, and the magnitude by 2^52 times as much, so that all is tripled. A depth of d adds
 * 3 d u / (1 - d u), or 3 * 2^52 u where that is less. */
static bool many_states_lose_what_they_may(struct finding *finding)
{
    static const struct {
        const char *state;
        uint64_t depth;
        double bound;
    } many[] = {
        {"f32", 0, 3 * 0x1p-51},
        {"f64", 0, 3 * 0x1p-51},
        {"f32", 1 << 23, 3},
        {"f64", (uint64_t)1 << 51, 1},
        {"f32", (1 << 24) - 1, 3 * 16777215.0},
        {"f32", 1 << 24, 3 * 0x1p28},
        {"f32", 1 << 30, 3 * 0x1p28},
        {"f64", (uint64_t)1 << 52, 1.5},
    };
    for (size_t m = 0; m < sizeof many / sizeof many[0]; m++) {
        struct op op = sum_op(many[m].state, 0);
        struct slack slack = {.count = (uint64_t)1 << 52};
        slack.column[0].magnitude = 1;
        double got = slack_bound(&slack, &op, 0, many[m].depth), expected = many[m].bound;
        if (!(fabs(got - expected) <= 1e-12 * expected))
            return text_say(&finding->first_at, "bound %zu of 2^52 states: expected %g, got %g", m, expected,
                            got);
    }
    return true;
}

/* Differences in words: within a bound, within a tolerance, and to the bit. */
static const struct {
    struct difference difference;
    const char *words;
} said[] = {
    {{.column = 1, .within = true, .true_sum = 8.25, .bound = 0.125},
     "column 2 of 3 (f32): expected 8.25 +- 0.125, got 9"},
    {{.column = 1, .within = true, .true_sum = 8.5}, "column 2 of 3 (f32): expected 8.5, got 9"},
    {{.column = 1, .within = true, .by_wide = true, .true_sum = 8.25},
     "column 2 of 3 (f32): expected 8.25 +- 0, got 9"},
    {{.column = 1, .tolerated = true, .bound = 0.125}, "column 2 of 3 (f32): expected 8.5 +- 0.125, got 9"},
    {{.column = 0, .tolerated = true, .bound = 2}, "column 1 of 3 (i32): expected -3 +- 2, got 4"},
    {{.column = 1, .tolerated = true}, "column 2 of 3 (f32): expected 8.5, got 9"},
    {{.column = 1, .tolerated = true, .by_close = true}, "column 2 of 3 (f32): expected 8.5, got 9"},
    {{.column = 1}, "column 2 of 3 (f32): expected 8.5, got 9"},
    {{.column = 0}, "column 1 of 3 (i32): expected -3, got 4"},
    {{.column = 2}, "column 3 of 3 (i64): expected 70000, got -70001"},
};

static bool words_of_a_bound_are_exact(struct finding *finding)
{
    struct op op = sum_op("i32,f32,i64", 0);
    struct {
        int32_t number;
        float sum;
        int64_t wide;
    } expected = {-3, 8.5f, 70000}, got = {4, 9, -70001};
    for (size_t s = 0; s < sizeof said / sizeof said[0]; s++) {
        struct text words;
        bool agrees = difference_say(&said[s].difference, &op, &expected, &got, &words);
        if (agrees || strcmp(words.at, said[s].words) != 0)
            return text_say(&finding->first_at, "expected a difference in words as \"%s\", got \"%.120s\"",
                            said[s].words, words.at);
    }
    return true;
}

/* Two items of 3, a unit more than 1, and a unit more than 2, of which twice as much is a unit more than 2 and than 4. */
#define SECOND_SUM (2 + 0x1p-22F)
#define THIRD_SUM (4 + 0x1p-21F)

/* Each column is held to its own: the first to its bits, the others to their sums. */
static bool each_column_has_its_bound(struct finding *finding)
{
    struct sums {
        int32_t number;
        float first, second;
    };
    const struct sums item = {3, 1 + 0x1p-23F, 2 + 0x1p-22F}, expected = {6, SECOND_SUM, THIRD_SUM};
    static const struct sums got[] = {
        {7, SECOND_SUM, THIRD_SUM}, {6, 3, THIRD_SUM}, {6, SECOND_SUM, 5}, {6, SECOND_SUM, THIRD_SUM}};
    static const int wrong[] = {0, 1, 2, -1};
    static const double sum[] = {0, (double)SECOND_SUM, (double)THIRD_SUM, 0},
                        bound[] = {0, 0x1p-23, 0x1p-22, 0}; /* one addition */
    struct op op = sum_op("i32,f32,f32", 0);
    struct slack slack = {.count = 0};
    slack_add(&slack, &op, NULL, &item);
    slack_add(&slack, &op, NULL, &item);
    for (size_t g = 0; g < sizeof got / sizeof got[0]; g++) {
        struct difference difference;
        bool agrees = slack_agrees(&slack, &op, slack.count, &expected, &got[g], &difference);
        if (agrees != (wrong[g] < 0) || difference.column != wrong[g])
            return text_say(&finding->first_at,
                            "sums %zu of three columns: expected column %d to be wrong, got %d", g, wrong[g],
                            difference.column);
        if (agrees) continue;
        if (difference.within != (wrong[g] > 0) || difference.true_sum != sum[g] ||
            fabs(difference.bound - bound[g]) > 1e-6 * bound[g])
            return text_say(&finding->first_at, "sums %zu of three columns: expected %g +- %g, got %g +- %g",
                            g, sum[g], bound[g], difference.true_sum, difference.bound);
    }
    return true;
}

/* ---- operators of other kinds ---- */

/* Only floats that are plain sums are held to a bound of their sum. */
static const struct {
    const char *state;
    unsigned laws;
    bool tolerates, wide, applies;
} kinds[] = {
    {"f32", 0, false, false, true},          {"f64", LAW_COMMUTES, false, false, true},
    {"i32", 0, false, false, false},         {"u64", 0, false, false, false},
    {"f32", LAW_EXACT, false, false, false}, {"f32", 0, true, false, false},
    {"f64", 0, false, true, false},
};

static struct op op_of_kind(size_t k)
{
    static const struct op_wide wider = {NULL, NULL, NULL}; /* never asked */
    struct op op = sum_op(kinds[k].state, kinds[k].laws);
    op.tolerates = kinds[k].tolerates;
    op.tolerance[0].absolute = 1;
    op.wide = kinds[k].wide ? &wider : NULL;
    return op;
}

/* Bits of an exact operator's column: a NaN is as good as another, whoever made it. */
static const struct {
    const char *state;
    uint64_t expected, got;
    bool agrees;
} patterns[] = {
    {"f16", 0x7e00, 0x7fff, true},
    {"f16", 0x7e00, 0xfe01, true},
    {"f16", 0x7e00, 0x7c00, false},
    {"f16", 0x7c00, 0x7fff, false},
    {"f16", 0, 0x8000, false},
    {"bf16", 0x7fc0, 0x7fff, true},
    {"bf16", 0x7fc0, 0x7f80, false},
    {"f32", 0x7fc00000, 0x7fffffff, true},
    {"f32", 0x7fc00000, 0x3f800000, false},
    {"f64", 0x7ff8000000000000, 0x7fffffffffffffff, true},
    {"u32", 0x7fc00000, 0x7fffffff, false},
    {"u16", 0x7e00, 0x7fff, false},
};

static bool exact_columns_take_any_nan(size_t at, struct finding *finding)
{
    const struct op op = sum_op(patterns[at].state, LAW_EXACT);
    struct state expected = {{0}}, got = {{0}};
    memcpy(expected.at, &patterns[at].expected, sizeof patterns[at].expected);
    memcpy(got.at, &patterns[at].got, sizeof patterns[at].got);
    return slack_agrees(NULL, &op, 1, expected.at, got.at, NULL) == patterns[at].agrees ||
           text_say(&finding->first_at, "%s 0x%" PRIx64 " for 0x%" PRIx64 " is %s", patterns[at].state,
                    patterns[at].got, patterns[at].expected, patterns[at].agrees ? "refused" : "taken");
}

/* Where it is not known what went into a result, all of its bits count. */
static bool unknown_states_count_to_the_bit(struct finding *finding)
{
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const struct op op = op_of_kind(k);
        const uint64_t expected = 0x3ff000003f800000, near = expected ^ 1;
        struct difference found;
        if (slack_applies(&op, 0) != kinds[k].applies || op_adds_items(&op) != kinds[k].applies)
            return text_say(&finding->first_at, "kind %zu: slack applies to %s, or not", k, kinds[k].state);
        if (!slack_agrees(NULL, &op, 1, &expected, &expected, &found) || found.column != -1 ||
            slack_agrees(NULL, &op, 1, &expected, &near, &found) || found.column != 0 || found.within ||
            found.tolerated || found.by_wide)
            return text_say(&finding->first_at, "kind %zu: not compared bit by bit without slack", k);
        if (difference_bounds(NULL, &op, 1, &expected, &near) >= 0)
            return text_say(&finding->first_at, "kind %zu: a share of a bound without slack", k);
    }
    return true;
}

/* Squares, and an integer as a float. */
static void square(const void *params, const void *input, void *state)
{
    const float *x = input;
    const float result = *x * *x;
    (void)params;
    memcpy(state, &result, sizeof result);
}

static void convert(const void *params, const void *input, void *state)
{
    const int32_t *x = input;
    const float result = (float)*x;
    (void)params;
    memcpy(state, &result, sizeof result);
}

/* Items that are lifted, whether their sum is exact, and the sum. 4097 * 4097 has 25 digits, and so has 2^24 + 1: the
 * lifts round them to 24, of which sums of two do not round; there each item may be off by a rounding. */
static const struct {
    void (*lift)(const void *params, const void *input, void *state);
    uint32_t item[2]; /* bits */
    bool is_exact;
    double sum;
} lifted[] = {
    {square, {0x40400000, 0x40800000}, true, 25}, /* 3 and 4 */
    {square, {0x45800800, 0x45800800}, false, 2 * 16785408},
    {square, {0x40400000, 0x45800800}, false, 9 + 16785408},
    {square, {0x45800800, 0x40400000}, false, 9 + 16785408},
    {convert, {3, 16777213}, true, 16777216},
    {convert, {0, 16777213}, true, 16777213},
    {convert, {16777217, 0}, false, 16777216},
    {convert, {0, 16777217}, false, 16777216},
};

static bool lifted_state_has_its_slack(struct finding *finding)
{
    struct op op = sum_op("f32", 0);
    op.lifts = true;
    for (size_t l = 0; l < sizeof lifted / sizeof lifted[0]; l++) {
        struct slack slack = {.count = 0};
        op.lift = lifted[l].lift;
        for (int i = 0; i < 2; i++) {
            float state;
            slack_lift(&slack, &op, NULL, &lifted[l].item[i], &state);
            slack_add(&slack, &op, NULL, &state);
        }
        if (slack_is_exact(&slack, &op, 0) != lifted[l].is_exact || slack_sum(&slack, 0) != lifted[l].sum)
            return text_say(&finding->first_at, "lifted sum %zu: expected %g, %s, got %g", l, lifted[l].sum,
                            lifted[l].is_exact ? "exact" : "not exact", slack_sum(&slack, 0));
        double bound = lifted[l].is_exact ? 0 : 2 * 0x1p-24 * lifted[l].sum,
               got = slack_bound(&slack, &op, 0, 1);
        if (!(fabs(got - bound) <= 1e-6 * bound))
            return text_say(&finding->first_at, "lifted sum %zu: expected a bound of %g, got %g", l, bound,
                            got);
    }
    return true;
}

/* Of n states with a sum and a magnitude of 2 and of 1: 6 sqrt(n) * 2^-24 times as much is likely, and no more. An exact
 * sum is not asked, nor is what is no number. */
static bool likely_error_is_6_deviations(struct finding *finding)
{
    static const struct {
        uint64_t count;
        float got[2];
        int unlikely;
    } results[] = {
        {64, {2 + 0x1.8p-18F, 1 + 0x1.8p-19F}, -1}, /* 6 * 8 * 2^-24 * 2 */
        {64, {2 + 0x1.9p-18F, 1}, 0},
        {64, {2 - 0x1.9p-18F, 1}, 0},
        {64, {2, 1 - 0x1.9p-19F}, 1},
        {256, {2 - 0x1.8p-17F, 1 + 0x1.8p-18F}, -1},
        {64, {NAN, INFINITY}, -1},
    };
    struct op op = sum_op("f32,f32", 0);
    for (size_t r = 0; r < sizeof results / sizeof results[0]; r++) {
        struct slack slack = {.count = results[r].count};
        slack.column[0].sum = slack.column[0].magnitude = 2;
        slack.column[1].sum = slack.column[1].magnitude = 1;
        int got = slack_unlikely(&slack, &op, results[r].got);
        if (got != results[r].unlikely)
            return text_say(&finding->first_at, "likely sums %zu: expected column %d, got %d", r,
                            results[r].unlikely, got);
    }
    struct slack exact = {
        .count = 2,
        .column = {{.sum = 2, .magnitude = 2, .grain = 1}, {.sum = 1, .magnitude = 1, .grain = 1}}};
    return slack_unlikely(&exact, &op, results[1].got) < 0 ||
           text_say(&finding->first_at, "an exact sum is called unlikely");
}

/* Two columns, the second of which alone is exact; and an operator that lifts, of whose lifts nothing is known. */
static bool exact_column_has_no_slack(struct finding *finding)
{
    static const float item[2][2] = {{1 + 0x1p-23F, 3}, {2, 4}};
    struct op op = sum_op("f32,f32", 0);
    struct slack slack = {.count = 0};
    slack_add(&slack, &op, NULL, item[0]);
    slack_add(&slack, &op, NULL, item[1]);
    if (slack_is_exact(&slack, &op, 0) || !slack_is_exact(&slack, &op, 1) ||
        slack_bound(&slack, &op, 0, 1) == 0 || slack_bound(&slack, &op, 1, 1) != 0)
        return text_say(&finding->first_at, "of two columns not the second alone is exact");
    op.lifts = true;
    return (!slack_is_exact(&slack, &op, 1) && slack_bound(&slack, &op, 1, 1) > 0 && !op_adds_items(&op)) ||
           text_say(&finding->first_at, "sums of lifted items are taken for exact");
}

/* ---- how many bounds a result is off ---- */

static bool never_close(const void *expected, const void *got, uint64_t depth, uint64_t items)
{
    (void)expected, (void)got, (void)depth, (void)items;
    return false;
}

/* Of `count` states with a sum and a magnitude of 2, or of an operator with a tolerance; -1: there is no bound. */
static const struct {
    unsigned laws;
    bool tolerates, close;
    struct op_tolerance tolerance;
    uint64_t count;
    float expected, got;
    double shares;
} shares[] = {
    {0, false, false, {.absolute = 0}, 2, 2, 2, 0},
    {0, false, false, {.absolute = 0}, 2, 2, 2 + 0x1p-22F, 2}, /* one addition: 2 * 2^-24 */
    {0, false, false, {.absolute = 0}, 2, 2, 2 - 0x1p-22F, 2},
    {0, false, false, {.absolute = 0}, 2, 5, 2, 0}, /* the sum counts, whatever is expected */
    {0, false, false, {.absolute = 0}, 2, 2, INFINITY, -1},
    {0, false, false, {.absolute = 0}, (1 << 24) + 1, 2, 3, 0.5}, /* 2^24 * 2^-24 * 2 */
    {LAW_EXACT, false, false, {.absolute = 0}, 2, 2, 3, -1},
    {LAW_EXACT, false, false, {.absolute = 0}, 2, 2, 2, -1},
    {0, true, false, {.absolute = 0.5}, 2, 2, 3, 2},
    {0, true, false, {.relative = 0.25}, 2, 2, 3, 2},
    {0, true, false, {.absolute = 0.5, .relative = 0.25}, 2, -2, -3, 1},
    {0, true, false, {.absolute = 0.5}, 2, 5, 5, 0},
    {0, true, false, {.ulps = 4}, 2, 2, 2 + 0x1p-22F, -1},
    {0, true, true, {.absolute = 0.5}, 2, 2, 3, -1}, /* its own function judges, and not the tolerance */
};

static bool share_of_a_bound_is_used(struct finding *finding)
{
    for (size_t s = 0; s < sizeof shares / sizeof shares[0]; s++) {
        struct op op = sum_op("f32", shares[s].laws);
        struct slack slack = {.count = shares[s].count};
        if (!(shares[s].laws & LAW_EXACT)) slack.column[0].sum = slack.column[0].magnitude = 2;
        op.tolerates = shares[s].tolerates;
        op.tolerance[0] = shares[s].tolerance;
        op.close = shares[s].close ? never_close : NULL;
        double got = difference_bounds(&slack, &op, UINT64_MAX, &shares[s].expected, &shares[s].got);
        if (!(fabs(got - shares[s].shares) <= 1e-6))
            return text_say(&finding->first_at, "share %zu: expected %g bounds, got %g", s, shares[s].shares,
                            got);
    }
    return true;
}

/* Of several columns the one that lies farthest counts, and integers do not. */
static bool farthest_column_counts(struct finding *finding)
{
    struct sums {
        int32_t number;
        float first, second;
    };
    static const struct sums item = {3, 1 + 0x1p-23F, 2 + 0x1p-22F}, expected = {6, SECOND_SUM, THIRD_SUM},
                             got[] = {{9, SECOND_SUM, THIRD_SUM},
                                      {6, SECOND_SUM + 0x1p-22F, THIRD_SUM},
                                      {6, SECOND_SUM + 0x1p-22F, THIRD_SUM + 0x1p-20F},
                                      {6, SECOND_SUM + 0x1p-20F, THIRD_SUM + 0x1p-21F}};
    static const double most[] = {0, 2, 4, 8}; /* bounds of 2^-23 and 2^-22 */
    struct op op = sum_op("i32,f32,f32", 0);
    struct slack slack = {.count = 0};
    slack_add(&slack, &op, NULL, &item);
    slack_add(&slack, &op, NULL, &item);
    for (size_t g = 0; g < sizeof got / sizeof got[0]; g++) {
        double bounds = difference_bounds(&slack, &op, UINT64_MAX, &expected, &got[g]);
        if (!(fabs(bounds - most[g]) <= 1e-5))
            return text_say(&finding->first_at, "three columns, %zu: expected %g bounds, got %g", g, most[g],
                            bounds);
    }
    return true;
}

/* ---- words of comparisons ---- */

struct pair {
    int32_t number;
    float sum;
};

static void pair_narrow(const void *wide, void *state)
{
    memcpy(state, wide, sizeof(struct pair));
}

static const struct op_wide wide_pair = {.narrow = pair_narrow};

enum held { TO_BITS, TO_SUM, TO_EXACT_SUM, TO_TOLERANCE, TO_OWN, TO_WIDER, NEAR };

/* 6 and 3 are expected, of which the oracle in a wider type says 6 and 3.5. Two items are added, the floats 1 and 2
 * and a unit of 1, but for exact sums: one may be off by 2^-24 * 3. The error of the wider one is 0.5, of four items: 4 * sqrt(4) * 0.5, and twice as much between
 * two results. */
static const struct {
    enum held held;
    struct pair got;
    const char *words; /* empty: they agree */
} compared[] = {
#define FIRST "here, column 1 of 2 (i32): expected 6, got 7"
#define SECOND "here, column 2 of 2 (f32): expected 3, got "
    {TO_BITS, {6, 3}, ""},
    {TO_BITS, {7, 4}, FIRST},
    {TO_BITS, {6, 4}, SECOND "4"},
    {TO_SUM, {6, 3}, ""},
    {TO_SUM, {7, 4}, FIRST},
    {TO_SUM,
     {6, 4},
     SECOND
     "4 (true sum 3.00000012, expected within 1.79e-07 of it; an operator that is no sum needs a TOLERANCE)"},
    {TO_EXACT_SUM, {6, 3}, ""},
    {TO_EXACT_SUM, {7, 3}, FIRST},
    {TO_EXACT_SUM,
     {6, 3 + 0x1p-22f},
     SECOND "3.0000002 (every order of additions gives 3; an operator that is no sum needs a TOLERANCE)"},
    {TO_TOLERANCE, {6, 3.5f}, ""},
    {TO_TOLERANCE, {7, 3}, FIRST " (expected within 0 of it)"},
    {TO_TOLERANCE, {6, 4}, SECOND "4 (expected within 0.5 of it)"},
    {TO_OWN, {7, 4}, FIRST " (not close, says sum_close for 2 items)"},
    {TO_OWN, {6, 4}, SECOND "4 (not close, says sum_close for 2 items)"},
    {TO_WIDER, {6, 7.25f}, ""},
    {TO_WIDER, {7, 3}, FIRST},
    {TO_WIDER, {6, 8}, SECOND "8 (sum_wide has 3.5, expected within 4 of it)"},
    {NEAR, {6, 10.5f}, ""},
    {NEAR, {7, 3}, FIRST},
    {NEAR, {6, 12}, SECOND "12 (expected within 8 of it)"},
#undef FIRST
#undef SECOND
};

static struct op op_held(enum held held)
{
    struct op op = sum_op("i32,f32", 0);
    op.tolerates = held == TO_TOLERANCE || held == TO_OWN;
    if (held == TO_TOLERANCE) op.tolerance[1].absolute = 0.5;
    if (held == TO_OWN) op.close = never_close;
    if (held == TO_WIDER || held == NEAR) op.wide = &wide_pair;
    return op;
}

static struct slack slack_of_pairs(const struct op *op, bool is_exact)
{
    const struct pair item[] = {{3, is_exact ? 1 : 1 + 0x1p-23f}, {3, 2}}, wider = {6, 3.5f};
    struct slack slack = {.count = 0};
    if (op->wide) {
        slack.count = 4;
        slack.column[1].error = 0.5;
        memcpy(slack.wide, &wider, sizeof wider);
        return slack;
    }
    for (int i = 0; i < 2; i++)
        slack_add(&slack, op, NULL, &item[i]);
    return slack;
}

static bool comparison_is_worded(size_t at, struct finding *finding)
{
    static const struct pair expected = {6, 3};
    const struct op op = op_held(compared[at].held);
    const struct slack slack = slack_of_pairs(&op, compared[at].held == TO_EXACT_SUM);
    const struct pair *got = &compared[at].got;
    struct finding said = {0};
    enum verdict verdict = compared[at].held == NEAR
                               ? compare_near(&op, &slack, &expected, got, "here", &said)
                               : compare_states(&op, compared[at].held == TO_BITS ? NULL : &slack, &expected,
                                                got, "here", &said);
    return (verdict == (compared[at].words[0] ? VERDICT_FAIL : VERDICT_PASS) &&
            strcmp(said.first_at.at, compared[at].words) == 0) ||
           text_say(&finding->first_at, "comparison %zu: expected '%s', got %s '%.200s'", at,
                    compared[at].words, verdict_name(verdict), said.first_at.at);
}

/* Of tuples; and of the program's own sum, which needs no tolerance. */
static bool comparisons_are_worded(struct finding *finding)
{
    static const struct pair expected = {6, 3}, got = {6, 4};
    const struct op op = sum_op("i32,f32", 0), *own = op_find("add_f32");
    struct slack slack = {.count = 0};
    struct finding tuples = {0}, sums = {0};
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++)
        if (!comparison_is_worded(i, finding)) return false;
    slack_add(&slack, own, NULL, &(float){1});
    slack_add(&slack, own, NULL, &(float){2});
    bool fail = compare_tuples(&op.state, &expected, &got, "there", &tuples) == VERDICT_FAIL &&
                compare_states(own, &slack, &expected.sum, &got.sum, "here", &sums) == VERDICT_FAIL &&
                compare_tuples(&op.state, &expected, &expected, "there", &tuples) == VERDICT_PASS;
    return (fail && strcmp(tuples.first_at.at, "there, column 2 of 2 (f32): expected 3, got 4") == 0 &&
            strcmp(sums.first_at.at, "here, column 1 of 1 (f32): expected 3, got 4 (every order of "
                                     "additions gives 3)") == 0) ||
           text_say(&finding->first_at,
                    "comparisons of tuples and of add_f32 are said as \"%.120s\" and \"%.120s\"",
                    tuples.first_at.at, sums.first_at.at);
}

/* Of items that are infinite or no number there is no bound to print, nor a sum of them and a bound. */
static bool no_bound_of_infinite_items_is_worded(struct finding *finding)
{
    const struct op *op = op_find("add_f32");
    static const float items[] = {INFINITY, NAN};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        struct slack slack = {0};
        struct difference difference;
        struct text words;
        const float got = 1, one = 0.1F;
        slack_add(&slack, op, NULL, &one);
        slack_add(&slack, op, NULL, &items[i]);
        if (slack_agrees(&slack, op, 1, &items[i], &got, &difference)) return false;
        difference_say(&difference, op, &items[i], &got, &words);
        if (strstr(words.at, "+-") || strstr(words.at, "e+308"))
            return text_say(&finding->first_at, "%s", words.at);
        if (compare_states(op, &slack, &items[i], &got, "row 0", finding) != VERDICT_FAIL) return false;
        if (strstr(finding->first_at.at, "within") || !strstr(finding->first_at.at, "the true result is"))
            return false;
    }
    return true;
}

/* What run and bench print: how many bounds a result is off. */
static const char *const printed[] = {"f16", "bf16", "f32", "f64"};

static bool bounds_off_are_finite(size_t at, struct finding *finding)
{
    struct op op = sum_op(printed[at], 0);
    const struct float_kind *kind = float_kind_of(op.state.elem[0]);
    const double numbers[] = {
        0,           1,          -1 - 2 * kind->unit, kind->least, kind->least * 2 * kind->unit,
        -kind->most, kind->most, (double)INFINITY,    -INFINITY,   (double)NAN};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    for (size_t n = 0; n < NUMBERS * NUMBERS * NUMBERS; n++) {
        struct state item[2], got;
        struct slack slack = {0};
        put_number(&op, numbers[n % NUMBERS], item[0].at);
        put_number(&op, numbers[n / NUMBERS % NUMBERS], item[1].at);
        put_number(&op, numbers[n / NUMBERS / NUMBERS], got.at);
        slack_add(&slack, &op, NULL, item[0].at);
        slack_add(&slack, &op, NULL, item[1].at);
        double bounds = difference_bounds(&slack, &op, UINT64_MAX, item[0].at, got.at);
        if (!isfinite(bounds)) return text_say(&finding->first_at, "%zu: %g bounds", n, bounds);
    }
    return true;
}

static const struct unit_test tests[] = {LINES(bounds_off_are_finite, printed),
                                         TEST(no_bound_of_infinite_items_is_worded),
                                         ROWS(sum_is_within_its_bound, sums),
                                         ROWS(rounded_sum_is_nearest, rounded),
                                         ROWS(rounded_sum_overflows_at_its_border, overflows),
                                         ROWS(exact_columns_take_any_nan, patterns),
                                         TEST(bounds_equal_typed_values),
                                         TEST(many_states_lose_what_they_may),
                                         TEST(each_column_has_its_bound),
                                         TEST(words_of_a_bound_are_exact),
                                         TEST(unknown_states_count_to_the_bit),
                                         TEST(exact_column_has_no_slack),
                                         TEST(lifted_state_has_its_slack),
                                         TEST(likely_error_is_6_deviations),
                                         TEST(share_of_a_bound_is_used),
                                         TEST(farthest_column_counts),
                                         TEST(comparisons_are_worded)};
UNIT(slack, tests);
