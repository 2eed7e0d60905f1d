/* SPDX-License-Identifier: MIT
 * Every shape: sweeps come first and leave notes that the parent prints; a shape that is wrong becomes an
 * ordinary case, which the runner examines, makes simpler and reports. Notes lie in memory that parent and
 * workers share, so that a process that dies costs the shape that was running. */
#define _GNU_SOURCE 1 /* memfd_create */
#include "cli_exhaustive.h"
#include "hints.h"

#include "device.h"
#include "properties.h"
#include "sweeping.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The worker's side. */
struct work {
    struct exhaustive *request;
    struct sweep_notes *notes;
    struct run_plan *plan;
    struct results *results;
    struct device_list devices;
    struct case_list lines; /* what is wrong */
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
    }
}

static bool is_about(const struct target *target, const struct test_case *line)
{
    return target->op == line->problem.op && strcmp(target->subject, line->subject) == 0 &&
           target->device.kind == line->device.kind && target->device.index == line->device.index;
}

/* What is wrong becomes the first case of its target. */
static bool add_lines(struct work *work)
{
    const struct sweep_notes *all = work->notes;
    struct case_list *lines = &work->lines;
    struct test_case line;
    struct text why;
    for (const struct sweep_note *note = all->note; note < all->note + all->count; note++) {
        if (!note->line[0] || note->only_queued || !is_simplest(all, note)) continue;
        if (!case_parse(note->line, &line, &why) || !case_list_push(lines, &line)) return false;
    }
    for (size_t i = 0; i < lines->count; i++)
        for (uint32_t target = 0; target < work->plan->target_count; target++)
            if (is_about(&work->plan->targets[target], &lines->at[i]) &&
                !run_plan_add_fixed(work->plan, target, &lines->at[i]))
                return false;
    return true;
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
    uint32_t before = work->notes->count;
    for (int i = 0; i < work->devices.count; i++) {
        void *open = run_plan_context(work->plan, work->devices.at[i], why);
        if (!open) return STATUS_BROKEN;
        if (before == 0 && !add_device(work, work->devices.at[i], why)) return STATUS_USAGE;
    }
    const uint32_t found = work->notes->count;
    if (before == 0) keep_shard(request, work->notes);
    if (found) return STATUS_OK; /* of which this part may have none */
    text_say(why, "nothing to sweep: no strategy '%s' with a witness for an operator '%s'",
             request->strategy ? request->strategy : "*", request->op ? request->op : "*");
    hint_strategy(request->strategy, &work->devices, why);
    hint_operator(request->op, why);
    return STATUS_USAGE;
}

static struct sweeping sweeping_of(const struct work *work)
{
    uint32_t slot = (uint32_t)work->request->launch.slot;
    return (struct sweeping){.notes = work->notes,
                             .plan = work->plan,
                             .results = work->results,
                             .slot = &work->results->slot[slot],
                             .number = slot,
                             .first = work->request->first,
                             .has_parent = work->request->launch.worker != 0};
}

/* Targets, from what all workers found. The first slot settles it; the others wait until it has. */
static bool sum_up(struct work *work, const struct sweeping *sweeping)
{
    struct sweep_notes *all = work->notes;
    if (sweeping->number == 0 && !all->over) {
        sweeping_settle(sweeping);
        all->seconds = runner_clock() - work->results->started;
        __atomic_store_n(&all->over, true, __ATOMIC_RELEASE);
    }
    while (!__atomic_load_n(&all->over, __ATOMIC_ACQUIRE) && !results_stopped(work->results))
        slot_wait(sweeping->slot);
    return add_targets(work);
}

static enum status prepare(void *user, struct run_plan *plan, struct run *run, struct results *results,
                           struct text *why)
{
    struct exhaustive *request = user;
    static struct work work; /* its lines outlive this function */
    work = (struct work){.request = request, .notes = sweep_notes, .plan = plan, .results = results};
    struct sweeping sweeping = sweeping_of(&work);
    run->shrink = !request->first;
    run->first = request->first;
    run->simpler_tuning = properties_simpler_tuning;
    run->beats = properties_beats;
    run->seed = results->seed = sweep_notes->seed;
    if (!sweep_notes->over) sweeping.slot->step = STEP_NEXT; /* while devices are opened */
    if (!plugins_load(&request->launch.plugins, why)) return STATUS_USAGE;
    enum status status = find_devices(&work, why);
    if (status != STATUS_OK) return status;
    if (work.devices.count == 0) {
        sweeping.slot->done = true; /* the verdict is: no device */
        return STATUS_OK;
    }
    status = list_sweeps(&work, why);
    if (status != STATUS_OK) return status;
    if (sweep_notes->count == 0) {
        sweeping.slot->done = true;
        return STATUS_OK;
    }
    if (results->started == 0) results->started = runner_clock();
    run->alone = launch_alone(&request->launch, &work.devices);
    if (!sweep_notes->over) {
        results_call(results, run->alone ? 1 : sweep_notes->count);
        status = sweeping_run(&sweeping, why);
    }
    if (status != STATUS_OK) return status;
    if (sum_up(&work, &sweeping) && add_lines(&work)) return STATUS_OK;
    text_say(why, "no memory for what the sweeps found");
    return STATUS_BROKEN;
}

/* ---- the memory that both share ---- */

static bool map_notes(int fd, struct text *why)
{
    if (lseek(fd, 0, SEEK_END) != (off_t)sizeof *sweep_notes)
        return text_say(why, "--sweeps=%d is no parent's notes of this version", fd);
    void *memory = mmap(NULL, sizeof *sweep_notes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory != MAP_FAILED) sweep_notes = memory;
    return memory != MAP_FAILED || text_say(why, "no memory for the sweeps' notes");
}

static bool make_notes(const struct exhaustive *request, int *fd, struct text *why)
{
    *fd = memfd_create("foldcheck sweeps", 0); /* a worker inherits it */
    if (*fd < 0 || ftruncate(*fd, (off_t)sizeof *sweep_notes) != 0)
        return text_say(why, "no shared memory for the sweeps' notes");
    if (!map_notes(*fd, why)) return false;
    sweep_notes->most = request->most;
    sweep_notes->seed = request->seed;
    return true;
}

/* The parent's: the worker gets the same arguments, and the number of the notes. */
static int supervise(struct exhaustive *request)
{
    int fd;
    struct text why;
    char option[32];
    struct launch launch = request->launch;
    if (!make_notes(request, &fd, &why)) return cli_stop(STATUS_BROKEN, launch.argv[0], "%s", why.at);
    char **argv = malloc((size_t)(launch.argc + 1) * sizeof *argv);
    if (!argv) return cli_stop(STATUS_BROKEN, launch.argv[0], "no memory");
    snprintf(option, sizeof option, "--sweeps=%d", fd);
    memcpy(argv, launch.argv, (size_t)launch.argc * sizeof *argv);
    argv[launch.argc++] = option;
    launch.argv = argv;
    int status = launch_run(&launch);
    free(argv);
    return status == STATUS_OK && sweep_notes_wrong() ? STATUS_FAIL : status;
}

int exhaustive_run(struct exhaustive *request)
{
    struct text why;
    request->launch.prepare = prepare;
    request->launch.print = sweep_notes_print;
    request->launch.named = count_notes;
    request->launch.user = request;
    if (!request->launch.worker) return supervise(request);
    if (!map_notes((int)request->shared, &why))
        return cli_stop(STATUS_BROKEN, request->launch.argv[0], "%s", why.at);
    return launch_run(&request->launch);
}
