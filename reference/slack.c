/* SPDX-License-Identifier: MIT
 * Bounds on what rounding may do to a sum. */
#include "slack.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

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
    const unsigned char *at = (const unsigned char *)state + tuple->offset[column];
    float single;
    double wide;
    if (tuple->elem[column] == ELEM_F32) {
        memcpy(&single, at, sizeof single);
        return (double)single;
    }
    assert(tuple->elem[column] == ELEM_F64);
    memcpy(&wide, at, sizeof wide);
    return wide;
}

double slack_value(const struct op *op, int column, const void *state)
{
    return column_value(&op->state, column, state);
}

bool slack_applies(const struct op *op, int column)
{
    return !(op->laws & LAW_EXACT) && !op->tolerates && !op->wide && elem_is_float(op->state.elem[column]);
}

void slack_add(struct slack *slack, const struct op *op, const void *params, const void *state)
{
    slack->count++;
    if (op->wide) wide_add(slack, op, params, state);
    for (int c = 0; c < op->state.count; c++) {
        if (!slack_applies(op, c)) continue;
        struct slack_column *column = &slack->column[c];
        double x = column_value(&op->state, c, state);
        double sum = column->sum + x;
        /* The smaller of the two is what lost its low bits. */
        column->rest += fabs(column->sum) >= fabs(x) ? (column->sum - sum) + x : (x - sum) + column->sum;
        column->sum = sum;
        column->magnitude += fabs(x);
    }
}

double slack_sum(const struct slack *slack, int column)
{
    double sum = slack->column[column].sum;
    return isfinite(sum) ? sum + slack->column[column].rest : sum;
}

double slack_bound(const struct slack *slack, const struct op *op, int column, uint64_t depth)
{
    double unit = op->state.elem[column] == ELEM_F32 ? FLT_EPSILON / 2.0 : DBL_EPSILON / 2;
    uint64_t most = slack->count > 0 ? slack->count - 1 : 0;
    double lost = (double)(depth < most ? depth : most) * unit;
    if (lost >= 1) return (double)INFINITY;
    /* The true sum's own error: one rounding, and n roundings of roundings; likewise the magnitude's. */
    double own = DBL_EPSILON * (1 + (double)slack->count * DBL_EPSILON);
    return (lost / (1 - lost) + own) * slack->column[column].magnitude * (1 + own * (double)slack->count);
}

/* Can a partial sum overflow the column's type? */
static bool may_overflow(const struct slack *slack, const struct op *op, int column, double bound)
{
    double most = op->state.elem[column] == ELEM_F32 ? (double)FLT_MAX : DBL_MAX;
    return slack->column[column].magnitude + bound > most;
}

static bool column_agrees(const struct slack *slack, const struct op *op, int column, uint64_t depth,
                          double got, struct difference *difference)
{
    double sum = slack_sum(slack, column), bound = slack_bound(slack, op, column, depth);
    difference->true_sum = sum;
    difference->bound = bound;
    if (isnan(sum) || isinf(sum)) return isnan(sum) ? isnan(got) : got == sum;
    if (!isfinite(got)) return may_overflow(slack, op, column, bound);
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

bool slack_agrees(const struct slack *slack, const struct op *op, uint64_t depth, const void *expected,
                  const void *got, struct difference *difference)
{
    struct difference ignored;
    if (!difference) difference = &ignored;
    if (slack && op->tolerates) return tolerance_agrees(op, depth, slack->count, expected, got, difference);
    if (slack && op->wide) return wide_agrees(slack, op, expected, got, difference);
    for (int c = 0; c < op->state.count; c++) {
        *difference = (struct difference){.column = c, .within = slack && slack_applies(op, c)};
        if (difference->within
                ? !column_agrees(slack, op, c, depth, column_value(&op->state, c, got), difference)
                : !column_equals(&op->state, c, expected, got))
            return false;
    }
    difference->column = -1;
    return true;
}
