/* SPDX-License-Identifier: MIT */
#include "wider.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "property.h"
#include "compare.h"
#include "wide.h"

/* ---- the wider one associates ---- */

struct wider {
    _Alignas(16) unsigned char at[MAX_WIDE_BYTES];
};

static void wider_combine(const struct operands *operands, const struct wider *left,
                          const struct wider *right, struct wider *result)
{
    struct wider made = {{0}};
    operands->op->wide->combine(operands->params, left->at, right->at, made.at);
    *result = made;
}

/* Both orders of three rows, narrowed. */
static void wider_orders(const struct operands *operands, struct state *ab_c, struct state *a_bc)
{
    struct wider row[3] = {{{0}}}, ab, bc;
    for (int r = 0; r < 3; r++)
        operands->op->wide->widen(operands->row[r].at, row[r].at);
    wider_combine(operands, &row[0], &row[1], &ab);
    wider_combine(operands, &ab, &row[2], &ab);
    wider_combine(operands, &row[1], &row[2], &bc);
    wider_combine(operands, &row[0], &bc, &bc);
    memset(ab_c, 0, sizeof *ab_c);
    memset(a_bc, 0, sizeof *a_bc);
    operands->op->wide->narrow(ab.at, ab_c->at);
    operands->op->wide->narrow(bc.at, a_bc->at);
}

/* A wider type loses little: a sixteenth of what the operator's own may. */
static struct slack sixteenth(const struct slack *slack)
{
    struct slack less = *slack;
    for (int c = 0; c < MAX_COLUMNS; c++)
        less.column[c].error /= 16;
    return less;
}

static enum verdict wider_associates(const struct operands *operands, struct finding *finding)
{
    struct state ab_c, a_bc;
    struct slack slack = sixteenth(&operands->slack);
    wider_orders(operands, &ab_c, &a_bc);
    if (compare_near(operands->op, &slack, a_bc.at, ab_c.at, "combine(combine(a, b), c) in the wider type",
                     finding) == VERDICT_PASS)
        return VERDICT_PASS;
    operands_show_rows(operands, 3, finding);
    operands_show(operands, "combine(combine(a, b), c)", &ab_c, &finding->operands);
    operands_show(operands, "combine(a, combine(b, c))", &a_bc, &finding->operands);
    finding_breaks(finding, "combine is not associative",
                   "it is not even in the wider type: a reduction that splits between a and b differs from "
                   "one that splits between b and c, by more than roundings");
    return VERDICT_FAIL;
}

/* ---- combine beside the wider one ---- */

static enum verdict combine_agrees(const struct operands *operands, const struct state *left,
                                   const struct state *right, struct finding *finding)
{
    const struct op *op = operands->op;
    const void *const both[2] = {left->at, right->at};
    struct state got, wide = {0};
    double lost[MAX_COLUMNS];
    operands_combine(operands, left, right, &got);
    wide_lost(op, operands->params, both, got.at, lost);
    for (int c = 0; c < op->state.count; c++) {
        if (lost[c] <= MOST_ROUNDINGS) continue;
        wide_combined(op, operands->params, left->at, right->at, wide.at);
        text_say(&finding->first_at, "combine(a, b), column %d of %d (%s)", c + 1, op->state.count,
                 elem_name(op->state.elem[c]));
        if (elem_is_float(op->state.elem[c]))
            text_add(&finding->first_at, ": %.3g roundings from %s_wide's, expected at most %d", lost[c],
                     op->name, MOST_ROUNDINGS);
        else
            text_add(&finding->first_at, ": another integer than %s_wide's", op->name);
        text_say(&finding->operands, "%s", "");
        operands_show(operands, "a", left, &finding->operands);
        operands_show(operands, "b", right, &finding->operands);
        operands_show(operands, "combine(a, b)", &got, &finding->operands);
        operands_show(operands, "in the wider type", &wide, &finding->operands);
        finding_breaks(finding, "combine differs from the wider one",
                       "one of the two is wrong, or combine loses more than rounding explains");
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

enum verdict wider_agrees(const struct operands *operands, struct finding *finding)
{
    struct state ab;
    const struct state *row = operands->row;
    if (!operands->op->wide) return VERDICT_PASS;
    operands_combine(operands, &row[0], &row[1], &ab);
    enum verdict verdict = combine_agrees(operands, &row[0], &row[1], finding);
    if (verdict == VERDICT_PASS) verdict = combine_agrees(operands, &row[1], &row[2], finding);
    if (verdict == VERDICT_PASS) verdict = combine_agrees(operands, &ab, &row[2], finding);
    return verdict == VERDICT_PASS ? wider_associates(operands, finding) : verdict;
}

/* ---- the measurement ---- */

static void remark(const struct op *op, const struct wide_model *model, struct text *text)
{
    text_say(text, "a combine of %s loses up to", op->name);
    for (int c = 0, floats = 0; c < op->state.count; c++)
        if (elem_is_float(op->state.elem[c])) text_add(text, "%s %.2g", floats++ ? "," : "", model->lost[c]);
    text_add(
        text,
        " roundings of its columns of floats (%llu combines beside %s_wide); folds left to right are off "
        "by up to %.2g %% of their bound, trees by %.2g %%",
        (unsigned long long)model->combines, op->name, 100 * model->used[0], 100 * model->used[1]);
}

void wider_warn(const struct op *op, const struct wide_model *model, struct text *text)
{
    const struct operands operands = {.op = op};
    struct state state;
    struct text shown = {""};
    if (!(model->most > MANY_ROUNDINGS)) return;
    memcpy(state.at, model->left, op->state.size);
    operands_show(&operands, "a", &state, &shown);
    memcpy(state.at, model->right, op->state.size);
    operands_show(&operands, "b", &state, &shown);
    text_say(text, "a combine of %s loses %.3g roundings of column %d of %d (%s) beside %s_wide, of %s",
             op->name, model->most, model->column + 1, op->state.count,
             elem_name(op->state.elem[model->column]), op->name, shown.at);
}

static enum verdict roundings_are_bounded_check(void *context, const struct test_case *checked,
                                                struct finding *finding)
{
    (void)context;
    const struct op *op = op_find(checked->subject);
    if (!op || !op->wide) {
        text_say(&finding->reason, "%s has no oracle in a wider type", checked->subject);
        return VERDICT_DISCARDED;
    }
    const struct wide_model *model = wide_model_of(op);
    finding->items = model->combines;
    for (int c = 0; c < op->state.count; c++)
        if (!(model->lost[c] <= MOST_ROUNDINGS))
            return text_say(
                       &finding->first_at,
                       "combine, column %d of %d (%s): %.3g roundings from %s_wide's, expected at most %d",
                       c + 1, op->state.count, elem_name(op->state.elem[c]), model->lost[c], op->name,
                       MOST_ROUNDINGS),
                   VERDICT_FAIL;
    for (int order = 0; order < 2; order++)
        if (!(model->used[order] <= 1))
            return text_say(&finding->first_at, "a fold %s is off by %.3g times its bound",
                            order ? "as a tree" : "left to right", model->used[order]),
                   VERDICT_FAIL;
    wider_warn(op, model, &finding->warning);
    remark(op, model, &finding->remark);
    return VERDICT_PASS;
}

CLAIM(roundings_are_bounded, WIDENED, HOST, once,
      "a combine loses at most 1024 roundings beside the oracle in a wider type, and folds left to right and "
      "as a tree lie within their bounds");
