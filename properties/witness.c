/* SPDX-License-Identifier: MIT */
#include "witness.h"

#include <inttypes.h>
#include <string.h>

#include "compare.h"

static int64_t column_as_i64(const struct tuple *tuple, int column, const void *state)
{
    const unsigned char *at = (const unsigned char *)state + tuple->offset[column];
    uint64_t bits = 0;
    memcpy(&bits, at, elem_size(tuple->elem[column])); /* little endian; spans are not negative but for i64 */
    return (int64_t)bits;
}

struct span_view span_view(const struct op *op, const void *state)
{
    const struct tuple *tuple = &op->state;
    size_t widest = 0;
    int first = -1, second = -1;
    for (int c = 0; c < tuple->count; c++)
        if (elem_size(tuple->elem[c]) > widest) widest = elem_size(tuple->elem[c]);
    for (int c = 0; c < tuple->count; c++) {
        if (elem_size(tuple->elem[c]) != widest) continue;
        if (first < 0)
            first = c;
        else if (second < 0)
            second = c;
    }
    if (second < 0) return (struct span_view){0, 0, true};
    int64_t a = column_as_i64(tuple, first, state), b = column_as_i64(tuple, second, state);
    bool torn = a >= b;
    return (struct span_view){torn ? b : a, torn ? a : b, torn};
}

/* The span operator that runs the code that the case runs. */
static const struct op *witness_of(struct fixture *fixture, const struct test_case *checked,
                                   struct test_case *witness)
{
    const struct problem *problem = &checked->problem;
    bool scans = problem->what == WHAT_SCAN || problem->what == WHAT_EXSCAN;
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        if (!(op->laws & LAW_ORDERS) || op_variant(op, scans) != op_variant(problem->op, scans)) continue;
        if (!backend_operator(fixture->session.backend, op->name)) continue;
        *witness = *checked;
        witness->problem.op = op;
        witness->problem.has_only = witness->problem.has_init = false;
        witness->problem.data = (struct data){.form = DATA_UNIT};
        witness->problem.vary_count = witness->problem.keep_count = 0;
        if (witness->problem.layout.input.form == SIDE_ONE) witness->problem.layout.input.form = SIDE_SOA;
        if (fixture_instance(fixture, witness, NULL)) return op;
    }
    return NULL;
}

static void say_run(struct text *text, const struct op *op, const void *state, const char *place)
{
    struct state identity;
    op->identity(NULL, identity.at);
    if (same_states(op, identity.at, state)) {
        text_say(text, "same shape with %s: %s is the identity", op->name, place);
        return;
    }
    struct span_view view = span_view(op, state);
    text_say(text, "same shape with %s: %s is [%" PRId64 ",%" PRId64 ")%s", op->name, place, view.begin,
             view.end, view.torn ? " then a tear" : "");
}

/* Whether a result is the run of the items [begin, end). */
static bool is_run(const struct op *op, const void *state, uint64_t begin, uint64_t end)
{
    struct state identity;
    struct span_view view = span_view(op, state);
    op->identity(NULL, identity.at);
    if (begin == end) return same_states(op, identity.at, state);
    return !view.torn && view.begin == (int64_t)begin && view.end == (int64_t)end;
}

/* The first result that is not the run of its items. */
static void look_at_rows(const struct load *load, struct text *text)
{
    const struct op *op = load->job.op;
    struct columns results = load_columns(load, ARENA_RESULT);
    struct state got;
    for (uint64_t at = 0; at < load_results(load); at++) {
        struct result_items items = result_items(load, at);
        struct text place;
        columns_read(&results, &op->state, at, got.at);
        if (is_run(op, got.at, items.begin, items.end)) continue;
        say_result(load, at, &place);
        say_run(text, op, got.at, place.at);
        return;
    }
    text_say(text, "same shape with %s: in order and whole, so look at the operator", op->name);
}

/* The same matrices with numbered items: which of them lies in the first wrong place. A byte counts to 255 only. */
static void look_at_places(struct fixture *fixture, const struct test_case *checked, struct finding *finding)
{
    struct test_case witness = *checked;
    struct finding own = {0};
    const struct load *load = &fixture->load[LOAD_WITNESS];
    struct problem *problem = &witness.problem;
    problem->has_only = false;
    problem->data = (struct data){.form = DATA_UNIT};
    if (problem->op->input.size == 1 || problem->layout.input.form == SIDE_ONE) return;
    if (fixture_plan(fixture, LOAD_WITNESS, &witness, &own) != VERDICT_PASS ||
        fixture_run(fixture, LOAD_WITNESS, &own) != VERDICT_PASS)
        return;
    for (uint64_t at = 0, item; at < load_results(load); at++) {
        struct state expected, got = {0};
        struct text place;
        char number[64];
        memset(&expected, STALE_BYTE, sizeof expected);
        bool there = oracle_transposed(problem, at, &item);
        if (there) oracle_transpose(problem, item, expected.at);
        load_result(load, at, got.at);
        if (same_states(problem->op, expected.at, got.at)) continue;
        say_result(load, at, &place);
        elem_print(ELEM_U64, got.at, number, sizeof number);
        if (there)
            text_say(&finding->witness, "numbered items: %s has %s, not item 0x%" PRIx64, place.at, number,
                     item);
        else
            text_say(&finding->witness, "numbered items: %s has %s, and no item belongs there", place.at,
                     number);
        return;
    }
}

void witness_tell(struct fixture *fixture, int which, const struct test_case *checked,
                  struct finding *finding)
{
    struct test_case witness;
    struct finding own = {0};
    const struct load *load = &fixture->load[LOAD_WITNESS];
    const struct problem *problem = &checked->problem;
    bool all_differ = !problem->has_only && !problem->has_init && problem->layout.input.form != SIDE_ONE &&
                      !problem->keep_count;
    if (problem->what == WHAT_TRANSPOSE) {
        look_at_places(fixture, checked, finding);
        return;
    }
    if (problem->op->laws & LAW_ORDERS && all_differ) {
        look_at_rows(&fixture->load[which], &finding->witness);
        return;
    }
    const struct op *op = witness_of(fixture, checked, &witness);
    if (!op || fixture_plan(fixture, LOAD_WITNESS, &witness, &own) != VERDICT_PASS) return;
    if (fixture_run(fixture, LOAD_WITNESS, &own) != VERDICT_PASS) {
        text_say(&finding->witness, "same shape with %s: %s", op->name,
                 own.first_at.at[0] ? own.first_at.at : own.reason.at);
        return;
    }
    look_at_rows(load, &finding->witness);
}
