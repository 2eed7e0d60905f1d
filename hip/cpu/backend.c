/* SPDX-License-Identifier: MIT
 * The host's processors as a backend of device.h: its memory is the host's, and a launch is a call that returns when the
 * work is done. So a stream is never behind, an event is the time at which it is recorded, and a sync has nothing to wait
 * for. A function that hangs is the worker's watchdog's. */
#define _GNU_SOURCE 1
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct device {
    struct device_caps caps;
};

struct stream {
    char none; /* a name alone */
};

struct event {
    double ms;
};

static int cpu_count(enum device_kind kind, struct text *why)
{
    return kind == DEVICE_CPU ? 1 : text_say(why, "the host's processors are cpu only");
}

/* What the first processor says of itself. */
static void read_name(char *name, size_t room)
{
    char line[256];
    FILE *in = fopen("/proc/cpuinfo", "r");
    snprintf(name, room, "the host's processors");
    while (in && fgets(line, sizeof line, in)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, room, "%.100s", colon + 2);
        break;
    }
    if (in) fclose(in);
}

static uint64_t at_least_zero(long value)
{
    return value > 0 ? (uint64_t)value : 0;
}

static struct device_caps cpu_caps_of(void)
{
    struct device_caps caps = {.lanes = 1, .max_block = 1, .resident_threads = 1, .forward_progress = true};
    uint64_t processors = at_least_zero(sysconf(_SC_NPROCESSORS_ONLN));
    read_name(caps.name, sizeof caps.name);
    snprintf(caps.arch, sizeof caps.arch, "cpu");
    snprintf(caps.versions, sizeof caps.versions, "compiler %.100s", __VERSION__);
    caps.processors = processors ? (int)processors : 1;
    /* Half of it, as workers share it with what the harness holds. */
    caps.memory_bytes = at_least_zero(sysconf(_SC_PHYS_PAGES)) * at_least_zero(sysconf(_SC_PAGESIZE)) / 2;
#ifdef _SC_LEVEL3_CACHE_SIZE
    caps.l2_bytes = at_least_zero(sysconf(_SC_LEVEL3_CACHE_SIZE));
#endif
    return caps;
}

static struct device *cpu_open(struct device_name name, struct text *why)
{
    if (cpu_count(name.kind, why) == 0) return NULL;
    if (name.index != 0) {
        text_say(why, "the host's processors are one device, number 0: there is no number %u", name.index);
        return NULL;
    }
    struct device *device = calloc(1, sizeof *device);
    if (!device) {
        text_say(why, "the host has no memory for a device");
        return NULL;
    }
    device->caps = cpu_caps_of();
    return device;
}

static void cpu_close(struct device *device)
{
    free(device);
}

static const struct device_caps *cpu_caps(struct device *device)
{
    return &device->caps;
}

/* ---- memory -------------------------------------------------------------------------------------------- */

static void *cpu_alloc(struct device *device, uint64_t bytes, struct text *why)
{
    const uint64_t line = 256;
    (void)device;
    void *memory = bytes > UINT64_MAX - line ? NULL : aligned_alloc(line, (bytes / line + 1) * line);
    if (!memory) text_say(why, "cpu: no %llu bytes of memory left", (unsigned long long)bytes);
    return memory;
}

static void cpu_release(struct device *device, void *memory)
{
    (void)device;
    free(memory);
}

static void cpu_region(struct device *device, void *memory, uint64_t bytes, uint32_t item, bool stale,
                       const char *name)
{
    (void)device, (void)memory, (void)bytes, (void)item, (void)stale, (void)name;
}

/* put, get and copy: all memory is the host's. */
static bool cpu_copy(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                     struct text *why)
{
    (void)device, (void)stream, (void)why;
    if (bytes) memmove(to, from, bytes);
    return true;
}

static bool cpu_fill(struct device *device, struct stream *stream, void *to, int byte, uint64_t bytes,
                     struct text *why)
{
    (void)device, (void)stream, (void)why;
    if (bytes) memset(to, byte, bytes);
    return true;
}

static bool cpu_read_only(struct device *device, struct stream *stream, const void *from, uint64_t bytes,
                          void *sink, struct text *why)
{
    (void)device, (void)stream, (void)why;
    const uint64_t *word = from;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < bytes / sizeof *word; i++)
        sum += word[i];
    uint32_t low = (uint32_t)sum;
    memcpy(sink, &low, sizeof low); /* so that the loads stay */
    return true;
}

/* ---- streams and events -------------------------------------------------------------------------------- */

static struct stream *cpu_stream_open(struct device *device, struct text *why)
{
    (void)device;
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) text_say(why, "the host has no memory for a stream");
    return stream;
}

static void cpu_stream_close(struct device *device, struct stream *stream)
{
    (void)device;
    free(stream);
}

static void cpu_schedule(struct device *device, const struct schedule *schedule)
{
    (void)device, (void)schedule; /* the operating system's */
}

static bool cpu_sync(struct device *device, double seconds, struct text *why)
{
    (void)device, (void)seconds, (void)why;
    return true;
}

static bool cpu_examined(struct device *device)
{
    (void)device;
    return true;
}

static struct event *cpu_event_open(struct device *device, struct text *why)
{
    (void)device;
    struct event *event = calloc(1, sizeof *event);
    if (!event) text_say(why, "the host has no memory for an event");
    return event;
}

static void cpu_event_close(struct device *device, struct event *event)
{
    (void)device;
    free(event);
}

static bool cpu_event_record(struct device *device, struct event *event, struct stream *stream,
                             struct text *why)
{
    struct timespec now;
    (void)device, (void)stream;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return text_say(why, "the host has no monotonic clock");
    event->ms = (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
    return true;
}

static double cpu_event_ms(struct device *device, struct event *from, struct event *to)
{
    (void)device;
    return to->ms - from->ms;
}

/* Nothing is enqueued, so that nothing need be kept waiting. */
static bool cpu_occupy(struct device *device, struct stream *stream, double microseconds, struct text *why)
{
    (void)device, (void)stream, (void)microseconds, (void)why;
    return true;
}

static bool cpu_reset(struct device *device, struct text *why)
{
    (void)device, (void)why;
    return true;
}

static bool cpu_counters(struct device *device, bool on, struct launch_counters *totals)
{
    (void)device, (void)on, (void)totals;
    return false;
}

__attribute__((visibility("default"))) const struct backend foldcheck_backend = {
    .abi = BACKEND_ABI,
    .name = "cpu",
    .count = cpu_count,
    .open = cpu_open,
    .close = cpu_close,
    .caps = cpu_caps,
    .alloc = cpu_alloc,
    .release = cpu_release,
    .region = cpu_region,
    .put = cpu_copy,
    .get = cpu_copy,
    .fill = cpu_fill,
    .copy = cpu_copy,
    .stream_open = cpu_stream_open,
    .stream_close = cpu_stream_close,
    .schedule = cpu_schedule,
    .sync = cpu_sync,
    .examined = cpu_examined,
    .event_open = cpu_event_open,
    .event_close = cpu_event_close,
    .event_record = cpu_event_record,
    .event_ms = cpu_event_ms,
    .read_only = cpu_read_only,
    .occupy = cpu_occupy,
    .reset = cpu_reset,
    .counters = cpu_counters,
    .strategies = foldcheck_strategies,
    .operators = foldcheck_operators,
};
