/* SPDX-License-Identifier: MIT */
#include "fake_device.h"

#include <stdlib.h>
#include <string.h>

#include "fake_strategies.h"

enum { FAKE_OPERATORS = 128, FAKE_ALLOCATIONS = 8, FAKE_SCHEDULES = 16 };

struct device {
    struct backend backend; /* its table, which names the operators that there are now */
    struct device_caps caps;
    struct fixture *fixture;
    struct operator_code operator_code[FAKE_OPERATORS];
    const struct operator_code *operators[FAKE_OPERATORS + 1];
    struct fake_plan plan;
    struct fake_left *left; /* the caller's, or NULL */
    uint64_t streams;       /* open ones */
    uint64_t launches;      /* copied down */
    uint64_t puts;
    uint64_t launched;
    struct schedule schedule[FAKE_SCHEDULES]; /* that differ */
    uint64_t schedules;
    bool failed;
    struct {
        unsigned char *memory, *before; /* before: a copy, of a launch that is to write nothing */
        uint64_t bytes;
    } allocation[FAKE_ALLOCATIONS];
};

/* ---- the device ---- */

static const struct device_caps *fake_caps(struct device *device)
{
    return &device->caps;
}

static void *fake_alloc(struct device *device, uint64_t bytes, struct text *why)
{
    for (int a = 0; a < FAKE_ALLOCATIONS; a++) {
        if (device->allocation[a].memory) continue;
        device->allocation[a].bytes = bytes = (bytes + 255) / 256 * 256;
        device->allocation[a].memory = aligned_alloc(256, bytes);
        if (device->allocation[a].memory) return device->allocation[a].memory;
    }
    text_say(why, "no host memory for a device on the fake device");
    return NULL;
}

static void note_stranger(struct device *device)
{
    if (device->left) device->left->strangers++;
}

static void fake_release(struct device *device, void *memory)
{
    bool known = false;
    for (int a = 0; a < FAKE_ALLOCATIONS; a++) {
        if (device->allocation[a].memory != memory) continue;
        free(device->allocation[a].memory);
        free(device->allocation[a].before);
        device->allocation[a].memory = device->allocation[a].before = NULL;
        known = true;
    }
    if (!known) note_stranger(device);
}

static void fake_close(struct device *device)
{
    if (device->left) {
        device->left->closed = true;
        device->left->streams = device->streams;
        for (int a = 0; a < FAKE_ALLOCATIONS; a++)
            device->left->memory += device->allocation[a].memory != NULL;
    }
    free(device);
}

static void fake_region(struct device *device, void *memory, uint64_t bytes, uint32_t item, bool stale,
                        const char *name)
{
    (void)device, (void)memory, (void)bytes, (void)item, (void)stale, (void)name;
}

static bool fake_put(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                     struct text *why)
{
    (void)stream;
    if (++device->puts == device->plan.put_fails) return text_say(why, "a copy failed on the fake device");
    memcpy(to, from, bytes);
    return true;
}

/* As if the launch had written nothing. */
static void take_back(struct device *device, const unsigned char *memory)
{
    for (int a = 0; a < FAKE_ALLOCATIONS; a++)
        if (device->allocation[a].memory == memory && device->allocation[a].before)
            memcpy(device->allocation[a].memory, device->allocation[a].before, device->allocation[a].bytes);
}

static struct load *load_at(struct device *device, const unsigned char *memory)
{
    struct load *load = device->fixture->load;
    size_t loads = sizeof device->fixture->load / sizeof *load;
    for (size_t l = 0; l < loads; l++)
        if (load[l].memory == memory) return &load[l];
    return NULL;
}

/* Loads come down from the start of their arena. */
static bool fake_get(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                     struct text *why)
{
    const struct fake_plan *plan = &device->plan;
    bool planned = device->launches++ == plan->launch;
    (void)stream, (void)why;
    if (planned) {
        if (plan->writes_nothing) take_back(device, from);
        struct load *load = load_at(device, from);
        if (plan->fault && load) plan->fault(plan->context, load);
        device->failed = plan->fails;
    }
    memcpy(to, from, bytes);
    if (planned && plan->flips) ((unsigned char *)to)[plan->flip_at] ^= 1;
    return true;
}

static bool fake_fill(struct device *device, struct stream *stream, void *to, int byte, uint64_t bytes,
                      struct text *why)
{
    (void)device, (void)stream, (void)why;
    memset(to, byte, bytes);
    return true;
}

static struct stream *fake_stream_open(struct device *device, struct text *why)
{
    if (device->plan.no_streams) {
        text_say(why, "no stream on the fake device");
        return NULL;
    }
    device->streams++;
    return (struct stream *)(void *)device; /* everything is done at once: one is as good as another */
}

static void fake_stream_close(struct device *device, struct stream *stream)
{
    if ((void *)stream == (void *)device && device->streams)
        device->streams--;
    else
        note_stranger(device);
}

/* A session calls it before each launch. */
/* Notes a schedule that is unlike the others. */
static void note_schedule(struct device *device, const struct schedule *schedule)
{
    for (uint64_t i = 0; i < device->schedules; i++)
        if (memcmp(&device->schedule[i], schedule, sizeof *schedule) == 0) return;
    if (device->schedules < FAKE_SCHEDULES) device->schedule[device->schedules++] = *schedule;
}

static void fake_schedule(struct device *device, const struct schedule *schedule)
{
    if (schedule) note_schedule(device, schedule);
    if (!schedule || device->launched++ != device->plan.launch || !device->plan.writes_nothing) return;
    for (int a = 0; a < FAKE_ALLOCATIONS; a++) {
        if (!device->allocation[a].memory) continue;
        free(device->allocation[a].before);
        device->allocation[a].before = malloc(device->allocation[a].bytes);
        if (device->allocation[a].before)
            memcpy(device->allocation[a].before, device->allocation[a].memory, device->allocation[a].bytes);
    }
}

static bool fake_sync(struct device *device, double seconds, struct text *why)
{
    (void)seconds;
    return !device->failed || text_say(why, "a launch failed on the fake device");
}

static bool fake_examined(struct device *device)
{
    return !device->plan.unexamined;
}

static bool fake_reset(struct device *device, struct text *why)
{
    (void)why;
    device->failed = false;
    return true;
}

static bool fake_counters(struct device *device, bool on, struct launch_counters *totals)
{
    const struct launch_counters *counted = device->plan.counted;
    (void)on;
    if (totals) *totals = (struct launch_counters){0};
    if (totals && counted && device->launches) *totals = counted[device->launches - 1];
    return counted != NULL;
}

static const struct backend table = {.abi = BACKEND_ABI,
                                     .name = "fake",
                                     .close = fake_close,
                                     .caps = fake_caps,
                                     .alloc = fake_alloc,
                                     .release = fake_release,
                                     .region = fake_region,
                                     .put = fake_put,
                                     .get = fake_get,
                                     .fill = fake_fill,
                                     .stream_open = fake_stream_open,
                                     .stream_close = fake_stream_close,
                                     .schedule = fake_schedule,
                                     .sync = fake_sync,
                                     .examined = fake_examined,
                                     .reset = fake_reset,
                                     .counters = fake_counters,
                                     .strategies = fake_strategies};

/* ---- opening ---- */

static bool make_items_of(const struct op *op, const struct columns *columns, enum data_form form,
                          uint64_t seed, uint64_t count, uint64_t by_rows)
{
    struct data data = {.form = form, .seed = seed};
    for (uint64_t i = 0; i < count; i++) {
        struct state item;
        uint64_t length = by_rows ? count / by_rows : count;
        op->value(NULL, i, data_bits(&data, i), item.at);
        fake_write(columns, &op->input, i % length * (by_rows ? by_rows : 1) + i / length, item.at);
    }
    return true;
}

#define MAKER(NAME, OP)                                                                                      \
    static bool NAME(const void *params, struct stream *stream, const struct columns *columns,               \
                     enum data_form form, uint64_t seed, uint64_t count, uint64_t by_rows, struct text *why) \
    {                                                                                                        \
        (void)params, (void)stream, (void)why;                                                               \
        return make_items_of(OP, columns, form, seed, count, by_rows);                                       \
    }
MAKER(make_span_8, op_find("span_8"))
MAKER(make_span_emit, op_find("span_emit"))
MAKER(make_i64, op_of_elem(ELEM_I64))

static bool combine_pairs(const struct op *op, const void *params, const void *left, const void *right,
                          void *result, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++) {
        struct state a, b, both;
        memcpy(a.at, (const char *)left + k * op->state.size, op->state.size);
        memcpy(b.at, (const char *)right + k * op->state.size, op->state.size);
        op->combine(params, a.at, b.at, both.at);
        memcpy((char *)result + k * op->state.size, both.at, op->state.size);
    }
    return true;
}

/* Of two operators: a device combines pairs of the others nowhere here. */
static bool combine_affine(const void *params, struct stream *stream, const void *left, const void *right,
                           void *result, uint64_t count, struct text *why)
{
    (void)stream, (void)why;
    return combine_pairs(op_find("affine_u32"), params, left, right, result, count);
}

static bool combine_sums(const void *params, struct stream *stream, const void *left, const void *right,
                         void *result, uint64_t count, struct text *why)
{
    (void)stream, (void)why;
    return combine_pairs(op_find("add_u32"), params, left, right, result, count);
}

/* The operators whose items the device makes: those of sweeps. */
static const struct {
    const char *op;
    bool (*make)(const void *params, struct stream *stream, const struct columns *columns,
                 enum data_form form, uint64_t seed, uint64_t count, uint64_t by_rows, struct text *why);
} makers[] = {{"span_8", make_span_8}, {"span_emit", make_span_emit}, {"i64", make_i64}};

static void add_operator(struct device *device, const char *name, size_t at)
{
    struct operator_code *code = &device->operator_code[at];
    *code = (struct operator_code){.op = name, .instances = fake_instances, .count = fake_instance_count};
    for (size_t m = 0; m < sizeof makers / sizeof makers[0]; m++)
        if (strcmp(makers[m].op, name) == 0) code->make_items = makers[m].make;
    if (strcmp(name, "affine_u32") == 0) code->combine_many = combine_affine;
    if (strcmp(name, "add_u32") == 0) code->combine_many = combine_sums;
    device->operators[at] = code;
}

static void add_operators(struct device *device)
{
    size_t count = 0;
    for (; count < op_count() && count < FAKE_OPERATORS - ELEM_COUNT; count++)
        add_operator(device, op_at(count)->name, count);
    for (int elem = 0; elem < ELEM_COUNT; elem++)
        add_operator(device, elem_name((enum elem)elem), count++);
}

struct fixture *fake_open(enum device_kind kind, struct text *why)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct device *device = calloc(1, sizeof *device);
    if (!fixture || !device) {
        free(fixture);
        free(device);
        text_say(why, "no host memory for a device on the fake device");
        return NULL;
    }
    *device = (struct device){.backend = table, .fixture = fixture};
    device->caps = (struct device_caps){.name = "fake",
                                        .lanes = 32,
                                        .processors = 1,
                                        .max_block = 1024,
                                        .resident_threads = 1024,
                                        .shared_bytes = 48 << 10,
                                        .memory_bytes = 1 << 30,
                                        .forward_progress = true,
                                        .finds_races = true};
    add_operators(device);
    device->backend.operators = device->operators;
    fixture->name = (struct device_name){kind, 0};
    fixture->lenient = true; /* lines as they are without a model of memory, which no draw chooses */
    fixture->has_device = true;
    fixture->session =
        (struct session){.name = fixture->name, .seconds = 20, .backend = &device->backend, .device = device};
    fixture->session.tuned_caps = device->caps;
    fixture->session.caps = &fixture->session.tuned_caps;
    return fixture;
}

void fake_set(struct fixture *fixture, const struct fake_plan *plan)
{
    struct device *device = fixture->session.device;
    device->plan = plan ? *plan : (struct fake_plan){.launch = UINT64_MAX};
    device->launches = device->launched = device->schedules = device->puts = 0;
    device->failed = false;
    fixture->session.failed = false;
}

void fake_watch(struct fixture *fixture, struct fake_left *left)
{
    fixture->session.device->left = left;
}

uint64_t fake_schedules(const struct fixture *fixture)
{
    return fixture->session.device->schedules;
}

const struct schedule *fake_schedule_at(const struct fixture *fixture, uint64_t at)
{
    return &fixture->session.device->schedule[at];
}

uint64_t fake_launches(const struct fixture *fixture)
{
    return fixture->session.device->launches;
}

uint64_t fake_puts(const struct fixture *fixture)
{
    return fixture->session.device->puts;
}

uint64_t fake_residents(const struct fixture *fixture)
{
    const struct device *device = fixture->session.device;
    uint64_t residents = 0;
    for (uint64_t i = 0; i < device->schedules; i++) {
        bool again = false;
        for (uint64_t j = 0; j < i; j++)
            again = again || device->schedule[i].resident == device->schedule[j].resident;
        residents += !again;
    }
    return residents;
}
