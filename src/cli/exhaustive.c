/* SPDX-License-Identifier: MIT
 * Every shape: sweeps come first and leave notes that the parent prints; a shape that is wrong becomes an
 * ordinary case, which the runner examines, makes simpler and reports. */
#include "cli_exhaustive.h"
#include "hints.h"

#include "device.h"
#include "properties.h"
#include "request.h"
#include "sweeping.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The worker's side. */
struct work {
    struct exhaustive *request;
    struct sweep_notes *notes; /* while they are listed */
    struct run_plan *plan;
    struct results *results;
    struct device_list devices;
};

struct sweep_notes *sweep_notes;

/* ---- which sweeps there are ---- */

/* Whether an operator was asked for, or one whose witness it is where these laws are needed. */
static bool is_wanted(const char *glob, const struct backend *backend, unsigned needs, bool scans,
                      const struct op *witness)
{
    for (const struct operator_code *const *code = backend->operators; *code; code++) {
        const struct op *op = op_find((*code)->op);
        if (!op || !glob_matches(glob, op->name)) continue;
        if (op == witness || (!sweep_witnesses(op, needs) && !(needs & ~op->laws) &&
                              (needs & LAW_COMMUTES || op_variant(op, scans) == op_variant(witness, scans))))
            return true;
    }
    return false;
}

/* Whether the strategy is swept with an operator, or an element type: of those that run the same code the first. */
static bool is_witness(const struct exhaustive *request, const struct backend *backend, unsigned needs,
                       const struct strategy *strategy, const struct operator_code *code)
{
    const struct op *op = op_for(strategy->what, code->op);
    if (strategy->what == WHAT_TRANSPOSE)
        return request->op ? glob_matches(request->op, code->op) : !backend_repeats(backend, code);
    return sweep_witnesses(op, needs) &&
           is_wanted(request->op, backend, needs, strategy->what == WHAT_SCAN, op);
}

/* Whether one of the strategy's tunings has tiles so small that a few items cross many. */
static bool has_tiny(void *context, const struct strategy *strategy, const struct op *op)
{
    struct sweep_about about;
    for (size_t index = 0; sweep_nth(context, strategy->name, op, index, &about); index++)
        if (about.instance->tiny) return true;
    return false;
}

static bool add_notes(struct work *work, struct device_name device, void *context,
                      const struct strategy *strategy, const struct op *op)
{
    struct sweep_about about;
    struct sweep_notes *all = work->notes;
    bool only_tiny = all->most < SWEEP_LARGE_FROM && has_tiny(context, strategy, op);
    for (size_t index = 0; sweep_nth(context, strategy->name, op, index, &about); index++) {
        if (only_tiny && !about.instance->tiny) {
            all->left_out++;
            continue;
        }
        if (all->count == MAX_SWEEPS) return false;
        struct sweep_note *note = &all->note[all->count++];
        note->device = device;
        snprintf(note->strategy, sizeof note->strategy, "%s", strategy->name);
        snprintf(note->op, sizeof note->op, "%s", op->name);
        note->index = index;
        note->shape = about.instance->shape;
        note->loads = about.loads;
        note->scans = strategy->what == WHAT_SCAN;
        note->moves = strategy->what == WHAT_TRANSPOSE;
        note->exclusive = about.exclusive;
        note->tiny = about.instance->tiny;
        note->all_schedules = sweep_any_schedule(context, strategy);
        note->commutes = sweep_needs(context, strategy) & LAW_COMMUTES;
        note->overridden = sweep_needs(context, strategy) != strategy->needs && strategy->needs & ~op->laws;
    }
    return true;
}

static bool add_device(struct work *work, struct device_name device, struct text *why)
{
    const struct exhaustive *request = work->request;
    const struct backend *backend = backend_open(device.kind, why);
    void *context = backend ? run_plan_context(work->plan, device, why) : NULL;
    if (!context) return false;
    for (const struct strategy *const *at = backend->strategies; *at; at++) {
        if (!glob_matches(request->strategy, (*at)->name)) continue;
        if ((*at)->what == WHAT_KEYED) continue; /* every_assignment_of_keys goes through these */
        for (const struct operator_code *const *code = backend->operators; *code; code++) {
            const struct op *op = op_for((*at)->what, (*code)->op);
            if (!op || !is_witness(request, backend, sweep_needs(context, *at), *at, *code)) continue;
            if (!add_notes(work, device, context, *at, op))
                return text_say(why, "more than %d things to sweep: narrow them with --strategy", MAX_SWEEPS);
        }
    }
    return true;
}

static bool same_target(const struct sweep_note *a, const struct sweep_note *b)
{
    return a->device.kind == b->device.kind && a->device.index == b->device.index &&
           strcmp(a->strategy, b->strategy) == 0 && strcmp(a->op, b->op) == 0;
}

/* A part of them only: whole witnesses, so that a tuning's sentence stays in one part. */
static void keep_shard(const struct exhaustive *request, struct sweep_notes *all)
{
    uint32_t kept = 0, group = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        group += i > 0 && !same_target(&all->note[i], &all->note[i - 1]);
        if (group % request->shard_count != request->shard_index) continue;
        if (kept != i) all->note[kept] = all->note[i];
        kept++;
    }
    all->count = kept;
}

/* ---- from notes to the runner ---- */

/* Of what is wrong with a strategy on a device, the fewest items: one mistake shows in many sweeps. */
static bool is_simplest(const struct sweep_notes *all, const struct sweep_note *note)
{
    for (const struct sweep_note *other = all->note; other < all->note + all->count; other++) {
        if (!other->line[0] || other == note || strcmp(other->strategy, note->strategy) != 0) continue;
        if (other->device.kind != note->device.kind || other->device.index != note->device.index) continue;
        bool plainer =
            other->only_queued != note->only_queued ? note->only_queued : other->wrong < note->wrong;
        bool same = other->only_queued == note->only_queued && other->wrong == note->wrong;
        if (plainer || (same && other < note)) return false;
    }
    return true;
}

static const struct property *claim_of(const struct sweep_note *note)
{
    return property_find(sweep_claim(note->scans ? WHAT_SCAN : note->moves ? WHAT_TRANSPOSE : WHAT_REDUCE));
}

/* A result that was wrong in a queue and is right alone: a failure that no replay of one case shows. */
static void record_queued(struct results *results, uint32_t target, const struct sweep_note *note)
{
    struct failure *failure = &results->failure[results->failure_count];
    struct tally *tally = &results->tally[target];
    if (results->failure_count == MAX_FAILURES) return;
    failure->target = target;
    snprintf(failure->line, sizeof failure->line, "%s", note->line);
    snprintf(failure->drawn, sizeof failure->drawn, "%s", note->line);
    text_say(&failure->finding.first_at, "%.300s (among queued launches of other shapes; not alone)",
             note->why.at);
    failure->steady_runs = 1;
    snprintf(tally->claim, sizeof tally->claim, "%s", claim_of(note)->claim);
    tally->failed++;
    results->failed++;
    results->failure_count++;
}

/* A crash or a hang counts whether or not the runner sees it again. */
static void record_died(struct results *results, const struct sweep_note *note)
{
    struct text why;
    text_say(&why, "%.300s%s", note->why.at,
             note->only_queued ? " (among queued launches, or before them; not alone)" : "");
    results_add_broken(results, note->line, &why);
}

static void count_note(struct results *results, uint32_t target, const struct sweep_note *note)
{
    struct tally *tally = &results->tally[target];
    tally->passed += (uint32_t)note->verified;
    tally->refused += (uint32_t)note->refused;
    tally->over_3_tiles += (uint32_t)note->over_3_tiles;
    results->passed += note->verified;
    if (note->overridden) results->overridden += note->verified;
    results->refused += note->refused;
    results->over_3_tiles += note->over_3_tiles;
}

/* One target a strategy, witness and device. */
static bool add_targets(struct work *work)
{
    const struct sweep_notes *all = work->notes;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct sweep_note *note = &all->note[i];
        struct target target = {
            .property = claim_of(note), .op = sweep_note_op(note), .device = note->device};
        snprintf(target.subject, sizeof target.subject, "%s", note->strategy);
        if ((i == 0 || !same_target(note, note - 1)) && !run_plan_add(work->plan, &target)) return false;
    }
    return true;
}

/* What is wrong becomes the first case of its target. */
static void add_line(struct results *results, uint32_t target, const struct sweep_note *note)
{
    if (!results_add_fixed(results, target, note->line))
        results_stop(results, STATUS_BROKEN, "no memory for what the sweeps found");
}

/* What the sweeps found, by the same targets: struct launch's callback. */
static void count_notes(void *user, struct results *results)
{
    const struct sweep_notes *all = sweep_notes;
    uint32_t target = 0;
    (void)user;
    for (uint32_t i = 0; i < all->count && results->target_count > 0; i++) {
        const struct sweep_note *note = &all->note[i];
        target += i > 0 && !same_target(note, note - 1);
        count_note(results, target, note);
        if (!note->line[0] || !is_simplest(all, note)) continue;
        if (note->died) record_died(results, note);
        if (note->only_queued && !note->died) record_queued(results, target, note);
        if (!note->only_queued) add_line(results, target, note);
    }
}

/* ---- the worker's run ---- */

static enum status find_devices(struct work *work, struct text *why)
{
    struct device_list *devices = &work->devices;
    int kept = 0;
    if (!devices_choose(work->request->launch.device, devices, why)) return STATUS_USAGE;
    for (int i = 0; i < devices->count; i++) {
        struct text missing = {0};
        if (devices->at[i].kind == DEVICE_HOST) {
            text_say(why, "--exhaustive runs kernels: --device host has none");
            return STATUS_USAGE;
        }
        if (device_there(devices->at[i], &missing))
            devices->at[kept++] = devices->at[i];
        else
            results_add_skipped(work->results, &missing);
    }
    devices->count = kept;
    if (!work->results->skipped_any &&
        !names_exist(&(struct asked_names){NULL, work->request->strategy, work->request->op}, devices, why))
        return STATUS_USAGE;
    return tuning_choose(work->request->launch.tuning, devices, why) ? STATUS_OK : STATUS_USAGE;
}

static enum status list_sweeps(struct work *work, struct text *why)
{
    const struct exhaustive *request = work->request;
    for (int i = 0; i < work->devices.count; i++) {
        void *open = run_plan_context(work->plan, work->devices.at[i], why);
        if (!open) return STATUS_BROKEN;
        if (!add_device(work, work->devices.at[i], why)) return STATUS_USAGE;
    }
    const uint32_t found = work->notes->count;
    keep_shard(request, work->notes);
    if (found) return STATUS_OK; /* of which this part may have none */
    text_say(why, "nothing to sweep: no strategy '%s' with a witness for an operator '%s'",
             request->strategy ? request->strategy : "*", request->op ? request->op : "*");
    hint_strategy(request->strategy, &work->devices, why);
    hint_operator(request->op, why);
    return STATUS_USAGE;
}

/* ---- the list, from the first worker to its parent ---- */

struct list_head {
    uint64_t seed;
    uint32_t count, left_out;
};

/* The beginning of each note. */
static bool send_list(const struct work *work)
{
    const struct sweep_notes *all = work->notes;
    struct list_head head = {.seed = all->seed, .count = all->count, .left_out = all->left_out};
    size_t length = sizeof head + all->count * (size_t)SWEEP_NAME_SIZE;
    char *bytes = malloc(length);
    if (!bytes) return false;
    memcpy(bytes, &head, sizeof head);
    for (uint32_t i = 0; i < all->count; i++)
        memcpy(bytes + sizeof head + i * (size_t)SWEEP_NAME_SIZE, &all->note[i], SWEEP_NAME_SIZE);
    request_send(work->results->channel, REQUEST_SWEEPS, bytes, length);
    free(bytes);
    return true;
}

static void hear_list(void *user, const void *bytes)
{
    struct sweep_notes *all = user;
    struct list_head head;
    memcpy(&head, bytes, sizeof head);
    if (all->count) return; /* of a process that was killed behind it */
    all->seed = head.seed;
    all->count = head.count;
    all->left_out = head.left_out;
    for (uint32_t i = 0; i < head.count; i++)
        memcpy(&all->note[i], (const char *)bytes + sizeof head + i * (size_t)SWEEP_NAME_SIZE,
               SWEEP_NAME_SIZE);
}

/* ---- the parent's side, for the engine ---- */

static enum next next_sweep(void *user, uint32_t slot, void *order)
{
    return sweeps_next(user, slot, order);
}

static void hear_swept(void *user, uint32_t slot, const void *bytes)
{
    sweeps_hear(user, slot, bytes);
}

static bool sweep_died(void *user, uint32_t slot, const char *line, const struct text *why)
{
    return sweeps_died(user, slot, line, why);
}

static void leave_sweep(void *user, uint32_t slot)
{
    sweeps_leave(user, slot);
}

static void end_sweeps(void *user, struct results *results)
{
    struct sweep_notes *all = user;
    if (all->count == 0) return;
    sweeps_settle(all);
    all->seconds = runner_clock() - results->started;
    all->over = true;
}

/* ---- a process that sweeps ---- */

static void say_to_parent(void *user, const void *bytes)
{
    const struct work *work = user;
    request_send(work->results->channel, REQUEST_SWEPT, bytes, SWEEP_FINDING_SIZE);
}

static void say_here(void *user, const void *bytes)
{
    const struct work *work = user;
    sweeps_hear(work->notes, 0, bytes);
}

static struct sweeping sweeping_of(struct work *work)
{
    struct results *results = work->results;
    return (struct sweeping){.plan = work->plan,
                             .results = results,
                             .slot = results->mine ? results->mine : results->slot,
                             .has_parent = results->mine != NULL,
                             .say = results->mine ? say_to_parent : say_here,
                             .user = work};
}

/* struct run's callback. */
static void sweep_one(void *user, const void *order)
{
    struct work *work = user;
    struct sweeping sweeping = sweeping_of(work);
    struct text why;
    if (!sweeping_run(&sweeping, order, &why)) results_stop(work->results, STATUS_BROKEN, why.at);
}

/* All of them, where there is no worker. */
static enum status sweep_here(struct work *work, struct text *why)
{
    struct sweeping sweeping = sweeping_of(work);
    struct sweep_order order;
    while (!results_stopped(work->results) && sweeps_next(work->notes, 0, &order) == NEXT_CASE) {
        if (!sweeping_run(&sweeping, &order, why)) return STATUS_BROKEN;
        sweeps_leave(work->notes, 0);
    }
    end_sweeps(work->notes, work->results);
    return STATUS_OK;
}

static enum status list_all(struct work *work, struct run *run, struct text *why)
{
    struct results *results = work->results;
    enum status status = list_sweeps(work, why);
    if (status != STATUS_OK) return status;
    if (work->notes->count == 0) {
        results->slot[work->request->launch.slot].done = true;
        return STATUS_OK;
    }
    if (results->started == 0) results->started = runner_clock();
    run->alone = launch_alone(&work->request->launch, &work->devices);
    results_call(results, run->alone ? 1 : work->notes->count);
    if (!add_targets(work) || (results->mine && !send_list(work))) {
        text_say(why, "no memory for the list of sweeps");
        return STATUS_BROKEN;
    }
    return results->mine ? STATUS_OK : sweep_here(work, why);
}

static enum status prepare(void *user, struct run_plan *plan, struct run *run, struct results *results,
                           struct text *why)
{
    struct exhaustive *request = user;
    static struct work work; /* the run's, to its end */
    work = (struct work){.request = request, .notes = sweep_notes, .plan = plan, .results = results};
    run->shrink = !request->first;
    run->first = request->first;
    run->simpler_tuning = properties_simpler_tuning;
    run->beats = properties_beats;
    run->seed = results->seed = sweep_notes->seed;
    run->sweep = sweep_one;
    run->sweep_user = &work;
    if (!plugins_load(&request->launch.plugins, why)) return STATUS_USAGE;
    enum status status = find_devices(&work, why);
    if (status != STATUS_OK) return status;
    if (work.devices.count == 0) {
        results->slot[request->launch.slot].done = true; /* the verdict is: no device */
        return STATUS_OK;
    }
    return results_wants_targets(results) ? list_all(&work, run, why) : STATUS_OK;
}

int exhaustive_run(struct exhaustive *request)
{
    _Static_assert(sizeof(struct sweep_order) <= SWEEP_ROOM, "SWEEP_ROOM");
    sweep_notes = calloc(1, sizeof *sweep_notes);
    if (!sweep_notes)
        return cli_stop(STATUS_BROKEN, request->launch.argv[0], "no memory for the sweeps' notes");
    sweep_notes->most = request->most;
    sweep_notes->seed = request->seed;
    sweep_notes->first = request->first;
    const struct sweeper sweeper = {.user = sweep_notes,
                                    .order_size = sizeof(struct sweep_order),
                                    .list = hear_list,
                                    .next = next_sweep,
                                    .hear = hear_swept,
                                    .died = sweep_died,
                                    .leave = leave_sweep,
                                    .over = end_sweeps};
    request->launch.prepare = prepare;
    request->launch.print = sweep_notes_print;
    request->launch.named = count_notes;
    request->launch.sweeper = &sweeper;
    request->launch.user = request;
    int status = launch_run(&request->launch);
    bool any_wrong = sweep_notes_wrong() > 0;
    free(sweep_notes);
    sweep_notes = NULL;
    return status == STATUS_OK && any_wrong ? STATUS_FAIL : status;
}
