/* SPDX-License-Identifier: MIT
 * Which floats items have, beside what the operators' headers say of them (ci/lint/float_rules). */
#include <math.h>
#include <string.h>

#include "float_elem.h"
#include "problem.h"
#include "unit.h"

enum floats { NANS = 1, INFINITIES = 2, MINUS_ZEROS = 4, SUBNORMALS = 8, ALL = 15 };

/* Of some, what their rule leaves out. All others have all. */
static const struct {
    const char *op;
    unsigned floats;
} fewer[] = {{"sum_and_square_f32", 0},       {"max_f32", ALL & ~MINUS_ZEROS},
             {"min_f32", ALL & ~MINUS_ZEROS}, {"max_f16", ALL & ~MINUS_ZEROS},
             {"min_f16", ALL & ~MINUS_ZEROS}, {"max_bf16", ALL & ~MINUS_ZEROS},
             {"min_bf16", ALL & ~MINUS_ZEROS}};

static unsigned kind_of(enum elem elem, const void *at)
{
    double value = float_value(elem, at);
    if (isnan(value)) return NANS;
    if (isinf(value)) return INFINITIES;
    if (value == 0) return signbit(value) ? MINUS_ZEROS : 0;
    return fabs(value) < float_kind_of(elem)->least ? SUBNORMALS : 0;
}

/* Of a column in wild items where those are drawn, in any ones else. No own operator with floats has params. */
static unsigned floats_of(const struct op *op, int column)
{
    enum { ROW = 1024, ROWS_SEEN = 64 };
    bool is_wild = op_adds_items(op) && !op->emits;
    unsigned seen = 0;
    for (uint64_t i = 0; i < ROW * ROWS_SEEN; i++) {
        _Alignas(16) unsigned char item[MAX_STATE_BYTES];
        const struct problem problem = {.op = op,
                                        .shape = {.form = SHAPE_DIMS, .count = 1, .size = {ROW}},
                                        .data = {.form = is_wild ? DATA_WILD : DATA_ANY, .seed = i / ROW}};
        problem_item(&problem, NULL, i % ROW, item);
        seen |= kind_of(op->input.elem[column], item + op->input.offset[column]);
    }
    return seen;
}

static unsigned rule_of(const struct op *op)
{
    for (size_t f = 0; f < sizeof fewer / sizeof fewer[0]; f++)
        if (strcmp(op->name, fewer[f].op) == 0) return fewer[f].floats;
    return ALL;
}

static bool rules_are_drawn(struct finding *finding)
{
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        for (int c = 0; op_is_own(op) && c < op->input.count; c++) {
            if (!elem_is_float(op->input.elem[c])) continue;
            unsigned seen = floats_of(op, c), expected = rule_of(op);
            if (seen != expected)
                return text_say(&finding->first_at,
                                "%s, column %d: NaN 1, infinities 2, -0 4, subnormals 8: expected %u, got %u",
                                op->name, c + 1, expected, seen);
        }
    }
    return true;
}

static const struct unit_test tests[] = {TEST(rules_are_drawn)};
UNIT(operators_floats, tests);
