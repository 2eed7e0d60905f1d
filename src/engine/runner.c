/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "runner.h"

#include "triage.h"
#include "scheduling.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

size_t target_name(const struct target *target, char *out, size_t room)
{
    int length = snprintf(out, room, "%s.%s%s%s@%s", target->property->name,
                          target->subject[0] ? target->subject : "suite", target->op ? "." : "",
                          target->op ? target->op->name : "", device_kind_name(target->device.kind));
    assert(length > 0 && (size_t)length < room);
    return (size_t)length;
}

/* Case k of a target can be drawn again from the run's seed, the target's name and k alone: adding an
 * operator changes no other target's cases. */
static uint64_t case_seed(const struct run *run, const struct target *target, uint64_t k)
{
    char name[4 * MAX_NAME];
    size_t length = target_name(target, name, sizeof name);
    uint64_t seed = splitmix64(run->seed);
    for (size_t i = 0; i < length; i++)
        seed = splitmix64(seed ^ (unsigned char)name[i]);
    return splitmix64(seed + k);
}

/* Counts that several processes add to. */
static void bump(uint64_t *count)
{
    __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
}

static _Noreturn void end_for_a_fresh_process(struct worker_slot *slot, enum verdict verdict,
                                              const struct finding *finding)
{
    slot->pending.verdict = verdict;
    slot->pending.finding = *finding;
    slot->pending.died = slot->pending.hung = false;
    slot->pending.known = true;
    /* Not exit(): the device's own clean-up may hang when the device is poisoned. */
    _exit(WORKER_FRESH);
}

static enum verdict take_pending(struct worker_slot *slot, struct finding *finding)
{
    *finding = slot->pending.finding;
    slot->died = slot->pending.died;
    slot->hung = slot->pending.hung;
    slot->pending.known = false;
    return slot->pending.verdict;
}

static void beat_of(void *slot)
{
    slot_beat(slot);
}

enum verdict loop_try(struct loop *loop, const struct test_case *tried, struct finding *finding)
{
    struct worker_slot *slot = loop->slot;
    if (slot->pending.known) return take_pending(slot, finding);
    memset(finding, 0, sizeof *finding);
    case_print(tried, slot->line, sizeof slot->line);
    slot_beat(slot);
    double start = runner_clock();
    if (loop->run->beats) loop->run->beats(loop->context, beat_of, slot);
    enum verdict verdict = loop->target->property->check(loop->context, tried, finding);
    double seconds = runner_clock() - start;
    slot_beat(slot);
    if (seconds > slot->slowest) slot->slowest = seconds;
    /* A broken case is tried again in a fresh process, whether or not the check knows what it broke. */
    bool lost = finding->poisoned || verdict == VERDICT_BROKEN;
    if (lost && loop->run->has_worker) end_for_a_fresh_process(slot, verdict, finding);
    return verdict;
}

bool outcome_fails(enum verdict verdict, const struct finding *finding)
{
    return verdict == VERDICT_FAIL || (verdict == VERDICT_BROKEN && finding->poisoned);
}

void loop_note_broken(struct loop *loop, const char *line, const struct text *reason)
{
    struct tally *tally = &loop->results->tally[loop->slot->target];
    tally->broken++;
    snprintf(tally->reason, sizeof tally->reason, "%.*s", (int)sizeof tally->reason - 1, reason->at);
    results_add_broken(loop->results, line, reason);
}

/* The largest problem of a strategy. */
static void count_size(struct results *results, const struct tally *tally, const char *line,
                       const struct finding *finding)
{
    if (tally->subject_kind != SUBJECT_STRATEGY || finding->items <= results->most_items) return;
    results_lock(results);
    if (finding->items > results->most_items) {
        results->most_items = finding->items;
        snprintf(results->largest, sizeof results->largest, "%s", line);
    }
    results_unlock(results);
}

static void count_pass(struct results *results, struct tally *tally, const struct finding *finding)
{
    tally->passed++;
    if (finding->warning.at[0]) results_add_warning(results, &finding->warning);
    if (finding->cut_off) bump(&results->cut_off);
    if (finding->remark.at[0]) results_add_remark(results, &finding->remark);
    if (!tally->implied) bump(&results->passed);
    if (finding->tiles > 0) tally->knows_tiles = true;
    if (finding->tiles > 3) {
        tally->over_3_tiles++;
        bump(&results->over_3_tiles);
    }
}

/* A verdict that needs no further look. */
static void count(struct loop *loop, enum verdict verdict, const struct finding *finding)
{
    struct results *results = loop->results;
    struct tally *tally = &results->tally[loop->slot->target];
    if (verdict == VERDICT_PASS) {
        bool is_drawn = !loop->slot->is_fixed && !loop->slot->mends;
        power_note(tally, finding, is_drawn ? tally->drawn - 1 : UINT32_MAX);
        count_pass(results, tally, finding);
    } else if (verdict == VERDICT_REFUSED) {
        tally->refused++;
        bump(&results->refused);
        if (!loop->slot->is_fixed) tally->drawn_refused++;
        if (!tally->reason[0])
            snprintf(tally->reason, sizeof tally->reason, "%.*s", (int)sizeof tally->reason - 1,
                     finding->reason.at);
    } else if (verdict == VERDICT_DISCARDED) {
        tally->discarded++;
        bump(&results->discarded);
    } else {
        loop_note_broken(loop, loop->slot->drawn, &finding->reason);
    }
}

static void look_into(struct worker_slot *slot, const struct finding *finding)
{
    slot->found = *finding;
    if (!slot->found.first_at.at[0]) slot->found.first_at = slot->found.reason;
    slot->steady_runs = slot->steady_failed = 0;
    slot->steady_seconds = slot->shrink_started = 0;
    slot->shrink_restarts = slot->shrink_runs = 0;
    slot->minimal[0] = '\0';
    slot->step = STEP_STEADY;
}

/* A case that passes in the process that took over from one which somebody killed. */
static void note_killed(struct finding *finding)
{
    text_say(&finding->reason,
             "its process was killed from outside (SIGKILL: by hand, or because memory ran out); run again, "
             "the case passes");
}

static void check_case(struct loop *loop)
{
    struct results *results = loop->results;
    struct worker_slot *slot = loop->slot;
    struct finding finding;
    enum step step = slot->step;
    slot->died = slot->hung = false;
    enum verdict verdict = loop_try(loop, &loop->running, &finding);
    if (verdict == VERDICT_BROKEN && step == STEP_CHECK) {
        slot->found = finding;
        slot->step = STEP_AGAIN;
        return;
    }
    if (verdict == VERDICT_PASS || outcome_fails(verdict, &finding))
        count_size(results, &results->tally[slot->target], slot->line, &finding);
    if (finding.overridden.at[0] && (verdict == VERDICT_PASS || outcome_fails(verdict, &finding)))
        bump(&results->overridden);
    if (outcome_fails(verdict, &finding)) {
        look_into(slot, &finding);
        return;
    }
    if (step == STEP_AGAIN && verdict != VERDICT_BROKEN) {
        finding = slot->found;
        text_add(&finding.reason, " (once; not when run again)");
        verdict = VERDICT_BROKEN;
    } else if (slot->kills && verdict != VERDICT_BROKEN) {
        note_killed(&finding);
        verdict = VERDICT_BROKEN;
    }
    count(loop, verdict, &finding);
    slot->step = STEP_NEXT;
}

/* If this many draws in a row are discarded, the claim does not apply to the target. */
enum { HOPELESS_DRAWS = 8 };

static void discard(struct loop *loop, struct tally *tally)
{
    tally->discarded++;
    bump(&loop->results->discarded);
    if (tally->drawn == HOPELESS_DRAWS && tally->discarded == tally->drawn) tally->closed = true;
    loop->slot->step = STEP_NEXT;
}

/* The case of a size whose losses did not show, with items of which each does: of a sum of floats ones, of one of lifted
 * floats the simplest items and small ones by turns, else any. */
static void show_losses(struct problem *problem, bool is_simplest)
{
    struct data *data = &problem->data;
    enum data_form lifted = is_simplest ? DATA_UNIT : DATA_SMALL;
    enum data_form form = op_adds_items(problem->op)      ? DATA_ONES
                          : problem->op->laws & LAW_EXACT ? DATA_ANY
                                                          : lifted;
    *data = (struct data){.form = form, .seed = data->seed};
    if (form != DATA_ANY) problem->init_bits = 0; /* another may round */
}

/* The number of the next case of a target: a new one, or one that is mended. */
static uint32_t next_number(const struct worker_slot *slot, struct tally *tally)
{
    if (!slot->mends) return tally->drawn;
    struct power_size *size = &tally->power[slot->mends - 1];
    return size->again[size->mended++].number;
}

static void draw_case(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    struct tally *tally = &loop->results->tally[slot->target];
    target_name(loop->target, slot->line, sizeof slot->line);
    if (slot->pending.known) { /* it died while drawing: no kernel is at fault */
        struct finding finding;
        take_pending(slot, &finding);
        loop_note_broken(loop, slot->line, &finding.first_at);
        tally->drawn++;
        slot->step = STEP_NEXT;
        return;
    }
    slot_beat(slot);
    struct draw draw;
    uint32_t number = next_number(slot, tally);
    draw_from_seed(&draw, case_seed(loop->run, loop->target, number));
    draw.numbered = true;
    draw.number = number;
    struct test_case drawn;
    memset(&drawn, 0, sizeof drawn);
    bool made = loop->target->property->generate(loop->context, loop->target, &draw, &drawn);
    if (draw.over) {
        tally->closed = true;
        slot->step = STEP_NEXT;
        return;
    }
    tally->drawn += !slot->mends;
    if (!made) {
        discard(loop, tally);
        return;
    }
    if (slot->mends) show_losses(&drawn.problem, tally->power[slot->mends - 1].mended % 2);
    /* A generator that chose nothing has only this one case. */
    if (draw.count == 0 && !draw.listed) tally->closed = true;
    case_print(&drawn, slot->drawn, sizeof slot->drawn);
    slot->step = STEP_CHECK;
}

/* ---- one case ---- */

/* The target's context, which is opened with its own step: opening a device may take long, or hang. */
static bool open_context(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    struct text why = {0};
    if (slot->step != STEP_OPEN)
        slot->after_open = slot->step; /* else the process that opened it was killed */
    slot->step = STEP_OPEN;
    slot_beat(slot);
    loop->target = &loop->run->targets[slot->target];
    loop->context = loop->run->context(loop->run->user, loop->target->device, &why);
    slot->step = slot->after_open;
    if (loop->context) return true;
    if (loop->results->shared && loop->run->has_worker)
        _exit(WORKER_FRESH); /* perhaps another worker broke it */
    slot->step = STEP_NEXT;
    results_stop(loop->results, STATUS_BROKEN, why.at);
    return false;
}

/* The drawn case, from its line: after a restart there is nothing else, and a line that lacked
 * something would be noticed here. */
static bool read_back(struct loop *loop)
{
    struct text why = {0};
    if (case_parse(loop->slot->drawn, &loop->running, &why)) return true;
    struct text reason;
    text_say(&reason, "the case's line does not parse: %.400s", why.at);
    loop_note_broken(loop, loop->slot->drawn, &reason);
    loop->slot->pending.known = false;
    loop->slot->step = STEP_NEXT;
    return false;
}

static void work(struct loop *loop)
{
    double start = runner_clock();
    struct worker_slot *slot = loop->slot;
    struct tally *tally = &loop->results->tally[slot->target];
    if (!open_context(loop)) return;
    if (slot->step == STEP_DRAW) draw_case(loop);
    if (slot->step != STEP_NEXT && read_back(loop)) {
        while (slot->step == STEP_CHECK || slot->step == STEP_AGAIN)
            check_case(loop);
        while (slot->step != STEP_NEXT)
            loop_triage(loop);
    }
    tally->seconds += runner_clock() - start;
    tally->fixed_done += slot->is_fixed;
    loop_leave(loop, slot->target);
}

static void name_target(const struct target *target, struct tally *tally)
{
    snprintf(tally->property, sizeof tally->property, "%s", target->property->name);
    snprintf(tally->subject, sizeof tally->subject, "%s", target->subject);
    snprintf(tally->op, sizeof tally->op, "%s", target->op ? target->op->name : "");
    snprintf(tally->claim, sizeof tally->claim, "%s", target->property->claim);
    snprintf(tally->device, sizeof tally->device, target->device.index ? "%s:%u" : "%s",
             device_kind_name(target->device.kind), target->device.index);
    tally->subject_kind = target->property->subject;
    tally->ought_refuse = target->ought_refuse;
    tally->implied = target->implied;
    tally->wanted = target->cases;
}

/* By the first process of a run; every process finds the same targets. */
static void name_targets(const struct run *run, struct results *results)
{
    assert(run->target_count <= MAX_TARGETS);
    for (uint32_t i = 0; i < run->target_count; i++)
        name_target(&run->targets[i], &results->tally[i]);
    for (uint64_t i = 0; i < run->fixed_count; i++)
        results->tally[run->fixed[i].target].fixed++;
    results->target_count = run->target_count;
    results->seed = run->seed;
    if (results->started == 0) results->started = runner_clock();
    results->deadline = run->seconds > 0 ? results->started + run->seconds : 0;
    results->anyway = run->anyway;
    results->strict = run->strict;
    __atomic_store_n(&results->prepared, true, __ATOMIC_RELEASE);
    results_call(results, run->alone ? 1 : run->target_count);
}

void runner_run(const struct run *run, struct results *results)
{
    struct worker_slot *slot = &results->slot[run->slot];
    struct loop loop = {.run = run, .results = results, .slot = slot};
    if (!results->prepared) name_targets(run, results);
    if (slot->shrink_left == 0) slot->shrink_left = 60;
    while (slot->step != STEP_NEXT || loop_next_case(&loop)) {
        work(&loop);
        if (run->tick) run->tick(run->tick_user, results);
    }
    results->ended = runner_clock();
    slot->done = true;
}
