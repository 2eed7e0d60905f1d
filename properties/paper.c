/* SPDX-License-Identifier: MIT */
#include "paper.h"

#include <stdlib.h>
#include <string.h>

#include "vary_index.h"

enum { PAPER_OPERATORS = 128, PAPER_ALLOCATIONS = 8, PAPER_SCRATCH = 40, PAPER_SCHEDULES = 16 };

struct device {
    struct backend backend; /* its table, which names the operators that there are now */
    struct device_caps caps;
    struct lab *lab;
    struct operator_code operator_code[PAPER_OPERATORS];
    const struct operator_code *operators[PAPER_OPERATORS + 1];
    struct paper_plan plan;
    uint64_t launches; /* copied down */
    uint64_t launched;
    struct schedule schedule[PAPER_SCHEDULES]; /* that differ */
    uint64_t schedules;
    bool failed;
    struct {
        unsigned char *memory, *before; /* before: a copy, of a launch that is to write nothing */
        uint64_t bytes;
    } allocation[PAPER_ALLOCATIONS];
};

/* ---- the strategies: one row after the other, one item after the other ---- */

static void read_struct(const struct columns *columns, const struct tuple *tuple, uint64_t i, void *to)
{
    for (int c = 0; c < tuple->count; c++)
        memcpy((char *)to + tuple->offset[c],
               (const char *)columns->column[c].base + (int64_t)i * columns->column[c].stride,
               elem_size(tuple->elem[c]));
}

static void write_struct(const struct columns *columns, const struct tuple *tuple, uint64_t i,
                         const void *from)
{
    for (int c = 0; c < columns->count; c++)
        if (columns->column[c].base)
            memcpy((char *)columns->column[c].base + (int64_t)i * columns->column[c].stride,
                   (const char *)from + tuple->offset[c], elem_size(tuple->elem[c]));
}

enum flaw { FLAW_NONE, FLAW_REMEMBERS, FLAW_MIXES_ROWS, FLAW_FORGETS_INIT, FLAW_RESETS, FLAW_DROPS_TAIL };

/* A job, and its items as C structs: results may lie over them. */
struct sheet {
    const struct job *job;
    unsigned char *items;
    enum flaw flaw;
    struct state fold; /* of the row before */
};

static const void *params_of_row(const struct job *job, uint64_t row)
{
    if (!job->row_params) return job->params;
    return (const char *)job->row_params +
           (uint64_t)vary_index_of(&job->vary, (int64_t)row) * job->op->params_size;
}

static void put_result(const struct job *job, uint64_t at, const void *state)
{
    write_struct(&job->out, &job->op->state, at, state);
}

static void begin_row(const struct sheet *sheet, uint64_t row, struct state *acc)
{
    const struct job *job = sheet->job;
    job->op->identity(params_of_row(job, row), acc->at);
    if (job->init && sheet->flaw != FLAW_FORGETS_INIT) memcpy(acc->at, job->init, job->op->state.size);
    if (row && sheet->flaw == FLAW_MIXES_ROWS) *acc = sheet->fold;
}

static void fold_row(struct sheet *sheet, uint64_t row, uint64_t first, uint64_t end)
{
    const struct job *job = sheet->job;
    const struct op *op = job->op;
    const void *params = params_of_row(job, row);
    struct state acc, lifted, out;
    begin_row(sheet, row, &acc);
    for (uint64_t i = first; i < end; i++) {
        if (sheet->flaw == FLAW_DROPS_TAIL && i - first > 4) break;
        if (sheet->flaw == FLAW_RESETS && (i - first) % 5 == 4) op->identity(params, acc.at);
        const unsigned char *item = sheet->items + i * op->input.size;
        if (job->what == WHAT_EXSCAN) put_result(job, i, acc.at);
        op->lift(params, item, lifted.at);
        op->combine(params, acc.at, lifted.at, acc.at);
        if (job->what == WHAT_SCAN) put_result(job, i, acc.at);
        if (!op->emits) continue;
        op->emit(params, item, out.at);
        write_struct(&job->mapout, &op->mapout, i, out.at);
    }
    sheet->fold = acc;
    if (job->what == WHAT_REDUCE) put_result(job, row, acc.at);
}

static void fold_rows(struct sheet *sheet)
{
    const struct job *job = sheet->job;
    for (uint64_t row = 0; row < job->rows; row++) {
        const uint64_t *start = job->row_start;
        fold_row(sheet, row, start ? start[row] : row * job->length,
                 start ? start[row + 1] : (row + 1) * job->length);
    }
}

static void transpose(const struct sheet *sheet)
{
    const struct job *job = sheet->job;
    uint64_t whole = job->height * job->length;
    for (uint64_t row = 0; row < job->rows; row++)
        for (uint64_t column = 0; column < job->length; column++) {
            uint64_t matrix = row / job->height, r = row % job->height, item = r * job->length + column;
            if (item >= job->present) continue;
            put_result(job, matrix * whole + column * job->height + r,
                       sheet->items + (matrix * job->present + item) * job->op->input.size);
        }
}

static bool is_prepared(const struct job *job)
{
    static const unsigned char zeros[PAPER_SCRATCH];
    return memcmp(job->scratch, zeros, PAPER_SCRATCH) == 0;
}

/* The first row's result is the one that the first launch on this scratch had. */
static void remember(const struct job *job)
{
    struct state first;
    if (is_prepared(job)) {
        read_struct(&job->out, &job->op->state, 0, first.at);
        memset(job->scratch, 1, 1);
        memcpy((char *)job->scratch + 1, first.at, job->op->state.size);
    }
    memcpy(first.at, (char *)job->scratch + 1, job->op->state.size);
    put_result(job, 0, first.at);
}

static bool is_strided(const struct job *job)
{
    return job->in.column[0].stride != (int64_t)elem_size(job->op->input.elem[0]);
}

static bool launch_with(enum flaw flaw, const struct job *job, struct text *why)
{
    uint64_t items = job_items(job);
    if (flaw != FLAW_REMEMBERS && !is_prepared(job))
        return text_say(why, "scratch is not as prepare leaves it");
    if (job->height) items = job->rows / job->height * job->present;
    struct sheet sheet = {.job = job, .items = calloc(items + 1, job->op->input.size), .flaw = flaw};
    if (!sheet.items) return text_say(why, "no host memory for the items of a launch on paper");
    for (uint64_t i = 0; i < items; i++)
        read_struct(&job->in, &job->op->input, i, sheet.items + i * job->op->input.size);
    if (job->what == WHAT_TRANSPOSE)
        transpose(&sheet);
    else
        fold_rows(&sheet);
    if (flaw == FLAW_REMEMBERS) remember(job);
    free(sheet.items);
    return true;
}

#define LAUNCH(NAME, FLAW)                                                                                   \
    static bool NAME(const struct job *job, const struct launch_shape *shape, struct text *why)              \
    {                                                                                                        \
        (void)shape;                                                                                         \
        return launch_with(FLAW, job, why);                                                                  \
    }
LAUNCH(launch_right, FLAW_NONE)
LAUNCH(launch_strided, is_strided(job) ? FLAW_DROPS_TAIL : FLAW_NONE)
LAUNCH(launch_remembers, FLAW_REMEMBERS)
LAUNCH(launch_mixes_rows, FLAW_MIXES_ROWS)
LAUNCH(launch_forgets_init, FLAW_FORGETS_INIT)
LAUNCH(launch_resets, FLAW_RESETS)
LAUNCH(launch_drops_tail, FLAW_DROPS_TAIL)

static enum refusal refuse_nothing(const struct strategy *strategy, const struct job *job,
                                   const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_NONE;
}

static enum refusal refuse_a_law(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape;
    text_say(why, "wants a law");
    return REFUSAL_LAW;
}

static enum refusal refuse_in_silence(const struct strategy *strategy, const struct job *job,
                                      const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)job, (void)shape, (void)why;
    return REFUSAL_SHAPE;
}

static enum refusal refuse_long_rows(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *shape, struct text *why)
{
    (void)strategy, (void)shape;
    if (job->length <= PAPER_SHORT) return REFUSAL_NONE;
    text_say(why, "has room for short rows");
    return REFUSAL_SHAPE;
}

static uint64_t paper_scratch(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return PAPER_SCRATCH;
}

static uint64_t paper_traffic(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return PAPER_TRAFFIC;
}

static double paper_sectors(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 1;
}

static bool paper_prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape, (void)why;
    memset(job->scratch, 0, PAPER_SCRATCH);
    return true;
}

#define PAPER(NAME, WHAT, REFUSE)                                                                            \
    .name = NAME, .ids = "", .does = "on paper", .what = WHAT, .refuse = REFUSE,                             \
    .scratch_bytes = paper_scratch, .traffic = paper_traffic, .sectors = paper_sectors,                      \
    .prepare = paper_prepare

static const struct strategy *pick_reduction(const struct job *job, struct launch_shape *shape,
                                             struct text *why);

static const struct strategy
    reduction = {PAPER("reduce_auto", WHAT_REDUCE, refuse_nothing)},
    scan = {PAPER("scan_lookback", WHAT_SCAN, refuse_nothing)},
    segscan = {PAPER("segscan_flags", WHAT_SCAN, refuse_nothing)},
    transposition = {PAPER("transpose_naive", WHAT_TRANSPOSE, refuse_nothing)},
    policy = {PAPER("policy", WHAT_REDUCE, refuse_nothing), .pick = pick_reduction},
    other_policy = {PAPER("other_policy", WHAT_REDUCE, refuse_nothing), .pick = pick_reduction},
    accepts_anyway = {PAPER("accepts_anyway", WHAT_REDUCE, refuse_nothing), .needs = LAW_IDEMPOTENT},
    refuses_a_law = {PAPER("refuses_a_law", WHAT_REDUCE, refuse_a_law), .needs = LAW_EXACT},
    refuses_in_silence = {PAPER("refuses_in_silence", WHAT_REDUCE, refuse_in_silence)},
    wrong_if_strided = {PAPER("wrong_if_strided", WHAT_REDUCE, refuse_nothing)},
    remembers = {PAPER("remembers", WHAT_REDUCE, refuse_nothing)},
    mixes_rows = {PAPER("mixes_rows", WHAT_REDUCE, refuse_nothing)},
    mixes_scanned_rows = {PAPER("mixes_scanned_rows", WHAT_SCAN, refuse_nothing)},
    forgets_init = {PAPER("forgets_init", WHAT_SCAN, refuse_nothing)},
    resets = {PAPER("resets", WHAT_SCAN, refuse_nothing)},
    drops_tail = {PAPER("drops_tail", WHAT_REDUCE, refuse_nothing)},
    short_rows = {PAPER("short_rows", WHAT_REDUCE, refuse_long_rows)},
    waits = {PAPER("waits", WHAT_REDUCE, refuse_nothing), .needs_progress = true};

static const struct strategy *const strategies[] = {&reduction,
                                                    &scan,
                                                    &segscan,
                                                    &transposition,
                                                    &policy,
                                                    &other_policy,
                                                    &accepts_anyway,
                                                    &refuses_a_law,
                                                    &refuses_in_silence,
                                                    &wrong_if_strided,
                                                    &remembers,
                                                    &mixes_rows,
                                                    &mixes_scanned_rows,
                                                    &forgets_init,
                                                    &resets,
                                                    &drops_tail,
                                                    &short_rows,
                                                    &waits,
                                                    NULL};

static const struct strategy *pick_reduction(const struct job *job, struct launch_shape *shape,
                                             struct text *why)
{
    (void)job;
    *shape = (struct launch_shape){.block = 32, .items = 2, .group = 32};
    text_say(why, "there is no other");
    return &reduction;
}

/* A tiny tuning and a usual one, in the order in which backends have them. */
#define ON_PAPER(STRATEGY, LAUNCH)                                                                           \
    {.strategy = &STRATEGY, .shape = {.block = 4, .items = 1, .group = 4}, .tiny = true, .launch = LAUNCH},  \
        {.strategy = &STRATEGY, .shape = {.block = 32, .items = 2, .group = 32}, .launch = LAUNCH},

static const struct instance instances[] = {
    ON_PAPER(reduction, launch_right) ON_PAPER(scan, launch_right) ON_PAPER(segscan, launch_right)
        ON_PAPER(transposition, launch_right) ON_PAPER(policy, launch_right)
            ON_PAPER(other_policy, launch_right) ON_PAPER(accepts_anyway, launch_right)
                ON_PAPER(refuses_a_law, launch_right) ON_PAPER(refuses_in_silence, launch_right)
                    ON_PAPER(wrong_if_strided, launch_strided) ON_PAPER(remembers, launch_remembers)
                        ON_PAPER(mixes_rows, launch_mixes_rows)
                            ON_PAPER(mixes_scanned_rows, launch_mixes_rows)
                                ON_PAPER(forgets_init, launch_forgets_init) ON_PAPER(resets, launch_resets)
                                    ON_PAPER(drops_tail, launch_drops_tail) ON_PAPER(short_rows, launch_right)
                                        ON_PAPER(waits, launch_right)};

/* ---- the device ---- */

static const struct device_caps *paper_caps(struct device *device)
{
    return &device->caps;
}

static void *paper_alloc(struct device *device, uint64_t bytes, struct text *why)
{
    for (int a = 0; a < PAPER_ALLOCATIONS; a++) {
        if (device->allocation[a].memory) continue;
        device->allocation[a].bytes = bytes = (bytes + 255) / 256 * 256;
        device->allocation[a].memory = aligned_alloc(256, bytes);
        if (device->allocation[a].memory) return device->allocation[a].memory;
    }
    text_say(why, "no host memory for a device on paper");
    return NULL;
}

static void paper_release(struct device *device, void *memory)
{
    for (int a = 0; a < PAPER_ALLOCATIONS; a++) {
        if (device->allocation[a].memory != memory) continue;
        free(device->allocation[a].memory);
        free(device->allocation[a].before);
        device->allocation[a].memory = device->allocation[a].before = NULL;
    }
}

static void paper_close(struct device *device)
{
    free(device);
}

static void paper_region(struct device *device, void *memory, uint64_t bytes, uint32_t item, bool stale,
                         const char *name)
{
    (void)device, (void)memory, (void)bytes, (void)item, (void)stale, (void)name;
}

static bool paper_put(struct device *device, struct stream *stream, void *to, const void *from,
                      uint64_t bytes, struct text *why)
{
    (void)device, (void)stream, (void)why;
    memcpy(to, from, bytes);
    return true;
}

/* As if the launch had written nothing. */
static void take_back(struct device *device, const unsigned char *memory)
{
    for (int a = 0; a < PAPER_ALLOCATIONS; a++)
        if (device->allocation[a].memory == memory && device->allocation[a].before)
            memcpy(device->allocation[a].memory, device->allocation[a].before, device->allocation[a].bytes);
}

static struct load *load_at(struct device *device, const unsigned char *memory)
{
    struct load *load = device->lab->load;
    size_t loads = sizeof device->lab->load / sizeof *load;
    for (size_t l = 0; l < loads; l++)
        if (load[l].memory == memory) return &load[l];
    return NULL;
}

/* Loads come down from the start of their arena. */
static bool paper_get(struct device *device, struct stream *stream, void *to, const void *from,
                      uint64_t bytes, struct text *why)
{
    const struct paper_plan *plan = &device->plan;
    bool planned = device->launches++ == plan->launch;
    (void)stream, (void)why;
    if (planned) {
        if (plan->writes_nothing) take_back(device, from);
        struct load *load = load_at(device, from);
        if (plan->meddle && load) plan->meddle(plan->context, load);
        device->failed = plan->fails;
    }
    memcpy(to, from, bytes);
    if (planned && plan->pokes) ((unsigned char *)to)[plan->poke_at] ^= 1;
    return true;
}

static bool paper_fill(struct device *device, struct stream *stream, void *to, int byte, uint64_t bytes,
                       struct text *why)
{
    (void)device, (void)stream, (void)why;
    memset(to, byte, bytes);
    return true;
}

static struct stream *paper_stream_open(struct device *device, struct text *why)
{
    (void)why;
    return (struct stream *)(void *)device; /* everything is done at once: one is as good as another */
}

static void paper_stream_close(struct device *device, struct stream *stream)
{
    (void)device, (void)stream;
}

/* A session calls it before each launch. */
/* Notes a schedule that is unlike the others. */
static void note_schedule(struct device *device, const struct schedule *schedule)
{
    for (uint64_t i = 0; i < device->schedules; i++)
        if (memcmp(&device->schedule[i], schedule, sizeof *schedule) == 0) return;
    if (device->schedules < PAPER_SCHEDULES) device->schedule[device->schedules++] = *schedule;
}

static void paper_schedule(struct device *device, const struct schedule *schedule)
{
    if (schedule) note_schedule(device, schedule);
    if (!schedule || device->launched++ != device->plan.launch || !device->plan.writes_nothing) return;
    for (int a = 0; a < PAPER_ALLOCATIONS; a++) {
        if (!device->allocation[a].memory) continue;
        free(device->allocation[a].before);
        device->allocation[a].before = malloc(device->allocation[a].bytes);
        if (device->allocation[a].before)
            memcpy(device->allocation[a].before, device->allocation[a].memory, device->allocation[a].bytes);
    }
}

static bool paper_sync(struct device *device, double seconds, struct text *why)
{
    (void)seconds;
    return !device->failed || text_say(why, "a launch failed on paper");
}

static bool paper_examined(struct device *device)
{
    return !device->plan.unexamined;
}

static bool paper_reset(struct device *device, struct text *why)
{
    (void)why;
    device->failed = false;
    return true;
}

static bool paper_counters(struct device *device, bool on, struct launch_counters *totals)
{
    const struct launch_counters *counted = device->plan.counted;
    (void)on;
    if (totals) *totals = (struct launch_counters){0};
    if (totals && counted && device->launches) *totals = counted[device->launches - 1];
    return counted != NULL;
}

static const struct backend table = {.abi = BACKEND_ABI,
                                     .name = "paper",
                                     .close = paper_close,
                                     .caps = paper_caps,
                                     .alloc = paper_alloc,
                                     .release = paper_release,
                                     .region = paper_region,
                                     .put = paper_put,
                                     .get = paper_get,
                                     .fill = paper_fill,
                                     .stream_open = paper_stream_open,
                                     .stream_close = paper_stream_close,
                                     .schedule = paper_schedule,
                                     .sync = paper_sync,
                                     .examined = paper_examined,
                                     .reset = paper_reset,
                                     .counters = paper_counters,
                                     .strategies = strategies};

/* ---- opening ---- */

static bool make_items_of(const struct op *op, const struct columns *columns, enum data_form form,
                          uint64_t seed, uint64_t count)
{
    struct data data = {.form = form, .seed = seed};
    for (uint64_t i = 0; i < count; i++) {
        struct state item;
        op->value(NULL, i, data_bits(&data, i), item.at);
        write_struct(columns, &op->input, i, item.at);
    }
    return true;
}

#define MAKER(NAME, OP)                                                                                      \
    static bool NAME(const void *params, struct stream *stream, const struct columns *columns,               \
                     enum data_form form, uint64_t seed, uint64_t count, struct text *why)                   \
    {                                                                                                        \
        (void)params, (void)stream, (void)why;                                                               \
        return make_items_of(OP, columns, form, seed, count);                                                \
    }
MAKER(make_span_8, op_find("span_8"))
MAKER(make_span_emit, op_find("span_emit"))
MAKER(make_i64, op_of_elem(ELEM_I64))

/* The operators whose items the device makes: those of sweeps. */
static const struct {
    const char *op;
    bool (*make)(const void *params, struct stream *stream, const struct columns *columns,
                 enum data_form form, uint64_t seed, uint64_t count, struct text *why);
} makers[] = {{"span_8", make_span_8}, {"span_emit", make_span_emit}, {"i64", make_i64}};

static void add_operator(struct device *device, const char *name, size_t at)
{
    struct operator_code *code = &device->operator_code[at];
    *code = (struct operator_code){
        .op = name, .instances = instances, .count = sizeof instances / sizeof instances[0]};
    for (size_t m = 0; m < sizeof makers / sizeof makers[0]; m++)
        if (strcmp(makers[m].op, name) == 0) code->make_items = makers[m].make;
    device->operators[at] = code;
}

static void add_operators(struct device *device)
{
    size_t count = 0;
    for (; count < op_count() && count < PAPER_OPERATORS - ELEM_COUNT; count++)
        add_operator(device, op_at(count)->name, count);
    for (int elem = 0; elem < ELEM_COUNT; elem++)
        add_operator(device, elem_name((enum elem)elem), count++);
}

struct lab *paper_open(enum device_kind kind, struct text *why)
{
    struct lab *lab = calloc(1, sizeof *lab);
    struct device *device = calloc(1, sizeof *device);
    if (!lab || !device) {
        free(lab);
        free(device);
        text_say(why, "no host memory for a device on paper");
        return NULL;
    }
    *device = (struct device){.backend = table, .lab = lab};
    device->caps = (struct device_caps){.name = "paper",
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
    lab->name = (struct device_name){kind, 0};
    lab->has_device = true;
    lab->session =
        (struct session){.name = lab->name, .seconds = 20, .backend = &device->backend, .device = device};
    lab->session.tuned_caps = device->caps;
    lab->session.caps = &lab->session.tuned_caps;
    return lab;
}

void paper_set(struct lab *lab, const struct paper_plan *plan)
{
    struct device *device = lab->session.device;
    device->plan = plan ? *plan : (struct paper_plan){.launch = UINT64_MAX};
    device->launches = device->launched = device->schedules = 0;
    device->failed = false;
    lab->session.failed = false;
}

uint64_t paper_schedules(const struct lab *lab)
{
    return lab->session.device->schedules;
}

uint64_t paper_launches(const struct lab *lab)
{
    return lab->session.device->launches;
}
