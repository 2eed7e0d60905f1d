/* SPDX-License-Identifier: MIT */
#include "steps.h"

#include "data.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 256, AROUND = 0xA5 };

uint64_t trial_draw(struct step_trial *trial, uint64_t end)
{
    return splitmix64(trial->seed++) % end;
}

static void *random_array(struct step_trial *trial, uint64_t bytes)
{
    unsigned char *array = malloc(bytes ? bytes : 1);
    trial->lacks_memory |= !array;
    for (uint64_t b = 0; array && b < bytes; b++)
        array[b] = (unsigned char)trial_draw(trial, 256);
    return array;
}

void *trial_in(struct step_trial *trial, int at, uint64_t count, size_t size)
{
    void *array = random_array(trial, count * size);
    trial->in_bytes[at] = count * size;
    trial->call.in[at] = array;
    return array;
}

void *trial_out(struct step_trial *trial, int at, uint64_t count, size_t size)
{
    trial->out_bytes[at] = count * size;
    return trial->call.out[at] = random_array(trial, count * size);
}

static void trial_close(struct step_trial *trial)
{
    for (int a = 0; a < MAX_STEP_ARRAYS; a++) {
        free((void *)(uintptr_t)trial->call.in[a]);
        free(trial->call.out[a]);
    }
}

/* ---- the arrays on the device, each between two guards ---- */

struct held {
    struct session *session;
    unsigned char *in[MAX_STEP_ARRAYS], *out[MAX_STEP_ARRAYS]; /* with the guard before; owned */
    unsigned char *image;                                      /* what came down of one of them; owned */
    struct text *why;
};

/* Copies a host array up, with guards. NULL with the reason. */
static unsigned char *hold(struct held *held, const char *name, const void *array, uint64_t bytes)
{
    const struct backend *backend = held->session->backend;
    struct device *device = held->session->device;
    unsigned char *memory = backend->alloc(device, bytes + 2 * GUARD, held->why);
    if (!memory) return NULL;
    backend->region(device, memory, 0, 0, false, NULL);
    if (bytes) backend->region(device, memory + GUARD, bytes, 1, false, name);
    if (backend->fill(device, NULL, memory, AROUND, bytes + 2 * GUARD, held->why) &&
        backend->put(device, NULL, memory + GUARD, array, bytes, held->why) &&
        backend->sync(device, held->session->seconds, held->why))
        return memory;
    backend->release(device, memory);
    return NULL;
}

static bool hold_all(struct held *held, const struct step_trial *trial)
{
    bool done = true;
    for (int a = 0; a < MAX_STEP_ARRAYS && done; a++) {
        if (trial->call.in[a])
            done = (held->in[a] = hold(held, "what is read", trial->call.in[a], trial->in_bytes[a]));
        if (done && trial->call.out[a])
            done = (held->out[a] = hold(held, "what is written", trial->call.out[a], trial->out_bytes[a]));
    }
    return done;
}

static void let_go(struct held *held)
{
    const struct backend *backend = held->session->backend;
    for (int a = 0; a < MAX_STEP_ARRAYS; a++) {
        if (held->in[a]) backend->release(held->session->device, held->in[a]);
        if (held->out[a]) backend->release(held->session->device, held->out[a]);
    }
    free(held->image);
}

/* Whether an array holds what the host's does, and its guards what they did. */
static bool is_equal(struct held *held, const char *name, const unsigned char *memory, const void *expected,
                     uint64_t bytes, bool *differs)
{
    const struct backend *backend = held->session->backend;
    unsigned char *image = realloc(held->image, bytes + 2 * GUARD);
    if (!image) return text_say(held->why, "no host memory for %" PRIu64 " bytes", bytes + 2 * GUARD);
    held->image = image;
    if (!backend->get(held->session->device, NULL, image, memory, bytes + 2 * GUARD, held->why) ||
        !backend->sync(held->session->device, held->session->seconds, held->why))
        return false;
    for (uint64_t b = 0; b < bytes + 2 * GUARD; b++) {
        bool inside = b >= GUARD && b < GUARD + bytes;
        unsigned char right = inside ? ((const unsigned char *)expected)[b - GUARD] : AROUND;
        if (image[b] == right) continue;
        *differs = true;
        return text_say(held->why, "%s: byte %" PRId64 " of %" PRIu64 ": expected 0x%02x, got 0x%02x", name,
                        (int64_t)b - GUARD, bytes, right, image[b]);
    }
    return true;
}

/* ---- one trial ---- */

/* Launches the step, and counts the bytes that it stores; UINT64_MAX where the device cannot count. */
static bool launch_counted(struct held *held, const struct program_step *step, const struct step_trial *trial,
                           uint64_t *stored)
{
    const struct backend *backend = held->session->backend;
    struct device *device = held->session->device;
    struct launch_counters totals = {0};
    struct program_call call = trial->call;
    for (int a = 0; a < MAX_STEP_ARRAYS; a++) {
        if (call.in[a]) call.in[a] = held->in[a] + GUARD;
        if (call.out[a]) call.out[a] = held->out[a] + GUARD;
    }
    bool counts = backend->counters(device, true, NULL);
    bool done = step->launch(&call, held->why) && backend->sync(device, held->session->seconds, held->why);
    if (counts) backend->counters(device, false, &totals);
    *stored = counts ? totals.data.stored + sizeof(uint32_t) * totals.atomics : UINT64_MAX;
    return done;
}

static bool compare_all(struct held *held, const struct step_trial *trial, bool *differs)
{
    bool equal = true;
    for (int a = 0; a < MAX_STEP_ARRAYS && equal; a++) {
        if (held->out[a])
            equal = is_equal(held, "what is written", held->out[a], trial->call.out[a], trial->out_bytes[a],
                             differs);
        if (equal && held->in[a])
            equal =
                is_equal(held, "what is read", held->in[a], trial->call.in[a], trial->in_bytes[a], differs);
    }
    return equal;
}

static enum status trial_run(struct session *session, const struct program_step *step,
                             const struct step_model *model, struct step_trial *trial, struct text *why)
{
    struct held held = {.session = session, .why = why};
    uint64_t stored = 0, wrote = 0;
    bool differs = false;
    bool done = hold_all(&held, trial) && launch_counted(&held, step, trial, &stored);
    if (done) wrote = model->run(&trial->call);
    done = done && compare_all(&held, trial, &differs);
    let_go(&held);
    if (done && stored != UINT64_MAX && stored != wrote) {
        differs = true;
        text_say(why, "%" PRIu64 " bytes are stored; expected %" PRIu64, stored, wrote);
    }
    return differs ? STATUS_FAIL : done ? STATUS_OK : STATUS_BROKEN;
}

static enum status step_check(struct session *session, const struct program_step *step, uint64_t seed,
                              uint64_t size, struct text *why)
{
    struct step_trial trial = {.seed = splitmix64(seed + size)};
    struct text reason = {0};
    const struct step_model *model = step_model_find(step->name);
    if (!model) {
        text_say(why, "%s has no model in sequential C", step->name);
        return STATUS_BROKEN;
    }
    model->make(&trial, size);
    enum status status = STATUS_BROKEN;
    if (trial.lacks_memory)
        text_say(&reason, "no host memory");
    else
        status = trial_run(session, step, model, &trial, &reason);
    trial_close(&trial);
    if (status != STATUS_OK) text_say(why, "%s, %" PRIu64 " items: %.400s", step->name, size, reason.at);
    return status;
}

bool steps_check(struct session *session, uint64_t seed, int *count, enum status *status, struct text *why)
{
    static const uint64_t sizes[] = {1, 7, 257, 5000};
    *count = 0;
    *status = STATUS_NO_DEVICE;
    if (!session->backend->steps)
        return text_say(why, "%s has no kernels for the steps between folds", session->backend->name);
    *status = STATUS_OK;
    for (const struct program_step *step = session->backend->steps; step->name; step++, (*count)++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0] && *status == STATUS_OK; s++)
            *status = step_check(session, step, seed, sizes[s], why);
    return *status == STATUS_OK;
}
