/* SPDX-License-Identifier: MIT
 * Every shape: sweeps come first and leave notes that the parent prints; a shape that is wrong becomes an
 * ordinary case, which the runner examines, makes simpler and reports. Notes lie in memory that parent and
 * worker share, so that a process that dies costs the shape that was running. */
#define _GNU_SOURCE 1 /* memfd_create */
#include "cli_exhaustive.h"
#include "hints.h"

#include "device.h"
#include "properties.h"
#include "sweep_notes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The worker's side. */
struct work {
    struct exhaustive *wish;
    struct sweep_notes *notes;
    struct roster *roster;
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
static bool is_witness(const struct exhaustive *wish, const struct backend *backend, unsigned needs,
                       const struct strategy *strategy, const struct operator_code *code)
{
    const struct op *op = op_for(strategy->what, code->op);
    if (strategy->what == WHAT_TRANSPOSE)
        return wish->op ? glob_matches(wish->op, code->op) : !backend_repeats(backend, code);
    return sweep_witnesses(op, needs) && is_wanted(wish->op, backend, needs, strategy->what == WHAT_SCAN, op);
}

static bool add_notes(struct work *work, struct device_name device, void *context,
                      const struct strategy *strategy, const struct op *op)
{
    struct sweep_about about;
    struct sweep_notes *all = work->notes;
    for (size_t index = 0; sweep_nth(context, strategy->name, op, index, &about); index++) {
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
    const struct exhaustive *wish = work->wish;
    const struct backend *backend = backend_open(device.kind, why);
    void *context = backend ? roster_context(work->roster, device, why) : NULL;
    if (!context) return false;
    for (const struct strategy *const *at = backend->strategies; *at; at++) {
        if (!glob_matches(wish->strategy, (*at)->name)) continue;
        if ((*at)->what == WHAT_KEYED) continue; /* every_assignment_of_keys goes through these */
        for (const struct operator_code *const *code = backend->operators; *code; code++) {
            const struct op *op = op_for((*at)->what, (*code)->op);
            if (!op || !is_witness(wish, backend, sweep_needs(context, *at), *at, *code)) continue;
            if (!add_notes(work, device, context, *at, op))
                return text_say(why, "more than %d things to sweep: narrow them with --strategy", MAX_SWEEPS);
        }
    }
    return true;
}

/* A part of them only: whole witnesses, so that a tuning's sentence stays in one part. */
static void keep_shard(const struct exhaustive *wish, struct sweep_notes *all)
{
    uint32_t kept = 0, group = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        bool same = i > 0 && all->note[i].index > 0;
        group += i > 0 && !same;
        if (group % wish->shard_count != wish->shard_index) continue;
        if (kept != i) all->note[kept] = all->note[i];
        kept++;
    }
    all->count = kept;
}

/* ---- one sweep ---- */

/* Sweeps are one worker's. */
static struct seat *seat_of(const struct work *work)
{
    return &work->results->seat[0];
}

static void beat(struct seat *seat, const char *line)
{
    if (line != seat->line) snprintf(seat->line, sizeof seat->line, "%s", line);
    __atomic_add_fetch(&seat->beat, 1, __ATOMIC_RELEASE);
}

static void case_line(const struct sweep *sweep, size_t at, char *line, size_t room)
{
    struct test_case one;
    char whole[MAX_LINE];
    sweep_case(sweep, at, &one);
    case_print(&one, whole, sizeof whole);
    snprintf(line, room, "%.*s", (int)room - 1, whole);
}

static void note_wrong(struct sweep_note *note, const struct sweep *sweep, size_t at, const struct text *why)
{
    case_line(sweep, at, note->line, sizeof note->line);
    note->wrong = sweep->shape[at];
    note->why = *why;
    note->state = SWEEP_DONE;
}

static void shapes_alone(struct sweep_note *note, size_t from, size_t to, const struct text *why)
{
    note->next = from;
    note->end = to;
    note->why = *why;
    note->state = SWEEP_ALONE;
}

/* The outcome of a process that is gone. */
static void take_pending(struct seat *seat, struct sweep_note *note, const struct sweep *sweep)
{
    if (!seat->pending.known) return;
    seat->pending.known = false;
    if (!seat->pending.died) return;
    const struct text *why = &seat->pending.finding.first_at;
    note->died = true;
    if (note->state == SWEEP_ALONE)
        note_wrong(note, sweep, note->next, why);
    else
        shapes_alone(note, note->next, note->end, why);
}

/* A device that a launch broke: the simulator goes on, hardware only in a fresh process. */
static bool go_on_after(struct work *work, struct sweep *sweep, struct text *why)
{
    struct seat *seat = seat_of(work);
    if (sweep_recover(sweep, why)) return true;
    if (!work->wish->launch.worker) return false;
    seat->pending.died = false;
    seat->pending.known = true;
    _exit(WORKER_FRESH);
}

static bool run_batch(struct work *work, struct sweep_note *note, struct sweep *sweep, struct text *why)
{
    struct sweep_outcome outcome;
    note->end = sweep_batch(sweep, note->next);
    char line[256];
    case_line(sweep, note->next, line, sizeof line);
    beat(seat_of(work), line);
    sweep_run(sweep, note->next, note->end, &outcome);
    beat(seat_of(work), seat_of(work)->line);
    note->verified += outcome.verified;
    note->refused += outcome.refused;
    note->counted += outcome.counted;
    note->over_3_tiles += outcome.over_3_tiles;
    if (outcome.tiles > note->tiles) note->tiles = outcome.tiles;
    if (outcome.refused) note->refusal = outcome.refusal;
    if (outcome.verdict == VERDICT_FAIL) {
        shapes_alone(note, outcome.at, outcome.at + 1, &outcome.why);
    } else if (outcome.verdict == VERDICT_BROKEN) {
        shapes_alone(note, note->next, note->end, &outcome.why);
        return go_on_after(work, sweep, why);
    } else {
        note->next = note->end;
        if (note->next == sweep->count) note->state = SWEEP_DONE;
    }
    return true;
}

/* The ordinary check of one shape, in its own launch. */
static bool run_alone(struct work *work, struct sweep_note *note, struct sweep *sweep, struct text *why)
{
    struct finding finding;
    char line[256];
    case_line(sweep, note->next, line, sizeof line);
    beat(seat_of(work), line);
    enum verdict verdict = sweep_run_alone(sweep, note->next, &finding);
    beat(seat_of(work), seat_of(work)->line);
    const struct text *found = finding.first_at.at[0] ? &finding.first_at : &finding.reason;
    if (verdict == VERDICT_FAIL || verdict == VERDICT_BROKEN) note_wrong(note, sweep, note->next, found);
    if (verdict == VERDICT_BROKEN) return go_on_after(work, sweep, why);
    if (note->state == SWEEP_DONE || ++note->next < note->end) return true;
    note->only_queued = true; /* what the queue showed is not to be seen in any shape of it alone */
    struct text queued = note->why;
    note_wrong(note, sweep, note->end - 1, &queued);
    return true;
}

static bool run_sweep(struct work *work, struct sweep_note *note, struct text *why)
{
    struct sweep sweep;
    struct sweep_about about;
    void *context = roster_context(work->roster, note->device, why);
    if (!context || !sweep_nth(context, note->strategy, sweep_note_op(note), note->index, &about))
        return false;
    about.most = work->notes->most;
    about.seed = work->notes->seed;
    bool good = sweep_open(&sweep, context, &about, why);
    if (good) {
        note->tile = sweep.tile;
        note->rows = sweep.rows;
        note->fitting = sweep.fitting;
        note->most = sweep.shape[sweep.count - 1];
        take_pending(seat_of(work), note, &sweep);
    }
    while (good && note->state != SWEEP_DONE)
        good = note->state == SWEEP_QUEUED ? run_batch(work, note, &sweep, why)
                                           : run_alone(work, note, &sweep, why);
    sweep_close(&sweep);
    return good;
}

/* ---- from notes to the runner ---- */

static bool same_target(const struct sweep_note *a, const struct sweep_note *b)
{
    return a->device.kind == b->device.kind && a->device.index == b->device.index &&
           strcmp(a->strategy, b->strategy) == 0 && strcmp(a->op, b->op) == 0;
}

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
    __atomic_add_fetch(&results->failure_count, 1, __ATOMIC_RELEASE);
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

/* One target a strategy, witness and device. `fresh`: the counts, too, which are made once, while targets are
 * made again in every process. */
static bool add_targets(struct work *work, bool fresh)
{
    const struct sweep_notes *all = work->notes;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct sweep_note *note = &all->note[i];
        struct target target = {
            .property = claim_of(note), .op = sweep_note_op(note), .device = note->device};
        snprintf(target.subject, sizeof target.subject, "%s", note->strategy);
        if ((i == 0 || !same_target(note, note - 1)) && !roster_add(work->roster, &target)) return false;
        uint32_t at = work->roster->target_count - 1;
        if (fresh) count_note(work->results, at, note);
        if (!note->line[0] || !is_simplest(all, note)) continue;
        if (fresh && note->died) record_died(work->results, note);
        if (fresh && note->only_queued && !note->died) record_queued(work->results, at, note);
    }
    return true;
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
        for (uint32_t target = 0; target < work->roster->target_count; target++)
            if (is_about(&work->roster->targets[target], &lines->at[i]) &&
                !roster_add_fixed(work->roster, target, &lines->at[i]))
                return false;
    return true;
}

/* ---- the worker's run ---- */

static enum status find_devices(struct work *work, struct text *why)
{
    struct device_list *devices = &work->devices;
    int kept = 0;
    if (!devices_choose(work->wish->device, devices, why)) return STATUS_USAGE;
    for (int i = 0; i < devices->count; i++) {
        struct text missing = {0};
        if (devices->at[i].kind == DEVICE_HOST) {
            text_say(why, "--exhaustive runs kernels: --device host has none");
            return STATUS_USAGE;
        }
        if (device_there(devices->at[i], &missing))
            devices->at[kept++] = devices->at[i];
        else
            launch_skip(work->results, &missing);
    }
    devices->count = kept;
    return tuning_choose(work->wish->launch.tuning, devices, why) ? STATUS_OK : STATUS_USAGE;
}

static enum status list_sweeps(struct work *work, struct text *why)
{
    const struct exhaustive *wish = work->wish;
    uint32_t before = work->notes->count;
    for (int i = 0; i < work->devices.count; i++) {
        void *open = roster_context(work->roster, work->devices.at[i], why);
        if (!open) return STATUS_BROKEN;
        if (before == 0 && !add_device(work, work->devices.at[i], why)) return STATUS_USAGE;
    }
    if (before == 0) keep_shard(wish, work->notes);
    if (work->notes->count) return STATUS_OK;
    text_say(why, "nothing to sweep: no strategy '%s' with a witness for an operator '%s'",
             wish->strategy ? wish->strategy : "*", wish->op ? wish->op : "*");
    hint_strategy(wish->strategy, &work->devices, why);
    hint_operator(wish->op, why);
    return STATUS_USAGE;
}

/* A strategy that crashes or hangs would do so in every sweep, and every hang costs the time limit. */
static bool has_died(const struct sweep_notes *all, const struct sweep_note *note)
{
    for (const struct sweep_note *other = all->note; other < note; other++)
        if (other->died && other->state == SWEEP_DONE && other->device.kind == note->device.kind &&
            other->device.index == note->device.index && strcmp(other->strategy, note->strategy) == 0)
            return true;
    return false;
}

static void skip_sweep(struct sweep_note *note)
{
    text_say(&note->why, "%s crashed or hung before", note->strategy);
    note->skipped = true;
    note->state = SWEEP_DONE;
}

static enum status run_sweeps(struct work *work, struct text *why)
{
    struct seat *seat = seat_of(work);
    struct sweep_notes *all = work->notes;
    seat->step = STEP_CHECK;
    if (!seat->pending.died) seat->pending.known = false; /* asked for a fresh process */
    for (struct sweep_note *note = all->note; note < all->note + all->count; note++) {
        if (note->state == SWEEP_DONE) continue;
        if (note->next == 0 && note->state == SWEEP_QUEUED && has_died(all, note))
            skip_sweep(note);
        else if (!run_sweep(work, note, why))
            return STATUS_BROKEN;
        if (note->line[0] && work->wish->first) break;
    }
    if (seat->pending.known) {
        text_say(why, "after a sweep: %.400s", seat->pending.finding.first_at.at);
        return STATUS_BROKEN;
    }
    all->seconds = runner_clock() - work->results->started;
    seat->step = STEP_NEXT;
    return STATUS_OK;
}

static enum status prepare(void *user, struct roster *roster, struct run *run, struct results *results,
                           struct text *why)
{
    struct exhaustive *wish = user;
    static struct work work; /* its lines outlive this function */
    work = (struct work){.wish = wish, .notes = sweep_notes, .roster = roster, .results = results};
    bool fresh = !sweep_notes->over;
    run->shrink = !wish->first;
    run->first = wish->first;
    run->simpler_tuning = properties_simpler_tuning;
    run->seed = results->seed = sweep_notes->seed;
    if (fresh) results->seat[0].step = STEP_NEXT; /* while devices are opened */
    if (!plugins_load(&wish->launch.plugins, why)) return STATUS_USAGE;
    enum status status = find_devices(&work, why);
    if (status != STATUS_OK) return status;
    if (work.devices.count == 0) {
        results->seat[0].done = true; /* the verdict is: no device */
        return STATUS_OK;
    }
    status = list_sweeps(&work, why);
    if (status != STATUS_OK) return status;
    if (results->started == 0) results->started = runner_clock();
    if (fresh) status = run_sweeps(&work, why);
    if (status != STATUS_OK) return status;
    bool added = add_targets(&work, fresh) && add_lines(&work);
    sweep_notes->over = true;
    if (added) return STATUS_OK;
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

static bool make_notes(const struct exhaustive *wish, int *fd, struct text *why)
{
    *fd = memfd_create("foldcheck sweeps", 0); /* a worker inherits it */
    if (*fd < 0 || ftruncate(*fd, (off_t)sizeof *sweep_notes) != 0)
        return text_say(why, "no shared memory for the sweeps' notes");
    if (!map_notes(*fd, why)) return false;
    sweep_notes->most = wish->most;
    sweep_notes->seed = wish->seed;
    return true;
}

/* The parent's: the worker gets the same arguments, and the number of the notes. */
static int supervise(struct exhaustive *wish)
{
    int fd;
    struct text why;
    char option[32];
    struct launch launch = wish->launch;
    launch.jobs = 1;
    if (!make_notes(wish, &fd, &why)) return cli_stop(STATUS_BROKEN, launch.argv[0], "%s", why.at);
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

int exhaustive_run(struct exhaustive *wish)
{
    struct text why;
    wish->launch.prepare = prepare;
    wish->launch.print = sweep_notes_print;
    wish->launch.user = wish;
    if (!wish->launch.worker) return supervise(wish);
    if (!map_notes((int)wish->shared, &why))
        return cli_stop(STATUS_BROKEN, wish->launch.argv[0], "%s", why.at);
    return launch_run(&wish->launch);
}
