/* SPDX-License-Identifier: MIT */
#include "operands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "choices.h"
#include "edges.h"
#include "undefined.h"

/* The call of combine that runs, for undefined behaviour in it to be shown. */
static _Thread_local struct {
    const struct op *op; /* NULL: none */
    struct state left, right;
} calling;

static _Thread_local bool padding_stays;

/* Gives the bytes between the columns, and behind them, a value. */
static void fill_padding(const struct tuple *tuple, unsigned char *at, int byte)
{
    size_t end = 0;
    for (int c = 0; c < tuple->count; c++) {
        memset(at + end, byte, tuple->offset[c] - end);
        end = tuple->offset[c] + elem_size(tuple->elem[c]);
    }
    memset(at + end, byte, tuple->size - end);
}

/* Padding is no part of a state, and has other bytes in each operand. */
static void call_combine(const struct op *op, const void *params, const struct state *left,
                         const struct state *right, struct state *result)
{
    calling.op = op;
    calling.left = *left;
    calling.right = *right;
    if (!padding_stays && op->state.size > op->state.packed) {
        fill_padding(&op->state, calling.left.at, 0x11);
        fill_padding(&op->state, calling.right.at, 0xee);
    }
    op->combine(params, calling.left.at, calling.right.at, result->at);
    calling.op = NULL;
}

/* The state of item i: lifted or, with:states=1, of edge values; outside `only` there is none, but the identity. */
static void law_state(const struct problem *problem, const void *params, uint64_t i, struct state *state)
{
    const struct op *op = problem->op;
    struct state input = {0};
    memset(state, 0, sizeof *state);
    if (problem_with(problem, "states", 0)) {
        bool live = !problem->has_only || (i >= problem->only_from && i < problem->only_to);
        if (live) edges_state(op, params, data_bits(&problem->data, i), state);
        if (!live) op->identity(params, state->at);
        return;
    }
    problem_item(problem, params, i, input.at);
    op->lift(params, input.at, state->at);
}

static void fold_row(const struct problem *problem, struct operands *operands, uint64_t from, uint64_t count,
                     struct state *fold)
{
    const struct op *op = operands->op;
    struct state lifted;
    *fold = operands->identity;
    for (uint64_t i = from; i < from + count; i++) {
        law_state(problem, operands->params, i, &lifted);
        slack_add(&operands->slack, op, operands->params, lifted.at);
        if (i == from)
            *fold = lifted;
        else
            call_combine(op, operands->params, fold, &lifted, fold);
    }
}

bool operands_of(const struct test_case *checked, uint64_t least_rows, struct operands *operands,
                 struct finding *finding)
{
    const struct problem *problem = &checked->problem;
    memset(operands, 0, sizeof *operands);
    if (problem->what != WHAT_LAW || !shape_rows(&problem->shape, &operands->rows) ||
        operands->rows < least_rows || operands->rows > MAX_LIST)
        return text_say(&finding->reason, "expected law/... with %" PRIu64 " to %d rows", least_rows,
                        MAX_LIST);
    operands->op = problem->op;
    if (problem->op->has_params) {
        problem_params(problem, 0, operands->params_room.at);
        operands->params = operands->params_room.at;
    }
    problem->op->identity(operands->params, operands->identity.at);
    uint64_t from = 0;
    for (uint64_t r = 0; r < operands->rows; r++) {
        uint64_t count = shape_row_length(&problem->shape, r);
        fold_row(problem, operands, from, count, &operands->row[r]);
        from += count;
    }
    finding->items = case_live_items(checked);
    return true;
}

void operands_combine(const struct operands *operands, const struct state *left, const struct state *right,
                      struct state *result)
{
    memset(result, 0, sizeof *result);
    call_combine(operands->op, operands->params, left, right, result);
}

/* ---- what a law that fails shows ---- */

/* "name = (3, -1)" */
static void show_state(const struct op *op, const char *name, const struct state *state, struct text *text)
{
    const struct tuple *tuple = &op->state;
    text_add(text, "%s%s = (", text->at[0] ? ", " : "", name);
    for (int column = 0; column < tuple->count; column++) {
        char value[64];
        elem_print(tuple->elem[column], state->at + tuple->offset[column], value, sizeof value);
        text_add(text, "%s%s", column ? ", " : "", value);
    }
    text_add(text, ")");
}

void operands_show(const struct operands *operands, const char *name, const struct state *state,
                   struct text *text)
{
    show_state(operands->op, name, state, text);
}

void operands_show_rows(const struct operands *operands, int rows, struct finding *finding)
{
    static const char *const name[] = {"a", "b", "c"};
    text_say(&finding->operands, "%s", "");
    for (int r = 0; r < rows; r++)
        operands_show(operands, name[r], &operands->row[r], &finding->operands);
}

void finding_breaks(struct finding *finding, const char *law, const char *words)
{
    snprintf(finding->law, sizeof finding->law, "%s", law);
    text_say(&finding->breaks, "%s", words);
}

/* ---- undefined behaviour ---- */

static enum verdict fail_undefined(const struct undefined *undefined, struct finding *finding)
{
    text_say(&finding->first_at, "%s", undefined->what);
    const char *place = strrchr(undefined->what, '(');
    text_say(&finding->cause, "undefined behaviour in %s", place ? place : "an operator");
    text_say(&finding->operands, "%s", "");
    if (calling.op) {
        show_state(calling.op, "left", &calling.left, &finding->operands);
        show_state(calling.op, "right", &calling.right, &finding->operands);
    }
    finding_breaks(
        finding, calling.op ? "combine has undefined behaviour" : "an item has undefined behaviour",
        "compilers assume that it never happens: results differ from device to device, and with the "
        "optimisation");
    return VERDICT_FAIL;
}

/* The functions that were compiled again, with the columns of the operator. */
static struct op other_functions(const struct op *op)
{
    const struct op *again = *op->again;
    struct op other = *op;
    other.params = again->params;
    other.identity = again->identity;
    other.combine = again->combine;
    other.value = again->value;
    other.lift = again->lift;
    other.emit = again->emit;
    other.neutral = again->neutral;
    other.state_of = again->state_of;
    other.again = NULL;
    return other;
}

/* "CAUSE: WORDS; so ", and what the law said. */
static void blame(struct finding *finding, const char *cause, const char *words)
{
    struct text both;
    text_say(&both, "%s: %s; so %.400s", cause, words, finding->first_at.at);
    finding->first_at = both;
    text_say(&finding->cause, "%s", cause);
}

/* Whether the law fails otherwise where padding is as the operator's functions left it: then padding is to blame. */
static bool blame_padding(law_check *law, const struct test_case *checked, struct finding *finding)
{
    static _Thread_local struct finding found;
    const struct tuple *state = &checked->problem.op->state;
    if (state->size == state->packed) return false;
    memset(&found, 0, sizeof found);
    padding_stays = true;
    bool same = law(checked, &found) == VERDICT_FAIL && strcmp(found.first_at.at, finding->first_at.at) == 0;
    padding_stays = false;
    if (!same) blame(finding, "padding", "bytes between the columns are looked at, which have any value");
    return !same;
}

/* Whether the law fails otherwise where variables begin with other bytes: then a field without a value is to blame. */
static enum verdict blame_unset(law_check *law, const struct test_case *checked, struct finding *finding)
{
    static _Thread_local struct test_case other;
    static _Thread_local struct finding found;
    const struct op *op = checked->problem.op;
    if (!op->again || op->close) return VERDICT_FAIL;
    struct op functions = other_functions(op);
    other = *checked;
    other.problem.op = &functions;
    memset(&found, 0, sizeof found);
    if (law(&other, &found) == VERDICT_FAIL && strcmp(found.first_at.at, finding->first_at.at) == 0)
        return VERDICT_FAIL;
    blame(finding, "uninitialised", "a column without a value goes in");
    return VERDICT_FAIL;
}

enum verdict law_watched(law_check *law, const struct test_case *checked, struct finding *finding)
{
    static _Thread_local struct undefined undefined;
    const struct op *op = checked->problem.op; /* NULL: it has no problem */
    if (!op || !op->watch) return law(checked, finding);
    calling.op = NULL;
    op->watch(&undefined);
    enum verdict verdict =
        setjmp(undefined.escape) ? fail_undefined(&undefined, finding) : law(checked, finding);
    checked->problem.op->watch(NULL);
    bool defined = !finding->cause.at[0];
    if (verdict == VERDICT_FAIL && problem_with(&checked->problem, "states", 0) && !op->state_of)
        text_say(
            &finding->remedy,
            "the operands are edge values of their types; if some are no states of %s, say so by a function "
            "%s_state in its header (docs/guide/plugins.md, states that laws try)",
            op->name, op->name);
    if (verdict != VERDICT_FAIL || !defined || blame_padding(law, checked, finding)) return verdict;
    return blame_unset(law, checked, finding);
}
