/* SPDX-License-Identifier: MIT
 * Tolerances by hand: pairs of floats that agree or do not, and texts that are none. */
#include "tolerances.h"

#include <float.h>
#include <math.h>

#include "tolerance.h"

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

static bool pair_is_judged(size_t at, struct text *why)
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

bool tolerances_hold(struct text *why)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (!pair_is_judged(i, why)) return false;
    for (size_t i = 0; i < sizeof no_tolerances / sizeof no_tolerances[0]; i++) {
        struct op_line line = line_with(no_tolerances[i]);
        struct text ignored;
        if (!op_register(&line, 1, &ignored)) continue;
        op_forget(1);
        return text_say(why, "\"%s\" is taken for a tolerance", no_tolerances[i]);
    }
    return true;
}
