/* SPDX-License-Identifier: MIT
 * The parts that decide whether a result is right, against values typed by hand: the oracle, the bounds of float sums,
 * where columns lie, how ragged rows fall. The operator here writes its items down as decimal digits, so that a result
 * is read at once: 1, 2, 3 give 123. */
#include "checks.h"
#include "choices_by_hand.h"
#include "tolerances.h"
#include "wider.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "difference.h"
#include "lab.h"
#include "oracle.h"

/* ---- an operator of digits ---- */

struct digits {
    uint64_t number, places; /* places: 10 to the power of how many digits */
};

enum { NO_DIGIT = 99 }; /* the neutral input */

struct digit_params {
    uint64_t tens; /* which emit puts before a digit */
};

static void digits_params(const int64_t *args, void *params)
{
    struct digit_params filled = {(uint64_t)args[0]};
    memcpy(params, &filled, sizeof filled);
}

static void digits_identity(const void *params, void *state)
{
    struct digits none = {0, 1};
    (void)params;
    memcpy(state, &none, sizeof none);
}

static void digits_combine(const void *params, const void *left, const void *right, void *result)
{
    struct digits a, b;
    (void)params;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    struct digits both = {a.number * b.places + b.number, a.places * b.places};
    memcpy(result, &both, sizeof both);
}

static void digits_value(const void *params, uint64_t index, uint64_t bits, void *input)
{
    uint32_t digit = (uint32_t)(bits % 10);
    (void)params, (void)index;
    memcpy(input, &digit, sizeof digit);
}

static void digits_lift(const void *params, const void *input, void *state)
{
    uint32_t digit;
    memcpy(&digit, input, sizeof digit);
    struct digits one = {digit, 10};
    if (digit == NO_DIGIT)
        digits_identity(params, state);
    else
        memcpy(state, &one, sizeof one);
}

static void digits_emit(const void *params, const void *input, void *mapout)
{
    struct digit_params filled;
    uint32_t digit, emitted;
    memcpy(&filled, params, sizeof filled);
    memcpy(&digit, input, sizeof digit);
    emitted = (uint32_t)filled.tens * 10 + digit;
    memcpy(mapout, &emitted, sizeof emitted);
}

static void digits_neutral(const void *params, void *input)
{
    uint32_t digit = NO_DIGIT;
    (void)params;
    memcpy(input, &digit, sizeof digit);
}

static struct op digits_op(void)
{
    struct op op = {.name = "digits",
                    .laws = LAW_EXACT,
                    .arg = {{"tens", 7, 7, 7}}, /* of every set of params but the first: that is the line's */
                    .lifts = true,
                    .emits = true,
                    .has_neutral = true,
                    .has_params = true,
                    .params_size = sizeof(struct digit_params),
                    .params = digits_params,
                    .identity = digits_identity,
                    .combine = digits_combine,
                    .value = digits_value,
                    .lift = digits_lift,
                    .emit = digits_emit,
                    .neutral = digits_neutral};
    tuple_parse("u32", &op.input);
    tuple_parse("u64,u64", &op.state);
    tuple_parse("u32", &op.mapout);
    return op;
}

/* ---- folds ---- */

/* A problem of digits 1, 2, 3 ... and what it gives: a number a row of a reduction, an item of a scan. */
static const struct {
    enum what what;
    struct shape shape;
    enum side_form input;
    uint64_t only_from, only_to; /* both 0: all items */
    uint64_t init;               /* 0: none */
    int results;
    uint64_t result[8];
} folds[] = {
    {WHAT_REDUCE, {.count = 1, .size = {6}}, SIDE_SOA, 0, 0, 0, 1, {123456}},
    {WHAT_REDUCE, {.count = 1, .size = {1}}, SIDE_SOA, 0, 0, 0, 1, {1}},
    {WHAT_REDUCE, {.count = 1, .size = {0}}, SIDE_SOA, 0, 0, 0, 1, {0}},
    {WHAT_REDUCE, {.count = 1, .size = {5}}, SIDE_SOA, 0, 0, 8, 1, {812345}},
    {WHAT_REDUCE, {.count = 2, .size = {3, 2}}, SIDE_SOA, 0, 0, 0, 3, {12, 34, 56}},
    {WHAT_REDUCE, {.count = 2, .size = {3, 2}}, SIDE_SOA, 0, 0, 9, 3, {912, 934, 956}},
    {WHAT_REDUCE,
     {.form = SHAPE_LIST, .count = 4, .size = {2, 0, 3, 1}},
     SIDE_SOA,
     0,
     0,
     0,
     4,
     {12, 0, 345, 6}},
    {WHAT_REDUCE, {.count = 1, .size = {6}}, SIDE_SOA, 2, 4, 0, 1, {34}},
    {WHAT_REDUCE, {.count = 1, .size = {4}}, SIDE_ONE, 0, 0, 0, 1, {1111}},
    {WHAT_SCAN, {.count = 1, .size = {5}}, SIDE_SOA, 0, 0, 0, 5, {1, 12, 123, 1234, 12345}},
    {WHAT_SCAN, {.count = 1, .size = {3}}, SIDE_SOA, 0, 0, 8, 3, {81, 812, 8123}},
    {WHAT_SCAN, {.count = 2, .size = {2, 3}}, SIDE_SOA, 0, 0, 8, 6, {81, 812, 8123, 84, 845, 8456}},
    {WHAT_SCAN, {.form = SHAPE_LIST, .count = 3, .size = {1, 0, 2}}, SIDE_SOA, 0, 0, 0, 3, {1, 2, 23}},
    {WHAT_SCAN, {.count = 1, .size = {5}}, SIDE_SOA, 1, 3, 0, 5, {0, 2, 23, 23, 23}},
    {WHAT_EXSCAN, {.count = 1, .size = {5}}, SIDE_SOA, 0, 0, 0, 5, {0, 1, 12, 123, 1234}},
    {WHAT_EXSCAN, {.count = 1, .size = {3}}, SIDE_SOA, 0, 0, 9, 3, {9, 91, 912}},
    {WHAT_EXSCAN, {.count = 2, .size = {2, 2}}, SIDE_SOA, 0, 0, 9, 4, {9, 91, 9, 93}},
    {WHAT_EXSCAN, {.count = 1, .size = {3}}, SIDE_ONE, 0, 0, 0, 3, {0, 1, 11}},
};

struct seen {
    uint64_t number[8];
    int count;
};

static bool note_state(void *context, uint64_t j, const void *state)
{
    struct seen *seen = context;
    struct digits digits;
    (void)j;
    memcpy(&digits, state, sizeof digits);
    seen->number[seen->count++] = digits.number;
    return true;
}

static struct problem digits_problem(const struct op *op, enum what what, const struct shape *shape)
{
    struct problem problem = {.what = what, .op = op, .shape = *shape, .args = {3}};
    problem.data = (struct data){.form = DATA_LITERAL, .count = 8, .literal = {1, 2, 3, 4, 5, 6, 7, 8}};
    problem.layout.sides = 1;
    return problem;
}

static bool fold_is_right(const struct op *op, size_t at, struct finding *finding)
{
    struct problem problem = digits_problem(op, folds[at].what, &folds[at].shape);
    struct seen seen = {.count = 0};
    uint64_t rows = 0;
    problem.layout.input.form = folds[at].input;
    problem.has_only = folds[at].only_to > 0;
    problem.only_from = folds[at].only_from;
    problem.only_to = folds[at].only_to;
    problem.has_init = folds[at].init > 0;
    problem.init_bits = folds[at].init;
    shape_rows(&problem.shape, &rows);
    for (uint64_t row = 0; row < rows; row++) {
        struct state state;
        if (problem.what != WHAT_REDUCE)
            oracle_scan(&problem, row, problem.what == WHAT_EXSCAN, NULL, note_state, &seen);
        else {
            oracle_reduce(&problem, row, state.at, NULL);
            note_state(&seen, 0, state.at);
        }
    }
    for (int r = 0; r < folds[at].results; r++)
        if (seen.count != folds[at].results || seen.number[r] != folds[at].result[r])
            return text_say(&finding->first_at, "fold %zu, result %d: expected %" PRIu64 ", got %" PRIu64, at,
                            r, folds[at].result[r], seen.number[r]);
    return true;
}

/* The first row's params put a 3 before each digit of the map-out, all others a 7. */
static bool mapouts_are_right(const struct op *op, struct finding *finding)
{
    static const struct shape shape = {.count = 2, .size = {2, 3}};
    static const uint32_t expected[] = {31, 32, 33, 74, 75, 76};
    struct problem problem = digits_problem(op, WHAT_REDUCE, &shape);
    problem.vary_count = 1;
    for (uint64_t i = 0; i < 6; i++) {
        uint32_t got;
        oracle_mapout(&problem, NULL, i / 3, i, &got);
        if (got != expected[i])
            return text_say(&finding->first_at, "map-out %" PRIu64 ": expected %" PRIu32 ", got %" PRIu32, i,
                            expected[i], got);
    }
    return true;
}

static bool columns_fold_right(const struct op *op, struct finding *finding)
{
    uint32_t digit[] = {5, 0, 6, 0, 7, 0, 8, 0};
    struct columns columns = {.count = 1, .column = {{digit, 8}}};
    struct digit_params params = {3};
    struct digits got;
    oracle_reduce_columns(op, &params, &columns, 1, 2, &got, NULL);
    return got.number == 67 ||
           text_say(&finding->first_at, "items 1 and 2 of columns: expected 67, got %" PRIu64, got.number);
}

/* By key: digits 5, 6, 7 and 8 with keys 1, 0, 2 and 1 of two keys; the third is in no fold. */
static bool keyed_columns_fold_right(const struct op *op, struct finding *finding)
{
    uint32_t digit[] = {4, 5, 6, 7, 8}, key[] = {0, 1, 0, 2, 1};
    struct columns columns = {.count = 1, .column = {{digit, 4}}};
    struct column_keys keys = {key, 2};
    struct digit_params params = {3};
    struct digits got[3] = {{0, 0}, {0, 0}, {99, 99}};
    oracle_keyed_columns(op, &params, &columns, &keys, 1, 4, got, NULL);
    return (got[0].number == 6 && got[1].number == 58 && got[2].number == 99) ||
           text_say(&finding->first_at,
                    "items 1 to 4 by key: expected 6, 58 and 99, got %" PRIu64 ", %" PRIu64 " and %" PRIu64,
                    got[0].number, got[1].number, got[2].number);
}

/* Params of other rows take each value between the least and the most, and no other. */
static bool params_reach_all(struct op op, struct finding *finding)
{
    static const struct shape shape = {.count = 2, .size = {200, 1}};
    struct problem problem = digits_problem(&op, WHAT_REDUCE, &shape);
    unsigned seen = 0;
    op.arg[0] = (struct op_arg){.name = "tens", .least = 2, .usual = 3, .most = 5};
    problem.op = &op;
    problem.vary_count = 1;
    for (uint64_t row = 1; row < 200; row++) {
        struct digit_params params;
        problem_params(&problem, row, &params);
        seen |= params.tens < 32 ? 1u << params.tens : 1;
    }
    return seen == 0x3c ||
           text_say(&finding->first_at, "params from 2 to 5 take the values of bits %x, expected 3c", seen);
}

/* ---- transpositions ---- */

enum { ABSENT = 99 };

/* Which item lies in each place of the result. */
static const struct {
    struct shape shape;
    int64_t present; /* -1: all */
    uint64_t places, item[12];
} moves[] = {
    {{.count = 2, .size = {2, 3}}, -1, 6, {0, 3, 1, 4, 2, 5}},
    {{.count = 2, .size = {2, 2}}, -1, 4, {0, 2, 1, 3}},
    {{.count = 2, .size = {1, 4}}, -1, 4, {0, 1, 2, 3}},
    {{.count = 1, .size = {3}}, -1, 3, {0, 1, 2}},
    {{.count = 3, .size = {2, 2, 3}}, -1, 12, {0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11}},
    {{.count = 2, .size = {2, 3}}, 4, 6, {0, 3, 1, ABSENT, 2, ABSENT}},
    {{.count = 3, .size = {2, 2, 2}}, 3, 8, {0, 2, 1, ABSENT, 3, 5, 4, ABSENT}},
};

static bool moves_are_right(struct finding *finding)
{
    for (size_t m = 0; m < sizeof moves / sizeof moves[0]; m++) {
        struct problem problem = {
            .what = WHAT_TRANSPOSE, .op = op_of_elem(ELEM_U32), .shape = moves[m].shape};
        problem.with_count = moves[m].present >= 0;
        strcpy(problem.with[0].name, "present");
        problem.with[0].value = moves[m].present;
        for (uint64_t at = 0; at < moves[m].places; at++) {
            uint64_t item;
            if (!oracle_transposed(&problem, at, &item)) item = ABSENT;
            if (item != moves[m].item[at])
                return text_say(&finding->first_at,
                                "matrix %zu, place %" PRIu64 ": expected item %" PRIu64 ", got %" PRIu64, m,
                                at, moves[m].item[at], item);
        }
    }
    return true;
}

/* ---- float sums ---- */

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

/* ---- places ---- */

/* Three items of an i8 and an i64, and where they lie. */
static const struct {
    struct side side;
    size_t offset[2], bytes;
    int64_t stride[2];
} places[] = {
    {{SIDE_SOA, 0, 0}, {0, 512}, 536, {1, 8}}, {{SIDE_SOA, 2, 1}, {2, 528}, 568, {2, 16}},
    {{SIDE_AOS, 0, 0}, {0, 8}, 48, {16, 16}},  {{SIDE_AOS, 2, 1}, {32, 40}, 112, {32, 32}},
    {{SIDE_ARENA, 0, 0}, {0, 8}, 32, {1, 8}},  {{SIDE_ARENA, 2, 1}, {2, 24}, 64, {2, 16}},
    {{SIDE_ONE, 2, 0}, {2, 528}, 536, {0, 0}},
};

static bool place_is_right(size_t at, struct finding *finding)
{
    struct tuple tuple;
    struct placement got;
    tuple_parse("i8,i64", &tuple);
    bool placed = layout_place(&tuple, places[at].side, 3, &got);
    for (int c = 0; placed && c < 2; c++)
        placed = got.offset[c] == places[at].offset[c] && got.stride[c] == places[at].stride[c];
    if (placed && got.bytes == places[at].bytes) return true;
    return text_say(&finding->first_at,
                    "layout %zu: expected columns at %zu and %zu, %zu bytes; got %zu and %zu, %zu", at,
                    places[at].offset[0], places[at].offset[1], places[at].bytes, got.offset[0],
                    got.offset[1], got.bytes);
}

/* Two columns at these places of 16-byte words, and the items by which they begin behind a boundary of both. */
static const struct {
    const char *columns;
    uintptr_t at[2];
    int64_t stride[2];
    int lead;
} leads[] = {
    {"u32,u32", {256, 512}, {4, 4}, 0},  {"u32,u32", {260, 516}, {4, 4}, 1},
    {"u32,u32", {260, 512}, {4, 4}, -1}, {"u8,u32", {257, 516}, {1, 4}, 1},
    {"u8,u32", {261, 516}, {1, 4}, 5},   {"u8,u32", {258, 516}, {1, 4}, -1},
    {"u8,u8", {271, 527}, {1, 1}, 15},   {"u64,u64", {264, 520}, {8, 8}, 1},
    {"u64,u64", {256, 520}, {8, 8}, -1}, {"u32,u32", {256, 512}, {4, 8}, -1},
    {"u32,u32", {256, 512}, {8, 4}, -1},
};

static bool lead_is_right(size_t at, struct finding *finding)
{
    struct tuple tuple;
    struct columns columns = {.count = 2};
    tuple_parse(leads[at].columns, &tuple);
    for (int c = 0; c < 2; c++) {
        columns.column[c].base = (void *)leads[at].at[c];
        columns.column[c].stride = leads[at].stride[c];
    }
    int got = columns_lead(&columns, &tuple);
    return got == leads[at].lead ||
           text_say(&finding->first_at, "lead %zu: expected %d, got %d", at, leads[at].lead, got);
}

/* The most scratch that fits 63 bits of bytes behind three items, with room for two guards and two boundaries. */
static bool limit_is_right(struct finding *finding)
{
    struct arena arena;
    struct tuple tuple = tuple_of(ELEM_U32);
    struct layout layout = {.sides = 1};
    struct arena_wish wish = {
        .input = &tuple, .result = &tuple, .inputs = 3, .results = 1, .layout = &layout};
    if (!arena_place(&arena, &wish, &finding->first_at)) return false;
    uint64_t at = arena.scratch_offset, most = INT64_MAX - 2 * (256 + 256) - at;
    return (arena_place_scratch(&arena, at, most, NULL) &&
            !arena_place_scratch(&arena, at, most + 1, NULL)) ||
           text_say(&finding->first_at,
                    "scratch behind byte %" PRIu64 ": expected a limit of %" PRIu64 " bytes", at, most);
}

/* ---- ragged rows ---- */

static bool say_shape(const struct shape *shape, const char *words, uint64_t row, struct finding *finding)
{
    return text_say(&finding->first_at,
                    "%" PRIu64 " ragged rows of mean %" PRIu64 ", distribution %d, seed %" PRIu64
                    ", row %" PRIu64 ": %s",
                    shape->size[0], shape->size[1], (int)shape->dist, shape->seed, row, words);
}

/* May a row of such a distribution have this number of items? */
static bool is_length(const struct shape *shape, uint64_t row, uint64_t length)
{
    uint64_t mean = shape->size[1], rows = shape->size[0];
    bool alone = row + 1 == rows && row % 2 == 0;
    if (shape->dist == DIST_UNIFORM) return alone ? length == mean : length <= 2 * mean;
    if (shape->dist == DIST_HALFEMPTY) return alone ? length == mean : length == 0 || length == 2 * mean;
    if (shape->dist == DIST_GIANT)
        return length == (mean > 0) || length == rows * mean - (rows - 1) * (mean > 0);
    return length <= rows * mean;
}

/* Rows follow one another, hold rows * mean items, and each item knows its row. */
static bool rows_follow(const struct shape *shape, bool *differ, struct finding *finding)
{
    uint64_t start[80], at = 0;
    shape_row_starts(shape, start);
    for (uint64_t row = 0; row < shape->size[0]; row++) {
        uint64_t length = shape_row_length(shape, row);
        if (shape_row_first(shape, row) != at)
            return say_shape(shape, "does not begin where the last one ends", row, finding);
        if (start[row] != at) return say_shape(shape, "is said to begin elsewhere", row, finding);
        if (!is_length(shape, row, length)) return say_shape(shape, "has no such length", row, finding);
        *differ |= length != shape->size[1];
        for (uint64_t end = at + length; at < end; at++)
            if (shape_row_of(shape, at) != row)
                return say_shape(shape, "does not own its items", row, finding);
    }
    return (at == shape->size[0] * shape->size[1] && start[shape->size[0]] == at) ||
           say_shape(shape, "is the last, and items are missing", shape->size[0], finding);
}

static bool ragged_rows_are_right(struct finding *finding)
{
    for (int dist = DIST_UNIFORM; dist <= DIST_HALFEMPTY; dist++) {
        bool differ = false;
        for (uint64_t rows = 0; rows <= 70; rows++)
            for (uint64_t mean = 0; mean <= 3; mean++) {
                struct shape shape = {.form = SHAPE_RAGGED,
                                      .count = 2,
                                      .size = {rows, mean},
                                      .has_dist = true,
                                      .dist = (enum dist)dist,
                                      .seed = rows * 7 + mean};
                if (!rows_follow(&shape, &differ, finding)) return false;
            }
        if (!differ)
            return text_say(&finding->first_at, "ragged rows of distribution %d all have the mean's length",
                            dist);
    }
    return true;
}

/* ---- the claim ---- */

static bool all_by_hand(struct finding *finding)
{
    struct op op = digits_op();
    bool good = true;
    for (size_t f = 0; good && f < sizeof folds / sizeof folds[0]; f++)
        good = fold_is_right(&op, f, finding);
    good = good && mapouts_are_right(&op, finding) && columns_fold_right(&op, finding) &&
           keyed_columns_fold_right(&op, finding) && params_reach_all(op, finding) &&
           moves_are_right(finding);
    for (size_t s = 0; good && s < sizeof sums / sizeof sums[0]; s++)
        good = sum_is_right(s, finding);
    good = good && bounds_are_right(finding) && words_are_right(finding) &&
           tolerances_hold(&finding->first_at) && wider_is_right(&finding->first_at);
    for (size_t p = 0; good && p < sizeof places / sizeof places[0]; p++)
        good = place_is_right(p, finding);
    for (size_t l = 0; good && l < sizeof leads / sizeof leads[0]; l++)
        good = lead_is_right(l, finding);
    return good && limit_is_right(finding) && ragged_rows_are_right(finding) && draws_are_right(finding);
}

enum verdict oracle_equals_values_by_hand_check(void *context, const struct test_case *checked,
                                                struct finding *finding)
{
    (void)context, (void)checked;
    return all_by_hand(finding) ? VERDICT_PASS : VERDICT_FAIL;
}
