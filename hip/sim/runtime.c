/* SPDX-License-Identifier: MIT
 * The host side of ordinary code: memory, copies, streams and events of the device that was used last. What it
 * waits for is run at once; a launch that fails is reported there and by the harness's next sync. */
#define _POSIX_C_SOURCE 200809L
#include "capture.h"
#include "launch.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct backend *backend(void)
{
    return &foldcheck_backend;
}

void sim_use_stream(struct stream *stream)
{
    machine.device->instead = stream;
}

/* ---- a launcher's call ------------------------------------------------------------------------------------ */

static sigjmp_buf *caller; /* of the launcher that runs; NULL: none */
static struct host_call under_way;
static uint64_t calls;
static int refused_with; /* the error of the last launch, if it was refused; else 0 */

/* Assertions and exceptions without a handler come to abort. In a kernel it ends the launch. */
static void on_abort(int number)
{
    if (machine.lane) lane_fail("abort: it called abort, or an assertion failed");
    bool has_cause = machine.device && (machine.device->failed || sim_capture_matters());
    if (caller && has_cause) siglongjmp(*caller, 1);
    signal(number, SIG_DFL); /* abort goes on */
}

/* What the launcher that runs has used of the processor: since when, how much of it was kernels' time, and what the largest of
 * its runs were allowed. */
static struct {
    double began, kernels, allowed;
    pthread_t thread;
} used;

void call_ran(double seconds, double allowed)
{
    used.kernels += seconds;
    if (allowed > used.allowed) used.allowed = allowed;
}

void call_look(void)
{
    enum { WITH_KERNELS = 3 }; /* one may launch again and again */
    const double host = 1;     /* it may make tables of its own, whatever the items */
    if (!caller || machine.lane || machine.limit <= 0 || !pthread_equal(used.thread, pthread_self())) return;
    double seconds = busy_seconds() - used.began;
    double own = machine.limit + (machine.limit < host ? machine.limit : host);
    double all = WITH_KERNELS * (used.allowed > own ? used.allowed : own);
    bool is_over = seconds - used.kernels > own;
    if (!is_over && seconds <= all) return;
    text_say(&machine.device->error, "the launcher: still running when the time limit of %.2g s was up",
             is_over ? own : all);
    machine.device->failed = true;
    siglongjmp(*caller, 1);
}

struct host_call host_call_now(void)
{
    return under_way;
}

bool sim_call(void (*launch)(void *context), void *context)
{
    struct sigaction action = {.sa_handler = on_abort, .sa_flags = SA_NODEFER}, before;
    sigjmp_buf here, *volatile outer = caller;
    sigemptyset(&action.sa_mask);
    sigaction(SIGABRT, &action, &before);
    launch_forget_error();
    refused_with = 0;
    machine.module = module_of((uintptr_t)launch);
    if (!outer) under_way = (struct host_call){++calls, (uintptr_t)__builtin_frame_address(0)};
    bool returned = sigsetjmp(here, 1) == 0;
    if (returned) {
        caller = &here;
        if (!outer)
            used.began = busy_seconds(), used.kernels = used.allowed = 0, used.thread = pthread_self();
        if (!outer) watch_call(true);
        launch(context);
    } else
        modules_stopped(); /* in the midst of it */
    if (!outer) watch_call(false);
    caller = outer;
    if (!outer) machine.module = NULL, under_way.number = 0;
    sigaction(SIGABRT, &before, NULL);
    return returned;
}

struct stream *sim_stream_given(void)
{
    struct device *device = machine.device;
    return device->instead ? device->instead : &device->usual;
}

/* The stream that a call names. The default one and blocking ones wait for each other: what they would wait for is done
 * now; a failure shows when somebody waits. */
static struct stream *stream_of(struct stream *stream)
{
    if (!stream) {
        sim_stream_join();
        machine.device->by_default = true;
        return sim_stream_given();
    }
    if (stream->own && stream->blocking && machine.device->by_default) sim_stream_wait(NULL);
    return stream;
}

struct stream *sim_stream_named(struct stream *stream)
{
    return stream_of(stream);
}

bool sim_stream_join(void)
{
    for (const struct stream *stream = &machine.device->usual; stream; stream = stream->next)
        if (stream->own && stream->blocking && stream->first) return sim_stream_wait(NULL);
    return true;
}

bool sim_stream_wait(struct stream *stream)
{
    struct device *device = machine.device;
    struct text why;
    if (device->failed) return false;
    if (!machine.lane && !device_run_stream(device, stream, &why)) device->failed = true;
    if (!machine.lane && !device->failed) call_look();
    return !device->failed;
}

static size_t shared_asked;    /* of the next launch */
static uint32_t *next_meeting; /* its word, if it is a cooperative one */

void sim_launch_meets(uint32_t *word)
{
    next_meeting = word;
}

void sim_shared_asked(size_t bytes)
{
    shared_asked = bytes;
}

bool sim_shared_may_be_asked(size_t bytes)
{
    const struct sim_limits *limits = sim_limits();
    struct text why;
    if (bytes <= limits->shared_asked) return true;
    text_say(&why, "cudaFuncSetAttribute for %zu bytes of shared memory, at most %zu (%s)", bytes,
             limits->shared_asked, limits->card);
    refused_with = SIM_INVALID_VALUE;
    return launch_refuse(&why);
}

int sim_launch_error(void)
{
    return refused_with;
}

bool sim_launch_ordinary(const struct sim_grid *grid, const char *kernel, void (*body)(const void *arguments),
                         const void *arguments, size_t bytes)
{
    const uint32_t *blocks = grid->blocks, *threads = grid->threads;
    size_t asked = shared_asked;
    struct text why;
    uint32_t *meeting = next_meeting;
    shared_asked = 0;
    next_meeting = NULL;
    call_look();
    int error = limits_refuse(grid, asked, meeting != NULL, &why);
    if (!error && (error = capture_use(grid->stream, kernel)) != 0)
        text_say(&why, "%s", sim_capture_reason());
    if (error) {
        refused_with = error;
        return launch_refuse(&why);
    }
    struct launch launch = {.blocks = (uint64_t)blocks[0] * blocks[1] * blocks[2],
                            .body = body,
                            .shared = grid->shared,
                            .bytes = bytes,
                            .ordinary = true,
                            .meeting = meeting,
                            .shared_most = limits_shared(asked)};
    launch.block = threads[0] * threads[1] * threads[2];
    for (int i = 0; i < 3; i++)
        launch.grid[i] = blocks[i], launch.threads[i] = threads[i];
    snprintf(launch.kernel, sizeof launch.kernel, "%s", kernel);
    return launch_queue(stream_of(grid->stream), &launch, arguments);
}

void *sim_malloc(size_t bytes)
{
    struct text why;
    void *memory = backend()->alloc(machine.device, bytes, &why);
    if (memory) memory_give(&machine.device->memory, memory, machine.module);
    return memory;
}

void *sim_malloc_named(size_t bytes, size_t item, const char *name)
{
    void *memory = sim_malloc(bytes);
    if (memory) memory_region(&machine.device->memory, memory, bytes, (uint32_t)item, false, name);
    return memory;
}

bool sim_free(void *memory)
{
    if (!memory) return true;
    if (!memory_begins(&machine.device->memory, memory)) return false;
    sim_synchronize(); /* where that fails, nothing runs any more either */
    backend()->release(machine.device, memory);
    return true;
}

bool sim_synchronize(void)
{
    struct device *device = machine.device;
    struct text why;
    if (device->failed) return false;
    if (machine.lane || device_run(device, machine.limit, &why)) return true;
    device->failed = true;
    return false;
}

const char *sim_failure(void)
{
    return machine.device->failed ? machine.device->error.at : NULL;
}

/* With `take`, the host's bytes are taken before it returns. */
static bool enqueue(struct stream *stream, struct operation operation, bool take)
{
    stream = stream_of(stream);
    operation.ordinary = true;
    if (take && stream->first && !stream->capture && operation.bytes) {
        operation.own = malloc(operation.bytes);
        if (!operation.own) return false;
        memcpy(operation.own, operation.from, operation.bytes);
    }
    if (stream_do(stream, &operation)) return true;
    free(operation.own);
    return false;
}

/* Memory of the host's that is pinned, of which copies need not be waited for; owned. */
static struct {
    struct pinned {
        uintptr_t from, to;
    } * at;
    size_t count;
} pins;

void *sim_pinned(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    struct pinned *more = memory ? realloc(pins.at, (pins.count + 1) * sizeof *more) : NULL;
    if (!more) {
        free(memory);
        return NULL;
    }
    pins.at = more;
    pins.at[pins.count++] = (struct pinned){(uintptr_t)memory, (uintptr_t)memory + bytes};
    return memory;
}

void sim_pinned_free(void *memory)
{
    for (size_t i = 0; i < pins.count; i++)
        if (pins.at[i].from == (uintptr_t)memory) {
            sim_synchronize(); /* no copy to it is left */
            pins.at[i] = pins.at[--pins.count];
            break;
        }
    free(memory);
}

static bool is_pinned(const void *memory)
{
    for (size_t i = 0; i < pins.count; i++)
        if ((uintptr_t)memory - pins.at[i].from < pins.at[i].to - pins.at[i].from) return true;
    return false;
}

bool sim_memory_copy(void *to, const void *from, size_t bytes, struct stream *stream, bool wait)
{
    struct device *device = machine.device;
    struct text why;
    bool read = !memory_name(&device->memory, (uintptr_t)to);
    bool write = !memory_name(&device->memory, (uintptr_t)from);
    bool captured = stream && stream->capture;
    if (wait ? sim_capture_forbids(SIM_COPIES, NULL, "cudaMemcpy") : capture_use(stream, "cudaMemcpyAsync"))
        return false;
    bool pageable = read && !captured && !is_pinned(to);
    wait = wait || pageable; /* it is there when the call returns */
    if (wait && !sim_stream_wait(stream)) return false;
    if (read && write && !captured) return bytes == 0 || memcpy(to, from, bytes) == to;
    if (!read && !memory_holds(&device->memory, "copy to", to, bytes, &why)) return false;
    if (!write && !memory_holds(&device->memory, "copy from", from, bytes, &why)) return false;
    struct operation copy = {.kind = DO_COPY, .to = to, .from = from, .bytes = bytes, .ordinary = true};
    if (read && wait && !captured) { /* the stream has nothing to do */
        operation_do(&copy);
        return true;
    }
    return enqueue(stream, copy, write);
}

bool sim_memory_set(void *to, int byte, size_t bytes, struct stream *stream, bool wait)
{
    struct text why;
    if (capture_use(stream, stream ? "cudaMemsetAsync" : "cudaMemset")) return false;
    if (wait && !sim_stream_wait(stream)) return false;
    if (!memory_holds(&machine.device->memory, "fill", to, bytes, &why)) return false;
    return enqueue(stream, (struct operation){.kind = DO_FILL, .to = to, .byte = byte, .bytes = bytes},
                   false);
}

bool sim_host_call(struct stream *stream, void (*function)(void *context), void *context)
{
    if (capture_use(stream, "cudaLaunchHostFunc")) return false;
    return enqueue(stream, (struct operation){.kind = DO_HOST, .call = function, .context = context}, false);
}

struct stream *sim_stream_create(bool blocking)
{
    struct text why;
    struct stream *stream = backend()->stream_open(machine.device, &why);
    if (stream) stream->own = true, stream->blocking = blocking, stream->module = machine.module;
    return stream;
}

void sim_stream_destroy(struct stream *stream)
{
    if (!stream || !stream->own) return;
    stream->closed = true; /* what is queued is done when somebody waits */
    capture_leave(stream);
    streams_close(machine.device);
}

struct event *sim_event_create(void)
{
    struct text why;
    return backend()->event_open(machine.device, &why);
}

void sim_event_destroy(struct event *event)
{
    backend()->event_close(machine.device, event);
}

bool sim_event_mark(struct event *event, struct stream *stream)
{
    struct text why;
    if (capture_use(stream, "cudaEventRecord")) return false;
    stream = stream_of(stream);
    capture_event(event, stream);
    return stream->capture || backend()->event_record(machine.device, event, stream, &why);
}

double sim_event_between(struct event *from, struct event *to)
{
    return backend()->event_ms(machine.device, from, to);
}

uint32_t sim_processors(void)
{
    return (uint32_t)machine.device->caps.processors;
}

size_t sim_memory_most(void)
{
    return machine.device->caps.memory_bytes;
}

size_t sim_memory_used(void)
{
    return machine.device->memory.bytes;
}
