/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UPS = 3, SAMPLES = 15, SMALL_LOG2 = 22, MOST_LOG2 = 40, BUSY_MICROSECONDS = 50 };

/* ---- one launch, timed ---- */

bool device_did(struct bench *bench, bool done)
{
    bench->broken |= !done;
    return done;
}

/* The case line that names the benchmark. */
static void entry_name(const struct entry *entry, char *line, size_t room)
{
    struct test_case named = {.claim = "time", .device = entry->bench->session.name, .has_problem = true};
    snprintf(named.subject, sizeof named.subject, "%s", entry->subject);
    named.problem = entry->problem;
    if (entry->instance) named.tuning = instance_tuning(entry->instance);
    case_print(&named, line, room);
}

uint64_t entry_items(const struct entry *entry)
{
    uint64_t items = 0;
    shape_items(&entry->problem.shape, &items);
    return items;
}

/* Keys are a column of the input. */
static uint64_t input_bytes(const struct entry *entry)
{
    uint64_t key = entry->problem.what == WHAT_KEYED ? sizeof(uint32_t) : 0;
    return entry_items(entry) * (entry->problem.op->input.packed + key);
}

bool entry_is_even(const struct entry *entry)
{
    return shape_is_even(&entry->problem.shape);
}

bool entry_same_problem(const struct entry *a, const struct entry *b)
{
    char one[MAX_LINE], other[MAX_LINE];
    struct problem laid_alike = b->problem; /* a strategy's rows may lie by columns */
    laid_alike.layout = a->problem.layout;
    problem_print(&a->problem, one, sizeof one);
    problem_print(&laid_alike, other, sizeof other);
    return strcmp(one, other) == 0;
}

/* Enqueues what the entry measures. */
static bool entry_launch(struct entry *entry, struct text *why)
{
    struct bench *bench = entry->bench;
    const struct backend *backend = bench->session.backend;
    struct device *device = bench->session.device;
    switch (entry->kind) {
    case ENTRY_COPY:
        return backend->copy(device, NULL, bench->to, bench->from, input_bytes(entry), why);
    case ENTRY_READ:
        return backend->read_only(device, NULL, bench->from, input_bytes(entry), bench->to, why);
    case ENTRY_EMPTY_LAUNCH:
    case ENTRY_EMPTY_COLLECTIVE:
        return backend->empty(device, NULL, entry->kind == ENTRY_EMPTY_COLLECTIVE, why);
    default:
        return session_launch(&bench->load, why);
    }
}

/* Waits before and after, so that the time is one launch's. Unless the request says otherwise the stream is kept
 * busy while the host enqueues: the events then enclose the device's work and not the host's. */
bool launch_time(struct entry *entry, double *seconds, struct text *why)
{
    struct bench *bench = entry->bench;
    struct session *session = &bench->session;
    const struct backend *backend = session->backend;
    struct device *device = session->device;
    bool done = backend->sync(device, session->seconds, why) &&
                (bench->request->from_idle || backend->occupy(device, NULL, BUSY_MICROSECONDS, why)) &&
                backend->event_record(device, bench->start, NULL, why) && entry_launch(entry, why) &&
                backend->event_record(device, bench->stop, NULL, why) &&
                backend->sync(device, session->seconds, why);
    double ms = done ? backend->event_ms(device, bench->start, bench->stop) : -1;
    if (done && ms < 0) done = text_say(why, "the device's events give no time");
    *seconds = ms / 1e3;
    return device_did(bench, done);
}

static bool takes_result(const struct entry *entry)
{
    return entry->kind == ENTRY_OURS || entry->kind == ENTRY_PEER;
}

static bool entry_time(struct entry *entry, double *seconds, struct text *why)
{
    if (entry->kind == ENTRY_HOST) return host_time(entry, seconds, why);
    if (!takes_result(entry)) return launch_time(entry, seconds, why);
    return result_spoil(entry->bench, why) && launch_time(entry, seconds, why) && result_holds(entry, why);
}

/* ---- one sample, as the shim asks for it ---- */

/* Writes down what was measured last, once nothing more is. */
static void record_current(const struct bench *bench)
{
    const struct entry *entry = bench->current;
    char line[MAX_LINE];
    if (!entry) return;
    entry_name(entry, line, sizeof line);
    record_times(bench->request->record,
                 &(struct record_times){.timed = line,
                                        .seconds = entry->seconds,
                                        .samples = entry->samples,
                                        .items = entry_items(entry),
                                        .bytes = entry_fewest(entry),
                                        .copy_rate = bench->copy_rate,
                                        .wrong = entry->failed ? entry->failure.at : ""});
}

/* Puts the planned problem's items on the device. Those with keys are made here, once for all strategies. */
static bool put_items(struct entry *entry, struct text *why)
{
    struct bench *bench = entry->bench;
    char line[MAX_LINE];
    if (entry->problem.what != WHAT_KEYED) return session_make_items(&bench->load, why);
    problem_print(&entry->problem, line, sizeof line);
    if (strcmp(bench->placed, line) == 0) return session_put_same_items(&bench->load, why);
    bench->placed[0] = '\0';
    if (!session_put_items(&bench->load, why)) return false;
    strcpy(bench->placed, line);
    return true;
}

/* On several cards: each has its share of the bytes that a yardstick goes over. */
static void yard_place(struct bench *bench, uint64_t bytes)
{
    const struct session *session = &bench->session;
    if (!session->caps->cards) return;
    session->backend->region(session->device, bench->from, bytes, 0, false, "yardstick");
    session->backend->region(session->device, bench->to, bytes, 0, false, "yardstick");
}

/* Puts the entry's problem on the device and warms up. */
static bool entry_prepare(struct entry *entry, struct text *why)
{
    struct bench *bench = entry->bench;
    double ignored;
    if (bench->copy_rate > 0) record_current(bench); /* before, the largest copy alone is measured */
    bench->current = NULL;
    entry->samples = 0;
    if (entry->kind == ENTRY_HOST && !host_prepare(entry, why)) return false;
    if (takes_result(entry)) {
        if (!session_plan(&bench->session, &bench->load, &entry->problem, entry->instance, why) ||
            session_refusal(&bench->load, why) != REFUSAL_NONE || !put_items(entry, why) ||
            !expected_take(&bench->expected, &entry->problem, why))
            return false;
        entry->traffic = session_traffic(&bench->load);
    } else
        yard_place(bench, input_bytes(entry));
    for (int i = 0; i < WARM_UPS; i++)
        if (!entry_time(entry, &ignored, why)) return false;
    if (takes_result(entry) && !arrays_hold(entry, why)) return false;
    bench->current = entry;
    return true;
}

/* Bytes of a result's columns that are asked for. */
static uint64_t kept_bytes(const struct problem *problem)
{
    const struct tuple *state = &problem->op->state;
    uint64_t bytes = problem->keep_count ? 0 : state->packed;
    for (int k = 0; k < problem->keep_count; k++)
        bytes += elem_size(state->elem[problem->keep[k]]);
    return bytes;
}

/* How many results there are; that of one row does not count. */
static uint64_t entry_results(const struct entry *entry)
{
    if (entry->problem.what == WHAT_KEYED) return entry->problem.shape.keys << entry->log2_rows;
    if (entry->problem.what != WHAT_REDUCE) return entry_items(entry);
    if (!entry_is_even(entry)) return entry->problem.shape.size[0];
    return entry->log2_rows ? (uint64_t)1 << entry->log2_rows : 0;
}

/* Bytes that say where rows of different lengths begin and end. */
static uint64_t starts_bytes(const struct entry *entry)
{
    return entry_is_even(entry) ? 0 : (entry->problem.shape.size[0] + 1) * sizeof(uint64_t);
}

uint64_t entry_fewest(const struct entry *entry)
{
    if (entry->kind == ENTRY_COPY) return 2 * input_bytes(entry);
    if (entry->kind == ENTRY_READ) return input_bytes(entry);
    return input_bytes(entry) + starts_bytes(entry) + entry_results(entry) * kept_bytes(&entry->problem) +
           entry_items(entry) * entry->problem.op->mapout.packed;
}

static uint64_t entry_traffic(const struct entry *entry)
{
    if (entry->kind == ENTRY_COPY) return 2 * input_bytes(entry);
    if (entry->kind == ENTRY_READ || entry->kind == ENTRY_HOST) return input_bytes(entry);
    return session_traffic(&entry->bench->load);
}

static void sample_describe(const struct entry *entry, double seconds, struct shim_sample *sample)
{
    uint64_t moved = entry_fewest(entry);
    bool in_l2 = input_bytes(entry) <= entry->bench->session.caps->l2_bytes;
    *sample = (struct shim_sample){.seconds = seconds, .bytes = entry_traffic(entry)};
    sample->counter_name[0] = "items";
    sample->counter[0] = (double)entry_items(entry);
    sample->counter_name[1] = "of_copy"; /* the fewest bytes that the work needs, against the largest copy */
    sample->counter[1] = (double)moved / seconds / entry->bench->copy_rate;
    sample->counter_name[2] = "in_l2";
    sample->counter[2] = in_l2;
    if (!entry_is_even(entry)) {
        sample->counter_name[3] = "rows";
        sample->counter[3] = (double)entry->problem.shape.size[0];
        sample->counter_name[4] = "mean";
        sample->counter[4] = (double)entry->problem.shape.size[1];
    }
    snprintf(sample->label, sizeof sample->label, "%s%s", in_l2 ? "inputs fit in L2" : "inputs past L2",
             entry->unchecked ? "; as if it commuted, result not checked" : "");
}

static bool sample_take(struct entry *entry, struct shim_sample *sample, struct text *why)
{
    double seconds;
    if (entry->bench->broken) return text_say(why, "the device failed before");
    if (entry->bench->current != entry && !entry_prepare(entry, why)) return false;
    if (!entry_time(entry, &seconds, why)) return false;
    if (seconds <= 0) seconds = 1e-9; /* an event's resolution */
    if (entry->samples < MOST_SAMPLES) entry->seconds[entry->samples++] = seconds;
    sample_describe(entry, seconds, sample);
    return true;
}

static bool entry_take(void *context, struct shim_sample *sample, struct text *why)
{
    struct entry *entry = context;
    entry->failed = entry->failed || !sample_take(entry, sample, &entry->failure);
    return !entry->failed || text_say(why, "%s", entry->failure.at);
}

static void entries_register(struct bench *bench)
{
    char line[MAX_LINE];
    for (size_t e = 0; e < bench->count; e++) {
        struct entry *entry = &bench->entry[e];
        entry_name(entry, line, sizeof line);
        shim_add(line, entry_items(entry) <= (uint64_t)1 << SMALL_LOG2 ? MOST_SAMPLES : SAMPLES, entry_take,
                 entry);
    }
}

/* ---- the device, the yardsticks' memory, the unit ---- */

/* The copy of the largest size, the unit of every share. */
static bool copy_measure(struct bench *bench, struct text *why)
{
    struct entry *largest = NULL;
    for (size_t e = 0; e < bench->count; e++)
        if (bench->entry[e].kind == ENTRY_COPY && input_bytes(&bench->entry[e]) == bench->yard_bytes)
            largest = &bench->entry[e];
    assert(largest);
    if (!entry_prepare(largest, why)) return false;
    for (largest->samples = 0; largest->samples < SAMPLES; largest->samples++)
        if (!entry_time(largest, &largest->seconds[largest->samples], why)) return false;
    double median = entry_median(largest);
    bench->copy_rate = 2 * (double)bench->yard_bytes / (median > 0 ? median : 1e-9);
    largest->samples = 0; /* the benchmark itself takes its own */
    bench->current = NULL;
    return true;
}

static bool yard_open(struct bench *bench, struct text *why)
{
    struct session *session = &bench->session;
    const struct backend *backend = session->backend;
    for (size_t e = 0; e < bench->count; e++) {
        uint64_t bytes = input_bytes(&bench->entry[e]);
        if (bytes > bench->yard_bytes) bench->yard_bytes = bytes;
    }
    if (bench->yard_bytes > session->caps->memory_bytes / 3)
        return text_say(why,
                        "inputs of %" PRIu64 " bytes need three times that on a device of %" PRIu64
                        " bytes; expected a smaller --sizes",
                        bench->yard_bytes, session->caps->memory_bytes);
    bench->from = backend->alloc(session->device, bench->yard_bytes, why);
    bench->to = bench->from ? backend->alloc(session->device, bench->yard_bytes, why) : NULL;
    bench->start = bench->to ? backend->event_open(session->device, why) : NULL;
    bench->stop = bench->start ? backend->event_open(session->device, why) : NULL;
    return device_did(
        bench, bench->stop && backend->fill(session->device, NULL, bench->from, 1, bench->yard_bytes, why));
}

static void bench_close(struct bench *bench)
{
    const struct backend *backend = bench->session.backend;
    struct device *device = bench->session.device;
    if (bench->stop) backend->event_close(device, bench->stop);
    if (bench->start) backend->event_close(device, bench->start);
    if (bench->to) backend->release(device, bench->to);
    if (bench->from) backend->release(device, bench->from);
    if (device) {
        load_close(&bench->load);
        session_close(&bench->session);
    }
    host_close(&bench->host);
    expected_free(&bench->expected);
    free(bench->entry);
}

static void context_add(const struct bench *bench)
{
    const struct device_caps *caps = bench->session.caps;
    char bytes[32], rate[32];
    snprintf(bytes, sizeof bytes, "%" PRIu64, caps->l2_bytes);
    snprintf(rate, sizeof rate, "%.0f", bench->copy_rate);
    shim_context("device", caps->name);
    shim_context("arch", caps->arch);
    shim_context("versions", caps->versions);
    shim_context("peers", bench->peers ? bench->peers->library : "none");
    shim_context("timed", bench->request->from_idle ? "from an idle device, the host's launch included"
                                                    : "on a busy stream, the device's work alone");
    shim_context("l2_bytes", bytes);
    shim_context("copy_bytes_per_second", rate);
}

static struct device_note note_of(const struct bench *bench)
{
    const struct device_caps *caps = bench->session.caps;
    struct device_note note = {0};
    struct device_name name = bench->session.name;
    snprintf(note.device, sizeof note.device, name.index ? "%.8s:%u" : "%.8s", device_kind_name(name.kind),
             name.index);
    snprintf(note.name, sizeof note.name, "%s", caps->name);
    snprintf(note.arch, sizeof note.arch, "%s", caps->arch);
    snprintf(note.versions, sizeof note.versions, "%s", caps->versions);
    snprintf(note.bus, sizeof note.bus, "%s", caps->bus);
    return note;
}

static bool any_wrong(const struct bench *bench)
{
    for (size_t e = 0; e < bench->count; e++)
        if (bench->entry[e].wrong) return true;
    return false;
}

static enum status bench_measure(struct bench *bench, struct text *why)
{
    struct text none;
    if (!session_open(&bench->session, bench->request->device, why)) return STATUS_BROKEN;
    bench->session.even_if_refused = true; /* peers', entry->unchecked then; ours are not even entries */
    bench->peers = peers_open(bench->request->device.kind, 0, &none);
    if (!entries_named(bench, why)) return STATUS_USAGE;
    if (!entries_add(bench, why)) return STATUS_BROKEN;
    if (bench->count == 0) {
        entries_say_none(bench->request, why);
        return STATUS_USAGE;
    }
    if (!yard_open(bench, why)) return bench->broken ? STATUS_BROKEN : STATUS_USAGE;
    if (!copy_measure(bench, why) || !cards_measure(bench, why)) return STATUS_BROKEN;
    context_add(bench);
    struct device_note note = note_of(bench);
    record_device(bench->request->record, &note);
    entries_register(bench);
    if (shim_run(bench->request->lines) == 0)
        return STATUS_USAGE; /* the filter matches nothing; it has said so */
    record_current(bench);
    record_card(bench->request->record, &note);
    if (bench->request->figures)
        figures_print(bench);
    else
        table_print(bench);
    cards_print(bench);
    if (any_wrong(bench)) {
        text_say(why, "a timed launch gave a wrong result");
        return STATUS_FAIL;
    }
    if (bench->broken) text_say(why, "the device failed");
    return bench->broken ? STATUS_BROKEN : STATUS_OK;
}

enum status bench_run(const struct bench_request *request, int argc, char **argv, struct text *why)
{
    assert(request->least <= request->most && request->most <= MOST_LOG2);
    text_say(why, "%s", "");
    if (!shim_start(&argc, argv)) return STATUS_USAGE;
    struct bench bench = {.request = request};
    enum status status = bench_measure(&bench, why);
    bench_close(&bench);
    return status;
}
