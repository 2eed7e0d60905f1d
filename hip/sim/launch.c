/* SPDX-License-Identifier: MIT
 * Launches: queued by a kernel's caller, run when the device is waited for. */
#include "launch.h"
#include "stale.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct machine machine = {.words = WORDS_A_CLOCK};
static struct text launch_error;

/* Drops every lane, block and operation of the device. */
static void device_abandon(struct device *device)
{
    for (struct block *block = sched_any(); block; block = sched_any())
        block_end(block);
    for (struct stream *stream = &device->usual; stream; stream = stream->next)
        stream_drop(stream);
}

/* Runs lanes until the last lane of some block ends. Returns that block's stream, or NULL if a launch failed. */
static struct stream *device_step(struct device *device)
{
    struct lane *lane = sched_next();
    if (!lane) return NULL;
    machine.lane = lane;
    fiber_switch(&machine.main, &lane->fiber);
    if (!machine.ended) return NULL;
    struct launch *launch = machine.ended->launch;
    block_end(machine.ended);
    if (--machine.words == 0 && time_is_up()) {
        text_say(&device->error, "%s: still running when the time limit of %.2g s was up", launch->kernel,
                 machine.allowed);
        return NULL;
    }
    return launch->stream;
}

/* What is waited for: all, one stream, or what the default stream waits for. */
struct waited {
    const struct stream *only; /* NULL: all */
    bool by_default;           /* those that wait for the default stream, too */
};

static bool is_waited(const struct stream *stream, struct waited waited)
{
    return !waited.only || stream == waited.only || (waited.by_default && (!stream->own || stream->blocking));
}

static bool device_drain(struct device *device, struct waited waited)
{
    bool fine = true;
    for (struct stream *stream = &device->usual; stream && fine; stream = stream->next)
        if (is_waited(stream, waited)) fine = stream_advance(stream);
    while (fine && sched_any()) {
        struct stream *stream = device_step(device);
        if (!stream) return false;
        fine = stream_advance(stream);
    }
    return fine;
}

static bool run(struct device *device, struct waited waited, double seconds, struct text *why)
{
    assert(!machine.lane && machine.device == device);
    device->unexamined = false;
    machine.near_bytes = 0;
    machine.words = WORDS_A_CLOCK;
    machine.idle = machine.spun = 0;
    time_begin(seconds);
    sched_begin(&device->schedule);
    watch_begin(seconds);
    bool done = device_drain(device, waited);
    watch_end();
    stale_put_back();
    if (!waited.only || waited.by_default) device->by_default = false;
    if (!done) device_abandon(device), modules_stopped();
    race_settle();
    streams_close(device);
    call_ran(busy_seconds() - machine.began, machine.allowed);
    return done || text_say(why, "%s", device->error.at);
}

bool device_run(struct device *device, double seconds, struct text *why)
{
    return run(device, (struct waited){0}, seconds, why);
}

bool device_run_stream(struct device *device, struct stream *stream, struct text *why)
{
    struct waited waited = {stream ? stream : &device->usual, stream == NULL};
    return run(device, waited, machine.limit, why);
}

bool sim_launch(struct stream *stream, const char *kernel, uint64_t blocks, uint32_t block, uint32_t group,
                void (*body)(const void *arguments), const void *arguments, size_t bytes)
{
    return sim_launch_with_shared(stream, kernel, blocks, block, group, 0, body, arguments, bytes);
}

bool sim_launch_with_shared(struct stream *stream, const char *kernel, uint64_t blocks, uint32_t block,
                            uint32_t group, size_t shared, void (*body)(const void *arguments),
                            const void *arguments, size_t bytes)
{
    if (!stream) stream = &machine.device->usual;
    uint32_t lanes = (uint32_t)stream->device->caps.lanes;
    if (group > lanes)
        return text_say(&launch_error, "groups of %u lanes; the device has %u lanes", group, lanes);
    struct launch launch = {.blocks = blocks, .block = block, .body = body, .shared = shared, .bytes = bytes};
    snprintf(launch.kernel, sizeof launch.kernel, "%s", kernel);
    return launch_queue(stream, &launch, arguments);
}

bool launch_queue(struct stream *stream, struct launch *launch, const void *arguments)
{
    if (launch->blocks == 0) return text_say(&launch_error, "a launch of 0 blocks; expected 1 or more");
    if (launch->block == 0 || launch->block > MAX_BLOCK)
        return text_say(&launch_error, "a block of %u threads; expected 1 to %d", launch->block, MAX_BLOCK);
    if (launch->shared > SHARED_BYTES)
        return text_say(&launch_error, "%zu bytes of dynamic shared memory; a block has %d", launch->shared,
                        SHARED_BYTES);
    struct operation operation = {.kind = DO_LAUNCH, .launch = *launch};
    operation.launch.arguments = malloc(launch->bytes ? launch->bytes : 1);
    if (operation.launch.arguments && launch->bytes)
        memcpy(operation.launch.arguments, arguments, launch->bytes);
    if (operation.launch.arguments && stream_do(stream, &operation)) return true;
    free(operation.launch.arguments);
    return text_say(&launch_error, "the host has no memory to queue a launch");
}

bool launch_refuse(const struct text *why)
{
    return text_say(&launch_error, "%s", why->at);
}

void launch_forget_error(void)
{
    launch_error.at[0] = 0;
}

const char *sim_error(void)
{
    return launch_error.at;
}
