/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* "place, column k of m (type): expected x, got y" */
static void say_difference(const struct tuple *tuple, int column, const void *expected, const void *got,
                           const char *place, struct text *text)
{
    char values[2][64];
    size_t offset = tuple->offset[column];
    enum elem elem = tuple->elem[column];
    elem_print(elem, (const unsigned char *)expected + offset, values[0], sizeof values[0]);
    elem_print(elem, (const unsigned char *)got + offset, values[1], sizeof values[1]);
    text_say(text, "%s, column %d of %d (%s): expected %s, got %s", place, column + 1, tuple->count,
             elem_name(elem), values[0], values[1]);
}

enum verdict compare_tuples(const struct tuple *tuple, const void *expected, const void *got,
                            const char *place, struct finding *finding)
{
    int column = tuple_difference(tuple, expected, got);
    if (column < 0) return VERDICT_PASS;
    say_difference(tuple, column, expected, got, place, &finding->first_at);
    return VERDICT_FAIL;
}

enum verdict compare_states(const struct op *op, const struct slack *slack, const void *expected,
                            const void *got, const char *place, struct finding *finding)
{
    struct difference difference;
    uint64_t depth = slack ? slack->count : 0; /* any order: no item passes through more additions */
    if (slack_agrees(slack, op, depth, expected, got, &difference)) return VERDICT_PASS;
    say_difference(&op->state, difference.column, expected, got, place, &finding->first_at);
    if (difference.within)
        text_add(&finding->first_at, " (true sum %.9g, expected within %.3g of it)", difference.true_sum,
                 difference.bound);
    return VERDICT_FAIL;
}

bool same_states(const struct op *op, const void *a, const void *b)
{
    return tuple_difference(&op->state, a, b) < 0;
}

/* ---- what came down ---- */

enum { MANY_ITEMS = 1 << 16 };

/* A long row that is one item over and over: powers of one operand can be had by squaring, whatever the
 * operator, and only so can more items than a memory holds be checked in a moment. */
static bool is_power(const struct load *load)
{
    return load->arena.side[ARENA_INPUT].side.form == SIDE_ONE && load->job.length > MANY_ITEMS &&
           load->job.op->laws & LAW_EXACT;
}

static void fold_power(const struct load *load, struct state *fold)
{
    const struct op *op = load->job.op;
    const void *params = load->job.params;
    struct state input = {0}, square = {0};
    problem_item(load->problem, params, 0, input.at);
    op->lift(params, input.at, square.at);
    op->identity(params, fold->at);
    for (uint64_t n = load->job.length; n; n /= 2) {
        if (n % 2) op->combine(params, fold->at, square.at, fold->at);
        op->combine(params, square.at, square.at, square.at);
    }
}

/* The row's fold, and what went into it where that is needed to compare. */
static const struct slack *expect_row(const struct load *load, uint64_t row, struct state *expected,
                                      struct slack *slack)
{
    bool exact = load->job.op->laws & LAW_EXACT;
    memset(slack, 0, sizeof *slack);
    if (is_power(load))
        fold_power(load, expected);
    else
        oracle_reduce(load->problem, row, expected->at, exact ? NULL : slack);
    return exact ? NULL : slack;
}

static void read_row(const struct load *load, uint64_t row, struct state *got)
{
    struct columns results = load_columns(load, ARENA_RESULT);
    columns_read(&results, &load->job.op->state, row, got->at);
}

static enum verdict compare_read(const struct load *load, const struct slack *slack, uint64_t row,
                                 const void *expected, const void *got, struct finding *finding)
{
    struct text place;
    struct difference ignored;
    uint64_t depth = slack ? slack->count : 0;
    if (slack_agrees(slack, load->job.op, depth, expected, got, &ignored)) return VERDICT_PASS;
    text_say(&place, "row %" PRIu64, row);
    return compare_states(load->job.op, slack, expected, got, place.at, finding);
}

enum verdict compare_results(struct lab *lab, int which, const struct test_case *checked,
                             struct finding *finding)
{
    const struct load *load = &lab->load[which];
    struct state expected, got;
    struct slack room;
    for (uint64_t row = 0; row < load->job.rows; row++) {
        const struct slack *slack = expect_row(load, row, &expected, &room);
        read_row(load, row, &got);
        if (compare_read(load, slack, row, expected.at, got.at, finding) == VERDICT_PASS) continue;
        witness_tell(lab, which, checked, finding);
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

enum verdict compare_mapout(struct lab *lab, int which, struct finding *finding)
{
    const struct load *load = &lab->load[which];
    const struct op *op = load->job.op;
    struct columns mapouts = load_columns(load, ARENA_MAPOUT);
    struct state expected = {0}, got;
    struct text place;
    for (uint64_t row = 0, i = 0; op->emits && row < load->job.rows; row++) {
        for (uint64_t end = i + load->job.length; i < end; i++) {
            oracle_mapout(load->problem, row, i, expected.at);
            columns_read(&mapouts, &op->mapout, i, got.at);
            if (tuple_difference(&op->mapout, expected.at, got.at) < 0) continue;
            text_say(&place, "map-out: row %" PRIu64 ", item %" PRIu64, row, i);
            return compare_tuples(&op->mapout, expected.at, got.at, place.at, finding);
        }
    }
    return VERDICT_PASS;
}

enum verdict compare_loads(struct lab *lab, bool bits, struct finding *finding)
{
    const struct load *load = &lab->load[LOAD_CASE], *other = &lab->load[LOAD_OTHER];
    struct state expected, got;
    struct slack room;
    for (uint64_t row = 0; row < load->job.rows; row++) {
        const struct slack *slack = bits ? NULL : expect_row(load, row, &expected, &room);
        read_row(other, row, &expected);
        read_row(load, row, &got);
        if (compare_read(load, slack, row, expected.at, got.at, finding) != VERDICT_PASS) return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

enum verdict compare_row(struct lab *lab, int which, uint64_t row, const void *expected,
                         struct finding *finding)
{
    const struct load *load = &lab->load[which];
    struct state ignored, got;
    struct slack room;
    const struct slack *slack = expect_row(load, row, &ignored, &room);
    read_row(load, row, &got);
    return compare_read(load, slack, row, expected, got.at, finding);
}
