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

void program_close(struct program *program)
{
    const struct session *session = session_of(program);
    for (int a = 0; a < program->arrays; a++)
        memory_free(program, program->array[a]);
    memory_free(program, program->scratch);
    for (size_t e = 0; e < 2 * program->room; e++)
        session->backend->event_close(session->device, program->events[e]);
    free(program->events);
    *program = (struct program){.passes = program->passes, .why = program->why, .failed = true};
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

static bool pass_equals(const struct pass *a, const struct pass *b)
{
    return a->what == b->what && a->rows == b->rows && a->length == b->length && a->keys == b->keys &&
           a->op && b->op && strcmp(a->op, b->op) == 0;
}

static bool scratch_grow(struct program *program, uint64_t bytes)
{
    if (bytes <= program->scratch_bytes) return true;
    memory_free(program, program->scratch);
    program->scratch = memory_take(program, "scratch", 0, bytes);
    program->scratch_bytes = program->scratch ? bytes : 0;
    program->prepared = (struct pass){0};
    return program->scratch;
}

/* Plans the fold, with room for its scratch. */
static bool fold_plan(struct program *program, const struct pass *pass)
{
    struct passes *passes = program->passes;
    if (!passes_accept(passes, pass, program->why)) return did(program, false);
    passes->status = STATUS_BROKEN;
    return did(program, scratch_grow(program, passes->load.arena.scratch_bytes));
}

bool program_reserve(struct program *program, const struct pass *pass)
{
    return !program->failed && fold_plan(program, pass);
}

/* The planned job, on the columns given. */
static struct job job_on(const struct program *program, const struct pass *pass,
                         const struct columns *results)
{
    struct job job = program->passes->load.job;
    job.in = pass->items;
    if (job.keys) job.key = job.in.column[--job.in.count];
    job.out = *results;
    job.scratch = program->scratch;
    job.stream = NULL;
    return job;
}

/* Every launch leaves scratch as the next one of its kind wants it. */
static bool scratch_prepare(struct program *program, const struct pass *pass, const struct job *job)
{
    const struct load *load = &program->passes->load;
    if (pass_equals(&program->prepared, pass)) return true;
    program->prepared = *pass;
    return load->instance->strategy->prepare(job, &load->shape, program->why);
}

/* The next fold's pair of events. NULL: no memory. */
static struct event **events_next(struct program *program)
{
    const struct session *session = session_of(program);
    if (program->folds == program->room) {
        struct event **events = realloc(program->events, 2 * (program->room + 1) * sizeof(struct event *));
        if (!events) {
            text_say(program->why, "no host memory for %zu events", 2 * (program->room + 1));
            return NULL;
        }
        program->events = events;
        struct event *start = session->backend->event_open(session->device, program->why);
        struct event *stop = start ? session->backend->event_open(session->device, program->why) : NULL;
        if (!stop) {
            if (start) session->backend->event_close(session->device, start);
            return NULL;
        }
        events[2 * program->room] = start;
        events[2 * program->room++ + 1] = stop;
    }
    return program->events + 2 * program->folds++;
}

bool program_fold(struct program *program, const struct pass *pass, const struct columns *results)
{
    const struct session *session = session_of(program);
    const struct load *load = &program->passes->load;
    if (program->failed || !fold_plan(program, pass)) return false;
    struct job job = job_on(program, pass, results);
    if (pass->what == WHAT_TRANSPOSE) {
        program->passes->steps++;
        return did(program, scratch_prepare(program, pass, &job) &&
                                load->instance->launch(&job, &load->shape, program->why));
    }
    struct event **events = events_next(program);
    return did(program, events && scratch_prepare(program, pass, &job) &&
                            session->backend->event_record(session->device, events[0], NULL, program->why) &&
                            load->instance->launch(&job, &load->shape, program->why) &&
                            session->backend->event_record(session->device, events[1], NULL, program->why));
}

bool program_do(struct program *program, const char *name, const struct program_call *call)
{
    const struct program_step *step = backend_step(session_of(program)->backend, name);
    assert(step);
    if (program->failed) return false;
    program->passes->steps++;
    return did(program, step->launch(call, program->why));
}

/* ---- time ---- */

bool program_start(struct program *program)
{
    const struct session *session = session_of(program);
    program->folds = 0;
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
    passes->launches += program->folds;
    return did(program, done);
}
