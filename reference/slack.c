/* SPDX-License-Identifier: MIT
 * Bounds on what rounding may do to a sum. */
#include "slack.h"

#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "float_elem.h"
#include "tolerance.h"
#include "wide.h"

size_t slack_bytes(const struct op *op)
{
    size_t columns = (size_t)op->state.count * sizeof(struct slack_column);
    return op->wide ? sizeof(struct slack) : (offsetof(struct slack, column) + columns + 15) / 16 * 16;
}

struct slack *slack_at(struct slack *all, const struct op *op, uint64_t index)
{
    return all ? (struct slack *)(void *)((unsigned char *)all + index * slack_bytes(op)) : NULL;
}

static double column_value(const struct tuple *tuple, int column, const void *state)
{
    return float_value(tuple->elem[column], (const unsigned char *)state + tuple->offset[column]);
}

double slack_value(const struct op *op, int column, const void *state)
{
    return column_value(&op->state, column, state);
}

bool slack_applies(const struct op *op, int column)
{
    return op_adds(op, column);
}

/* The largest power of two of which x, which is not 0, is a multiple. Of a number below the least normal double it is below
 * that, too; infinities and NaN have magnitudes of which nothing is exact. */
static double grain_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t exponent = bits >> 52 & 0x7ff, digits = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    return ldexp((double)(digits & (0 - digits)), (int)exponent - 1075);
}

static void column_add(struct slack_column *column, double x)
{
    double sum = column->sum + x;
    /* The smaller of the two is what lost its low bits. */
    column->rest += fabs(column->sum) >= fabs(x) ? (column->sum - sum) + x : (x - sum) + column->sum;
    column->sum = sum;
    column->magnitude += fabs(x);
    if (x == 0) return;
    double grain = grain_of(x);
    column->grain = column->grain > 0 ? fmin(column->grain, grain) : grain;
}

/* Once a lift has rounded, the others do not matter. An exact operator has none to look at, which takes time. */
void slack_lift(struct slack *slack, const struct op *op, const void *params, const void *input, void *state)
{
    bool is_watched = op->lifts && !(op->laws & LAW_EXACT) && slack->exact == slack->count;
    if (is_watched) feclearexcept(FE_INEXACT);
    op->lift(params, input, state);
    if (is_watched && !fetestexcept(FE_INEXACT)) slack->exact++;
}

void slack_add(struct slack *slack, const struct op *op, const void *params, const void *state)
{
    slack->count++;
    if (op->wide) wide_add(slack, op, params, state);
    for (int c = 0; c < op->state.count; c++)
        if (slack_applies(op, c)) column_add(&slack->column[c], column_value(&op->state, c, state));
}

double slack_sum(const struct slack *slack, int column)
{
    double sum = slack->column[column].sum;
    return isfinite(sum) ? sum + slack->column[column].rest : sum;
}

static const struct float_kind *kind_of(const struct op *op, int column)
{
    return float_kind_of(op->state.elem[column]);
}

static bool lift_rounds(const struct slack *slack, const struct op *op)
{
    return op->lifts && slack->exact < slack->count;
}

bool slack_is_exact(const struct slack *slack, const struct op *op, int column)
{
    const struct slack_column *sum = &slack->column[column];
    const struct float_kind *kind = kind_of(op, column);
    if (lift_rounds(slack, op) || !(sum->magnitude <= kind->most)) return false;
    if (sum->grain < kind->kept) return false;
    /* A magnitude in double stays at 2^53 grains where items are added to it: there it may be more than that. */
    double grains = sum->magnitude * kind->unit;
    return kind->digits < DBL_MANT_DIG ? grains <= sum->grain : grains < sum->grain;
}

/* By how much of its magnitude a sum may be off. */
static double share_lost(uint64_t additions, uint64_t depth, double unit)
{
    double any_order = (double)additions * unit;
    double lost = (double)(depth < additions ? depth : additions) * unit;
    return lost < 1 ? fmin(lost / (1 - lost), any_order) : any_order;
}

bool slack_rounds(const struct slack *slack)
{
    return slack->rounds == ELEM_F16 || slack->rounds == ELEM_BF16;
}

/* A number after the results' last rounding. */
static double rounded(const struct slack *slack, double number)
{
    uint16_t half;
    if (!slack_rounds(slack)) return number;
    float_put((enum elem)slack->rounds, number, &half);
    return float_value((enum elem)slack->rounds, &half);
}

void slack_put_sum(const struct slack *slack, const struct op *op, int column, void *state)
{
    unsigned char *place = (unsigned char *)state + op->state.offset[column];
    float_put(op->state.elem[column], rounded(slack, slack_sum(slack, column)), place);
}

/* The least number that rounds to an infinity. */
static double border_of(const struct float_kind *kind)
{
    return kind->most + kind->most / (2 - 2 * kind->unit) * kind->unit;
}

double slack_unrounded(const struct slack *slack, double expected, double got)
{
    int exponent;
    if (!slack_rounds(slack) || isnan(got) || isnan(expected)) return got;
    if (rounded(slack, expected) == got) return expected;
    const struct float_kind *kind = float_kind_of((enum elem)slack->rounds);
    if (isinf(got)) return copysign(border_of(kind), got);
    frexp(fmax(fabs(got), kind->least), &exponent);
    double end = got + copysign(ldexp(kind->unit, exponent - 1), expected - got);
    return rounded(slack, end) == got
               ? end
               : (double)nextafterf((float)end, (float)got); /* of two the even one has the middle */
}

/* How far that rounding may move a number that is `off` from the true sum. */
static double last_rounding(const struct slack *slack, int column, double off)
{
    if (!slack_rounds(slack)) return 0;
    const struct float_kind *kind = float_kind_of((enum elem)slack->rounds);
    return kind->unit * fmax(fabs(slack_sum(slack, column)) + off, kind->least);
}

/* Where numbers below the least normal one become zeros, each item and each sum may; of larger items the bound has room for
 * that. Those of f16 do not. */
static double lost_to_zero(const struct slack *slack, const struct op *op, int column)
{
    const struct slack_column *sum = &slack->column[column];
    const struct float_kind *kind = kind_of(op, column);
    double most = 2 * (double)slack->count * kind->least;
    if (kind->kept < kind->least) return 0;
    return sum->grain > 0 && sum->magnitude < most ? fmin(most, sum->magnitude) : 0;
}

/* Of the additions alone. */
static double sum_bound(const struct slack *slack, const struct op *op, int column, uint64_t depth)
{
    double unit = kind_of(op, column)->unit;
    double lost = share_lost(slack->count > 0 ? slack->count - 1 : 0, depth, unit);
    if (slack_is_exact(slack, op, column)) return 0;
    if (lift_rounds(slack, op)) lost = (lost + unit) * (1 + unit);
    /* The true sum's own error: one rounding, and n roundings of roundings; likewise the magnitude's. */
    double own = DBL_EPSILON * (1 + (double)slack->count * DBL_EPSILON);
    double bound = (lost + own) * slack->column[column].magnitude * (1 + own * (double)slack->count);
    bound += lost_to_zero(slack, op, column);
    return fmin(bound, DBL_MAX); /* of finite items it is no more, in whatever order they were added up */
}

double slack_bound(const struct slack *slack, const struct op *op, int column, uint64_t depth)
{
    double bound = sum_bound(slack, op, column, depth);
    return fmin(bound + last_rounding(slack, column, bound), DBL_MAX);
}

int slack_unlikely(const struct slack *slack, const struct op *op, const void *got)
{
    for (int c = 0; c < op->state.count; c++) {
        if (!slack_applies(op, c) || slack_is_exact(slack, op, c)) continue;
        double unit = kind_of(op, c)->unit;
        double off = fabs(column_value(&op->state, c, got) - slack_sum(slack, c));
        double likely = 6 * sqrt((double)slack->count) * unit * slack->column[c].magnitude;
        if (isfinite(off) && off > likely + last_rounding(slack, c, likely)) return c;
    }
    return -1;
}

/* Of a finite sum, may `got` be what it is, an infinity or NaN? Where a partial sum may overflow the column's type it may be any.
 * A number that is then rounded has the sign that it has. */
static bool may_overflow(const struct slack *slack, const struct op *op, int column, uint64_t depth,
                         double got)
{
    double sum = slack_sum(slack, column), bound = sum_bound(slack, op, column, depth);
    if (slack->column[column].magnitude + bound > kind_of(op, column)->most) return true;
    if (!slack_rounds(slack) || isnan(got)) return false;
    return (got > 0 ? sum : -sum) + bound >= border_of(float_kind_of((enum elem)slack->rounds));
}

static bool column_agrees(const struct slack *slack, const struct op *op, int column, uint64_t depth,
                          double got, struct difference *difference)
{
    bool exact = slack_is_exact(slack, op, column);
    double sum = slack_sum(slack, column), bound = exact ? 0 : slack_bound(slack, op, column, depth);
    if (exact) sum = rounded(slack, sum);
    difference->true_sum = sum;
    difference->bound = bound;
    if (isnan(sum) || isinf(sum)) return isnan(sum) ? isnan(got) : got == sum;
    if (!isfinite(got)) return !(exact && slack_rounds(slack)) && may_overflow(slack, op, column, depth, got);
    return fabs(got - sum) <= bound;
}

static bool column_equals(const struct tuple *tuple, int column, const void *expected, const void *got)
{
    size_t offset = tuple->offset[column];
    return memcmp((const unsigned char *)expected + offset, (const unsigned char *)got + offset,
                  elem_size(tuple->elem[column])) == 0;
}

int tuple_difference(const struct tuple *tuple, const void *expected, const void *got)
{
    for (int c = 0; c < tuple->count; c++)
        if (!column_equals(tuple, c, expected, got)) return c;
    return -1;
}

/* As column_equals, but a float that is NaN is whichever NaN: cards give one of their own. */
static bool column_is(const struct tuple *tuple, int column, const void *expected, const void *got)
{
    if (column_equals(tuple, column, expected, got)) return true;
    return elem_is_float(tuple->elem[column]) && isnan(column_value(tuple, column, expected)) &&
           isnan(column_value(tuple, column, got));
}

/* What is expected was folded in order, and is itself as deep as it has items. */
static bool tolerated(const struct slack *slack, const struct op *op, const void *expected, const void *got,
                      struct difference *difference)
{
    _Alignas(16) unsigned char unrounded[MAX_STATE_BYTES];
    memcpy(unrounded, got, op->state.size);
    for (int c = 0; slack_rounds(slack) && c < op->state.count; c++) {
        if (!elem_is_float(op->state.elem[c])) continue;
        double number = slack_unrounded(slack, slack_value(op, c, expected), slack_value(op, c, got));
        float_put(op->state.elem[c], number, unrounded + op->state.offset[c]);
    }
    return tolerance_agrees(op, UINT64_MAX, slack->count, expected, unrounded, difference);
}

bool slack_agrees(const struct slack *slack, const struct op *op, uint64_t depth, const void *expected,
                  const void *got, struct difference *difference)
{
    struct difference ignored;
    if (!difference) difference = &ignored;
    if (slack && op->tolerates) return tolerated(slack, op, expected, got, difference);
    if (slack && op->wide) return wide_agrees(slack, op, expected, got, difference);
    for (int c = 0; c < op->state.count; c++) {
        *difference = (struct difference){.column = c, .within = slack && slack_applies(op, c)};
        if (difference->within
                ? !column_agrees(slack, op, c, depth, column_value(&op->state, c, got), difference)
                : !column_is(&op->state, c, expected, got))
            return false;
    }
    difference->column = -1;
    return true;
}
