/* SPDX-License-Identifier: MIT
 * Plans a problem's job on the host: rows, columns, params, scratch, and the strategy's answer. */
#include "load_plan.h"

#include <inttypes.h>
#include <stdio.h>

/* Where columns point before there is memory: an address with the alignment that memory will have, so that
 * a strategy gives the same answers about a job before and after there is memory. */
static unsigned char *const no_memory = (unsigned char *)(uintptr_t)4096;

/* How the job's rows lie: as real data have them, or as the shape says. */
static bool job_rows(const struct load *load, struct job *job, struct text *why)
{
    const struct shape *shape = &load->problem->shape;
    job->by_column = load->problem->layout.input.form == SIDE_COLS;
    if (load->real_start && job->by_column)
        return text_say(why,
                        "layout: cols is for rows of one length, the data have rows of different lengths");
    if (load->real_start) {
        job->rows = load->real_rows;
        job->ragged_items = load->real_start[load->real_rows];
        job->row_start = (const uint64_t *)no_memory;
        return true;
    }
    if (!shape_rows(shape, &job->rows) || !shape_items(shape, &job->ragged_items))
        return text_say(why, "the shape does not fit 63 bits of items");
    if (shape->form == SHAPE_DIMS) { /* a list stays one, though its rows be equal or one alone */
        job->length = job->rows ? shape_row_length(shape, 0) : 0;
        job->ragged_items = 0;
    } else
        job->row_start = (const uint64_t *)no_memory;
    if (load->problem->what == WHAT_TRANSPOSE) {
        job->height = shape_height(shape);
        job->present = problem_present(load->problem);
    }
    if (load->problem->what == WHAT_KEYED) job->keys = shape->keys;
    return true;
}

/* Params that vary by row; where they will lie is not known yet. */
static bool job_params(const struct problem *problem, struct job *job, struct text *why)
{
    if (problem->vary_count && problem_param_sets(problem) > INT64_MAX / MAX_PARAMS_BYTES)
        return text_say(why, "params of %" PRIu64 " sets do not fit 63 bits of bytes",
                        problem_param_sets(problem));
    if (problem->vary_count) job->row_params = no_memory;
    problem_vary_index(problem, &job->vary);
    return true;
}

/* Problems that no strategy of this version solves, or not on such a device; the strategies never see them. */
static bool is_supported(const struct problem *problem, const struct strategy *strategy,
                         enum device_kind kind, struct text *why)
{
    bool scans = problem->what == WHAT_SCAN || problem->what == WHAT_EXSCAN;
    const char *machine = device_is_gpu(kind) ? "a GPU" : "the host";
    struct text words;
    if (problem->schedule.form != SCHEDULE_NONE && !device_is_simulated(kind))
        return text_say(why, "%s orders its own lanes: sched is for %.200s", machine,
                        device_list_words(1 << SORT_SIMULATED, &words));
    if (problem->model != MODEL_LENIENT && !device_is_simulated(kind))
        return text_say(why, "%s has a memory of its own: model is for %.200s", machine,
                        device_list_words(1 << SORT_SIMULATED, &words));
    if (problem->what == WHAT_LAW) return text_say(why, "no strategy does %s yet", what_name(problem->what));
    if (!strategy_does(strategy->what, problem->what))
        return text_say(why, "%s does %s, not %s", strategy->name, what_name(strategy->what),
                        what_name(problem->what));
    if (problem->has_init && !scans && !(strategy->takes & takes_init(problem->what)))
        return text_say(why, "%s takes no initial value", strategy->name);
    return true;
}

/* The operator, or a copy of it that promises what the strategy needs. */
static const struct op *op_as_asked(struct load *load)
{
    const struct op *op = load->problem->op;
    if (!load->session->even_if_refused) return op;
    load->as_if = *op;
    load->as_if.laws |= load->instance->strategy->needs;
    return &load->as_if;
}

/* The device, as it is under the problem's schedule. */
static const struct device_caps *caps_as_scheduled(struct load *load)
{
    const struct device_caps *caps = load->session->caps;
    if (load->problem->schedule.form != SCHEDULE_UNFAIR) return caps;
    load->unfair = *caps;
    load->unfair.forward_progress = false;
    snprintf(load->unfair.name, sizeof load->unfair.name, "an unfair schedule");
    return &load->unfair;
}

uint64_t load_param_words(const struct problem *problem)
{
    if (problem->vary_count == 0) return 0;
    return (problem_param_sets(problem) * problem->op->params_size + 7) / 8;
}

/* The result's columns, those that are not kept without a base. */
static struct columns result_columns(const struct load *load, unsigned char *base)
{
    const struct problem *problem = load->problem;
    struct columns kept = arena_columns(&load->arena, ARENA_RESULT, base);
    if (problem->keep_count == 0) return kept;
    struct columns columns = {.count = problem->op->state.count};
    for (int k = 0; k < problem->keep_count; k++)
        columns.column[problem->keep[k]] = kept.column[k];
    return columns;
}

void load_point_columns(struct load *load)
{
    unsigned char *base = load->memory ? load->memory : no_memory;
    load->job.in = arena_columns(&load->arena, ARENA_INPUT, base);
    if (load->job.keys) load->job.key = load->job.in.column[--load->job.in.count];
    load->job.out = result_columns(load, base);
    load->job.mapout = arena_columns(&load->arena, ARENA_MAPOUT, base);
    load->job.scratch = base + load->arena.scratch_offset;
    if (load->job.row_start)
        load->job.row_start = arena_columns(&load->arena, ARENA_ROWS, base).column[0].base;
    if (load->job.row_params && load_param_words(load->problem))
        load->job.row_params = arena_columns(&load->arena, ARENA_PARAMS, base).column[0].base;
}

static uint64_t results_of(const struct job *job)
{
    if (job->keys) return job->rows * job->keys;
    return job->what == WHAT_REDUCE ? job->rows : job_items(job);
}

bool session_plan(struct session *session, struct load *load, const struct problem *problem,
                  const struct instance *instance, struct text *why)
{
    return session_plan_asked(session, load, problem, instance, NULL, why);
}

static void ask(uint32_t *number, const struct tuning *asked, const char *name)
{
    int64_t value = asked ? tuning_get(asked, name, *number) : *number;
    *number = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* An instance's shape, with what a tuning asks for at run time. */
static struct launch_shape shape_as_asked(const struct launch_shape *shape, const struct tuning *asked)
{
    struct launch_shape planned = *shape;
    if (shape->ranks) {
        ask(&planned.ranks, asked, "ranks");
        ask(&planned.root, asked, "root");
        ask(&planned.datatype, asked, "datatype");
        ask(&planned.reversed, asked, "reversed");
    }
    int64_t threads = asked ? tuning_get(asked, "threads", shape->threads) : shape->threads;
    planned.grid = asked ? (uint64_t)tuning_get(asked, "grid", 0) : 0;
    int64_t cards = asked ? tuning_get(asked, "cards", 0) : 0;
    planned.cards = cards > MOST_CARDS ? MOST_CARDS + 1 : (uint32_t)cards;
    planned.threads = threads > MOST_THREADS ? MOST_THREADS + 1 : (uint32_t)threads;
    return planned;
}

bool session_plan_asked(struct session *session, struct load *load, const struct problem *problem,
                        const struct instance *instance, const struct tuning *asked, struct text *why)
{
    const struct op *op = problem->op;
    struct job job = {.what = problem->what};
    load->session = session;
    load->problem = problem;
    load->instance = instance;
    load->shape = shape_as_asked(&instance->shape, asked);
    if (!is_supported(problem, instance->strategy, session->name.kind, why) || !job_rows(load, &job, why) ||
        !job_params(problem, &job, why))
        return false;
    uint64_t items = job_items(&job);
    struct tuple input = op->input;
    if (job.keys) input = tuple_and(&op->input, ELEM_U32);
    struct tuple kept =
        problem->keep_count ? tuple_of_columns(&op->state, problem->keep, problem->keep_count) : op->state;
    struct arena_request request = {.input = &input,
                                    .result = &kept,
                                    .mapout = op->emits ? &op->mapout : NULL,
                                    .inputs = job.height ? job.rows / job.height * job.present : items,
                                    .results = results_of(&job),
                                    .row_starts = job.row_start ? job.rows + 1 : 0,
                                    .param_words = load_param_words(problem),
                                    .layout = &problem->layout};
    if (!arena_place(&load->arena, &request, why)) return false;
    if (op->has_params) problem_param_set(problem, 0, load->params);
    if (problem->has_init) problem_init(problem, op->has_params ? load->params : NULL, load->init);
    job.op = op_as_asked(load);
    job.args = problem->args;
    job.params = op->has_params ? load->params : NULL;
    job.init = problem->has_init ? load->init : NULL;
    job.caps = caps_as_scheduled(load);
    load->job = job;
    load_point_columns(load);
    if (session_refusal(load, NULL) != REFUSAL_NONE) return true;
    uint64_t scratch = instance->strategy->scratch_bytes(&load->job, &load->shape);
    if (!arena_place_scratch(&load->arena, load->arena.scratch_offset, scratch, why)) return false;
    if (load->arena.bytes > session->caps->memory_bytes)
        return text_say(why, "the problem needs %" PRIu64 " bytes, the device has %" PRIu64,
                        load->arena.bytes, session->caps->memory_bytes);
    return true;
}

enum refusal session_refusal(const struct load *load, struct text *why)
{
    const struct strategy *strategy = load->instance->strategy;
    uint64_t grid = load->shape.grid;
    if (grid && !(strategy->takes & TAKES_GRID)) {
        text_say(why, "%s finds its number of blocks itself, got grid=%" PRIu64, strategy->name, grid);
        return REFUSAL_SHAPE;
    }
    if (grid > MOST_GRID) {
        text_say(why, "grid=%" PRIu64 ", but a launch has at most %d blocks", grid, MOST_GRID);
        return REFUSAL_DEVICE;
    }
    if (load->shape.cards && !(strategy->takes & TAKES_CARDS)) {
        text_say(why, "%s runs on one card, got cards=%u", strategy->name, load->shape.cards);
        return REFUSAL_SHAPE;
    }
    if (load->shape.cards > MOST_CARDS) {
        text_say(why, "%s takes at most %d cards", strategy->name, MOST_CARDS);
        return REFUSAL_DEVICE;
    }
    if (load->shape.threads > MOST_THREADS) {
        text_say(why, "%s takes at most %d threads", strategy->name, MOST_THREADS);
        return REFUSAL_DEVICE;
    }
    if (strategy->finite && data_has_nonfinite(&load->problem->data)) {
        text_say(why, "%s is FINITE, but the data have infinities or NaN", strategy->name);
        return REFUSAL_COLUMNS;
    }
    if (strategy->counts && (load->problem->data.form != DATA_UNIT || load->problem->has_only)) {
        text_say(why, "%s counts items, expected unit:0 without only, of which each is 1", strategy->name);
        return REFUSAL_COLUMNS;
    }
    return strategy->refuse(strategy, &load->job, &load->shape, why);
}

uint64_t session_traffic(const struct load *load)
{
    const struct strategy *strategy = load->instance->strategy;
    const struct op *op = load->job.op;
    if (strategy->traffic) return strategy->traffic(&load->job, &load->shape);
    uint64_t items = job_items(&load->job), results = load->job.what == WHAT_REDUCE ? load->job.rows : items;
    uint64_t key = load->job.keys ? sizeof(uint32_t) : 0;
    if (load->job.keys) results = load->job.rows * load->job.keys;
    return items * (op->input.packed + key + (load->job.mapout.count ? op->mapout.packed : 0)) +
           results * op->state.packed;
}

bool session_overrides(const struct load *load, struct text *why)
{
    const struct strategy *strategy = load->instance->strategy;
    struct job job = load->job;
    if (job.op != &load->as_if) return false;
    job.op = load->problem->op;
    return strategy->refuse(strategy, &job, &load->shape, why) == REFUSAL_LAW;
}

uint8_t load_rounds(const struct load *load)
{
    const struct strategy *strategy = load->instance->strategy;
    return (uint8_t)(strategy->rounds ? strategy->rounds(load->job.op) : ELEM_U128);
}

uint64_t load_depth(const struct load *load)
{
    return strategy_depth(load->instance->strategy, &load->job, &load->shape);
}

struct columns load_columns(const struct load *load, enum arena_part part)
{
    return part == ARENA_RESULT ? result_columns(load, load->down)
                                : arena_columns(&load->arena, part, load->down);
}
