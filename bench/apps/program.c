/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool program_open(struct program *program, struct passes *passes, struct text *why)
{
    *program = (struct program){.passes = passes, .why = why};
    passes->status = STATUS_BROKEN;
    if (passes->session.backend->steps) return true;
    passes->status = STATUS_NO_DEVICE;
    program->failed = true;
    return text_say(why, "%s has no kernels for the steps between folds", passes->session.backend->name);
}

static struct session *session_of(const struct program *program)
{
    return &program->passes->session;
}

static void memory_free(struct program *program, void *memory)
{
    const struct session *session = session_of(program);
    if (!memory) return;
    session->backend->region(session->device, memory, 0, 0, false, NULL);
    session->backend->release(session->device, memory);
}

/* Remembers that something failed. */
static bool did(struct program *program, bool done)
{
    program->failed |= !done;
    return done;
}

/* ---- memory ---- */

/* A region of its own on the simulator, which finds what leaves it. */
static void *memory_take(struct program *program, const char *name, size_t size, uint64_t bytes)
{
    const struct session *session = session_of(program);
    void *memory = session->backend->alloc(session->device, bytes ? bytes : 1, program->why);
    if (!memory) return NULL;
    session->backend->region(session->device, memory, 0, 0, false, NULL);
    if (bytes) session->backend->region(session->device, memory, bytes, (uint32_t)size, false, name);
    return memory;
}

void *program_array(struct program *program, const char *name, size_t size, uint64_t count)
{
    const struct session *session = session_of(program);
    assert(program->arrays < MAX_PROGRAM_ARRAYS);
    if (program->failed) return NULL;
    if (count > session->caps->memory_bytes / size) {
        did(program, text_say(program->why, "%s: %" PRIu64 " times %zu bytes; the device has %" PRIu64, name,
                              count, size, session->caps->memory_bytes));
        return NULL;
    }
    void *memory = memory_take(program, name, size, count * size);
    if (memory) program->array[program->arrays++] = memory;
    if (memory && count)
        did(program, session->backend->fill(session->device, NULL, memory, 0, count * size, program->why));
    did(program, memory);
    return program->failed ? NULL : memory;
}

bool program_put(struct program *program, void *to, const void *from, uint64_t bytes)
{
    const struct session *session = session_of(program);
    return !program->failed && (bytes == 0 || did(program, session->backend->put(session->device, NULL, to,
                                                                                 from, bytes, program->why)));
}

bool program_get(struct program *program, void *to, const void *from, uint64_t bytes)
{
    const struct session *session = session_of(program);
    return !program->failed &&
           (bytes == 0 ||
            did(program, session->backend->get(session->device, NULL, to, from, bytes, program->why) &&
                             session->backend->sync(session->device, session->seconds, program->why)));
}

bool program_fill(struct program *program, void *to, int byte, uint64_t bytes)
{
    const struct session *session = session_of(program);
    return !program->failed &&
           (bytes == 0 ||
            did(program, session->backend->fill(session->device, NULL, to, byte, bytes, program->why)));
}

bool program_copy(struct program *program, void *to, const void *from, uint64_t bytes)
{
    const struct session *session = session_of(program);
    return !program->failed &&
           (bytes == 0 ||
            did(program, session->backend->copy(session->device, NULL, to, from, bytes, program->why)));
}

/* ---- folds and steps ---- */

/* A pass as it was planned on its own columns, with scratch that every launch leaves as the next one wants it. */
struct program_plan {
    struct pass pass;
    struct problem problem;
    const struct instance *instance;
    struct job job; /* without params and results */
    struct launch_shape shape;
    void *scratch; /* owned; NULL: it needs none */
};

static void plans_close(struct program *program)
{
    for (size_t p = 0; p < program->plans; p++)
        memory_free(program, program->plan[p].scratch);
    free(program->plan);
}

void program_close(struct program *program)
{
    const struct session *session = session_of(program);
    for (int a = 0; a < program->arrays; a++)
        memory_free(program, program->array[a]);
    plans_close(program);
    for (size_t e = 0; e < 2 * program->room; e++)
        session->backend->event_close(session->device, program->events[e]);
    free(program->events);
    *program = (struct program){.passes = program->passes, .why = program->why, .failed = true};
}

/* Whether items that lie so are read by the same windows. */
static bool columns_lie_alike(const struct columns *a, const struct columns *b)
{
    for (int c = 0; c < a->count && c < b->count; c++)
        if (((uintptr_t)a->column[c].base ^ (uintptr_t)b->column[c].base) % 16 != 0 ||
            a->column[c].stride != b->column[c].stride)
            return false;
    return a->count == b->count;
}

/* The plan of such a pass, whatever its args and wherever its items are. NULL: there is none yet. */
static struct program_plan *plan_find(const struct program *program, const struct pass *pass)
{
    for (size_t p = 0; p < program->plans; p++) {
        const struct pass *planned = &program->plan[p].pass;
        if (planned->what == pass->what && planned->rows == pass->rows && planned->length == pass->length &&
            planned->keys == pass->keys && strcmp(planned->op, pass->op) == 0 &&
            columns_lie_alike(&planned->items, &pass->items))
            return &program->plan[p];
    }
    return NULL;
}

/* The job takes its items where the pass has them: what a strategy refuses, and its scratch, depend on that. */
static void job_take_items(struct job *job, const struct pass *pass)
{
    job->in = pass->items;
    if (job->keys) job->key = job->in.column[--job->in.count];
}

/* Puts the load's job on the pass's items. */
static bool plan_accept(struct program *program, const struct pass *pass)
{
    struct passes *passes = program->passes;
    struct text reason;
    if (!passes_accept(passes, pass, program->why)) return false;
    job_take_items(&passes->load.job, pass);
    if (session_refusal(&passes->load, &reason) != REFUSAL_NONE)
        return text_say(program->why, "%s refuses: %.400s", passes->load.instance->strategy->name, reason.at);
    passes->status = STATUS_BROKEN;
    return true;
}

/* Takes scratch, and makes it ready. */
static bool plan_prepare(struct program *program, struct program_plan *plan)
{
    const struct strategy *strategy = plan->instance->strategy;
    uint64_t bytes = strategy->scratch_bytes(&plan->job, &plan->shape);
    if (bytes) plan->scratch = memory_take(program, "scratch", 0, bytes);
    plan->job.scratch = plan->scratch;
    return (!bytes || plan->scratch) && strategy->prepare(&plan->job, &plan->shape, program->why);
}

static bool plan_add(struct program *program, const struct pass *pass)
{
    const struct load *load = &program->passes->load;
    struct program_plan *plans = realloc(program->plan, (program->plans + 1) * sizeof *plans);
    if (!plans) return text_say(program->why, "no host memory for %zu plans", program->plans + 1);
    program->plan = plans;
    if (!plan_accept(program, pass)) return false;
    struct program_plan *plan = &plans[program->plans++];
    *plan = (struct program_plan){.pass = *pass,
                                  .problem = program->passes->problem,
                                  .instance = load->instance,
                                  .job = load->job,
                                  .shape = load->shape};
    plan->pass.args = NULL; /* the caller's, and perhaps gone later */
    plan->job.stream = NULL;
    return plan_prepare(program, plan);
}

/* Opens pairs of events until there are so many. */
static bool events_reserve(struct program *program, size_t pairs)
{
    const struct session *session = session_of(program);
    if (pairs <= program->room) return true;
    struct event **events = realloc(program->events, 2 * pairs * sizeof(struct event *));
    if (!events) return text_say(program->why, "no host memory for %zu events", 2 * pairs);
    program->events = events;
    while (program->room < pairs) {
        struct event *start = session->backend->event_open(session->device, program->why);
        struct event *stop = start ? session->backend->event_open(session->device, program->why) : NULL;
        if (!stop) {
            if (start) session->backend->event_close(session->device, start);
            return false;
        }
        events[2 * program->room] = start;
        events[2 * program->room++ + 1] = stop;
    }
    return true;
}

bool program_reserve(struct program *program, const struct pass *pass, uint64_t folds)
{
    if (program->failed) return false;
    if (pass->what != WHAT_TRANSPOSE && !program->passes->program_alone) program->reserved += folds;
    return did(program, (plan_find(program, pass) || plan_add(program, pass)) &&
                            events_reserve(program, program->reserved));
}

uint64_t program_depth(const struct program *program, const struct pass *pass)
{
    const struct program_plan *plan = plan_find(program, pass);
    assert(plan);
    uint64_t depth = strategy_depth(plan->instance->strategy, &plan->job, &plan->shape);
    return depth < pass->length ? depth : pass->length;
}

/* The planned job of a pass, its params in memory of the caller's. */
static struct job job_of(struct program_plan *plan, const struct pass *pass, const struct columns *results,
                         void *params)
{
    struct job job = plan->job;
    job_take_items(&job, pass);
    job.out = *results;
    if (job.params) {
        for (int i = 0; job.op->arg[i].name; i++)
            plan->problem.args[i] = pass->args ? pass->args[i] : job.op->arg[i].usual;
        problem_param_set(&plan->problem, 0, params);
        job.params = params;
    }
    return job;
}

bool program_fold(struct program *program, const struct pass *pass, const struct columns *results)
{
    const struct session *session = session_of(program);
    _Alignas(16) unsigned char params[MAX_PARAMS_BYTES];
    if (program->failed) return false;
    struct program_plan *plan = plan_find(program, pass);
    assert(plan);
    struct job job = job_of(plan, pass, results, params);
    if (pass->what == WHAT_TRANSPOSE) {
        if (program->runs) program->passes->steps++;
        return did(program, plan->instance->launch(&job, &plan->shape, program->why));
    }
    program->launched++;
    if (program->passes->program_alone)
        return did(program, plan->instance->launch(&job, &plan->shape, program->why));
    if (!did(program, events_reserve(program, program->folds + 1))) return false;
    struct event **events = program->events + 2 * program->folds++;
    return did(program, session->backend->event_record(session->device, events[0], NULL, program->why) &&
                            plan->instance->launch(&job, &plan->shape, program->why) &&
                            session->backend->event_record(session->device, events[1], NULL, program->why));
}

bool program_do(struct program *program, const char *name, const struct program_call *call)
{
    const struct program_step *step = backend_step(session_of(program)->backend, name);
    assert(step);
    if (program->failed) return false;
    if (program->runs && call->count > 0) program->passes->steps++;
    return did(program, step->launch(call, program->why));
}

/* ---- time ---- */

bool program_start(struct program *program)
{
    const struct session *session = session_of(program);
    program->folds = program->launched = 0;
    program->runs = true;
    return !program->failed &&
           did(program, session->backend->sync(session->device, session->seconds, program->why) &&
                            session->backend->event_record(session->device, program->passes->start, NULL,
                                                           program->why));
}

/* Adds the time between two events. */
static bool add_ms(struct program *program, struct event *from, struct event *to, double *sum)
{
    const struct session *session = session_of(program);
    double ms = session->backend->event_ms(session->device, from, to);
    *sum += ms;
    return ms >= 0 || text_say(program->why, "the device's events give no time");
}

bool program_stop(struct program *program)
{
    const struct session *session = session_of(program);
    struct passes *passes = program->passes;
    bool done = !program->failed &&
                session->backend->event_record(session->device, passes->stop, NULL, program->why) &&
                session->backend->sync(session->device, session->seconds, program->why) &&
                add_ms(program, passes->start, passes->stop, &passes->program_ms);
    for (size_t f = 0; done && f < program->folds; f++)
        done = add_ms(program, program->events[2 * f], program->events[2 * f + 1], &passes->ms);
    program->runs = false;
    passes->launches += program->launched;
    return did(program, done);
}
