/* SPDX-License-Identifier: MIT */
#include "fixture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "seen.h"

/* ---- opening and closing ---- */

static bool name_is_device(struct device_name name)
{
    return name.kind != DEVICE_NONE && name.kind != DEVICE_HOST;
}

void *properties_open(struct device_name device, struct text *why)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    if (!fixture) {
        text_say(why, "no host memory for the checks");
        return NULL;
    }
    fixture->name = device;
    if (!name_is_device(device)) return fixture;
    fixture->has_device = session_open(&fixture->session, device, why);
    if (fixture->has_device) return fixture;
    free(fixture);
    return NULL;
}

void properties_limit(void *context, uint64_t most_items)
{
    struct fixture *fixture = context;
    fixture->most_items = most_items;
}

enum memory_model fixture_model(const struct fixture *fixture)
{
    return fixture->lenient || !device_is_simulated(fixture->name.kind) ? MODEL_LENIENT : MODEL_FORMAL;
}

void properties_lenient(void *context)
{
    struct fixture *fixture = context;
    fixture->lenient = true;
}

void properties_most_executions(void *context, uint64_t most)
{
    struct fixture *fixture = context;
    fixture->most_executions = most;
}

void properties_most_reorderings(void *context, uint64_t most)
{
    struct fixture *fixture = context;
    fixture->most_reorderings = most;
}

void properties_beats(void *context, void (*beat)(void *beating), void *beating)
{
    struct fixture *fixture = context;
    fixture->beat = beat;
    fixture->beating = beating;
}

void properties_patience(void *context, bool little)
{
    struct fixture *fixture = context;
    fixture->little_patience = little;
}

void properties_override(void *context)
{
    struct fixture *fixture = context;
    fixture->session.even_if_refused = true;
}

void properties_close(void *context)
{
    struct fixture *fixture = context;
    for (size_t i = 0; i < sizeof fixture->load / sizeof fixture->load[0]; i++)
        if (fixture->load[i].session) load_close(&fixture->load[i]);
    for (size_t i = 0; i < sizeof fixture->stream / sizeof fixture->stream[0]; i++)
        if (fixture->stream[i])
            fixture->session.backend->stream_close(fixture->session.device, fixture->stream[i]);
    if (fixture->pairs) fixture->session.backend->release(fixture->session.device, fixture->pairs);
    if (fixture->has_device) session_close(&fixture->session);
    free(fixture);
}

/* ---- instances ---- */

static bool is_instance_of(const struct fixture *fixture, const struct instance *instance,
                           const char *strategy)
{
    return instance->shape.group <= (uint32_t)fixture->session.caps->lanes &&
           strcmp(instance->strategy->name, strategy) == 0;
}

const struct instance *fixture_nth_instance(const struct fixture *fixture, const char *strategy,
                                            const char *op, size_t index)
{
    const struct operator_code *code = backend_operator(fixture->session.backend, op);
    for (size_t i = 0; code && i < code->count; i++)
        if (is_instance_of(fixture, &code->instances[i], strategy) && index-- == 0)
            return &code->instances[i];
    return NULL;
}

size_t fixture_instances(const struct fixture *fixture, const char *strategy, const char *op,
                         const struct instance **at, size_t room)
{
    const struct operator_code *code = backend_operator(fixture->session.backend, op);
    size_t count = 0;
    for (size_t i = 0; code && i < code->count && count < room; i++)
        if (is_instance_of(fixture, &code->instances[i], strategy)) at[count++] = &code->instances[i];
    return count;
}

const struct instance *fixture_instance(struct fixture *fixture, const struct test_case *checked,
                                        struct text *why)
{
    const struct backend *backend = fixture->session.backend;
    const struct strategy *strategy = backend_strategy(backend, checked->subject);
    const char *op = checked->problem.op ? checked->problem.op->name : "";
    const struct instance *instance = NULL;
    if (strategy)
        instance = backend_instance(backend, fixture->session.caps, op, strategy,
                                    checked->tuning.count ? &checked->tuning : NULL);
    if (!strategy)
        text_say(why, "%s has no strategy %s", backend->name, checked->subject);
    else if (!instance)
        text_say(why, "%s has no %s for %s %s", backend->name, checked->subject, op,
                 checked->tuning.count ? "with this tuning" : "in any tuning");
    return instance;
}

bool fixture_is_built(struct fixture *fixture, const struct test_case *checked)
{
    return fixture_instance(fixture, checked, NULL) != NULL;
}

bool properties_simpler_tuning(void *context, const struct test_case *from, size_t index,
                               struct tuning *tuning)
{
    const struct fixture *fixture = context;
    if (!fixture->has_device || !from->has_problem) return false;
    const struct instance *instance =
        fixture_nth_instance(fixture, from->subject, from->problem.op->name, index);
    if (!instance) return false;
    *tuning = instance_tuning(instance);
    return memcmp(tuning, &from->tuning, sizeof *tuning) != 0;
}

/* Whether an instance does anything at all for the operator. Where laws are overridden, one that is missing is no reason
 * against it. */
static bool does_some(const struct fixture *fixture, const struct strategy *strategy, const struct op *op)
{
    unsigned missing = fixture->session.even_if_refused ? 0 : strategy->needs & ~op->laws;
    return !missing && (!strategy->needs_progress || fixture->session.caps->forward_progress);
}

bool fixture_takes(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                   unsigned takes)
{
    return (instance->strategy->takes & takes) == takes && does_some(fixture, instance->strategy, op);
}

unsigned fixture_scans_with_init(const struct instance *instance)
{
    unsigned takes = instance->strategy->takes, inits = 0;
    if (takes & TAKES_INCLUSIVE) inits |= TAKES_INIT_INCLUSIVE;
    if (takes & TAKES_EXCLUSIVE) inits |= TAKES_INIT_EXCLUSIVE;
    return inits ? inits : TAKES_INIT;
}

bool fixture_does_what(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                       enum what what)
{
    unsigned kind = what == WHAT_SCAN ? TAKES_INCLUSIVE : what == WHAT_EXSCAN ? TAKES_EXCLUSIVE : 0;
    return strategy_does(instance->strategy->what, what) && fixture_takes(fixture, instance, op, kind);
}

/* A job of one item, of a kind that an instance does. */
static struct job small_job(const struct fixture *fixture, const struct instance *instance,
                            const struct op *op)
{
    struct job job = {.op = op, .what = instance->strategy->what, .rows = 1, .length = 1};
    job.caps = fixture->session.caps;
    job.keys = job.what == WHAT_KEYED;
    if (job.what == WHAT_SCAN && !(instance->strategy->takes & TAKES_INCLUSIVE)) job.what = WHAT_EXSCAN;
    return job;
}

bool fixture_is_for_device(const struct fixture *fixture, const struct instance *instance,
                           const struct op *op, struct text *why)
{
    struct job job = small_job(fixture, instance, op);
    return instance->strategy->refuse(instance->strategy, &job, &instance->shape, why) != REFUSAL_DEVICE;
}

static uint64_t fewer(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t fixture_most_keys(const struct fixture *fixture, const struct instance *instance,
                           const struct op *op)
{
    const struct strategy *strategy = instance->strategy;
    struct job job = small_job(fixture, instance, op);
    if (!does_some(fixture, strategy, op)) return 0;
    return strategy->most_keys ? fewer(strategy->most_keys(&job, &instance->shape), MANY_KEYS) : MANY_KEYS;
}

uint64_t fixture_longest_row(const struct fixture *fixture, const struct instance *instance,
                             const struct op *op)
{
    const struct strategy *strategy = instance->strategy;
    struct job job = small_job(fixture, instance, op);
    if (strategy->what == WHAT_TRANSPOSE) return ANY_ROW;
    if (!does_some(fixture, strategy, op)) return 0;
    uint64_t longest = strategy->longest_row ? strategy->longest_row(&job, &instance->shape) : ANY_ROW;
    if (strategy->most_items) longest = fewer(longest, strategy->most_items);
    return fewer(longest, ANY_ROW);
}

/* ---- results ---- */

uint64_t load_results(const struct load *load)
{
    return load->arena.side[ARENA_RESULT].count;
}

void load_result(const struct load *load, uint64_t at, void *state)
{
    struct columns results = load_columns(load, ARENA_RESULT);
    columns_read(&results, &load->job.op->state, at, state);
}

const struct item_keys *load_keys(const struct load *load)
{
    return load->job.keys ? &load->keys : NULL;
}

uint64_t result_row(const struct load *load, uint64_t at)
{
    if (load->job.keys) return at / load->job.keys;
    return load->job.what == WHAT_REDUCE ? at : shape_row_of(&load->problem->shape, at);
}

struct result_items result_items(const struct load *load, uint64_t at)
{
    const struct shape *shape = &load->problem->shape;
    if (load->job.keys) return (struct result_items){load->keys.first[at], load->keys.first[at + 1]};
    uint64_t row = result_row(load, at), first = shape_row_first(shape, row);
    if (load->job.what == WHAT_REDUCE)
        return (struct result_items){first, first + shape_row_length(shape, row)};
    return (struct result_items){first, at + (load->job.what == WHAT_SCAN)};
}

void say_result(const struct load *load, uint64_t at, struct text *place)
{
    if (load->job.what == WHAT_TRANSPOSE) {
        uint64_t height = load->job.height, matrix = height * load->job.length;
        text_say(place, "matrix %" PRIu64 ", row %" PRIu64 ", column %" PRIu64 " of the result", at / matrix,
                 at % matrix / height, at % height);
        return;
    }
    uint64_t row = result_row(load, at);
    if (load->job.keys)
        text_say(place, "row %" PRIu64 ", key %" PRIu64, row, at % load->job.keys);
    else if (load->job.what == WHAT_REDUCE)
        text_say(place, "row %" PRIu64, at);
    else
        text_say(place, "row %" PRIu64 ", item %" PRIu64, row,
                 at - shape_row_first(&load->problem->shape, row));
}

/* ---- planning ---- */

struct launch_shape load_shape(const struct load *load)
{
    struct launch_shape shape = load->shape;
    const struct strategy *strategy = load->instance->strategy;
    if (strategy->pick) strategy->pick(&load->job, &shape, NULL);
    return shape;
}

uint64_t load_tile(const struct load *load)
{
    struct launch_shape shape = load_shape(load);
    return (uint64_t)shape.block * shape.items;
}

static void tell_size(const struct fixture *fixture, const struct load *load, struct finding *finding)
{
    const struct problem *problem = load->problem;
    uint64_t tile = load_tile(load), items = job_items(&load->job);
    if (!tile) tile = seen_tile(fixture, load->instance, load->job.op);
    bool fitting = fixture_longest_row(fixture, load->instance, load->job.op) < ANY_ROW;
    uint64_t length = load->job.row_start || load->job.height || fitting ? items : load->job.length;
    finding->items = problem->has_only ? problem->only_to - problem->only_from : items;
    finding->tiles = tile ? length / tile + (length % tile != 0) : 0;
}

static enum verdict fail_with(struct finding *finding, const char *words, const struct load *load)
{
    text_say(&finding->first_at, "%s %s for %s", load->instance->strategy->name, words, load->job.op->name);
    return VERDICT_FAIL;
}

/* A refusal is right if it says why, and if a law that it names is really missing; a missing law is refused. */
static enum verdict judge_refusal(const struct load *load, struct finding *finding)
{
    unsigned missing = load->instance->strategy->needs & ~load->job.op->laws;
    struct text *why = &finding->reason;
    why->at[0] = 0;
    if (!session_overrides(load, &finding->overridden)) finding->overridden.at[0] = 0;
    enum refusal refusal = session_refusal(load, why);
    if (refusal == REFUSAL_NONE)
        return missing ? fail_with(finding, "accepts although a law that it needs is missing", load)
                       : VERDICT_PASS;
    if (refusal == REFUSAL_LAW && !missing) return fail_with(finding, "refuses for a law that holds", load);
    if (!why->at[0]) return fail_with(finding, "refuses without a reason", load);
    return VERDICT_REFUSED;
}

/* Seconds of processor time after which a launch of few threads on a simulator counts as hung; it has more for more of them. An
 * item takes a microsecond; where each thread looks at all of them, each pair of items a tenth of one. A row takes milliseconds
 * where a block folds it whole, and blocks may take many rows. Of long rows an item may take all items of its tile: 256 reads of
 * shared memory for each of 300,000 items are 5 s of a slow processor. */
static double seconds_for(const struct load *load)
{
    const uint64_t some = 1 << 20; /* bytes: most launches take less than a second */
    const double most = 20;
    double items = (double)load->arena.bytes / sizeof(uint32_t), seconds = 1 + 1e-7 * items * items;
    if (load->arena.bytes > some) return most;
    seconds = (seconds < 5 ? seconds : 5) + 0.01 * (double)load->job.rows;
    return seconds < most ? seconds : most;
}

/* A claim that launches once, or several times, would pass or fail by one order. */
static bool refuses_paths(const struct fixture *fixture, const struct problem *problem, struct text *why)
{
    enum schedule_form form = problem->schedule.form;
    if (fixture->on_paths || (form != SCHEDULE_EVERY && form != SCHEDULE_PATH)) return false;
    text_say(why, "sched:every and sched:path are for claims that compare one launch with the oracle");
    return true;
}

enum verdict fixture_plan_problem(struct fixture *fixture, int which, const struct test_case *checked,
                                  const struct problem *problem, struct finding *finding)
{
    struct load *load = &fixture->load[which];
    if (!fixture->has_device) {
        text_say(&finding->reason, "the claim needs a device");
        return VERDICT_NO_DEVICE;
    }
    if (refuses_paths(fixture, problem, &finding->reason)) return VERDICT_REFUSED;
    const struct instance *instance = fixture_instance(fixture, checked, &finding->reason);
    if (!instance ||
        !session_plan_asked(&fixture->session, load, problem, instance, &checked->tuning, &finding->reason))
        return VERDICT_REFUSED;
    load->stream = NULL;
    fixture->session.seconds = seconds_for(load) / (fixture->little_patience ? 4 : 1);
    if (which == LOAD_CASE) tell_size(fixture, load, finding);
    if (which == LOAD_CASE) session_renew(&fixture->session); /* a case begins */
    return judge_refusal(load, finding);
}

enum verdict fixture_plan(struct fixture *fixture, int which, const struct test_case *checked,
                          struct finding *finding)
{
    return fixture_plan_problem(fixture, which, checked, &checked->problem, finding);
}

/* ---- running ---- */

struct test_case fixture_other_items(const struct fixture *fixture, const struct test_case *checked)
{
    struct test_case other = *checked;
    bool finite = fixture->load[LOAD_CASE].instance->strategy->finite;
    if (other.problem.data.form != DATA_LITERAL) data_next_seed(&other.problem.data, finite);
    return other;
}

enum verdict fixture_device_failed(struct fixture *fixture, const struct text *why, struct finding *finding)
{
    bool on_sim = device_is_simulated(fixture->name.kind);
    struct text reset;
    bool failed = fixture->session.failed,
         examined = fixture->session.backend->examined(fixture->session.device);
    if (failed && on_sim && session_reset(&fixture->session, &reset) && examined) {
        finding->first_at = *why;
        cause_read(why, &finding->cause);
        return VERDICT_FAIL;
    }
    finding->reason = *why;
    finding->poisoned = failed && !on_sim;
    return VERDICT_BROKEN;
}

enum verdict fixture_launch(struct fixture *fixture, int which, struct finding *finding)
{
    struct text why;
    if (session_launch(&fixture->load[which], &why) && session_finish(&fixture->load[which], &why))
        return VERDICT_PASS;
    return fixture_device_failed(fixture, &why, finding);
}

enum verdict fixture_run(struct fixture *fixture, int which, struct finding *finding)
{
    struct text why;
    if (!session_put_items(&fixture->load[which], &why)) return fixture_device_failed(fixture, &why, finding);
    return fixture_launch(fixture, which, finding);
}

/* ---- undefined values ---- */

/* The results of a load that is run again with undefined values made of a byte. */
static bool results_with(struct load *load, int byte, unsigned char *results)
{
    const struct arena_side *side = &load->arena.side[ARENA_RESULT];
    struct session *session = load->session;
    struct text why;
    session_renew(session);
    session->backend->undefined_values(session->device, byte, NULL);
    bool ran = session_put_same_items(load, &why) && session_launch(load, &why) && session_finish(load, &why);
    if (!ran) session_reset(session, &why);
    memcpy(results, load->down + side->offset, side->placement.bytes);
    session->backend->undefined_values(session->device, 0, NULL);
    return ran;
}

/* Whether results change with the undefined values. Those that came down before stay. */
static bool results_depend(struct load *load)
{
    const struct arena_side *side = &load->arena.side[ARENA_RESULT];
    uint64_t bytes = side->placement.bytes;
    unsigned char *kept = malloc(3 * bytes + 1);
    if (!kept) return false;
    memcpy(kept, load->down + side->offset, bytes);
    bool depend = results_with(load, 0, kept + bytes) && results_with(load, 0x5a, kept + 2 * bytes) &&
                  memcmp(kept + bytes, kept + 2 * bytes, bytes) != 0;
    memcpy(load->down + side->offset, kept, bytes);
    free(kept);
    return depend;
}

enum verdict fixture_blame(struct fixture *fixture, int which, enum verdict verdict, struct finding *finding)
{
    const struct backend *backend = fixture->session.backend;
    struct text what, both;
    if (verdict != VERDICT_FAIL || !backend->undefined_values ||
        !backend->undefined_values(fixture->session.device, 0, &what) ||
        !results_depend(&fixture->load[which]))
        return verdict;
    text_say(&both, "%.300s; so %.200s", what.at, finding->first_at.at);
    finding->first_at = both;
    cause_read(&what, &finding->cause);
    return verdict;
}

/* ---- parts ---- */

static struct columns columns_from(const struct columns *columns, uint64_t item)
{
    struct columns moved = *columns;
    for (int c = 0; c < moved.count; c++)
        moved.column[c].base = (unsigned char *)moved.column[c].base + (int64_t)item * moved.column[c].stride;
    return moved;
}

enum verdict fixture_run_both(struct fixture *fixture, const struct test_case *checked,
                              const struct test_case *other, const struct problem *problem,
                              struct finding *finding)
{
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_plan_problem(fixture, LOAD_OTHER, other, problem, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
    return verdict;
}

enum verdict fixture_run_part(struct fixture *fixture, int which, const struct test_case *checked,
                              struct part part, struct finding *finding)
{
    const struct load *whole = &fixture->load[LOAD_CASE];
    struct problem *problem = &fixture->part[which];
    struct columns all = arena_columns(&whole->arena, ARENA_INPUT, whole->up);
    struct columns items = columns_from(&all, part.from);
    struct text why;
    *problem = checked->problem;
    problem->shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {part.count}};
    problem->shape.keys = checked->problem.shape.keys; /* the items bring theirs */
    problem->keep_count = 0;
    problem->has_init &= part.keeps_init;
    enum verdict verdict = fixture_plan_problem(fixture, which, checked, problem, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!session_put_columns(&fixture->load[which], &items, &why))
        return fixture_device_failed(fixture, &why, finding);
    return fixture_launch(fixture, which, finding);
}
