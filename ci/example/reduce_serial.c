/* SPDX-License-Identifier: MIT
 * Right: a C function behind struct strategy, as a call of a library would be. One lane of the simulator folds
 * the items from left to right. It works for every operator, for it calls the operator's host functions. */
#include "plugin.h"

#include "sim/sim.h"

#include <string.h>

/* Where column c of item i lies; says the access, so that the simulator looks at it. */
static void *touch(const struct columns *columns, const struct tuple *tuple, int c, uint64_t i, bool stores)
{
    size_t bytes = elem_size(tuple->elem[c]);
    char *at = (char *)columns->column[c].base + (int64_t)i * columns->column[c].stride;
    sim_touch(at, bytes, bytes, stores);
    return at;
}

static void load(const struct columns *columns, const struct tuple *tuple, uint64_t i, void *item)
{
    for (int c = 0; c < tuple->count; c++)
        memcpy((char *)item + tuple->offset[c], touch(columns, tuple, c, i, false),
               elem_size(tuple->elem[c]));
}

static void store(const struct columns *columns, const struct tuple *tuple, uint64_t i, const void *item)
{
    for (int c = 0; c < tuple->count; c++)
        memcpy(touch(columns, tuple, c, i, true), (const char *)item + tuple->offset[c],
               elem_size(tuple->elem[c]));
}

/* The library call. */
static void fold(const void *arguments)
{
    const struct job *job = arguments;
    const struct op *op = job->op;
    _Alignas(16) char item[MAX_STATE_BYTES], lifted[MAX_STATE_BYTES], acc[MAX_STATE_BYTES];
    op->identity(job->params, acc); /* covers items [0, 0) */
    for (uint64_t i = 0; i < job->length; i++) {
        load(&job->in, &op->input, i, item);
        if (op->emits) {
            op->emit(job->params, item, lifted);
            store(&job->mapout, &op->mapout, i, lifted);
        }
        op->lift(job->params, item, lifted);
        op->combine(job->params, acc, lifted, acc); /* covers items [0, i + 1) */
        sim_combined();
    }
    store(&job->out, &op->state, 0, acc);
}

static bool launch(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    return sim_launch(job->stream, "reduce_serial", 1, 1, 1, fold, job, sizeof *job) ||
           text_say(why, "reduce_serial: %s", sim_error());
}

static enum refusal refuse(const struct strategy *strategy, const struct job *job,
                           const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    bool too_many = job->op->most_items && job->length > job->op->most_items;
    if (job->what == WHAT_REDUCE && job->rows == 1 && !too_many && !job->row_params && job_keeps_all(job))
        return REFUSAL_NONE;
    text_say(
        why,
        "%s folds one row of as many items as its operator is right for, with one set of params, and writes "
        "every column of the result",
        strategy->name);
    return REFUSAL_SHAPE;
}

static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 0;
}

static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
{
    (void)shape;
    return job->length * (job->op->input.packed + job->op->mapout.packed) + job->op->state.packed;
}

static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)job, (void)shape, (void)why;
    return true;
}

static const struct strategy reduce_serial = {.name = "reduce_serial",
                                              .ids = "",
                                              .does = "one lane, item by item",
                                              .what = WHAT_REDUCE,
                                              .determinism = SAME_BITS_EVERY_RUN,
                                              .refuse = refuse,
                                              .scratch_bytes = scratch_bytes,
                                              .traffic = traffic,
                                              .prepare = prepare};

/* No shape: a library has its own. */
static const struct instance instances[] = {{.strategy = &reduce_serial, .launch = launch}};

static const struct operator_code span_16_code = {.op = "span_16", .instances = instances, .count = 1};
static const struct operator_code add_i8_code = {.op = "add_i8", .instances = instances, .count = 1};
static const struct operator_code mss_i32_code = {.op = "mss_i32", .instances = instances, .count = 1};
static const struct strategy *const strategies[] = {&reduce_serial, NULL};
static const struct operator_code *const operators[] = {&span_16_code, &add_i8_code, &mss_i32_code, NULL};

extern const struct plugin_code reduce_serial_code;
const struct plugin_code reduce_serial_code = {"sim", strategies, operators};
