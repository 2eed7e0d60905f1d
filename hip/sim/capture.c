/* SPDX-License-Identifier: MIT
 * Capture of streams into graphs, as the CUDA C++ Programming Guide has it ("Creating a Graph Using Stream Capture",
 * "Cross-stream Dependencies and Events", "Prohibited and Unhandled Operations", "Invalidation"): what a captured stream
 * is asked for becomes a node behind what came before in it; an event that was recorded in it takes a stream that waits
 * for it into the capture. What may not be done meanwhile has the runtime's error, and makes the capture invalid. */
#include "capture.h"
#include "graph.h"
#include "know.h"
#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct capture {
    struct capture *next;
    struct device *device;
    struct stream *origin;
    struct graph *graph; /* owned */
    unsigned long long id;
    int mode;
    bool invalid;
};

static struct capture *captures; /* under way */
static unsigned long long last_id;
static int thread_mode;    /* of cudaThreadExchangeStreamCaptureMode */
static int refusal;        /* the error of the last call that was refused; 0: it has been told */
static struct text reason; /* the first, of the last capture that has one */

bool sim_capture_matters(void)
{
    return captures || reason.at[0];
}

int sim_capture_error(void)
{
    int error = refusal;
    refusal = 0;
    return error;
}

const char *sim_capture_reason(void)
{
    return reason.at;
}

static int refuse(int error)
{
    return refusal = error;
}

/* Of one or, with NULL, of all that are not relaxed. `what` is what was asked for. */
static int invalidate(struct capture *only, int error, const char *what, const char *why)
{
    for (struct capture *capture = captures; capture; capture = capture->next) {
        if (only ? capture != only : capture->mode == SIM_CAPTURE_RELAXED) continue;
        if (!capture->invalid && !reason.at[0]) text_say(&reason, "%s %s", what, why);
        capture->invalid = true;
    }
    return refuse(error);
}

static int invalidate_all(int error, const char *what, const char *why)
{
    for (struct capture *capture = captures; capture; capture = capture->next)
        invalidate(capture, error, what, why);
    return refuse(error);
}

/* ---- what may not be done ------------------------------------------------------------------------------------- */

/* The legacy stream waits for captured ones that are not non-blocking. */
static bool legacy_waits(void)
{
    for (const struct stream *stream = &machine.device->usual; captures && stream; stream = stream->next)
        if (stream->capture && (!stream->own || stream->blocking)) return true;
    return false;
}

static int use_legacy(const char *what)
{
    if (!legacy_waits()) return 0;
    return invalidate_all(SIM_CAPTURE_IMPLICIT, what,
                          "uses the default stream, which waits for a stream that is captured");
}

/* What may wait for all of the device; nobody knows which calls do. */
static int use_unsafe(const char *what)
{
    bool strict = false;
    for (const struct capture *capture = captures; capture; capture = capture->next)
        strict |= capture->mode != SIM_CAPTURE_RELAXED;
    if (!strict || thread_mode == SIM_CAPTURE_RELAXED) return 0;
    return invalidate(NULL, SIM_CAPTURE_UNSUPPORTED, what, "is not permitted while a stream is captured");
}

static int wait_for_stream(struct stream *stream, const char *what)
{
    if (!stream) {
        int error = use_legacy(what);
        return error ? error : use_unsafe(what);
    }
    if (!stream->capture) return use_unsafe(what);
    return invalidate(stream->capture, SIM_CAPTURE_UNSUPPORTED, what,
                      "waits for a stream that is captured, where nothing runs yet");
}

int sim_capture_forbids(enum sim_forbidden how, struct stream *stream, const char *what)
{
    int error = 0;
    if (!captures) return 0;
    switch (how) {
    case SIM_ALLOCATES:
        return use_unsafe(what);
    case SIM_COPIES:
        error = use_legacy(what);
        return error ? error : use_unsafe(what);
    case SIM_WAITS:
        return wait_for_stream(stream, what);
    case SIM_WAITS_FOR_ALL:
        return invalidate_all(SIM_CAPTURE_UNSUPPORTED, what,
                              "waits for the device, where a stream is captured");
    }
    return 0;
}

int capture_use(struct stream *stream, const char *what)
{
    if (!captures) return 0;
    if (!stream) return use_legacy(what);
    return stream->capture && stream->capture->invalid ? refuse(SIM_CAPTURE_INVALIDATED) : 0;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

/* The arguments of a node that copies or fills. */
struct move {
    unsigned char *to;
    const unsigned char *from; /* NULL: it fills */
    uint64_t bytes;
    int byte;
    struct host_call recorded;
};

enum { MOST_STACK = 8 << 20 };

/* Is this the stack of a function of the launcher that has returned? */
static bool is_gone(const struct move *move, const void *at)
{
    const struct host_call now = host_call_now();
    uintptr_t below = move->recorded.frame - (uintptr_t)at;
    return move->recorded.number && move->recorded.number != now.number && below > 0 && below < MOST_STACK;
}

static void side(const struct move *move, const void *at, bool stores)
{
    struct access access = {(uintptr_t)at, move->bytes, stores};
    struct text why;
    if (memory_name(&machine.device->memory, access.at)) {
        if (!memory_holds(&machine.device->memory, stores ? "copy to" : "copy from", at, move->bytes, &why))
            lane_fail("%s", why.at);
        if (machine.checks) race_move(&access);
        if (stores && machine.lane->block->launch->unwaited) unwaited_store(&access);
        return;
    }
    if (is_gone(move, at))
        lane_fail("host memory: the graph %s %llu bytes on the stack of a function that has returned since "
                  "the capture",
                  stores ? "writes" : "reads", (unsigned long long)move->bytes);
    if (!memory_is_mapped(at, move->bytes)) lane_touch(&access, 1, NO_ATOMIC, 0); /* which fails */
}

static void moves(const void *arguments)
{
    const struct move *move = arguments;
    if (move->bytes == 0) return;
    if (move->from) side(move, move->from, false);
    side(move, move->to, true);
    if (move->from)
        copy_unwatched(move->to, move->from, move->bytes);
    else
        fill_unwatched(move->to, move->byte, move->bytes);
}

/* As a launch of one lane. */
static void as_launch(struct operation *operation)
{
    struct move move = {.to = operation->to,
                        .from = operation->kind == DO_COPY ? operation->from : NULL,
                        .bytes = operation->bytes,
                        .byte = operation->byte,
                        .recorded = host_call_now()};
    struct launch launch = {.blocks = 1, .block = 1, .body = moves, .bytes = sizeof move, .ordinary = true};
    for (int i = 0; i < 3; i++)
        launch.grid[i] = launch.threads[i] = 1;
    snprintf(launch.kernel, sizeof launch.kernel, "%s", operation->kind == DO_COPY ? "memcpy" : "memset");
    launch.arguments = must(malloc(sizeof move));
    memcpy(launch.arguments, &move, sizeof move);
    *operation = (struct operation){.kind = DO_LAUNCH, .launch = launch};
}

static void add_node(struct stream *stream, const struct operation *operation)
{
    struct graph *graph = stream->capture->graph;
    graph_add(graph, operation, &stream->tail);
    nodes_add(&stream->tail, graph->nodes - 1);
}

void capture_take(struct stream *stream, const struct operation *asked)
{
    struct operation operation = *asked;
    if (operation.kind == DO_COPY || operation.kind == DO_FILL) as_launch(&operation);
    add_node(stream, &operation);
}

void *sim_capture_malloc(struct stream *stream, size_t bytes)
{
    void *memory = sim_malloc(bytes);
    if (!memory) return NULL;
    graph_allocates(stream->capture->graph, memory);
    add_node(stream, &(struct operation){.kind = DO_FRESH, .to = memory, .bytes = bytes});
    return memory;
}

int sim_capture_free(struct stream *stream, void *memory)
{
    struct graph_memory *allocated = graph_allocated(stream->capture->graph, memory);
    if (!allocated || allocated->freed) return SIM_INVALID_VALUE;
    allocated->freed = true;
    add_node(stream, &(struct operation){.kind = DO_FRESH,
                                         .to = memory,
                                         .bytes = memory_bytes(&machine.device->memory, memory)});
    return 0;
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static struct capture *capture_numbered(unsigned long long id)
{
    for (struct capture *capture = captures; id && capture; capture = capture->next)
        if (capture->id == id) return capture;
    return NULL;
}

void capture_event(struct event *event, const struct stream *stream)
{
    nodes_drop(&event->after);
    event->captured = stream->capture ? stream->capture->id : 0;
    if (stream->capture) nodes_join(&event->after, &stream->tail);
}

static int join_capture(struct stream *stream, struct capture *capture, const struct event *event)
{
    if (capture->invalid) return refuse(SIM_CAPTURE_INVALIDATED);
    if (stream->capture && stream->capture != capture) {
        invalidate(stream->capture, SIM_CAPTURE_MERGE, "cudaStreamWaitEvent", "would merge two captures");
        return invalidate(capture, SIM_CAPTURE_MERGE, "cudaStreamWaitEvent", "would merge two captures");
    }
    stream->capture = capture;
    nodes_join(&stream->tail, &event->after);
    return 0;
}

int sim_stream_await(struct stream *stream, struct event *event)
{
    int error = capture_use(stream, "cudaStreamWaitEvent");
    if (error) return error;
    struct capture *capture = capture_numbered(event->captured);
    if (stream && capture) return join_capture(stream, capture, event);
    if (event->captured) return refuse(SIM_CAPTURED_EVENT);
    if (stream && stream->capture)
        return invalidate(stream->capture, SIM_CAPTURE_ISOLATION, "cudaStreamWaitEvent",
                          "waits in a captured stream for an event that was recorded in none");
    return sim_synchronize() ? 0 : SIM_LAUNCH_FAILURE;
}

int sim_event_forbids(const struct event *event, const char *what)
{
    struct capture *capture = capture_numbered(event->captured);
    if (capture)
        return invalidate(capture, SIM_CAPTURED_EVENT, what,
                          "asks for an event of a stream that is captured");
    if (event->captured) return refuse(SIM_CAPTURED_EVENT);
    return captures ? use_unsafe(what) : 0;
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

int sim_capture_begin(struct stream *stream, int mode)
{
    if (mode < SIM_CAPTURE_GLOBAL || mode > SIM_CAPTURE_RELAXED) return SIM_INVALID_VALUE;
    if (!stream) return SIM_CAPTURE_UNSUPPORTED;
    if (stream->capture)
        return invalidate(stream->capture, SIM_ILLEGAL_STATE, "cudaStreamBeginCapture",
                          "asks for a stream that is captured already");
    struct capture *capture = must(calloc(1, sizeof *capture));
    *capture = (struct capture){.next = captures,
                                .device = machine.device,
                                .origin = stream,
                                .graph = graph_new(),
                                .id = ++last_id,
                                .mode = mode};
    refusal = 0;
    captures = stream->capture = capture;
    modules_stopped(); /* what a launcher keeps is looked at: the next case begins as a fresh process does */
    nodes_drop(&stream->tail);
    reason.at[0] = 0;
    return 0;
}

void capture_leave(struct stream *stream)
{
    if (stream->capture && stream->capture->origin == stream) {
        invalidate(stream->capture, 0, "cudaStreamDestroy", "ends the stream that is captured");
        stream->capture->origin = NULL;
    }
    stream->capture = NULL;
    nodes_drop(&stream->tail);
}

/* Its streams are captured no more. Returns its graph. */
static struct graph *capture_close(struct capture *capture)
{
    struct graph *graph = capture->graph;
    struct capture **at = &captures;
    for (struct stream *stream = &capture->device->usual; stream; stream = stream->next) {
        if (stream->capture != capture) continue;
        stream->capture = NULL;
        nodes_drop(&stream->tail);
    }
    while (*at != capture)
        at = &(*at)->next;
    *at = capture->next;
    free(capture);
    return graph;
}

void captures_forget(struct device *device)
{
    for (struct capture *capture = captures, *next; capture; capture = next) {
        next = capture->next;
        if (capture->device == device) graph_release(capture_close(capture));
    }
    thread_mode = SIM_CAPTURE_GLOBAL;
    refusal = 0;
    reason.at[0] = 0;
}

int sim_capture_end(struct stream *stream, struct graph **graph)
{
    int error = 0;
    *graph = NULL;
    if (!stream || !stream->capture) return SIM_ILLEGAL_STATE;
    struct capture *capture = stream->capture;
    if (capture->origin != stream)
        return invalidate(capture, SIM_CAPTURE_UNMATCHED, "cudaStreamEndCapture",
                          "ends the capture of a stream that it did not begin in");
    for (size_t i = 0; i < capture->graph->nodes && !capture->invalid; i++) {
        if (nodes_have(&stream->tail, i)) continue;
        const struct operation *node = &capture->graph->node[i].operation;
        text_say(&reason, "%s, in another stream, is not waited for in the one that is captured",
                 node->kind == DO_LAUNCH ? node->launch.kernel : "a node");
        error = SIM_CAPTURE_UNJOINED;
    }
    if (capture->invalid) error = SIM_CAPTURE_INVALIDATED;
    *graph = capture_close(capture);
    if (!error) return 0;
    graph_release(*graph);
    *graph = NULL;
    return error;
}

int sim_capture_status(struct stream *stream, unsigned long long *id)
{
    *id = stream && stream->capture ? stream->capture->id : 0;
    if (!*id) return SIM_CAPTURE_NONE;
    return stream->capture->invalid ? SIM_CAPTURE_INVALID : SIM_CAPTURE_ACTIVE;
}

int sim_capture_exchange(int mode)
{
    int before = thread_mode;
    thread_mode = mode;
    return before;
}

/* ---- graphs ----------------------------------------------------------------------------------------------------- */

int sim_graph_instantiate(struct graph *graph, struct graph **executable)
{
    *executable = graph;
    if (!graph_is_known(graph)) return SIM_INVALID_VALUE;
    graph_share(graph);
    return 0;
}

int sim_graph_destroy(struct graph *graph)
{
    if (!graph_is_known(graph)) return SIM_INVALID_VALUE;
    graph_release(graph);
    return 0;
}

size_t sim_graph_nodes(const struct graph *graph)
{
    return graph->nodes;
}

/* Its nodes, behind the stream's. */
static void take_graph(struct stream *stream, const struct graph *graph)
{
    struct nodes all = {0};
    size_t base = stream->capture->graph->nodes;
    for (size_t i = 0; i < graph->nodes; i++) {
        struct operation copy = graph->node[i].operation;
        struct nodes before = {0};
        if (copy.launch.arguments) {
            copy.launch.arguments = must(malloc(copy.launch.bytes + 1));
            memcpy(copy.launch.arguments, graph->node[i].operation.launch.arguments, copy.launch.bytes);
        }
        nodes_join(&before, &stream->tail);
        for (size_t j = 0; j < i; j++)
            if (nodes_have(&graph->node[i].before, j)) nodes_add(&before, base + j);
        graph_add(stream->capture->graph, &copy, &before);
        nodes_drop(&before);
        nodes_add(&all, base + i);
    }
    nodes_join(&stream->tail, &all);
    nodes_drop(&all);
}

int sim_graph_launch(struct graph *graph, struct stream *stream)
{
    int error = capture_use(stream, "cudaGraphLaunch");
    if (error || !graph_is_known(graph)) return error ? error : SIM_INVALID_VALUE;
    for (size_t i = 0; i < graph->memories && graph->launched; i++)
        if (!graph->memory[i].freed) return SIM_INVALID_VALUE; /* it would be allocated twice */
    bool elsewhere = graph->launched && graph->last != stream;
    graph->launched = true;
    graph->last = stream;
    if (stream && stream->capture) {
        take_graph(stream, graph);
        return 0;
    }
    if (elsewhere && !sim_synchronize()) return SIM_LAUNCH_FAILURE;
    struct operation operation = {.kind = DO_GRAPH, .run = run_new(graph), .ordinary = true};
    return stream_do(sim_stream_named(stream), &operation) ? 0 : SIM_OUT_OF_MEMORY;
}
