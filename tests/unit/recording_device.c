/* SPDX-License-Identifier: MIT */
#include "recording_device.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *memory; /* NOTED_BYTES, once there is a load */
static double most_seconds;   /* that a session waits */
struct noted noted;

static char times[2];
struct event *const noted_start = (struct event *)(void *)&times[0],
                    *const noted_stop = (struct event *)(void *)&times[1]; /* addresses alone */

static bool note(const char *call, struct text *why)
{
    text_add(&noted.asked, "%s ", call);
    return strcmp(call, noted.fails) != 0 || text_say(why, "%s failed by hand", call);
}

/* Of a stream, which is to be the test's. */
static bool note_in(const struct stream *stream, const char *call, struct text *why)
{
    if (stream != noted.stream) text_add(&noted.asked, "in another stream? ");
    return note(call, why);
}

static void *note_alloc(struct device *device, uint64_t bytes, struct text *why)
{
    (void)device;
    noted.allocated = bytes;
    return note("alloc", why) ? memory : NULL;
}

static void note_release(struct device *device, void *from)
{
    (void)device, (void)from;
    note("release", NULL);
}

static void note_region(struct device *device, void *at, uint64_t bytes, uint32_t item, bool stale,
                        const char *name)
{
    (void)device, (void)item;
    unsigned char *begins = at;
    if (name && (begins < memory || begins + bytes > memory + NOTED_BYTES))
        text_add(&noted.asked, "elsewhere? ");
    if (!name)
        note(at == memory && bytes == 0 ? "forget" : "forget?", NULL);
    else
        text_add(&noted.asked, "%s%s:%" PRIu64 " ", stale ? "stale " : "", name, bytes);
}

static bool note_put(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                     struct text *why)
{
    (void)device;
    if (!note_in(stream, "put", why)) return false;
    memcpy(to, from, bytes);
    return true;
}

static bool note_get(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                     struct text *why)
{
    (void)device;
    if (!note_in(stream, "get", why)) return false;
    memcpy(to, from, bytes);
    return true;
}

static bool note_fill(struct device *device, struct stream *stream, void *to, int byte, uint64_t bytes,
                      struct text *why)
{
    (void)device, (void)to, (void)byte, (void)bytes;
    return note_in(stream, "fill", why);
}

static void note_schedule(struct device *device, const struct schedule *schedule)
{
    (void)device;
    note(schedule ? "schedule" : "end", NULL);
}

static bool note_sync(struct device *device, double seconds, struct text *why)
{
    (void)device;
    if (!(seconds >= most_seconds && seconds <= most_seconds))
        text_add(&noted.asked, "for %g seconds? ", seconds);
    return note("sync", why);
}

static bool note_record(struct device *device, struct event *event, struct stream *stream, struct text *why)
{
    (void)device;
    return note_in(stream, event == noted_start ? "start" : event == noted_stop ? "stop" : "record?", why);
}

static double note_ms(struct device *device, struct event *from, struct event *to)
{
    (void)device;
    note(from == noted_start && to == noted_stop ? "ms" : "ms?", NULL);
    return noted.ms;
}

static bool note_counters(struct device *device, bool on, struct launch_counters *totals)
{
    (void)device;
    if (totals) totals->launches = 7;
    return note(on ? "count" : "counted", NULL) || !on;
}

static bool note_make(const void *params, struct stream *stream, const struct columns *columns,
                      enum data_form form, uint64_t seed, uint64_t count, struct text *why)
{
    (void)params, (void)columns, (void)form, (void)seed;
    noted.made = count;
    return note_in(stream, "make", why);
}

static enum refusal refuse_nothing(const struct strategy *strategy, const struct job *job,
                                   const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_NONE;
}

static uint64_t scratch_of_40(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 40;
}

static bool note_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    return note_in(job->stream, "prepare", why);
}

static bool note_launch(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    return note_in(job->stream, "launch", why);
}

static struct backend backend = {.name = "noted",
                                 .alloc = note_alloc,
                                 .release = note_release,
                                 .region = note_region,
                                 .put = note_put,
                                 .get = note_get,
                                 .fill = note_fill,
                                 .schedule = note_schedule,
                                 .sync = note_sync,
                                 .event_record = note_record,
                                 .event_ms = note_ms,
                                 .counters = note_counters};

bool noted_begin(struct tried *tried, const struct lab *lab, const char *line, struct finding *finding)
{
    static const struct operator_code code[] = {{.op = "add_u32", .make_items = note_make},
                                                {.op = "affine_mod", .make_items = note_make},
                                                {.op = "span_emit", .make_items = note_make}};
    static const struct operator_code *const codes[] = {&code[0], &code[1], &code[2], NULL};
    struct text why;
    if (!memory) memory = aligned_alloc(256, NOTED_BYTES);
    if (!memory) return text_say(&finding->first_at, "no memory for a device by hand");
    memset(memory, 0x5a, NOTED_BYTES);
    backend.operators = codes;
    noted = (struct noted){.fails = ""};
    memset(tried, 0, sizeof *tried);
    tried->session = lab->session;
    tried->session.backend = &backend;
    tried->session.seconds = most_seconds = 7.5;
    if (!case_parse(line, &tried->made, &why)) return text_say(&finding->first_at, "%s: %s", line, why.at);
    enum what what = tried->made.problem.what;
    tried->strategy = (struct strategy){.name = "noted",
                                        .what = what == WHAT_EXSCAN ? WHAT_SCAN : what,
                                        .refuse = refuse_nothing,
                                        .scratch_bytes = scratch_of_40,
                                        .prepare = note_prepare};
    tried->instance = (struct instance){.strategy = &tried->strategy, .launch = note_launch};
    return session_plan(&tried->session, &tried->load, &tried->made.problem, &tried->instance, &why) ||
           text_say(&finding->first_at, "%s: %s", line, why.at);
}
