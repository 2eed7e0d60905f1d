/* SPDX-License-Identifier: MIT
 * Streams' queues: operations that need no lanes are done at once where they can be, others wait for their turn. */
#include "capture.h"
#include "graph.h"
#include "launch.h"

#include <stdlib.h>
#include <string.h>

static void operation_free(struct operation *operation)
{
    if (operation->kind == DO_LAUNCH) free(operation->launch.arguments);
    run_drop(operation->run);
    free(operation->own);
    free(operation);
}

static void read_all(const unsigned char *from, uint64_t bytes)
{
    uint64_t sum = 0, word;
    for (; bytes >= sizeof word; from += sizeof word, bytes -= sizeof word) {
        memcpy(&word, from, sizeof word);
        sum += word;
    }
    volatile uint64_t sink = sum; /* or the loop would go */
    (void)sink;
}

static void operation_wrote(const struct operation *operation)
{
    const struct memory *memory = &machine.device->memory;
    if (!operation->ordinary)
        memory_filled(memory, operation->to, operation->bytes);
    else if (memory_name(memory, (uintptr_t)operation->to))
        race_filled(operation->to, operation->bytes);
}

void operation_do(const struct operation *operation)
{
    size_t bytes = operation->bytes;
    switch (operation->kind) {
    case DO_LAUNCH:
    case DO_GRAPH:
        break;
    case DO_FRESH:
        race_fresh(operation->to, bytes);
        break;
    case DO_HOST:
        operation->call(operation->context);
        break;
    case DO_COPY:
        if (bytes) memmove(operation->to, operation->own ? operation->own : operation->from, bytes);
        operation_wrote(operation);
        break;
    case DO_FILL:
        if (bytes) memset(operation->to, operation->byte, bytes);
        operation_wrote(operation);
        break;
    case DO_READ:
        read_all(operation->from, bytes);
        break;
    case DO_EVENT:
        if (!operation->event) break; /* closed meanwhile */
        operation->event->ms = 1e3 * clock_seconds();
        operation->event->recorded = true;
        break;
    }
}

bool stream_do(struct stream *stream, const struct operation *operation)
{
    enum operation_kind kind = operation->kind;
    bool waits = kind == DO_LAUNCH || kind == DO_EVENT || kind == DO_GRAPH;
    if (stream->capture) {
        capture_take(stream, operation);
        return true;
    }
    if (!stream->first && !waits && !stream->own) {
        operation_do(operation);
        free(operation->own);
        return true;
    }
    struct operation *queued = malloc(sizeof *queued);
    if (!queued) return false;
    *queued = *operation;
    queued->next = NULL;
    queued->launch.stream = stream;
    if (stream->first)
        stream->last->next = queued;
    else
        stream->first = queued;
    stream->last = queued;
    return true;
}

static void stream_pop(struct stream *stream)
{
    struct operation *done = stream->first;
    stream->first = done->next;
    operation_free(done);
}

void stream_drop(struct stream *stream)
{
    while (stream->first)
        stream_pop(stream);
}

/* How many blocks of the launch may be resident: their stacks are the host's memory. */
static uint64_t resident_blocks(const struct launch *launch)
{
    uint64_t wanted = launch->stream->device->schedule.resident, most = RESIDENT_LANES / launch->block;
    if (launch->meeting) wanted = launch->blocks;
    if (wanted == 0) wanted = RESIDENT_BLOCKS;
    return wanted < most ? wanted : most;
}

void streams_close(struct device *device)
{
    for (struct stream *before = &device->usual, *stream; (stream = before->next) != NULL;) {
        if (stream->closed && !stream->first) {
            before->next = stream->next;
            nodes_drop(&stream->tail);
            free(stream);
        } else
            before = stream;
    }
}

void streams_unwaited(struct device *device)
{
    for (struct stream *stream = &device->usual; stream; stream = stream->next)
        for (struct operation *queued = stream->own ? stream->first : NULL; queued; queued = queued->next)
            queued->launch.unwaited = true;
}

/* Whether a fill or copy that nothing waited for changes what the harness takes. */
static bool is_too_late(const struct operation *operation)
{
    bool moves = operation->kind == DO_COPY || operation->kind == DO_FILL;
    if (!moves || !operation->launch.unwaited) return false;
    const char *name = memory_name(&machine.device->memory, (uintptr_t)operation->to);
    if (!name || !*name) return false;
    text_say(&machine.device->error,
             "%s: block 0, thread 0: unordered: write of %s, in a stream of the launcher's own for which "
             "nothing waits",
             operation->kind == DO_COPY ? "memcpy" : "memset", name);
    return true;
}

static bool no_lanes(struct device *device)
{
    return text_say(&device->error, "the host has no memory for the simulator's lanes");
}

bool launch_starts_blocks(struct launch *launch)
{
    if (launch->next_block == 0) time_add(launch->blocks * launch->block);
    while (launch->running < resident_blocks(launch) && launch->next_block < launch->blocks)
        if (!block_start(launch)) return no_lanes(launch->stream->device);
    return true;
}

bool stream_advance(struct stream *stream)
{
    while (stream->first) {
        struct launch *launch = &stream->first->launch;
        struct graph_run *run = stream->first->run;
        if (run && !run_advance(run, stream, launch->unwaited)) return false;
        if (run && run->left) return true;
        if (stream->first->kind == DO_LAUNCH) {
            if (!launch_starts_blocks(launch)) return false;
            if (launch->running) return true;
        }
        if (is_too_late(stream->first)) return false;
        operation_do(stream->first);
        stream_pop(stream);
    }
    return true;
}
