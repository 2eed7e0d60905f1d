/* SPDX-License-Identifier: MIT */
#include "wide.h"

#include <assert.h>
#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "float_elem.h"

enum {
    MORE = 4, /* how much farther a fold in another order may be off */
    STEP =
        1024, /* roundings by which a column is moved to see what one does, at most: the results are rounded, too */
};

struct cell {
    alignas(16) unsigned char at[MAX_STATE_BYTES];
};
struct wide_cell {
    alignas(16) unsigned char at[MAX_WIDE_BYTES];
};

/* One combine in the wider type, its result narrowed. */
struct step {
    const struct op *op;
    const void *params;
    struct cell operand[2], result;
};

static bool is_float(const struct op *op, int column)
{
    return elem_is_float(op->state.elem[column]);
}

static double column_value(const struct op *op, int column, const void *state)
{
    return float_value(op->state.elem[column], (const unsigned char *)state + op->state.offset[column]);
}

static void column_set(const struct op *op, int column, double value, struct cell *state)
{
    float_put(op->state.elem[column], value, state->at + op->state.offset[column]);
}

static double unit_of(const struct op *op, int column)
{
    return float_kind_of(op->state.elem[column])->unit;
}

void wide_combined(const struct op *op, const void *params, const void *left, const void *right, void *result)
{
    struct wide_cell a = {{0}}, b = {{0}};
    op->wide->widen(left, a.at);
    op->wide->widen(right, b.at);
    op->wide->combine(params, a.at, b.at, a.at);
    op->wide->narrow(a.at, result);
}

static void step_make(struct step *step, const struct op *op, const void *params, const void *left,
                      const void *right)
{
    memset(step, 0, sizeof *step);
    step->op = op;
    step->params = params;
    memcpy(step->operand[0].at, left, op->state.size);
    memcpy(step->operand[1].at, right, op->state.size);
    wide_combined(op, params, left, right, step->result.at);
}

/* ---- what a small change of an operand does ---- */

/* The result if column j of an operand were another one. */
static struct cell moved_result(const struct step *step, int operand, int j, double value)
{
    struct cell moved = step->operand[operand], result = {{0}};
    column_set(step->op, j, value, &moved);
    const struct cell *left = operand == 0 ? &moved : &step->operand[0];
    const struct cell *right = operand == 1 ? &moved : &step->operand[1];
    wide_combined(step->op, step->params, left->at, right->at, result.at);
    return result;
}

/* How far column c lies from where it was; of two results the farther one, unless it is no number: a column may not be
 * movable both ways. */
static double farther(const struct step *step, int c, const struct cell *up, const struct cell *down)
{
    double was = column_value(step->op, c, step->result.at);
    double above = fabs(column_value(step->op, c, up->at) - was);
    double below = fabs(column_value(step->op, c, down->at) - was);
    if (isfinite(above) && isfinite(below)) return fmax(above, below);
    return isfinite(above) ? above : isfinite(below) ? below : (double)INFINITY;
}

/* By which share of a number a column is moved: of halves, which have few digits, by less than STEP roundings. */
static double step_of(const struct op *op, int column)
{
    double unit = unit_of(op, column);
    return fmin(STEP * unit, sqrt(unit));
}

/* How far each column of the result moves if column j of an operand moves by `by`, which may be infinite. A move that
 * is small is made larger, and its result smaller. A value that is no number, or infinite, does not move. */
static void growth_of(const struct step *step, int operand, int j, double by, double growth[MAX_COLUMNS])
{
    double value = column_value(step->op, j, step->operand[operand].at);
    memset(growth, 0, MAX_COLUMNS * sizeof *growth);
    double move = fmax(by, step_of(step->op, j) * fabs(value));
    if (!(by > 0)) return;
    struct cell up = moved_result(step, operand, j, value + move);
    struct cell down = moved_result(step, operand, j, value - move);
    for (int c = 0; c < step->op->state.count; c++)
        if (is_float(step->op, c) && isfinite(column_value(step->op, c, step->result.at)))
            growth[c] = farther(step, c, &up, &down) * (by < move ? by / move : 1);
}

/* s_c of the header. */
static void roundings_of(const struct step *step, double *rounding)
{
    const struct op *op = step->op;
    double growth[MAX_COLUMNS];
    for (int c = 0; c < op->state.count; c++) {
        double result = is_float(op, c) ? fabs(column_value(op, c, step->result.at)) : 0;
        rounding[c] = result > 0 && isfinite(result) ? unit_of(op, c) * result : 0;
    }
    for (int operand = 0; operand < 2; operand++)
        for (int j = 0; j < op->state.count; j++) {
            if (!is_float(op, j)) continue;
            double value = column_value(op, j, step->operand[operand].at);
            growth_of(step, operand, j, unit_of(op, j) * fabs(value), growth);
            for (int c = 0; c < op->state.count; c++)
                rounding[c] += growth[c];
        }
}

static bool same_integers(const struct op *op, int column, const void *a, const void *b)
{
    size_t offset = op->state.offset[column];
    return memcmp((const char *)a + offset, (const char *)b + offset, elem_size(op->state.elem[column])) == 0;
}

static double column_lost(const struct step *step, int c, const void *got, double rounding)
{
    if (!is_float(step->op, c))
        return same_integers(step->op, c, step->result.at, got) ? 0 : (double)INFINITY;
    double want = column_value(step->op, c, step->result.at), have = column_value(step->op, c, got);
    if (want == have || (isnan(want) && isnan(have))) return 0;
    return isfinite(want) && isfinite(have) && rounding > 0 ? fabs(want - have) / rounding : (double)INFINITY;
}

void wide_lost(const struct op *op, const void *params, const void *const operands[2], const void *got,
               double lost[MAX_COLUMNS])
{
    struct step step;
    double rounding[MAX_COLUMNS];
    step_make(&step, op, params, operands[0], operands[1]);
    roundings_of(&step, rounding);
    for (int c = 0; c < op->state.count; c++)
        lost[c] = column_lost(&step, c, got, rounding[c]);
}

/* ---- a fold ---- */

/* How far the columns may be off after the step, of how far they were before. */
static void step_errors(const struct step *step, struct slack_column *columns)
{
    const struct op *op = step->op;
    const struct wide_model *model = wide_model_of(op);
    double growth[MAX_COLUMNS], rounding[MAX_COLUMNS], error[MAX_COLUMNS] = {0};
    for (int j = 0; j < op->state.count; j++) {
        if (!(columns[j].error > 0)) continue;
        growth_of(step, 0, j, columns[j].error, growth);
        for (int c = 0; c < op->state.count; c++)
            error[c] = hypot(error[c], growth[c]);
    }
    roundings_of(step, rounding);
    for (int c = 0; c < op->state.count; c++) {
        double lost = model->lost[c] > 0 ? fmin(fmax(model->lost[c], 1), MOST_ROUNDINGS) : 0;
        columns[c].error = hypot(error[c], lost > 0 ? lost * rounding[c] : 0);
    }
}

void wide_add(struct slack *slack, const struct op *op, const void *params, const void *state)
{
    struct step step;
    struct cell before = {{0}};
    struct wide_cell item = {{0}};
    op->wide->widen(state, item.at);
    if (slack->count == 1) {
        memcpy(slack->wide, item.at, sizeof item.at);
        return;
    }
    op->wide->narrow(slack->wide, before.at);
    op->wide->combine(params, slack->wide, item.at, slack->wide);
    step_make(&step, op, params, before.at, state);
    step_errors(&step, slack->column);
}

/* ---- results ---- */

static bool value_agrees(const struct op *op, int column, double got, struct difference *difference)
{
    double sum = difference->true_sum, bound = difference->bound;
    double most = float_kind_of(op->state.elem[column])->most;
    if (isnan(sum)) return isnan(got);
    if (isinf(sum)) return got == sum;
    if (isinf(got)) return fabs(sum) + bound > most && signbit(got) == signbit(sum);
    return fabs(got - sum) <= bound;
}

/* The bound of the header, and the rounding by which the wider fold was narrowed. */
static double bound_of(const struct slack *slack, const struct op *op, int column, double value)
{
    double error = slack->column[column].error;
    return error > 0 ? MORE * sqrt((double)slack->count) * error + unit_of(op, column) * fabs(value) : 0;
}

/* Within `times` the bound of each column. */
static bool columns_agree(const struct slack *slack, const struct op *op, int times, const void *expected,
                          const void *got, struct difference *difference)
{
    for (int c = 0; c < op->state.count; c++) {
        *difference = (struct difference){.column = c, .within = is_float(op, c)};
        if (!difference->within) {
            if (!same_integers(op, c, expected, got)) return false;
            continue;
        }
        difference->by_wide = times == 1;
        difference->true_sum = column_value(op, c, expected);
        difference->bound = times * bound_of(slack, op, c, difference->true_sum);
        double value = slack_unrounded(slack, difference->true_sum, column_value(op, c, got));
        if (times > 1) difference->true_sum = slack_unrounded(slack, value, difference->true_sum);
        if (!value_agrees(op, c, value, difference)) return false;
    }
    difference->column = -1;
    return true;
}

bool wide_agrees(const struct slack *slack, const struct op *op, const void *expected, const void *got,
                 struct difference *difference)
{
    struct cell fold = {{0}};
    assert(op->wide);
    if (slack->count == 0) return columns_agree(slack, op, 1, expected, got, difference);
    op->wide->narrow(slack->wide, fold.at);
    return columns_agree(slack, op, 1, fold.at, got, difference);
}

bool wide_near(const struct slack *slack, const struct op *op, const void *expected, const void *got,
               struct difference *difference)
{
    return columns_agree(slack, op, 2, expected, got, difference);
}

double wide_used(const struct slack *slack, const struct op *op, const void *got)
{
    struct cell fold = {{0}};
    double most = 0;
    op->wide->narrow(slack->wide, fold.at);
    for (int c = 0; c < op->state.count; c++) {
        if (!is_float(op, c)) continue;
        double value = column_value(op, c, fold.at);
        double off = fabs(slack_unrounded(slack, value, column_value(op, c, got)) - value);
        if (off > 0) most = fmax(most, off / bound_of(slack, op, c, value));
    }
    return most;
}
