/* SPDX-License-Identifier: MIT
 * Tolerances by hand: pairs of floats that agree or do not, and texts that are none. */

#include <float.h>
#include <math.h>

#include "tolerance.h"
#include "unit.h"

static const struct {
    const char *tolerance;
    float expected, got;
    bool agree;
} pairs[] = {
    {"abs=0.5", 1, 1.5F, true},
    {"abs=0.5", 1, 0x1.800002p0F, false},
    {"rel=0.25", 4, 5, true},
    {"rel=0.25", -4, -5, true},
    {"rel=0.25", 4, 0x1.400002p2F, false},
    {"rel=0.25", 5, 4, true},
    {"rel=0.25 abs=1", 4, 6, true},
    {"ulp=2", 1, 1 + 0x1p-22F, true},
    {"ulp=2", 1, 1 + 0x1.8p-22F, false},
    {"ulp=2", 0x1p-149F, -0x1p-149F, true},
    {"ulp=1", 0x1p-149F, -0x1p-149F, false},
    {"ulp=1", 0, -0.0F, true},
    {"exact", 0, -0.0F, false},
    {"exact", 1, 1, true},
    {"abs=1e30", NAN, -NAN, true},
    {"abs=1e30", NAN, 1, false},
    {"abs=1e30", 1, NAN, false},
    {"rel=1", INFINITY, INFINITY, true},
    {"rel=1", INFINITY, FLT_MAX, false},
    {"ulp=1", FLT_MAX, INFINITY, false},
    {"rel=1", INFINITY, -INFINITY, false},
    {"rel=1", -INFINITY, INFINITY, false},
    {"rel=1", -INFINITY, -FLT_MAX, false},
    {"rel=1", -FLT_MAX, -INFINITY, false},
    {"rel=1", FLT_MAX, INFINITY, false},
    /* a NaN and the largest number are 4,194,305 units apart as bits, and infinity is next to both */
    {"ulp=5e6", FLT_MAX, NAN, false},
    {"ulp=5e6", NAN, FLT_MAX, false},
    {"ulp=5e6", NAN, -NAN, true},
    {"ulp=5e6", NAN, INFINITY, false},
    {"ulp=5e6", INFINITY, NAN, false},
    {"ulp=5e6", INFINITY, FLT_MAX, false},
    {"ulp=5e6", INFINITY, INFINITY, true},
    {"exact", NAN, NAN, true},
    {"exact", NAN, -NAN, false},
};

/* Numbers of each type as 64 bits, the lowest in use: -1 and 2 are three apart if signed; the largest and the least
 * of 64 bits one apart if unsigned; 1 and its neighbours of 64 bits. */
static const struct {
    enum elem elem;
    struct op_tolerance tolerance;
    uint64_t expected, got;
    bool agree;
} numbers[] = {
    {ELEM_I8, {.absolute = 3}, 0xff, 2, true},
    {ELEM_I8, {.absolute = 2}, 0xff, 2, false},
    {ELEM_I16, {.absolute = 3}, 0xffff, 2, true},
    {ELEM_I16, {.absolute = 2}, 0xffff, 2, false},
    {ELEM_I32, {.absolute = 3}, 0xffffffff, 2, true},
    {ELEM_I32, {.absolute = 2}, 0xffffffff, 2, false},
    {ELEM_I64, {.absolute = 3}, UINT64_MAX, 2, true},
    {ELEM_I64, {.absolute = 2}, UINT64_MAX, 2, false},
    {ELEM_U8, {.absolute = 253}, 0xff, 2, true},
    {ELEM_U8, {.absolute = 252}, 0xff, 2, false},
    {ELEM_U16, {.absolute = 65533}, 0xffff, 2, true},
    {ELEM_U16, {.absolute = 65532}, 0xffff, 2, false},
    {ELEM_U32, {.absolute = 4294967293.0}, 0xffffffff, 2, true},
    {ELEM_U32, {.absolute = 4294967292.0}, 0xffffffff, 2, false},
    {ELEM_U64, {.absolute = 1}, (uint64_t)1 << 63, INT64_MAX, true},
    {ELEM_I64, {.absolute = 1}, (uint64_t)1 << 63, INT64_MAX, false},
    {ELEM_I32, {.relative = 0.5}, 4, 6, true},
    {ELEM_I32, {.relative = 0.5}, 4, 7, false},
    {ELEM_I32, {.relative = 0.5}, 0xfffffffc, 0xfffffffa, true},
    {ELEM_I32, {.ulps = 5}, 1, 2, false},
    {ELEM_F64, {.absolute = 0.5}, 0x3ff0000000000000, 0x3ff8000000000000, true},
    {ELEM_F64, {.absolute = 0.5}, 0x3ff0000000000000, 0x3ff8000000000001, false},
    {ELEM_F64, {.ulps = 1}, 0x3ff0000000000000, 0x3ff0000000000001, true},
    {ELEM_F64, {.ulps = 1}, 0x3ff0000000000000, 0x3ff0000000000002, false},
    {ELEM_F64, {.ulps = 1}, 0xbff0000000000001, 0xbff0000000000000, true},
    {ELEM_F64, {.ulps = 2}, 1, 0x8000000000000001, true},
    {ELEM_F64, {.ulps = 1}, 1, 0x8000000000000001, false},
};

static const char *const no_tolerances[] = {
    "",         "rel",      "rel=",     "rel=-1",           "rel=nan",
    "ulp=1e20", "near=1",   "rel=1,",   "abs=0.5,rel=0.25", "rel=1;abs=1",
    "rel=1x",   ",rel=0.5", "exactly=1"};

/* A line of a user's, with the functions of add_f32. */
static struct op_line line_with(const char *tolerance)
{
    const struct op *sum = op_find("add_f32");
    struct op_line line = {.op = *sum, .input = "f32", .state = "f32", .mapout = "", .tolerance = tolerance};
    line.op.name = "tolerant";
    line.input_size = line.state_size = sizeof(float);
    return line;
}

static bool floats_agree_within_their_tolerance(size_t at, struct text *why)
{
    struct op_line line = line_with(pairs[at].tolerance);
    struct difference difference;
    if (!op_register(&line, 1, why)) return false;
    bool agree = tolerance_agrees(&line.op, 1, 1, &pairs[at].expected, &pairs[at].got, &difference);
    op_forget(1);
    return agree == pairs[at].agree ||
           text_say(why, "tolerance %s: %a for %a is judged wrong", pairs[at].tolerance,
                    (double)pairs[at].got, (double)pairs[at].expected);
}

/* Results that are rounded once more, to f16: a tolerance is that of the number before. */
static const struct {
    const char *tolerance;
    float expected, got;
    bool agree;
} rounded[] = {
    {"exact", 2049, 2048, true},
    {"exact", 2049, 2050, false},
    {"abs=1e-3", 1 + 0x1p-12F, 1, true},
    {"abs=1e-3", 1 + 0x1p-12F, 1 + 0x1p-9F, false},
    {"rel=1e-6", 65519.96F, INFINITY, true},
    {"rel=1e-6", 65519, INFINITY, false},
    {"rel=1e-6", 2049, 2050, true},
    {"rel=1e-6", 2048.5F, 2050, false},
    {"rel=1e-6", 65500, INFINITY, false},
    {"rel=1e-6", 70000, INFINITY, true},
    {"rel=1e-6", 70000, 65504, false},
    {"rel=1e-6", -70000, INFINITY, false},
    {"ulp=4", 0x1.001p0F, 1, true},
    {"ulp=4", 0x1.001p0F, 1 + 0x1p-9F, false},
    {"ulp=4", NAN, NAN, true},
    {"ulp=4", 1, NAN, false},
};

static bool tolerance_is_of_the_number_before_the_rounding(size_t at, struct text *why)
{
    struct op_line line = line_with(rounded[at].tolerance);
    struct slack slack = {.count = 1, .rounds = ELEM_F16};
    if (!op_register(&line, 1, why)) return false;
    bool agree = slack_agrees(&slack, &line.op, 1, &rounded[at].expected, &rounded[at].got, NULL);
    op_forget(1);
    return agree == rounded[at].agree ||
           text_say(why, "tolerance %s: %a, rounded to f16, for %a is judged wrong", rounded[at].tolerance,
                    (double)rounded[at].got, (double)rounded[at].expected);
}

static bool numbers_agree_within_their_tolerance(struct text *why)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct op op = {
            .name = "tolerant", .state = tuple_of(numbers[i].elem), .tolerance = {numbers[i].tolerance}};
        struct difference difference;
        if (tolerance_agrees(&op, 1, 1, &numbers[i].expected, &numbers[i].got, &difference) !=
                numbers[i].agree ||
            difference.column != (numbers[i].agree ? -1 : 0) || !difference.tolerated || difference.by_close)
            return text_say(why, "numbers of %s, line %zu: judged wrong", elem_name(numbers[i].elem), i);
    }
    return true;
}

/* The second column is off by 3, where 4 + 0.25 * 8 are allowed at most, or 2. */
static bool each_column_has_its_tolerance(struct text *why)
{
    struct op op = {.name = "tolerant", .tolerance = {{0}, {.absolute = 4, .relative = 0.25}}};
    int32_t expected[2] = {7, -8}, got[2] = {7, -5}, other[2] = {8, -8};
    struct difference difference;
    if (!tuple_parse("i32,i32", &op.state) || !tolerance_agrees(&op, 1, 1, expected, got, &difference) ||
        difference.bound != 6)
        return text_say(why, "the second of two columns: judged wrong");
    op.tolerance[1] = (struct op_tolerance){.relative = 0.25};
    if (tolerance_agrees(&op, 1, 1, expected, got, &difference) || difference.column != 1 ||
        difference.bound != 2)
        return text_say(why, "the second of two columns: judged wrong with a tolerance of 2");
    if (tolerance_agrees(&op, 1, 1, expected, other, &difference) || difference.column != 0)
        return text_say(why, "the first of two columns: judged wrong");
    return true;
}

/* It adds to the depth, as a bound does: nothing may overflow where any depth is asked for. */
static bool is_close(const void *expected, const void *got, uint64_t depth, uint64_t items)
{
    (void)expected, (void)got;
    return items < depth + 1;
}

/* What the operator's own function says, and the first column that differs, or else the first one. */
static bool own_comparison_decides(struct text *why)
{
    struct op op = {.name = "tolerant", .close = is_close};
    int32_t expected[2] = {7, 8}, got[2] = {7, 9};
    struct difference difference;
    if (!tuple_parse("i32,i32", &op.state) || !tolerance_agrees(&op, 5, 5, expected, got, &difference) ||
        difference.column != -1 || !difference.by_close)
        return text_say(why, "a result that is close is not taken");
    if (!tolerance_agrees(&op, UINT64_MAX, 5, expected, got, &difference))
        return text_say(why, "a result that is close at any depth is not taken");
    if (tolerance_agrees(&op, 5, 6, expected, got, &difference) || difference.column != 1 ||
        tolerance_agrees(&op, 5, 6, expected, expected, &difference) || difference.column != 0)
        return text_say(why, "a result that is not close: judged wrong");
    return true;
}

static bool wrong_tolerance_is_refused(size_t at, struct text *why)
{
    struct op_line line = line_with(no_tolerances[at]);
    struct text ignored;
    if (!op_register(&line, 1, &ignored)) return true;
    op_forget(1);
    return text_say(why, "\"%s\" is taken for a tolerance", no_tolerances[at]);
}

static const struct unit_test tests[] = {TEST(numbers_agree_within_their_tolerance),
                                         TEST(each_column_has_its_tolerance),
                                         TEST(own_comparison_decides),
                                         NAMED_ROWS(floats_agree_within_their_tolerance, pairs, tolerance),
                                         ROWS(tolerance_is_of_the_number_before_the_rounding, rounded),
                                         LINES(wrong_tolerance_is_refused, no_tolerances)};
UNIT(tolerance, tests);
