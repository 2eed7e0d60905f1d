/* SPDX-License-Identifier: MIT
 * The simulator as a backend of device.h: two devices, sim32 and sim64, that differ in their lanes. */
#define _GNU_SOURCE 1
#include "capture.h"
#include "explore.h"
#include "graph.h"
#include "stale.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int devices_open;

static int sim_count(enum device_kind kind, struct text *why)
{
    if (kind == DEVICE_SIM32 || kind == DEVICE_SIM64) return 1;
    return text_say(why, "the simulator offers sim32 and sim64 only");
}

static struct device_caps sim_caps_of(enum device_kind kind)
{
    struct device_caps caps = {
        .name = "simulator",
        .lanes = kind == DEVICE_SIM32 ? 32 : 64,
        .processors = RESIDENT_BLOCKS,
        .max_block = MAX_BLOCK,
        .resident_threads = MAX_BLOCK, /* grids that fill the device stay small */
        .shared_bytes = SHARED_BYTES,
        .registers = 64 * MAX_BLOCK, /* what cards have; nothing here runs out of them */
        .memory_bytes = UINT64_C(2) << 30,
        .forward_progress = true,
    };
    snprintf(caps.arch, sizeof caps.arch, "sim%d", caps.lanes);
    snprintf(caps.versions, sizeof caps.versions, "compiler %s", __VERSION__);
    return caps;
}

static struct device *sim_open(struct device_name name, struct text *why)
{
    if (sim_count(name.kind, why) == 0) return NULL;
    if (name.index != 0) {
        text_say(why, "the simulator has one device of a kind, number 0: there is no number %u", name.index);
        return NULL;
    }
    struct device *device = calloc(1, sizeof *device);
    if (!device) {
        text_say(why, "the host has no memory for a device of the simulator");
        return NULL;
    }
    device->caps = sim_caps_of(name.kind);
    device->memory.most = device->caps.memory_bytes;
    device->usual.device = device;
    machine.device = device;
    if (devices_open++ == 0) {
        const char *checks = getenv("FOLDCHECK_SIM_CHECKS");
        machine.checks = !checks || strcmp(checks, "off") != 0;
    }
    device->caps.finds_races = machine.checks;
    return device;
}

static void sim_close(struct device *device)
{
    if (!device) return;
    captures_forget(device);
    modules_forget(device);
    for (struct stream *stream = device->usual.next, *next; stream; stream = next) {
        next = stream->next;
        stream_drop(stream);
        free(stream);
    }
    stream_drop(&device->usual);
    memory_free(&device->memory);
    if (machine.device == device) machine.device = NULL;
    free(device);
    if (--devices_open > 0) return;
    launch_free_pool();
    race_free();
}

static const struct device_caps *sim_caps(struct device *device)
{
    machine.device = device;
    return &device->caps;
}

/* ---- memory -------------------------------------------------------------------------------------------- */

static void *sim_alloc(struct device *device, uint64_t bytes, struct text *why)
{
    machine.device = device;
    return memory_alloc(&device->memory, bytes, why);
}

static void sim_release(struct device *device, void *memory)
{
    machine.device = device;
    memory_release(&device->memory, memory);
}

static void sim_region(struct device *device, void *memory, uint64_t bytes, uint32_t item, bool stale,
                       const char *name)
{
    machine.device = device;
    memory_region(&device->memory, memory, bytes, item, stale, name);
}

/* Does or queues it on the stream; takes `own` over. */
static bool enqueue(struct device *device, struct stream *stream, const struct operation *operation,
                    struct text *why)
{
    machine.device = device;
    if (stream_do(stream ? stream : &device->usual, operation)) return true;
    free(operation->own);
    return text_say(why, "the host has no memory to queue an operation of the simulator's");
}

/* As the hardware does with pageable memory, the host's bytes are taken before it returns. */
static bool sim_put(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                    struct text *why)
{
    struct operation copy = {.kind = DO_COPY, .to = to, .from = from, .bytes = bytes};
    if (!memory_holds(&device->memory, "put", to, bytes, why)) return false;
    bool busy = (stream ? stream : &device->usual)->first != NULL;
    if (busy && bytes) {
        copy.own = malloc(bytes);
        if (!copy.own) return text_say(why, "the host has no memory to queue a put");
        memcpy(copy.own, from, bytes);
    }
    return enqueue(device, stream, &copy, why);
}

static bool sim_get(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                    struct text *why)
{
    struct operation copy = {.kind = DO_COPY, .to = to, .from = from, .bytes = bytes};
    streams_unwaited(device);
    return memory_holds(&device->memory, "get", from, bytes, why) && enqueue(device, stream, &copy, why);
}

static bool sim_fill(struct device *device, struct stream *stream, void *to, int byte, uint64_t bytes,
                     struct text *why)
{
    struct operation fill = {.kind = DO_FILL, .to = to, .byte = byte, .bytes = bytes};
    return memory_holds(&device->memory, "fill", to, bytes, why) && enqueue(device, stream, &fill, why);
}

static bool sim_copy(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                     struct text *why)
{
    struct operation copy = {.kind = DO_COPY, .to = to, .from = from, .bytes = bytes};
    return memory_holds(&device->memory, "copy from", from, bytes, why) &&
           memory_holds(&device->memory, "copy to", to, bytes, why) && enqueue(device, stream, &copy, why);
}

static bool sim_read_only(struct device *device, struct stream *stream, const void *from, uint64_t bytes,
                          void *sink, struct text *why)
{
    (void)sink; /* the host's compiler needs none */
    struct operation read = {.kind = DO_READ, .from = from, .bytes = bytes};
    return memory_holds(&device->memory, "read", from, bytes, why) && enqueue(device, stream, &read, why);
}

/* ---- streams and events -------------------------------------------------------------------------------- */

static struct stream *sim_stream_open(struct device *device, struct text *why)
{
    machine.device = device;
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        text_say(why, "the host has no memory for a stream of the simulator's");
        return NULL;
    }
    stream->device = device;
    struct stream *last = &device->usual;
    while (last->next)
        last = last->next;
    last->next = stream;
    return stream;
}

/* Work that is still queued is dropped. */
static void sim_stream_close(struct device *device, struct stream *stream)
{
    if (!stream) return;
    struct stream *before = &device->usual;
    while (before->next != stream) {
        before = before->next;
        assert(before);
    }
    before->next = stream->next;
    stream_drop(stream);
    nodes_drop(&stream->tail);
    free(stream);
}

static bool sim_sync(struct device *device, double seconds, struct text *why)
{
    machine.device = device;
    if (device->failed) { /* in a sync that ordinary code asked for */
        device->failed = false;
        for (struct stream *stream = &device->usual; stream; stream = stream->next)
            stream_drop(stream);
        return text_say(why, "%s", device->error.at);
    }
    return device_run(device, seconds, why);
}

static bool sim_examined(struct device *device)
{
    return !device->unexamined;
}

static struct event *sim_event_open(struct device *device, struct text *why)
{
    machine.device = device;
    struct event *event = calloc(1, sizeof *event);
    if (!event) text_say(why, "the host has no memory for an event of the simulator's");
    return event;
}

static void sim_event_close(struct device *device, struct event *event)
{
    if (!event) return;
    for (struct stream *stream = &device->usual; stream; stream = stream->next)
        for (struct operation *queued = stream->first; queued; queued = queued->next)
            if (queued->event == event) queued->event = NULL;
    nodes_drop(&event->after);
    free(event);
}

static bool sim_event_record(struct device *device, struct event *event, struct stream *stream,
                             struct text *why)
{
    struct operation record = {.kind = DO_EVENT, .event = event};
    event->recorded = false;
    return enqueue(device, stream, &record, why);
}

static double sim_event_ms(struct device *device, struct event *from, struct event *to)
{
    (void)device;
    return from->recorded && to->recorded ? to->ms - from->ms : -1.0;
}

/* A failed launch leaves nothing behind but what it wrote. */
static bool sim_occupy(struct device *device, struct stream *stream, double microseconds, struct text *why)
{
    (void)device, (void)stream, (void)microseconds, (void)why;
    return true;
}

static void sim_schedule(struct device *device, const struct schedule *schedule)
{
    device->schedule = schedule ? *schedule : (struct schedule){.form = SCHEDULE_NONE};
    explore_schedule(schedule);
    stale_switch(explore_on() || device->schedule.form == SCHEDULE_WEAK);
}

static void sim_explore(struct device *device, uint64_t most_reorderings)
{
    (void)device;
    explore_begin(most_reorderings);
}

static bool sim_explored(struct device *device, struct exploration *sum, struct schedule *taken)
{
    (void)device;
    return explore_next(sum, taken);
}

static void sim_judge(struct device *device, enum memory_model model)
{
    device->model = model;
}

static bool sim_reset(struct device *device, struct text *why)
{
    (void)why;
    machine.device = device;
    device->failed = false;
    captures_forget(device);
    sim_schedule(device, NULL);
    sim_judge(device, MODEL_LENIENT);
    for (struct stream *stream = &device->usual; stream; stream = stream->next)
        stream_drop(stream);
    return true;
}

static void sim_renew(struct device *device, double seconds)
{
    machine.device = device;
    machine.limit = seconds;
    took_forget(device->took);
    if (sim_capture_matters()) modules_stopped(); /* in the midst of a call, perhaps */
    captures_forget(device);
    modules_renew(device);
}

static bool sim_undefined_values(struct device *device, int byte, struct text *what)
{
    bool any = took_undefined(device->took, what);
    took_forget(device->took);
    device->undefined_byte = byte;
    return any;
}

static bool sim_counters(struct device *device, bool on, struct launch_counters *totals)
{
    machine.device = device;
    if (totals) *totals = device->counters;
    device->counters = (struct launch_counters){0};
    device->counting = on;
    return true;
}

/* A backend of the tests is built without steps. */
extern const struct program_step foldcheck_steps[] __attribute__((weak));

__attribute__((visibility("default"))) const struct backend foldcheck_backend = {
    .abi = BACKEND_ABI,
    .name = "sim",
    .count = sim_count,
    .open = sim_open,
    .close = sim_close,
    .caps = sim_caps,
    .alloc = sim_alloc,
    .release = sim_release,
    .region = sim_region,
    .put = sim_put,
    .get = sim_get,
    .fill = sim_fill,
    .copy = sim_copy,
    .stream_open = sim_stream_open,
    .stream_close = sim_stream_close,
    .schedule = sim_schedule,
    .sync = sim_sync,
    .examined = sim_examined,
    .event_open = sim_event_open,
    .event_close = sim_event_close,
    .event_record = sim_event_record,
    .event_ms = sim_event_ms,
    .read_only = sim_read_only,
    .occupy = sim_occupy,
    .reset = sim_reset,
    .judge = sim_judge,
    .explore = sim_explore,
    .explored = sim_explored,
    .renew = sim_renew,
    .undefined_values = sim_undefined_values,
    .counters = sim_counters,
    .strategies = foldcheck_strategies,
    .operators = foldcheck_operators,
    .steps = foldcheck_steps,
};
