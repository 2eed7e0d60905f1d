/* SPDX-License-Identifier: MIT */
#include "recording_device.h"
#include "fake_strategies.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *memory; /* NOTED_BYTES, once there is a load */
static double most_seconds;   /* that a session waits */
struct recording recording;

static char times[2];
struct event *const recording_start = (struct event *)(void *)&times[0],
                    *const recording_stop = (struct event *)(void *)&times[1]; /* addresses alone */

static bool note(const char *call, struct text *why)
{
    text_add(&recording.asked, "%s ", call);
    return strcmp(call, recording.fails) != 0 || text_say(why, "%s failed by hand", call);
}

/* Of a stream, which is to be the test's. */
static bool record_in(const struct stream *stream, const char *call, struct text *why)
{
    if (stream != recording.stream) text_add(&recording.asked, "in another stream? ");
    return note(call, why);
}

static void *record_alloc(struct device *device, uint64_t bytes, struct text *why)
{
    (void)device;
    recording.allocated = bytes;
    return note("alloc", why) ? memory : NULL;
}

static void record_release(struct device *device, void *from)
{
    (void)device, (void)from;
    note("release", NULL);
}

static void record_region(struct device *device, void *at, uint64_t bytes, uint32_t item, bool stale,
                          const char *name)
{
    (void)device, (void)item;
    unsigned char *begins = at;
    if (name && (begins < memory || begins + bytes > memory + RECORDING_BYTES))
        text_add(&recording.asked, "elsewhere? ");
    if (!name)
        note(at == memory && bytes == 0 ? "forget" : "forget?", NULL);
    else
        text_add(&recording.asked, "%s%s:%" PRIu64 " ", stale ? "stale " : "", name, bytes);
}

static bool record_put(struct device *device, struct stream *stream, void *to, const void *from,
                       uint64_t bytes, struct text *why)
{
    (void)device;
    if (!record_in(stream, "put", why)) return false;
    memcpy(to, from, bytes);
    return true;
}

static bool record_get(struct device *device, struct stream *stream, void *to, const void *from,
                       uint64_t bytes, struct text *why)
{
    (void)device;
    if (!record_in(stream, "get", why)) return false;
    memcpy(to, from, bytes);
    return true;
}

static bool record_fill(struct device *device, struct stream *stream, void *to, int byte, uint64_t bytes,
                        struct text *why)
{
    (void)device, (void)to, (void)byte, (void)bytes;
    return record_in(stream, "fill", why);
}

static void record_schedule(struct device *device, const struct schedule *schedule)
{
    (void)device;
    note(schedule ? "schedule" : "end", NULL);
}

static bool record_sync(struct device *device, double seconds, struct text *why)
{
    (void)device;
    if (!(seconds >= most_seconds && seconds <= most_seconds))
        text_add(&recording.asked, "for %g seconds? ", seconds);
    return note("sync", why);
}

static bool record_record(struct device *device, struct event *event, struct stream *stream, struct text *why)
{
    (void)device;
    return record_in(stream,
                     event == recording_start  ? "start"
                     : event == recording_stop ? "stop"
                                               : "record?",
                     why);
}

static double record_ms(struct device *device, struct event *from, struct event *to)
{
    (void)device;
    note(from == recording_start && to == recording_stop ? "ms" : "ms?", NULL);
    return recording.ms;
}

static bool record_counters(struct device *device, bool on, struct launch_counters *totals)
{
    (void)device;
    if (totals) totals->launches = 7;
    return note(on ? "count" : "counted", NULL) || !on;
}

static bool record_make(const void *params, struct stream *stream, const struct columns *columns,
                        enum data_form form, uint64_t seed, uint64_t count, uint64_t by_rows,
                        struct text *why)
{
    (void)params, (void)columns, (void)form, (void)seed, (void)by_rows;
    recording.made = count;
    return record_in(stream, "make", why);
}

static uint64_t scratch_of_40(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 40;
}

static bool record_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    return record_in(job->stream, "prepare", why);
}

static bool record_launch(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    return record_in(job->stream, "launch", why);
}

static struct backend backend = {.name = "noted",
                                 .alloc = record_alloc,
                                 .release = record_release,
                                 .region = record_region,
                                 .put = record_put,
                                 .get = record_get,
                                 .fill = record_fill,
                                 .schedule = record_schedule,
                                 .sync = record_sync,
                                 .event_record = record_record,
                                 .event_ms = record_ms,
                                 .counters = record_counters};

bool recording_begin(struct tried *tried, const struct fixture *fixture, const char *line,
                     struct finding *finding)
{
    static const struct operator_code code[] = {{.op = "add_u32", .make_items = record_make},
                                                {.op = "affine_mod", .make_items = record_make},
                                                {.op = "span_emit", .make_items = record_make}};
    static const struct operator_code *const codes[] = {&code[0], &code[1], &code[2], NULL};
    struct text why;
    if (!memory) memory = aligned_alloc(256, RECORDING_BYTES);
    if (!memory) return text_say(&finding->first_at, "no memory for a device by hand");
    memset(memory, 0x5a, RECORDING_BYTES);
    backend.operators = codes;
    recording = (struct recording){.fails = ""};
    memset(tried, 0, sizeof *tried);
    tried->session = fixture->session;
    tried->session.backend = &backend;
    tried->session.seconds = most_seconds = 7.5;
    if (!case_parse(line, &tried->made, &why)) return text_say(&finding->first_at, "%s: %s", line, why.at);
    enum what what = tried->made.problem.what;
    tried->strategy = (struct strategy){.name = "noted",
                                        .what = what == WHAT_EXSCAN ? WHAT_SCAN : what,
                                        .takes = FAKE_TAKES,
                                        .refuse = refuse_nothing,
                                        .scratch_bytes = scratch_of_40,
                                        .prepare = record_prepare};
    tried->instance = (struct instance){.strategy = &tried->strategy, .launch = record_launch};
    return session_plan(&tried->session, &tried->load, &tried->made.problem, &tried->instance, &why) ||
           text_say(&finding->first_at, "%s: %s", line, why.at);
}
