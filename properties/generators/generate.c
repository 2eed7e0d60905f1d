/* SPDX-License-Identifier: MIT
 * Draws problems for a strategy and an operator, as a generator asks. Refused problems are drawn again, except in
 * one draw of 16, where the refusal is what is looked at. */
#define _POSIX_C_SOURCE 200809L
#include "generate.h"

#include <string.h>

#include "draw_parts.h"
#include "draw_shapes.h"
#include "fixture.h"

enum { TRIES = 8 };

/* over_input: a result that is read too late shows where blocks do not go on side by side. reused: an earlier launch's
 * leavings show where items differ, too. row, split, schedules: with:row=R, with:split=N, with:schedules=K. flat: one
 * row, mostly. odd: odd layouts. listed: the line lists the lengths, or they are one. switching: rows where a policy's
 * rule switches, mostly. any_size: of any size, not to be run. */
struct request {
    bool over_input, emitting, exact, flat, odd, split, schedules, inclusive, exclusive, initial, rows, row,
        listed, empty, reused, switching, any_size;
    bool may_begin; /* a reduction with an initial value, too */
};

static bool grants(struct request request, const struct op *op)
{
    return (!request.emitting || op->emits) && (!request.exact || op->laws & LAW_EXACT) &&
           (!request.over_input || tuples_agree(&op->input, &op->state));
}

static const struct op *draw_op(const struct fixture *fixture, const struct target *target, struct draw *draw,
                                struct request request)
{
    if (target->op) return grants(request, target->op) ? target->op : NULL;
    const struct op *eligible[64];
    size_t count = 0;
    const struct strategy *strategy = backend_strategy(fixture->session.backend, target->subject);
    for (const struct operator_code *const *code = fixture->session.backend->operators; *code; code++) {
        const struct op *op = strategy ? op_for(strategy->what, (*code)->op) : NULL;
        if (op && count < 64 && grants(request, op) &&
            fixture_nth_instance(fixture, target->subject, op->name, 0))
            eligible[count++] = op;
    }
    return count ? eligible[draw_below(draw, count)] : NULL;
}

/* A tiny instance more often than not; the simplest is the first. */
static const struct instance *draw_instance(const struct fixture *fixture, struct draw *draw,
                                            const char *strategy, const struct op *op)
{
    const struct instance *at[128];
    size_t tiny = 0, count = fixture_instances(fixture, strategy, op->name, at, 128);
    while (tiny < count && at[tiny]->tiny)
        tiny++;
    if (!count) return NULL;
    bool usual = draw_chance(draw, is_hardware(fixture) ? 2 : 1, 4) || tiny == 0;
    return usual && tiny < count ? at[tiny + draw_below(draw, count - tiny)] : at[draw_below(draw, tiny)];
}

/* Memory of a problem whose items lie all in one place: a strategy that keeps something of each item in scratch needs
 * more. */
enum { LITTLE_MEMORY = 1 << 30 };

static bool needs_little_memory(struct fixture *fixture, const struct instance *instance,
                                const struct problem *problem)
{
    struct load *load = &fixture->load[LOAD_CASE];
    return session_plan(&fixture->session, load, problem, instance, NULL) &&
           load->arena.bytes <= LITTLE_MEMORY;
}

/* So many items in one place: one row, where blocks share it, or rows that a thread each can fold in a moment, each long
 * enough for the host to know the result of it without going through its items. */
static void draw_many_items(struct draw *draw, uint64_t items, bool rows, struct shape *shape)
{
    uint64_t length = ((uint64_t)1 << 16) + 1 + draw_below(draw, 5);
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {items}};
    if (rows) *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {items / length + 1, length}};
}

/* Now and then a GPU is given more items than 31 or 32 bits count, all of them in one place. */
static void draw_past_32_bits(struct draw *draw, struct fixture *fixture, const struct instance *instance,
                              struct problem *problem)
{
    struct problem past = *problem;
    const struct op *op = problem->op;
    bool fits = problem->what == WHAT_REDUCE && !op->emits && op->laws & LAW_EXACT;
    if (!fits || instance->tiny || !device_is_gpu(fixture->name.kind)) return;
    uint64_t items = ((uint64_t)1 << draw_between(draw, 31, 32)) + draw_below(draw, 5) - 2;
    bool rows = fixture_takes(fixture, instance, op, TAKES_ROWS);
    if (rows && instance->strategy->blocks_communicate) rows = draw_chance(draw, 1, 2);
    draw_many_items(draw, items, rows, &past.shape);
    shape_items(&past.shape, &items);
    if (op->most_items && items > op->most_items) return;
    past.layout.input.form = SIDE_ONE;
    past.has_only = false;
    past.only_from = past.only_to = 0;
    past.vary_count = 0;
    memset(past.vary, 0, sizeof past.vary);
    if (needs_little_memory(fixture, instance, &past)) *problem = past;
}

/* An exclusive scan as often as an inclusive one; an initial value now and then. */
static void draw_what(struct draw *draw, const struct strategy *strategy, struct request request,
                      struct problem *problem)
{
    problem->what = strategy->what;
    bool begins =
        request.may_begin && strategy->what == WHAT_REDUCE && strategy->takes & TAKES_INIT_REDUCTION;
    if (begins) problem->has_init = draw_chance(draw, 1, 2);
    if (begins && problem->has_init) problem->init_bits = draw_bits(draw, 16);
    if (strategy->what != WHAT_SCAN) return;
    if (request.exclusive || (!request.inclusive && draw_chance(draw, 1, 2))) problem->what = WHAT_EXSCAN;
    problem->has_init = request.initial || draw_chance(draw, 1, 4);
    if (problem->has_init) problem->init_bits = draw_bits(draw, 16);
}

/* A strategy may do inclusive scans alone, or exclusive ones, and no initial values. */
static void take_other_kind(const struct fixture *fixture, const struct instance *instance,
                            const struct op *op, struct problem *problem)
{
    enum what other = problem->what == WHAT_SCAN ? WHAT_EXSCAN : WHAT_SCAN;
    if (instance->strategy->what != WHAT_SCAN || instance->strategy->pick) return;
    if (!fixture_does_what(fixture, instance, op, problem->what) &&
        fixture_does_what(fixture, instance, op, other))
        problem->what = other;
    if (problem->has_init && !fixture_takes(fixture, instance, op, fixture_scans_with_init(instance)) &&
        fixture_does_what(fixture, instance, op, problem->what)) {
        problem->has_init = false;
        problem->init_bits = 0;
    }
}

static void draw_transposition(struct draw *draw, const struct fixture *fixture,
                               const struct instance *instance, bool flat, struct problem *problem)
{
    struct edges edges = edges_of(fixture, instance, problem->op);
    draw_matrices(draw, &problem->shape, edges, flat);
    if (!fixture_takes(fixture, instance, problem->op, TAKES_MASK) || !draw_chance(draw, 2, 3)) return;
    set_with(problem, "present", draw_between(draw, 0, problem_present(problem)));
}

/* A simulator takes as long for a row of one item as for one that fills such a block. */
static bool is_slow_a_row(const struct fixture *fixture, const struct instance *instance)
{
    return !is_hardware(fixture) && instance->shape.block >= 512;
}

/* Several rows, of different lengths, too, where the strategy does them; matrices for a transposition. */
static void draw_its_shape(struct draw *draw, const struct fixture *fixture, const struct instance *instance,
                           struct request request, struct problem *problem)
{
    const struct op *op = problem->op;
    struct edges edges = edges_of(fixture, instance, op);
    if (problem->what == WHAT_TRANSPOSE) {
        draw_transposition(draw, fixture, instance, request.flat, problem);
        return;
    }
    uint64_t items = draw_items(draw, fixture, edges, op->most_items);
    bool rows = request.rows || (!request.flat && fixture_takes(fixture, instance, op, TAKES_ROWS) &&
                                 draw_chance(draw, 1, 2));
    if (request.empty) {
        uint64_t most_rows = fixture_takes(fixture, instance, op, TAKES_EMPTY_ROWS) ? FEW_EMPTY_ROWS : 0;
        draw_empty(draw, &problem->shape, most_rows, fixture_takes(fixture, instance, op, TAKES_RAGGED));
    } else if (rows) {
        /* Rows that fit into a block are short, so that only many of them fill several blocks. */
        uint64_t most_rows = edges.longest < ANY_ROW ? edges.most : items;
        if (request.rows || is_slow_a_row(fixture, instance)) most_rows = FEW_ROWS;
        draw_rows(draw, &problem->shape, items, edges, op->most_items, most_rows);
        if (fixture_takes(fixture, instance, op, TAKES_RAGGED) && draw_chance(draw, 1, 2))
            draw_ragged(draw, &problem->shape, request.listed);
    } else
        draw_shape(draw, &problem->shape, items, request.flat);
    if (request.inclusive && problem->shape.size[0] == 0) problem->shape.size[0] = 1;
    if (problem->what != WHAT_KEYED) return;
    /* A block that sorts takes as long for a row of one item as for one that fills it. */
    if (!is_hardware(fixture) && !instance->tiny && problem->shape.count == 2 &&
        problem->shape.size[0] > FEW_ROWS)
        problem->shape.size[0] = FEW_ROWS;
    draw_keys(draw, fixture, instance, problem);
}

enum { MOST_PLANNED = 1 << 22, MOST_PLANNED_ROWS = 1 << 20 };

/* Of any size that is planned in a moment, for what is not run. */
static void draw_any_size(struct draw *draw, const struct fixture *fixture, const struct strategy *strategy,
                          struct problem *problem)
{
    uint64_t most = MOST_PLANNED, right = problem->op->most_items;
    struct shape *shape = &problem->shape;
    if (right && right < most) most = right;
    *shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {draw_size(draw, most)}};
    if (!(strategy->takes & TAKES_ROWS)) return;
    if (problem->what == WHAT_REDUCE && draw_chance(draw, 1, 2))
        draw_switch(draw, fixture->session.caps, shape, most, false);
    else {
        uint64_t rows = draw_size(draw, MOST_PLANNED_ROWS);
        *shape = (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, 0}};
        shape->size[1] = draw_size(draw, rows ? most / rows : most);
    }
    if (right && shape->size[1] && shape->size[0] > most / shape->size[1])
        shape->size[0] = most / shape->size[1];
    if (problem->what == WHAT_TRANSPOSE && draw_chance(draw, 1, 2))
        set_with(problem, "present", draw_between(draw, 0, problem_present(problem)));
    if (problem->what == WHAT_REDUCE && shape->size[0] && draw_chance(draw, 1, 3) &&
        strategy->takes & TAKES_RAGGED)
        draw_ragged(draw, shape, false);
    if (problem->what == WHAT_KEYED)
        shape->keys = draw_key_count(draw, MOST_PLANNED, 256, MOST_PLANNED / (rows_of(shape) + 1));
}

/* As draw_its_shape, for what picks others. */
static void draw_picked_shape(struct draw *draw, const struct fixture *fixture,
                              const struct instance *instance, struct request request,
                              struct problem *problem)
{
    const struct op *op = problem->op;
    if (request.any_size) {
        draw_any_size(draw, fixture, instance->strategy, problem);
        return;
    }
    request.rows = true;
    if (draw_chance(draw, 1, 2) || op->most_items)
        draw_its_shape(draw, fixture, instance, request, problem);
    else
        draw_switch(draw, fixture->session.caps, &problem->shape,
                    OCCASIONAL * edges_of(fixture, instance, op).most, true);
}

enum { LONG_ROW = 1 << 12, MOST_LONGER = 1 << 11, MOST_LONGER_ON_GPU = 1 << 21 };

/* A long row, of two at most, in two of three problems that may have one: there a bound of sums in any order lets pass
 * what lacks an item. */
static void draw_long_row(struct draw *draw, struct fixture *fixture, const struct instance *instance,
                          struct problem *problem)
{
    struct shape *shape = &problem->shape;
    bool fits = shape->form == SHAPE_DIMS && shape->count <= 2 && !problem->op->most_items &&
                !fixture->most_items && edges_of(fixture, instance, problem->op).longest == ANY_ROW;
    if (!fits || problem->what == WHAT_KEYED || !draw_chance(draw, 2, 3)) return;
    if (shape->count == 2 && shape->size[0] > 2) shape->size[0] = 2;
    uint64_t longer =
        is_hardware(fixture) ? draw_size(draw, MOST_LONGER_ON_GPU) : draw_below(draw, MOST_LONGER);
    shape->size[shape->count - 1] = LONG_ROW + longer;
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
}

/* Items of which no addition rounds, where the operator adds them; drawn last, so that what was drawn before means what
 * it did. An initial value is the simplest, for another one may round. */
static void draw_exact_sum(struct draw *draw, struct fixture *fixture, const struct instance *instance,
                           bool may_be_long, struct problem *problem)
{
    uint64_t items;
    shape_items(&problem->shape, &items);
    draw_numbers(draw, instance->strategy, problem->op, &problem->data, items);
    if (!data_is_exact(&problem->data)) return;
    problem->init_bits = 0;
    if (may_be_long) draw_long_row(draw, fixture, instance, problem);
}

/* Where the strategy takes a number of blocks, perhaps one; drawn behind all else, for the same reason. */
static void draw_grid(struct draw *draw, const struct strategy *strategy, struct tuning *tuning)
{
    if (!(strategy->takes & TAKES_GRID) || !draw_chance(draw, 1, 3)) return;
    struct named *grid = &tuning->pair[tuning->count++];
    snprintf(grid->name, sizeof grid->name, "grid");
    grid->value = (int64_t)draw_between(draw, 1, draw_chance(draw, 1, 2) ? 8 : 100);
}

/* Where the strategy takes any number of threads, one of a few: one alone, and more than most machines have processors. */
static void draw_threads(struct draw *draw, const struct strategy *strategy, struct tuning *tuning)
{
    static const int64_t few[] = {1, 2, 3, 8};
    for (int i = 0; (strategy->takes & TAKES_THREADS) && i < tuning->count; i++)
        if (strcmp(tuning->pair[i].name, "threads") == 0 && draw_chance(draw, 3, 4))
            tuning->pair[i].value = few[draw_below(draw, sizeof few / sizeof *few)];
}

static void ask_for(struct tuning *tuning, const char *name, uint64_t value)
{
    struct named *pair = &tuning->pair[tuning->count];
    if (!value || tuning->count == MAX_NAMED) return;
    snprintf(pair->name, sizeof pair->name, "%s", name);
    pair->value = (int64_t)value;
    tuning->count++;
}

/* Of ranks, one of a few numbers of them, and, half the time, which is the root, the datatype and the order of the ranks. */
static void draw_ranks(struct draw *draw, struct tuning *tuning)
{
    static const int64_t few[] = {1, 2, 3, 4}, more[] = {5, 9}; /* which take long to start */
    int64_t ranks = tuning_get(tuning, "ranks", 0);
    if (!ranks) return;
    if (draw_chance(draw, 1, 2)) ranks = few[draw_below(draw, sizeof few / sizeof *few)];
    if (draw_chance(draw, 1, 16)) ranks = more[draw_below(draw, sizeof more / sizeof *more)];
    for (int i = 0; i < tuning->count; i++)
        if (strcmp(tuning->pair[i].name, "ranks") == 0) tuning->pair[i].value = ranks;
    if (draw_chance(draw, 1, 2)) ask_for(tuning, "root", draw_below(draw, (uint64_t)ranks));
    if (!tuning_get(tuning, "datatype", 0) && draw_chance(draw, 1, 2))
        ask_for(tuning, "datatype", draw_below(draw, 3));
    if (draw_chance(draw, 1, 4)) ask_for(tuning, "reversed", 1);
}

/* Where the strategy takes a number of cards, perhaps one to nine; real cards all take part. */
static void draw_cards(struct draw *draw, const struct fixture *fixture, const struct strategy *strategy,
                       struct tuning *tuning)
{
    if (!(strategy->takes & TAKES_CARDS) || fixture->session.caps->cards || !draw_chance(draw, 2, 3)) return;
    struct named *cards = &tuning->pair[tuning->count++];
    snprintf(cards->name, sizeof cards->name, "cards");
    cards->value = (int64_t)draw_between(draw, 1, draw_chance(draw, 3, 4) ? 4 : 9);
}

/* Where the strategy takes an input that lies column by column, mostly one, if the rows have one length. */
static void draw_by_column(struct draw *draw, const struct strategy *strategy, struct problem *problem)
{
    struct layout *layout = &problem->layout;
    bool fits = problem->shape.form == SHAPE_DIMS && layout->input.form != SIDE_ONE &&
                layout->result.form != SIDE_IN && layout->mapout.form != SIDE_IN;
    if (!(strategy->takes & TAKES_BY_COLUMN) || !fits || !draw_chance(draw, 3, 4)) return;
    layout->input = (struct side){.form = SIDE_COLS, .skew = layout->input.skew};
}

static uint64_t multiple_of(uint64_t number, uint64_t multiple)
{
    return multiple > 1 ? number - number % multiple : number;
}

/* For what counts items, each of which is 1. */
static void make_ones(struct problem *problem)
{
    problem->data = (struct data){.form = DATA_UNIT};
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
}

static bool draw_problem_once(struct fixture *fixture, const struct target *target, struct draw *draw,
                              struct request request, struct test_case *drawn)
{
    struct problem *problem = &drawn->problem;
    const struct op *op = draw_op(fixture, target, draw, request);
    const struct instance *instance = op ? draw_instance(fixture, draw, target->subject, op) : NULL;
    if (!instance) return false;
    begin_case(target, drawn);
    drawn->tuning = instance_tuning(instance);
    drawn->has_problem = true;
    draw_what(draw, instance->strategy, request, problem);
    take_other_kind(fixture, instance, op, problem);
    problem->op = op;
    draw_args(draw, op, problem->args);
    if (request.switching || request.any_size)
        draw_picked_shape(draw, fixture, instance, request, problem);
    else
        draw_its_shape(draw, fixture, instance, request, problem);
    if (fixture->most_items) keep_to_limit(&problem->shape, fixture->most_items);
    keep_to_multiple(&problem->shape, problem->what, instance->strategy->multiple);
    bool may_vary = op->has_params && !request.flat && (!request.rows || request.row);
    if (may_vary && (fixture_takes(fixture, instance, op, TAKES_PARAMS_BY_ROW) || draw_chance(draw, 1, 16)) &&
        draw_chance(draw, 1, 2))
        draw_vary(draw, problem);
    uint64_t items;
    shape_items(&problem->shape, &items);
    draw_layout(draw, op, &problem->layout, request.odd);
    if (problem->what == WHAT_KEYED &&
        problem->layout.mapout.form == SIDE_IN) { /* the input has a column more */
        problem->layout.mapout = (struct side){.form = SIDE_SOA};
        count_sides(&problem->layout);
    }
    /* Whether an output may lie over the input is no question of size. */
    if (request.any_size && problem->layout.mapout.form == SIDE_IN)
        problem->layout.mapout = (struct side){.form = SIDE_SOA};
    bool scans = instance->strategy->what == WHAT_SCAN && tuples_agree(&op->input, &op->state);
    bool over_input = request.over_input || (scans && draw_chance(draw, 1, 16));
    if (over_input && (fixture_takes(fixture, instance, op, TAKES_IN_PLACE) || draw_chance(draw, 1, 4)))
        lay_over_input(&problem->layout);
    if (problem->what == WHAT_REDUCE && op->state.count <= MAX_NAMED && draw_chance(draw, 1, 8))
        draw_keep(draw, problem);
    if (request.reused)
        problem->data = (struct data){.form = DATA_ANY, .seed = draw_bits(draw, 16)};
    else
        draw_data(draw, &problem->data, items);
    draw_only(draw, problem, items);
    bool any_shape = !request.flat && !request.odd && !request.rows && !request.empty && !request.switching &&
                     !request.any_size;
    if (any_shape && !fixture->most_items && draw_chance(draw, 1, 1024))
        draw_past_32_bits(draw, fixture, instance, problem);
    if (request.row && problem->layout.input.form == SIDE_ONE) problem->layout.input.form = SIDE_SOA;
    if (request.row) set_with(problem, "row", draw_below(draw, rows_of(&problem->shape)));
    if (request.split)
        set_with(problem, "split", multiple_of(draw_between(draw, 0, items), instance->strategy->multiple));
    if (request.schedules)
        set_with(problem, "schedules", draw_between(draw, 2, 4));
    else if (!request.any_size || !instance->strategy->needs_progress)
        draw_schedule(draw, fixture, request.reused || request.over_input, &problem->schedule);
    if (instance->strategy->counts) make_ones(problem);
    if (!request.reused) draw_exact_sum(draw, fixture, instance, any_shape, problem);
    keep_to_multiple(&problem->shape, problem->what, instance->strategy->multiple); /* of a long row */
    draw_grid(draw, instance->strategy, &drawn->tuning);
    draw_threads(draw, instance->strategy, &drawn->tuning);
    draw_ranks(draw, &drawn->tuning);
    draw_cards(draw, fixture, instance->strategy, &drawn->tuning);
    draw_by_column(draw, instance->strategy, problem);
    problem->model = fixture_model(fixture);
    return true;
}

static bool is_refused(struct fixture *fixture, const struct test_case *drawn)
{
    struct load *load = &fixture->load[LOAD_CASE];
    const struct instance *instance = fixture_instance(fixture, drawn, NULL);
    return instance &&
           session_plan_asked(&fixture->session, load, &drawn->problem, instance, &drawn->tuning, NULL) &&
           session_refusal(load, NULL) != REFUSAL_NONE;
}

static bool draw_problem(void *context, const struct target *target, struct draw *draw,
                         struct request request, struct test_case *drawn)
{
    struct fixture *fixture = context;
    bool refusals_too = draw_chance(draw, 1, 16) || request.any_size;
    for (int tries = 0; tries < TRIES; tries++) {
        if (!draw_problem_once(fixture, target, draw, request, drawn)) return false;
        if (refusals_too || target->ought_refuse || !is_refused(fixture, drawn)) break;
        request.flat = true; /* what is refused most is a second row */
    }
    return true;
}

#define DRAWN(name, ...)                                                                                     \
    bool name##_generate(void *context, const struct target *target, struct draw *draw,                      \
                         struct test_case *drawn)                                                            \
    {                                                                                                        \
        return draw_problem(context, target, draw, (struct request){__VA_ARGS__}, drawn);                    \
    }
DRAWN(problem, .may_begin = true)
DRAWN(over_input, .over_input = true)
DRAWN(emitting, .emitting = true)
DRAWN(split, .flat = true, .split = true)
DRAWN(flat, .flat = true)
DRAWN(layout, .odd = true)
DRAWN(schedules, .exact = true, .schedules = true)
DRAWN(reused, .reused = true)
DRAWN(inclusive, .flat = true, .inclusive = true)
DRAWN(exclusive, .exclusive = true)
DRAWN(initial, .initial = true)
DRAWN(rows, .rows = true)
DRAWN(chosen_row, .rows = true, .row = true, .exact = true)
DRAWN(lengths, .rows = true, .listed = true)
DRAWN(empty, .empty = true)
DRAWN(switching, .switching = true)
DRAWN(any_size, .any_size = true)
#undef DRAWN

bool chosen_key_generate(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    if (!draw_problem(context, target, draw, (struct request){.exact = true}, drawn)) return false;
    set_with(&drawn->problem, "key", draw_below(draw, drawn->problem.shape.keys));
    return true;
}

bool split_keyed_generate(void *context, const struct target *target, struct draw *draw,
                          struct test_case *drawn)
{
    if (!draw_problem(context, target, draw, (struct request){.flat = true, .split = true}, drawn))
        return false;
    if (drawn->problem.layout.input.form == SIDE_ONE) drawn->problem.layout.input.form = SIDE_SOA;
    return true;
}

/* One row of so many items, whose keys fall as those of the problem. */
static struct shape one_row(const struct problem *problem, uint64_t items)
{
    const struct shape *shape = &problem->shape;
    struct shape row = {.form = SHAPE_DIMS, .count = 1, .size = {items}};
    if (problem->what != WHAT_KEYED) return row;
    row.keys = shape->keys;
    row.has_dist = shape->has_dist;
    row.dist = shape->dist;
    row.seed = shape->seed;
    return row;
}

enum { FEWEST_AGAIN = 512, MOST_AGAIN = 4096 };

/* A problem; for somebody's sum of floats one of some blocks, of whose items most additions round, for otherwise no order
 * shows in the bits. */
bool again_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    const struct fixture *fixture = context;
    struct problem *problem = &drawn->problem;
    if (!draw_problem(context, target, draw, (struct request){0}, drawn)) return false;
    const struct strategy *strategy = backend_strategy(fixture->session.backend, target->subject);
    if (!strategy || !strategy->constants || !op_adds_items(problem->op)) return true;
    uint64_t most = strategy_most_items(strategy, problem->op);
    if (!most || most > MOST_AGAIN) most = MOST_AGAIN;
    uint64_t items = draw_between(draw, most < FEWEST_AGAIN ? most : FEWEST_AGAIN, most);
    problem->shape = one_row(problem, items);
    if (fixture->most_items) keep_to_limit(&problem->shape, fixture->most_items);
    keep_to_multiple(&problem->shape, problem->what, strategy->multiple);
    problem->data = (struct data){.form = DATA_ANY, .seed = draw_bits(draw, 16)};
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
    if (problem->layout.input.form == SIDE_ONE) problem->layout.input.form = SIDE_SOA;
    return true;
}

/* The drawn problem with other keys, or another shape, and no `only`: each item in a place of its own. */
static void set_keys(struct problem *problem, struct shape shape)
{
    problem->shape = shape;
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
    if (problem->layout.input.form == SIDE_ONE) problem->layout.input.form = SIDE_SOA;
}

bool apart_keyed_generate(void *context, const struct target *target, struct draw *draw,
                          struct test_case *drawn)
{
    if (!draw_problem(context, target, draw, (struct request){0}, drawn)) return false;
    if (drawn->problem.layout.input.form == SIDE_ONE) drawn->problem.layout.input.form = SIDE_SOA;
    return true;
}

bool one_key_generate(void *context, const struct target *target, struct draw *draw, struct test_case *drawn)
{
    bool rows = draw_chance(draw, 1, 2);
    if (!draw_problem(context, target, draw, (struct request){.flat = !rows, .rows = rows}, drawn))
        return false;
    struct shape shape = drawn->problem.shape;
    shape.keys = 1;
    shape.has_dist = false;
    shape.dist = (enum dist)0;
    shape.seed = 0;
    set_keys(&drawn->problem, shape);
    return true;
}

/* Half of the keys have no items; now and then there are no items. */
bool empty_keys_generate(void *context, const struct target *target, struct draw *draw,
                         struct test_case *drawn)
{
    if (!draw_problem(context, target, draw, (struct request){0}, drawn)) return false;
    struct shape shape = drawn->problem.shape;
    if (shape.keys < 2) shape.keys = 2;
    shape.has_dist = true;
    shape.dist = DIST_HALFEMPTY;
    shape.seed = draw_bits(draw, 16);
    if (draw_chance(draw, 1, 8)) shape.size[shape.count - 1] = 0;
    set_keys(&drawn->problem, shape);
    return true;
}

enum { MOST_SCATTERED = 1024 };

/* Rows of no more items than keys. */
bool distinct_keys_generate(void *context, const struct target *target, struct draw *draw,
                            struct test_case *drawn)
{
    struct fixture *fixture = context;
    if (!draw_problem(context, target, draw, (struct request){.flat = true}, drawn)) return false;
    struct problem *problem = &drawn->problem;
    uint64_t most = fixture_most_keys(fixture, fixture_instance(fixture, drawn, NULL), problem->op);
    uint64_t length = problem->shape.size[0], rows = draw_between(draw, 1, 3);
    if (!fixture_takes(fixture, fixture_instance(fixture, drawn, NULL), problem->op, TAKES_ROWS)) rows = 1;
    if (most > MOST_SCATTERED) most = MOST_SCATTERED;
    if (length > most) length = multiple_of(most, fixture_instance(fixture, drawn, NULL)->strategy->multiple);
    if (fixture->most_items && rows * length > fixture->most_items) rows = 1;
    uint64_t more = draw_chance(draw, 1, 2) ? 0 : draw_below(draw, most - length + 1);
    uint64_t keys = length + more ? length + more : 1;
    set_keys(problem, (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, length}, .keys = keys});
    set_with(problem, "step", draw_between(draw, 1, keys));
    return true;
}

/* K keys and n items, K to the power of n rows: few enough for a moment on the simulator. */
bool assignments_generate(void *context, const struct target *target, struct draw *draw,
                          struct test_case *drawn)
{
    static const unsigned most_items[] = {0, 8, 8, 5, 4};
    const struct fixture *fixture = context;
    if (!draw_problem(context, target, draw, (struct request){.flat = true}, drawn)) return false;
    struct problem *problem = &drawn->problem;
    uint64_t keys = draw_between(draw, 1, 4), items = draw_between(draw, 0, most_items[keys]), rows = 1;
    /* Of a block of many threads a row leaves most idle, and costs as much. */
    if (tuning_get(&drawn->tuning, "block", 0) > 16 && items > 3)
        items = 3;
    else if (keys == 3 && draw_chance(draw, 1, 16))
        items = draw_between(draw, 6, 8);
    for (uint64_t i = 0; i < items; i++)
        rows *= keys;
    for (; fixture->most_items && rows * items > fixture->most_items; items--)
        rows /= keys;
    set_keys(problem, (struct shape){.form = SHAPE_DIMS, .count = 2, .size = {rows, items}, .keys = keys});
    return true;
}
