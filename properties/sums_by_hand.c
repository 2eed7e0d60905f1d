/* SPDX-License-Identifier: MIT
 * Bounds of float sums, typed by hand. */
#include "by_hand.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "difference.h"
#include "lab.h"
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
    /* one addition of 2 in all may lose 2^-24 * 2, a unit below 2, and half of one above */
    {"f32", 0, 2, {1, 1}, 2, {2, 2, 2}, {2 + 0x1p-22, 2 - 0x1p-22, 1, 3}},
    /* two additions of 7 in all: 2 * 2^-24 * 7 = 0.83e-6; a unit of 7 is 0.48e-6 */
    {"f32", 0, 3, {1, 2, 4}, 7, {7, 7 + 0x1p-21, 7 - 0x1p-21}, {7 + 0x1p-20, 7 - 0x1p-20, 5, 3}},
    /* what cancels leaves room for what was added: 2 * 2^-24 * 2^61 = 2^38 */
    {"f32", 0, 3, {0x1p60, 1, -0x1p60}, 1, {1, 0, 0x1p37}, {0x1p39, -0x1p39, 0x1p60, -0x1p60}},
    /* doubles: 2 * 2^-53 and twice as much for the true sum's own rounding */
    {"f64", 0, 2, {1, 1}, 2, {2, 2 + 0x1p-51, 2}, {2 + 0x1p-50, 2 - 0x1p-50, 2 + 0x1p-30, 0}},
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
     {FLT_MAX, (double)INFINITY, (double)INFINITY},
     {0, -FLT_MAX, 1, FLT_MAX / 2}},
    /* an exact operator's bits: minus zero is not zero */
    {"f32", LAW_EXACT, 2, {1, 1}, 2, {2, 2, 2}, {2 + 0x1p-22, 2 - 0x1p-23, -2, 0}},
    {"f64", LAW_EXACT, 1, {0}, 0, {0, 0, 0}, {-0.0, 0x1p-1000, 1, -1}},
};

static void put_number(const struct op *op, double number, void *state)
{
    float single = (float)number;
    memset(state, 0, op->state.size);
    if (op->state.elem[0] == ELEM_F32)
        memcpy(state, &single, sizeof single);
    else
        memcpy(state, &number, sizeof number);
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

static bool sum_is_right(size_t at, struct finding *finding)
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
    return true;
}

/* States of one float, their magnitudes' sum, how deep the additions are, and the bound: -1 stands for none. */
static const struct {
    uint64_t count, depth;
    double magnitude, least, most;
} bounds[] = {
    {(1 << 24) + 1, UINT64_MAX, 1, -1, -1}, /* of 2^24 additions nothing is promised */
    {(1 << 24) + 1, UINT64_MAX, 0, -1, -1},
    {1 << 25, UINT64_MAX, 1, -1, -1},
    {(1 << 24) + 1, 4, 1, 2.38418e-7, 2.38420e-7}, /* 4 * 2^-24 */
    {3, UINT64_MAX, 1, 1.19209e-7, 1.19210e-7},    /* three need no more than two additions */
    {0, UINT64_MAX, 0, 0, 0},
};

static bool bounds_are_right(struct finding *finding)
{
    struct op op = sum_op("f32", 0);
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        struct slack slack = {.count = bounds[b].count};
        slack.column[0].magnitude = bounds[b].magnitude;
        double got = slack_bound(&slack, &op, 0, bounds[b].depth);
        bool right =
            bounds[b].least < 0 ? isinf(got) && got > 0 : got >= bounds[b].least && got <= bounds[b].most;
        if (!right)
            return text_say(&finding->first_at, "bound %zu: expected %g to %g, got %g", b, bounds[b].least,
                            bounds[b].most, got);
    }
    return true;
}

/* A difference in words, within a bound and bit by bit. */
static bool words_are_right(struct finding *finding)
{
    struct op op = sum_op("i32,f32", 0);
    struct text said[2];
    struct {
        int32_t number;
        float sum;
    } expected = {-3, 8.5f}, got = {4, 9};
    difference_say(&(struct difference){.column = 1, .within = true, .true_sum = 8.5, .bound = 0.125}, &op,
                   &expected, &got, &said[0]);
    difference_say(&(struct difference){.column = 0}, &op, &expected, &got, &said[1]);
    if (strcmp(said[0].at, "column 2 of 2 (f32): expected 8.5 +- 0.125, got 9") == 0 &&
        strcmp(said[1].at, "column 1 of 2 (i32): expected -3, got 4") == 0)
        return true;
    return text_say(&finding->first_at, "differences are said as \"%.120s\" and \"%.120s\"", said[0].at,
                    said[1].at);
}

/* Two items of (3, 1, 2) give (6, 2, 4). Each column is held to its own: the first to its bits, the others to their sums. */
static bool columns_are_right(struct finding *finding)
{
    struct sums {
        int32_t number;
        float first, second;
    };
    const struct sums item = {3, 1, 2}, expected = {6, 2, 4};
    static const struct sums got[] = {{7, 2, 4}, {6, 3, 4}, {6, 2, 5}, {6, 2, 4}};
    static const int wrong[] = {0, 1, 2, -1};
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
    }
    return true;
}

bool sums_are_right(struct finding *finding)
{
    for (size_t s = 0; s < sizeof sums / sizeof sums[0]; s++)
        if (!sum_is_right(s, finding)) return false;
    return bounds_are_right(finding) && columns_are_right(finding) && words_are_right(finding);
}
