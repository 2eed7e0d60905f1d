/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "difference.h"
#include "float_elem.h"
#include "power.h"
#include "seen.h"
#include "wide.h"

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

/* As compare_states, where no item went through more than `depth` combines. */
static enum verdict compare_deep(const struct op *op, const struct slack *slack, uint64_t depth,
                                 const void *expected, const void *got, const char *place,
                                 struct finding *finding)
{
    struct difference difference;
    if (slack_agrees(slack, op, depth, expected, got, &difference)) return VERDICT_PASS;
    say_difference(&op->state, difference.column, expected, got, place, &finding->first_at);
    if (difference.within && !difference_is_bounded(&difference))
        text_add(&finding->first_at, " (the true result is %.9g)", difference.true_sum);
    else if (difference.by_wide)
        text_add(&finding->first_at, " (%s_wide has %.9g, expected within %.3g of it)", op->name,
                 difference.true_sum, difference.bound);
    else if (difference.within && !(difference.bound > 0))
        text_add(&finding->first_at, " (every order of additions gives %.17g%s%s)", difference.true_sum,
                 slack_rounds(slack) ? ", rounded once" : "",
                 op_is_own(op) ? "" : "; an operator that is no sum needs a TOLERANCE");
    else if (difference.within)
        text_add(&finding->first_at, " (true sum %.9g, expected within %.3g of it%s)", difference.true_sum,
                 difference.bound, op_is_own(op) ? "" : "; an operator that is no sum needs a TOLERANCE");
    else if (difference.by_close)
        text_add(&finding->first_at, " (not close, says %s_close for %" PRIu64 " items)", op->name,
                 slack->count);
    else if (difference.tolerated)
        text_add(&finding->first_at, " (expected within %.3g of it)", difference.bound);
    return VERDICT_FAIL;
}

enum verdict compare_states(const struct op *op, const struct slack *slack, const void *expected,
                            const void *got, const char *place, struct finding *finding)
{
    return compare_deep(op, slack, UINT64_MAX, expected, got, place, finding); /* in any order */
}

enum verdict compare_near(const struct op *op, const struct slack *slack, const void *expected,
                          const void *got, const char *place, struct finding *finding)
{
    struct difference difference;
    if (wide_near(slack, op, expected, got, &difference)) return VERDICT_PASS;
    say_difference(&op->state, difference.column, expected, got, place, &finding->first_at);
    if (difference.within) text_add(&finding->first_at, " (expected within %.3g of it)", difference.bound);
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
           load->job.op->laws & LAW_EXACT && !load->job.row_params;
}

static void fold_power(const struct load *load, struct state *fold)
{
    const struct op *op = load->job.op;
    const void *params = load->job.params;
    struct state input, square;
    problem_item(load->problem, params, 0, input.at);
    op->lift(params, input.at, square.at);
    op->identity(params, fold->at);
    for (uint64_t n = load->job.length; n; n /= 2) {
        if (n % 2) op->combine(params, fold->at, square.at, fold->at);
        op->combine(params, square.at, square.at, square.at);
    }
}

/* The row's fold, and what went into it where that is needed to compare: added to `slack`. */
static const struct slack *expect_row(const struct load *load, uint64_t row, struct state *expected,
                                      struct slack *slack)
{
    bool exact = load->job.op->laws & LAW_EXACT;
    if (is_power(load))
        fold_power(load, expected);
    else
        oracle_reduce(load->problem, row, expected->at, exact ? NULL : slack);
    slack->rounds = load_rounds(load);
    return exact ? NULL : slack;
}

/* Columns that were not asked for agree. What is expected of a float sum need not: it was added up in order, which may be further
 * off than the strategy's depth allows. */
static void fill_absent(const struct load *load, const struct slack *slack, const void *expected, void *got)
{
    const struct op *op = load->job.op;
    const struct tuple *tuple = &op->state;
    for (int c = 0; c < tuple->count; c++) {
        unsigned char *column = (unsigned char *)got + tuple->offset[c];
        if (load->job.out.column[c].base) continue;
        if (slack && slack_applies(op, c) && !op->tolerates && !op->wide)
            slack_put_sum(slack, op, c, got);
        else
            memcpy(column, (const unsigned char *)expected + tuple->offset[c], elem_size(tuple->elem[c]));
    }
}

static bool row_is_finite(const struct load *load, uint64_t row)
{
    const struct op *op = load->problem->op;
    const struct shape *shape = &load->problem->shape;
    uint64_t first = shape_row_first(shape, row), end = first + shape_row_length(shape, row);
    for (uint64_t i = first; i < end; i++) {
        struct state item;
        problem_item(load->problem, load->job.params, i, item.at);
        for (int c = 0; c < op->state.count; c++)
            if (op_adds(op, c) && !isfinite(float_value(op->input.elem[c], item.at + op->input.offset[c])))
                return false;
    }
    return true;
}

/* A launcher of somebody's is wrong in a row with infinities or NaN, for which it may not be meant. */
static void tell_finite(const struct load *load, uint64_t row, struct text *remedy)
{
    const struct strategy *strategy = load->instance->strategy;
    if (!strategy->constants || strategy->finite || !data_has_nonfinite(&load->problem->data) ||
        row_is_finite(load, row))
        return;
    text_say(remedy, "a launcher that is not meant for infinities and NaN says FINITE (try: --finite)");
}

/* A sum that is further off than roundings of items drawn at random make it; a warning counts where it passes. */
static void warn_unlikely(const struct load *load, const struct slack *slack, uint64_t at, const void *got,
                          struct text *warning)
{
    const struct op *op = load->job.op;
    struct text place;
    if (load->problem->data.form != DATA_ANY || load->problem->layout.input.form == SIDE_ONE ||
        warning->at[0])
        return;
    int column = slack_unlikely(slack, op, got);
    if (column < 0) return;
    say_result(load, at, &place);
    text_say(warning,
             "%s with %s, %s, column %d of %d: %.9g is within the bound of its true sum %.9g, but further "
             "off than "
             "roundings at random make a sum of %" PRIu64 " items",
             load->instance->strategy->name, op->name, place.at, column + 1, op->state.count,
             slack_value(op, column, got), slack_sum(slack, column), slack->count);
}

/* A result, or what it is to equal, that no item reached through more than `depth` combines. */
static enum verdict compare_at(const struct load *load, const struct slack *slack, uint64_t depth,
                               uint64_t at, const void *expected, void *got, struct finding *finding)
{
    struct text place;
    fill_absent(load, slack, expected, got);
    if (slack) warn_unlikely(load, slack, at, got, &finding->warning);
    if (slack_agrees(slack, load->job.op, depth, expected, got, NULL)) return VERDICT_PASS;
    say_result(load, at, &place);
    tell_finite(load, result_row(load, at), &finding->remedy);
    return compare_deep(load->job.op, slack, depth, expected, got, place.at, finding);
}

/* Floats are held against the true sum alone, and results with a tolerance against the oracle's: so what they are to
 * equal must be near it, too, in whatever order it came about. */
static enum verdict compare_other(const struct load *load, const struct slack *slack, uint64_t at,
                                  const void *oracle, void *other, struct finding *finding)
{
    if (!slack || slack_rounds(slack)) return VERDICT_PASS; /* it was made of results that are rounded */
    enum verdict verdict = compare_at(load, slack, UINT64_MAX, at, oracle, other, finding);
    if (verdict != VERDICT_PASS) text_add(&finding->first_at, " (in what the result is compared with)");
    return verdict;
}

/* ---- every result, beside what the oracle has there ---- */

/* The oracle's walk over a load's results, each compared with what was expected. */
struct walk {
    const struct load *load;
    struct columns results;  /* the load's */
    expected_result *expect; /* what is expected instead of the oracle's; or NULL */
    void *context;
    uint64_t at;               /* of the result */
    uint64_t depth;            /* combines that an item goes through, at most, where there is a slack */
    struct slack room, *slack; /* what went into it: &room, or NULL: bit by bit */
    struct power_look *look;   /* or NULL */
    struct finding *finding;
};

static bool walk_visit(void *context, uint64_t j, const void *expected)
{
    struct walk *walk = context;
    struct state got, other;
    (void)j;
    columns_read(&walk->results, &walk->load->job.op->state, walk->at, got.at);
    if (walk->expect) {
        walk->expect(walk->context, walk->at, other.at);
        if (compare_other(walk->load, walk->slack, walk->at, expected, other.at, walk->finding) !=
            VERDICT_PASS)
            return false;
        if (!walk->load->job.op->tolerates) expected = other.at;
    }
    uint64_t at = walk->at++;
    bool scans = walk->load->job.what == WHAT_SCAN || walk->load->job.what == WHAT_EXSCAN;
    if (walk->look && scans) power_result(walk->look, at, expected, walk->slack);
    return compare_at(walk->load, walk->slack, walk->depth, at, expected, got.at, walk->finding) ==
           VERDICT_PASS;
}

/* Where an item is not there, its place in the result is as it was. */
static bool walk_places(struct walk *walk)
{
    bool agreed = true;
    for (uint64_t at = 0, item; agreed && at < load_results(walk->load); at++) {
        struct state expected;
        memset(&expected, STALE_BYTE, sizeof expected);
        if (oracle_transposed(walk->load->problem, at, &item))
            oracle_transpose(walk->load->problem, item, expected.at);
        agreed = walk_visit(walk, 0, expected.at);
    }
    return agreed;
}

/* The keys of one row after the other; in the caller's memory for the folds of a row, and what went into them. */
static bool walk_rows_of_keys(struct walk *walk, unsigned char *states, struct slack *slack)
{
    const struct load *load = walk->load;
    uint64_t keys = load->job.keys, size = load->job.op->state.size;
    for (uint64_t row = 0; row < load->job.rows; row++) {
        if (slack) memset(slack, 0, keys * slack_bytes(load->job.op));
        oracle_keyed(load->problem, &load->keys, row, states, slack);
        if (walk->look) power_row(walk->look, row, slack);
        for (uint64_t k = 0; k < keys; k++) {
            walk->slack = slack_at(slack, load->job.op, k);
            if (!walk_visit(walk, 0, states + k * size)) return false;
        }
    }
    return true;
}

static enum verdict walk_keys(struct walk *walk)
{
    const struct op *op = walk->load->job.op;
    uint64_t keys = walk->load->job.keys, folds = (keys * op->state.size + 15) / 16 * 16;
    bool exact = op->laws & LAW_EXACT;
    unsigned char *states = aligned_alloc(16, folds + (exact ? 0 : keys * slack_bytes(op)));
    if (!states) {
        text_say(&walk->finding->reason, "no host memory for the folds of %" PRIu64 " keys", keys);
        return VERDICT_BROKEN;
    }
    bool agreed = walk_rows_of_keys(walk, states, exact ? NULL : (struct slack *)(void *)(states + folds));
    free(states);
    return agreed ? VERDICT_PASS : VERDICT_FAIL;
}

static enum verdict walk_results(struct walk *walk)
{
    const struct load *load = walk->load;
    walk->results = load_columns(load, ARENA_RESULT);
    walk->depth = load->job.op->laws & LAW_EXACT ? 0 : load_depth(load);
    if (load->job.what == WHAT_TRANSPOSE) return walk_places(walk) ? VERDICT_PASS : VERDICT_FAIL;
    if (load->job.keys) return walk_keys(walk);
    bool agreed = true, exclusive = load->job.what == WHAT_EXSCAN;
    walk->slack = load->job.op->laws & LAW_EXACT ? NULL : &walk->room;
    for (uint64_t row = 0; agreed && row < load->job.rows; row++) {
        struct state expected;
        memset(&walk->room, 0, sizeof walk->room);
        walk->room.rounds = load_rounds(load);
        if (load->job.what == WHAT_REDUCE) {
            expect_row(load, row, &expected, &walk->room);
            if (walk->look) power_row(walk->look, row, walk->slack);
            agreed = walk_visit(walk, 0, expected.at);
        } else
            agreed = oracle_scan(load->problem, row, exclusive, walk->slack, walk_visit, walk);
    }
    return agreed ? VERDICT_PASS : VERDICT_FAIL;
}

/* Of a launcher, as it is seen. */
static uint64_t tile_of(const struct fixture *fixture, const struct load *load)
{
    uint64_t tile = load_tile(load);
    return tile ? tile : seen_tile(fixture, load->instance, load->job.op);
}

enum verdict compare_results(struct fixture *fixture, int which, const struct test_case *checked,
                             struct finding *finding)
{
    struct power_look look;
    struct walk walk = {.load = &fixture->load[which], .finding = finding, .look = &look};
    power_begin(&look, walk.load, tile_of(fixture, walk.load));
    enum verdict verdict = walk_results(&walk);
    power_end(&look, finding);
    if (verdict == VERDICT_FAIL) witness_tell(fixture, which, checked, finding);
    return fixture_blame(fixture, which, verdict, finding);
}

enum verdict compare_mapout(struct fixture *fixture, int which, struct finding *finding)
{
    const struct load *load = &fixture->load[which];
    const struct op *op = load->job.op;
    struct columns mapouts = load_columns(load, ARENA_MAPOUT);
    struct state expected = {0}, got;
    struct text place;
    for (uint64_t row = 0, i = 0; op->emits && row < load->job.rows; row++) {
        uint64_t first = i, end = i + shape_row_length(&load->problem->shape, row);
        for (; i < end; i++) {
            oracle_mapout(load->problem, load_keys(load), row, i, expected.at);
            columns_read(&mapouts, &op->mapout, i, got.at);
            if (tuple_difference(&op->mapout, expected.at, got.at) < 0) continue;
            text_say(&place, "map-out: row %" PRIu64 ", item %" PRIu64, row, i - first);
            return compare_tuples(&op->mapout, expected.at, got.at, place.at, finding);
        }
    }
    return VERDICT_PASS;
}

static enum verdict compare_bits(const struct load *load, const struct load *other, struct finding *finding)
{
    struct state expected, got;
    struct text place;
    for (uint64_t at = 0; at < load_results(load); at++) {
        load_result(other, at, expected.at);
        load_result(load, at, got.at);
        fill_absent(load, NULL, expected.at, got.at);
        if (tuple_difference(&load->job.op->state, expected.at, got.at) < 0) continue;
        say_result(load, at, &place);
        return compare_tuples(&load->job.op->state, expected.at, got.at, place.at, finding);
    }
    return VERDICT_PASS;
}

enum verdict compare_expected(struct fixture *fixture, expected_result *expect, void *context,
                              struct finding *finding)
{
    struct walk walk = {
        .load = &fixture->load[LOAD_CASE], .expect = expect, .context = context, .finding = finding};
    return fixture_blame(fixture, LOAD_CASE, walk_results(&walk), finding);
}

static void expect_other(void *context, uint64_t at, void *state)
{
    load_result(context, at, state);
}

enum verdict compare_loads(struct fixture *fixture, bool bits, struct finding *finding)
{
    struct load *load = &fixture->load[LOAD_CASE], *other = &fixture->load[LOAD_OTHER];
    if (bits || load->job.op->laws & LAW_EXACT)
        return fixture_blame(fixture, LOAD_CASE, compare_bits(load, other, finding), finding);
    return compare_expected(fixture, expect_other, other, finding);
}

enum verdict compare_row(struct fixture *fixture, int which, uint64_t row, const void *expected,
                         struct finding *finding)
{
    const struct load *load = &fixture->load[which];
    struct state oracle, other, got;
    struct slack room = {.count = 0};
    const struct shape *shape = &load->problem->shape;
    uint64_t last = shape_row_first(shape, row) + shape_row_length(shape, row) - 1;
    uint64_t at = load->job.what == WHAT_REDUCE ? row : last;
    const struct slack *slack = expect_row(load, row, &oracle, &room);
    memcpy(other.at, expected, load->job.op->state.size);
    if (compare_other(load, slack, at, oracle.at, other.at, finding) != VERDICT_PASS) return VERDICT_FAIL;
    load_result(load, at, got.at);
    const struct state *want = load->job.op->tolerates ? &oracle : &other;
    return compare_at(load, slack, slack ? load_depth(load) : 0, at, want->at, got.at, finding);
}
