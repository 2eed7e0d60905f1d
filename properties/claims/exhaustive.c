/* SPDX-License-Identifier: MIT */
#include "exhaustive_shapes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "property.h"
#include "compare.h"

enum {
    APART = 256,          /* bytes between the parts of the memory, and their alignment */
    TILES_THAT_COUNT = 3, /* of a reduction, or a tuning that is not tiny */
    LOOKBACK_WINDOWS = 2  /* a scan crosses more than that many, each of one tile a lane of a group */
};

static const struct side sides[SWEEP_LOADS] = {
    [LOADS_WIDE] = {.form = SIDE_SOA},
    [LOADS_WIDE_PAST] = {.form = SIDE_SOA, .skew = 1},
    [LOADS_SINGLE] = {.form = SIDE_SOA, .gap = 1},
};

unsigned sweep_needs(const void *context, const struct strategy *strategy)
{
    const struct fixture *fixture = context;
    return fixture->session.even_if_refused ? 0 : strategy->needs;
}

bool sweep_any_schedule(const void *context, const struct strategy *strategy)
{
    const struct fixture *fixture = context;
    return fixture->session.caps->finds_races && !strategy->blocks_communicate;
}

bool sweep_witnesses(const struct op *op, unsigned needs)
{
    unsigned wanted = needs & LAW_COMMUTES ? LAW_COMMUTES | LAW_CANCELS : LAW_ORDERS;
    return (op->laws & wanted) == wanted && !op->has_params;
}

bool sweep_nth(void *context, const char *strategy, const struct op *op, size_t index,
               struct sweep_about *about)
{
    const struct fixture *fixture = context;
    const struct strategy *known = backend_strategy(fixture->session.backend, strategy);
    size_t kinds = known && known->what == WHAT_SCAN ? 2 : 1;
    about->instance = fixture_nth_instance(fixture, strategy, op->name, index / SWEEP_LOADS / kinds);
    about->op = op;
    about->exclusive = index / SWEEP_LOADS % kinds;
    about->loads = (enum sweep_loads)(index % SWEEP_LOADS);
    return about->instance != NULL;
}

/* ---- one allocation: items | results | map-out arrays | scratch ---- */

/* The results of shapes [from, to): of a reduction one a row, else one an item; with a free one behind each shape's. */
static uint64_t result_bytes(const struct sweep *sweep, size_t from, size_t to)
{
    return (sweep->results_before[to] - sweep->results_before[from]) * sweep->about.op->state.size;
}

static enum what what_of(const struct sweep *sweep)
{
    return sweep->about.exclusive ? WHAT_EXSCAN : sweep->about.instance->strategy->what;
}

/* The map-out arrays of shapes [from, to), each with one free item behind it. */
static uint64_t mapout_bytes(const struct sweep *sweep, size_t from, size_t to)
{
    return (sweep->before[to] - sweep->before[from]) * sweep->about.op->mapout.size;
}

/* C structs from `at` on. */
static struct columns structs_at(const struct tuple *tuple, unsigned char *at)
{
    struct columns columns = {.count = tuple->count};
    for (int c = 0; c < tuple->count; c++) {
        columns.column[c].base = at + tuple->offset[c];
        columns.column[c].stride = (int64_t)tuple->size;
    }
    return columns;
}

/* Where things lie while there is no memory. */
static unsigned char *const nowhere = (unsigned char *)(uintptr_t)4096;

/* The job of shape number `at`, in the batch that begins at number `batch`. */
static struct job job_of(const struct sweep *sweep, size_t batch, size_t at)
{
    const struct op *op = sweep->as_if.name ? &sweep->as_if : sweep->about.op;
    unsigned char *base = sweep->memory ? sweep->memory : nowhere;
    struct job job = {.op = op,
                      .what = what_of(sweep),
                      .rows = sweep->row[at],
                      .length = sweep->shape[at] / sweep->row[at],
                      .height = sweep_moves(sweep) ? sweep->row[at] : 0,
                      .present = sweep_moves(sweep) ? sweep->shape[at] : 0,
                      .in = sweep->in,
                      .out =
                          structs_at(&op->state, base + sweep->results_at + result_bytes(sweep, batch, at)),
                      .scratch = base + sweep->scratch_at,
                      .caps = sweep->fixture->session.caps};
    if (op->emits)
        job.mapout = structs_at(&op->mapout, base + sweep->mapout_at + mapout_bytes(sweep, batch, at));
    return job;
}

static enum refusal refusal_of(const struct sweep *sweep, const struct job *job, struct text *why)
{
    const struct instance *instance = sweep->about.instance;
    return instance->strategy->refuse(instance->strategy, job, &instance->shape, why);
}

static uint64_t scratch_needed(const struct sweep *sweep)
{
    const struct instance *instance = sweep->about.instance;
    uint64_t most = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        struct job job = job_of(sweep, i, i);
        if (refusal_of(sweep, &job, NULL) != REFUSAL_NONE) continue;
        uint64_t bytes = instance->strategy->scratch_bytes(&job, &instance->shape);
        if (bytes > most) most = bytes;
    }
    return most;
}

static uint64_t part(uint64_t *at, uint64_t bytes)
{
    uint64_t begin = (*at + APART - 1) / APART * APART;
    *at = begin + bytes + APART;
    return begin;
}

static void declare(struct sweep *sweep, uint64_t at, uint64_t bytes, size_t item, bool stale,
                    const char *name)
{
    const struct session *session = &sweep->fixture->session;
    if (bytes)
        session->backend->region(session->device, sweep->memory + at, bytes, (uint32_t)item, stale, name);
}

/* How much scratch a strategy wants must be known before there is memory: the columns lie at an address of
 * the same alignment meanwhile. */
static bool place(struct sweep *sweep, struct text *why)
{
    const struct op *op = sweep->about.op;
    const struct backend *backend = sweep->fixture->session.backend;
    struct device *device = sweep->fixture->session.device;
    struct placement placement;
    uint64_t at = 0, results = 0, mapouts = 0;
    layout_place(&op->input, sides[sweep->about.loads], sweep_most_items(sweep) + 1, &placement);
    sweep->in = layout_columns(&op->input, &placement, nowhere);
    uint64_t input = part(&at, placement.bytes);
    for (size_t from = 0, to; from < sweep->count; from = to) {
        to = sweep_batch(sweep, from);
        if (result_bytes(sweep, from, to) > results) results = result_bytes(sweep, from, to);
        if (mapout_bytes(sweep, from, to) > mapouts) mapouts = mapout_bytes(sweep, from, to);
    }
    sweep->results_at = part(&at, results);
    sweep->mapout_at = part(&at, mapouts);
    sweep->scratch_at = part(&at, 0);
    uint64_t scratch = scratch_needed(sweep);
    part(&at, scratch);
    sweep->memory = backend->alloc(device, at, why);
    if (!sweep->memory) return false;
    sweep->in = layout_columns(&op->input, &placement, sweep->memory + input);
    backend->region(device, sweep->memory, 0, 0, false, NULL);
    declare(sweep, input, placement.bytes, 0, false, "items");
    declare(sweep, sweep->results_at, results, op->state.size, true, "results");
    declare(sweep, sweep->mapout_at, mapouts, op->mapout.size, true, "map-out");
    declare(sweep, sweep->scratch_at, scratch, 0, true, "scratch");
    uint64_t brought = sweep->scratch_at - sweep->results_at;
    sweep->down = malloc(brought + (sweep_most_items(sweep) + 1) * op->mapout.size);
    sweep->mapouts = sweep->down + brought;
    return sweep->down || text_say(why, "no host memory for the results of %zu shapes", sweep->count);
}

/* ---- what is right ---- */

static struct problem problem_of(const struct sweep *sweep, uint64_t rows, uint64_t items)
{
    struct shape shape = {.form = SHAPE_DIMS, .count = 1, .size = {items}};
    if (rows > 1) shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, items / rows}};
    struct problem problem = {.what = what_of(sweep),
                              .op = sweep->about.op,
                              .shape = shape,
                              .model = sweep->model,
                              .layout = {.input = sides[sweep->about.loads], .sides = 1}};
    bool numbered = sweep_moves(sweep) && sweep->about.op->input.size > 1; /* a byte counts too few */
    if (!(sweep->about.op->laws & LAW_ORDERS) && !numbered) {
        problem.data.form = DATA_ANY;
        problem.data.seed = sweep->about.seed;
    }
    return problem;
}

const char *sweep_claim(enum what what)
{
    return what == WHAT_REDUCE ? "reduce_equals_oracle"
           : what == WHAT_SCAN ? "scan_equals_oracle"
                               : "transpose_equals_oracle";
}

void sweep_case(const struct sweep *sweep, size_t at, struct test_case *one)
{
    memset(one, 0, sizeof *one);
    snprintf(one->claim, sizeof one->claim, "%s", sweep_claim(sweep->about.instance->strategy->what));
    snprintf(one->subject, sizeof one->subject, "%s", sweep->about.instance->strategy->name);
    one->tuning = instance_tuning(sweep->about.instance);
    one->device = sweep->device;
    one->has_problem = true;
    one->problem = problem_of(sweep, sweep->row[at], sweep->shape[at]);
}

/* The map-out of all items as the device leaves it: stale bytes in the padding. */
static void make_mapouts(struct sweep *sweep)
{
    const struct op *op = sweep->about.op;
    uint64_t most = sweep_most_items(sweep);
    struct problem problem = problem_of(sweep, 1, most);
    struct state item, emitted;
    memset(sweep->mapouts, STALE_BYTE, (most + 1) * op->mapout.size);
    struct columns columns = structs_at(&op->mapout, sweep->mapouts);
    for (uint64_t i = 0; i < most; i++) {
        problem_item(&problem, NULL, i, item.at);
        op->emit(NULL, item.at, emitted.at);
        columns_write(&columns, &op->mapout, i, emitted.at);
    }
}

/* Lets `fold` cover items [0, n), as an oracle would: a span's is {0, n}. */
static void fold_to(struct sweep *sweep, uint64_t n)
{
    const struct op *op = sweep->about.op;
    struct problem problem = problem_of(sweep, 1, n);
    struct state item, lifted;
    if (n < sweep->folded || sweep->folded == 0) {
        op->identity(NULL, sweep->fold);
        sweep->folded = 0;
    }
    for (; sweep->folded < n; sweep->folded++) {
        problem_item(&problem, NULL, sweep->folded, item.at);
        op->lift(NULL, item.at, lifted.at);
        op->combine(NULL, sweep->fold, lifted.at, sweep->fold);
    }
}

bool sweep_open(struct sweep *sweep, void *context, const struct sweep_about *about, struct text *why)
{
    memset(sweep, 0, sizeof *sweep);
    sweep->fixture = context;
    sweep->about = *about;
    sweep->device = sweep->fixture->name;
    sweep->model = fixture_model(sweep->fixture);
    unsigned missing = about->instance->strategy->needs & ~about->op->laws;
    if (sweep->fixture->session.even_if_refused && missing) {
        sweep->as_if = *about->op;
        sweep->as_if.laws |= missing;
    }
    sweep_find_tile(sweep);
    sweep->rows = sweep_moves(sweep) || fixture_takes(sweep->fixture, about->instance, about->op, TAKES_ROWS);
    sweep->longest = fixture_longest_row(sweep->fixture, about->instance, about->op);
    sweep->fitting = sweep->longest < ANY_ROW;
    if (!sweep_list_shapes(sweep, why) || !place(sweep, why)) return false;
    if (about->op->emits) make_mapouts(sweep);
    const struct operator_code *code = backend_operator(sweep->fixture->session.backend, about->op->name);
    uint64_t most = sweep_most_items(sweep);
    struct problem problem = problem_of(sweep, 1, most);
    return code->make_items(NULL, NULL, &sweep->in, problem.data.form, problem.data.seed, most + 1, 0, why);
}

void sweep_close(struct sweep *sweep)
{
    struct session *session = &sweep->fixture->session;
    struct text unsaid;
    if (sweep->memory) {
        /* The items may still be on their way; a device that failed says so when it is used next. */
        session->backend->sync(session->device, session->seconds, &unsaid);
        session->backend->release(session->device, sweep->memory);
    }
    free(sweep->shape);
    free(sweep->down);
}

/* ---- launches ---- */

/* Enqueues shapes [from, to). Scratch is one memory for all of them, made ready for each. */
static bool enqueue(struct sweep *sweep, size_t from, size_t to, struct text *why)
{
    const struct session *session = &sweep->fixture->session;
    const struct instance *instance = sweep->about.instance;
    uint64_t stale = sweep->scratch_at - sweep->results_at;
    if (!session->backend->fill(session->device, NULL, sweep->memory + sweep->results_at, STALE_BYTE, stale,
                                why))
        return false;
    session_judge(&sweep->fixture->session, sweep->model);
    for (size_t i = from; i < to; i++) {
        struct job job = job_of(sweep, from, i);
        if (refusal_of(sweep, &job, NULL) != REFUSAL_NONE) continue;
        if (!instance->strategy->prepare(&job, &instance->shape, why)) return false;
        if (!instance->launch(&job, &instance->shape, why)) return false;
    }
    return true;
}

static bool bring_down(struct sweep *sweep, struct text *why)
{
    const struct session *session = &sweep->fixture->session;
    uint64_t at = sweep->results_at;
    return session->backend->get(session->device, NULL, sweep->down, sweep->memory + at,
                                 sweep->scratch_at - at, why) &&
           session->backend->sync(session->device, session->seconds, why);
}

/* ---- comparison ---- */

static bool all_stale(const unsigned char *at, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++)
        if (at[i] != STALE_BYTE) return false;
    return true;
}

/* The results of a reduction of several rows. */
static bool rows_are_right(const struct sweep *sweep, size_t at, const unsigned char *got, struct text *why)
{
    const struct op *op = sweep->about.op;
    uint64_t rows = sweep->row[at];
    struct problem problem = problem_of(sweep, rows, sweep->shape[at]);
    struct state fold;
    struct finding finding;
    struct text place;
    for (uint64_t row = 0; row < rows; row++, got += op->state.size) {
        oracle_reduce(&problem, row, fold.at, NULL);
        if (tuple_difference(&op->state, fold.at, got) < 0) continue;
        text_say(&place, "row %" PRIu64, row);
        compare_tuples(&op->state, fold.at, got, place.at, &finding);
        return text_say(why, "%s", finding.first_at.at);
    }
    return all_stale(got, op->state.size) || text_say(why, "the space behind the results is written");
}

/* The results of a scan, each the fold of its row's items up to its own, or before it. */
static bool scan_is_right(const struct sweep *sweep, size_t at, const unsigned char *got, struct text *why)
{
    const struct op *op = sweep->about.op;
    uint64_t items = sweep->shape[at], length = items / sweep->row[at];
    struct problem problem = problem_of(sweep, sweep->row[at], items);
    struct state item, lifted, fold, before;
    const unsigned char *expected = sweep->about.exclusive ? before.at : fold.at;
    struct finding finding;
    struct text place;
    for (uint64_t i = 0; i < items; i++, got += op->state.size) {
        if (i % length == 0) op->identity(NULL, fold.at);
        before = fold;
        problem_item(&problem, NULL, i, item.at);
        op->lift(NULL, item.at, lifted.at);
        op->combine(NULL, fold.at, lifted.at, fold.at);
        if (tuple_difference(&op->state, expected, got) < 0) continue;
        text_say(&place, "row %" PRIu64 ", item %" PRIu64, i / length, i % length);
        compare_tuples(&op->state, expected, got, place.at, &finding);
        return text_say(why, "%s", finding.first_at.at);
    }
    return all_stale(got, op->state.size) || text_say(why, "the space behind the results is written");
}

/* Every place of a transposed matrix. */
static bool matrix_is_right(const struct sweep *sweep, size_t at, const unsigned char *got, struct text *why)
{
    const struct op *op = sweep->about.op;
    uint64_t height = sweep->row[at], items = sweep->shape[at], item;
    struct problem problem = problem_of(sweep, height, items);
    struct state expected;
    struct finding finding;
    struct text place;
    for (uint64_t i = 0; i < items; i++, got += op->state.size) {
        if (!oracle_transposed(&problem, i, &item)) continue;
        oracle_transpose(&problem, item, expected.at);
        if (tuple_difference(&op->state, expected.at, got) < 0) continue;
        text_say(&place, "row %" PRIu64 ", column %" PRIu64 " of the result", i / height, i % height);
        compare_tuples(&op->state, expected.at, got, place.at, &finding);
        return text_say(why, "%s", finding.first_at.at);
    }
    return all_stale(got, op->state.size) || text_say(why, "the space behind the results is written");
}

static bool result_is_right(struct sweep *sweep, size_t batch, size_t at, struct text *why)
{
    const struct op *op = sweep->about.op;
    const unsigned char *got = sweep->down + result_bytes(sweep, batch, at);
    struct finding finding;
    if (sweep_scans(sweep)) return scan_is_right(sweep, at, got, why);
    if (sweep_moves(sweep)) return matrix_is_right(sweep, at, got, why);
    if (sweep->row[at] > 1) return rows_are_right(sweep, at, got, why);
    fold_to(sweep, sweep->shape[at]);
    if (compare_tuples(&op->state, sweep->fold, got, "row 0", &finding) != VERDICT_PASS)
        return text_say(why, "%s", finding.first_at.at);
    return all_stale(got + op->state.size, op->state.size) ||
           text_say(why, "the space behind the result is written");
}

static bool mapout_is_right(const struct sweep *sweep, size_t batch, size_t at, struct text *why)
{
    const struct op *op = sweep->about.op;
    uint64_t n = sweep->shape[at], size = op->mapout.size;
    if (!op->emits) return true;
    const unsigned char *got =
        sweep->down + sweep->mapout_at - sweep->results_at + mapout_bytes(sweep, batch, at);
    if (memcmp(got, sweep->mapouts, n * size) != 0) {
        uint64_t wrong = 0;
        while (memcmp(got + wrong * size, sweep->mapouts + wrong * size, size) == 0)
            wrong++;
        return text_say(why, "map-out: row 0, item %" PRIu64 " is wrong", wrong);
    }
    return all_stale(got + n * size, size) || text_say(why, "the space behind the map-out is written");
}

/* Fewer tiles do not show how tiles are put together: of a scan, fewer than two windows of look-back have. */
static uint64_t tiles_that_count(const struct sweep *sweep)
{
    const struct instance *instance = sweep->about.instance;
    bool windows = sweep_scans(sweep) && instance->tiny;
    return windows ? LOOKBACK_WINDOWS * instance->shape.group + 1 : TILES_THAT_COUNT;
}

static void compare(struct sweep *sweep, size_t from, size_t to, struct sweep_outcome *outcome)
{
    for (size_t i = from; i < to; i++) {
        struct job job = job_of(sweep, from, i);
        uint64_t tiles = sweep->tile ? (sweep->shape[i] + sweep->tile - 1) / sweep->tile : 0;
        if (refusal_of(sweep, &job, &outcome->refusal) != REFUSAL_NONE) {
            outcome->refused++;
            continue;
        }
        if (!result_is_right(sweep, from, i, &outcome->why) ||
            !mapout_is_right(sweep, from, i, &outcome->why)) {
            outcome->verdict = VERDICT_FAIL;
            outcome->at = i;
            return;
        }
        outcome->verified++;
        outcome->counted += tiles >= tiles_that_count(sweep);
        outcome->over_3_tiles += tiles > 3;
        if (tiles > outcome->tiles) outcome->tiles = tiles;
    }
}

void sweep_run(struct sweep *sweep, size_t from, size_t to, struct sweep_outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    outcome->verdict = VERDICT_BROKEN;
    if (!enqueue(sweep, from, to, &outcome->why) || !bring_down(sweep, &outcome->why)) {
        sweep->fixture->session.failed = true;
        return;
    }
    outcome->verdict = VERDICT_PASS;
    compare(sweep, from, to, outcome);
}

enum verdict sweep_run_alone(struct sweep *sweep, size_t at, struct finding *finding)
{
    struct test_case one;
    memset(finding, 0, sizeof *finding);
    sweep_case(sweep, at, &one);
    return equals_oracle(sweep->fixture, &one, finding);
}

bool sweep_recover(struct sweep *sweep, struct text *why)
{
    if (!device_is_simulated(sweep->device.kind))
        return text_say(why, "the device failed, and only a fresh process helps");
    return session_reset(&sweep->fixture->session, why);
}
