/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "runner.h"

#include "request.h"
#include "scheduling.h"
#include "triage.h"

#include <assert.h>
#include <stddef.h>
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

/* The tally of the running case's target: with the turn in a worker, which has no others. */
static struct tally *tally_of(const struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    return slot->turn_count ? &slot->turn[slot->turn_at].tally : &loop->results->tally[slot->target];
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
    struct tally *tally = tally_of(loop);
    struct gains *gains = &loop->slot->gains;
    tally->broken++;
    snprintf(tally->reason, sizeof tally->reason, "%.*s", (int)sizeof tally->reason - 1, reason->at);
    snprintf(gains->broken, sizeof gains->broken, "%s", line);
    gains->reason = *reason;
    gains->broke = true;
}

/* The largest problem of a strategy. */
static void count_size(struct gains *gains, const struct tally *tally, const char *line,
                       const struct finding *finding)
{
    if (tally->subject_kind != SUBJECT_STRATEGY || finding->items <= gains->most_items) return;
    gains->most_items = finding->items;
    snprintf(gains->largest, sizeof gains->largest, "%s", line);
}

static void count_pass(struct gains *gains, struct tally *tally, const struct finding *finding)
{
    tally->passed++;
    gains->warns = finding->warning.at[0];
    if (gains->warns) gains->warning = finding->warning;
    gains->remarks = finding->remark.at[0];
    if (gains->remarks) gains->remark = finding->remark;
    gains->cut_off += finding->cut_off;
    gains->passed += !tally->implied;
    if (finding->tiles > 0) tally->knows_tiles = true;
    if (finding->tiles > 3) {
        tally->over_3_tiles++;
        gains->over_3_tiles++;
    }
}

/* A verdict that needs no further look. */
static void count(struct loop *loop, enum verdict verdict, const struct finding *finding)
{
    struct gains *gains = &loop->slot->gains;
    struct tally *tally = tally_of(loop);
    if (verdict == VERDICT_PASS) {
        bool is_drawn = !loop->slot->is_fixed && !loop->slot->mends;
        power_note(tally, finding, is_drawn ? tally->drawn - 1 : UINT32_MAX);
        count_pass(gains, tally, finding);
    } else if (verdict == VERDICT_REFUSED) {
        tally->refused++;
        gains->refused++;
        if (!loop->slot->is_fixed) tally->drawn_refused++;
        if (!tally->reason[0])
            snprintf(tally->reason, sizeof tally->reason, "%.*s", (int)sizeof tally->reason - 1,
                     finding->reason.at);
    } else if (verdict == VERDICT_DISCARDED) {
        tally->discarded++;
        gains->discarded++;
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
    struct worker_slot *slot = loop->slot;
    struct gains *gains = &slot->gains;
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
        count_size(gains, tally_of(loop), slot->line, &finding);
    if (finding.overridden.at[0] && (verdict == VERDICT_PASS || outcome_fails(verdict, &finding)))
        gains->overridden++;
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
    loop->slot->gains.discarded++;
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
    struct tally *tally = tally_of(loop);
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

/* The running case's target. A worker makes it of its turn, once for all cases of the target. NULL with the reason. */
static const struct target *target_of(struct loop *loop, struct text *why)
{
    struct worker_slot *slot = loop->slot;
    if (!slot->turn_count) return &loop->run->targets[slot->target];
    struct target *given = &loop->given[slot->turn_at];
    bool made = given->property || loop->run->target_of(loop->run->user, tally_of(loop), given, why);
    return made ? given : NULL;
}

/* The target's context, which is opened with its own step: opening a device may take long, or hang. */
static bool open_context(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    struct text why = {0};
    if (slot->step != STEP_OPEN)
        slot->after_open = slot->step; /* else the process that opened it was killed */
    slot->step = STEP_OPEN;
    slot_beat(slot);
    loop->target = target_of(loop, &why);
    loop->context = loop->target ? loop->run->context(loop->run->user, loop->target->device, &why) : NULL;
    slot->step = slot->after_open;
    if (loop->context) return true;
    if (loop->target && loop->results->shared && loop->run->has_worker)
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
    struct tally *tally = tally_of(loop);
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
}

/* ---- targets ---- */

static void name_target(const struct target *target, struct tally *tally)
{
    snprintf(tally->property, sizeof tally->property, "%s", target->property->name);
    snprintf(tally->subject, sizeof tally->subject, "%s", target->subject);
    snprintf(tally->op, sizeof tally->op, "%s", target->op ? target->op->name : "");
    snprintf(tally->claim, sizeof tally->claim, "%s", target->property->claim);
    snprintf(tally->device, sizeof tally->device, target->device.index ? "%s:%u" : "%s",
             device_kind_name(target->device.kind), target->device.index);
    tally->subject_kind = target->property->subject;
    tally->is_elem = target->op && op_find(target->op->name) != target->op;
    tally->ought_refuse = target->ought_refuse;
    tally->is_main = target->property->is_main;
    tally->implied = target->implied;
    tally->wanted = target->cases;
    tally->first = target->first;
}

static bool begin_run(struct results *results, const struct request_targets *targets)
{
    results->target_count = targets->target_count;
    results->law_count = targets->law_count;
    results->seed = targets->seed;
    if (results->started == 0) results->started = targets->started;
    results->deadline = targets->seconds > 0 ? results->started + targets->seconds : 0;
    results->anyway = targets->anyway;
    results->strict = targets->strict;
    results->first = targets->first;
    if (!schedule_leads(results)) return false;
    results->prepared = true;
    uint32_t shares = targets->target_count > results->shares ? targets->target_count : results->shares;
    results_call(results, targets->alone ? 1 : shares);
    return true;
}

static struct request_targets targets_of(const struct run *run, const struct results *results)
{
    return (struct request_targets){.target_count = run->target_count,
                                    .law_count = run->law_count,
                                    .fixed_count = run->fixed_count,
                                    .seed = run->seed,
                                    .started = results->started > 0 ? results->started : runner_clock(),
                                    .seconds = run->seconds,
                                    .anyway = run->anyway,
                                    .strict = run->strict,
                                    .first = run->first,
                                    .alone = run->alone};
}

static bool name_targets(const struct run *run, struct results *results)
{
    struct request_targets targets = targets_of(run, results);
    assert(run->target_count <= MAX_TARGETS);
    if (!results_room(results, run->target_count, run->fixed_count)) return false;
    for (uint32_t i = 0; i < run->target_count; i++)
        name_target(&run->targets[i], &results->tally[i]);
    for (uint64_t i = 0; i < run->fixed_count; i++) {
        results->fixed_target[i] = run->fixed[i].target;
        results->tally[run->fixed[i].target].fixed++;
    }
    results->fixed_count = run->fixed_count;
    return begin_run(results, &targets);
}

/* The beginning of a tally that its name takes. */
enum { NAME_SIZE = offsetof(struct tally, fixed) };

/* A fixed case on the device of its target. */
static void fixed_text(const struct run *run, uint64_t fixed, char out[MAX_LINE])
{
    struct test_case line = *run->fixed[fixed].line;
    line.device = run->targets[run->fixed[fixed].target].device;
    case_print(&line, out, MAX_LINE);
}

/* Targets of fixed cases, and their lines, each with its zero at the end. */
static void write_fixed(const struct run *run, FILE *out)
{
    char line[MAX_LINE];
    for (uint64_t i = 0; i < run->fixed_count; i++) {
        fixed_text(run, i, line);
        fwrite(&run->fixed[i].target, sizeof(uint32_t), 1, out);
        fwrite(line, strlen(line) + 1, 1, out);
    }
}

static bool send_targets(const struct run *run, const struct results *results)
{
    struct request_targets targets = targets_of(run, results);
    size_t length;
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, &length);
    if (!out) return false;
    fwrite(&targets, sizeof targets, 1, out);
    for (uint32_t i = 0; i < run->target_count; i++) {
        struct tally tally = {0};
        name_target(&run->targets[i], &tally);
        fwrite(&tally, NAME_SIZE, 1, out);
    }
    write_fixed(run, out);
    bool whole = !ferror(out);
    whole &= fclose(out) == 0;
    if (whole) request_send(results->channel, REQUEST_TARGETS, bytes, length);
    free(bytes);
    return whole;
}

bool runner_hear_targets(struct results *results, const void *bytes)
{
    struct request_targets targets;
    const char *at = bytes;
    memcpy(&targets, at, sizeof targets);
    at += sizeof targets;
    if (!results_room(results, targets.target_count, 0)) return false;
    for (uint32_t i = 0; i < targets.target_count; i++, at += NAME_SIZE)
        memcpy(&results->tally[i], at, NAME_SIZE);
    for (uint64_t i = 0; i < targets.fixed_count; i++, at += strlen(at) + 1) {
        uint32_t target;
        memcpy(&target, at, sizeof target);
        at += sizeof target;
        if (!results_add_fixed(results, target, at)) return false;
    }
    return begin_run(results, &targets);
}

/* ---- the runs of one process, and of a worker ---- */

static void begin_turn(struct loop *loop, const struct slot_turn *turn)
{
    struct worker_slot *slot = loop->slot;
    slot->kills = 0;
    slot->target = turn->target;
    slot->mends = turn->mends;
    slot->is_fixed = turn->is_fixed;
    slot->order = turn->order;
    if (turn->is_fixed && loop->results->fixed_line)
        snprintf(slot->drawn, sizeof slot->drawn, "%s", loop->results->fixed_line[turn->order]);
    else if (turn->is_fixed && loop->run->fixed)
        fixed_text(loop->run, turn->order, slot->drawn);
    slot->step = turn->is_fixed ? STEP_CHECK : STEP_DRAW;
}

static bool take_next(struct loop *loop)
{
    struct slot_turn turn;
    if (schedule_next(loop->results, &turn) != NEXT_CASE) return false;
    begin_turn(loop, &turn);
    return true;
}

void runner_run(const struct run *run, struct results *results)
{
    struct worker_slot *slot = &results->slot[run->slot];
    struct loop loop = {.run = run, .results = results, .slot = slot};
    if (!results->prepared && !name_targets(run, results)) {
        results_stop(results, STATUS_BROKEN, "no memory for the results");
        return;
    }
    if (run->named && !slot->named) run->named(run->tick_user, results);
    slot->named = true;
    if (slot->shrink_left == 0) slot->shrink_left = 60;
    while (slot->step != STEP_NEXT || take_next(&loop)) {
        work(&loop);
        results_take(results, slot);
        schedule_leave(results, slot->target);
        if (run->tick) run->tick(run->tick_user, results);
    }
    results->ended = runner_clock();
    slot->done = true;
}

/* Whether the slot's next turn can be had without a word of the parent: those of later rounds while their targets want more. */
static bool has_turn(const struct worker_slot *slot)
{
    const struct slot_turn *turn = &slot->turn[slot->turn_at];
    if (slot->turn_at == slot->turn_count) return false;
    return slot->step != STEP_NEXT || slot->round == 0 || (!turn->mends && target_wants_more(&turn->tally));
}

static void next_turn(struct worker_slot *slot)
{
    slot->turn_at++;
    if (!slot->cycles || slot->turn_at < slot->turn_count) return;
    slot->turn_at = 0;
    slot->round++;
}

/* Turns go on while they only pass, and for a moment: what they came to is news for the others. Those of laws, which take
 * microseconds each, are all of its first ones. */
static void do_turns(struct loop *loop)
{
    const double moment = 0.005;
    struct worker_slot *slot = loop->slot;
    double end = runner_clock() + moment;
    bool go_on = true;
    while (go_on && has_turn(slot)) {
        const struct slot_turn *turn = &slot->turn[slot->turn_at];
        uint32_t passed = turn->tally.passed;
        bool is_law = turn->target < loop->run->law_count && !slot->laws_done;
        if (slot->step == STEP_NEXT) begin_turn(loop, turn);
        work(loop);
        go_on = turn->tally.passed == passed + 1 && !slot->gains.warns && !slot->gains.remarks &&
                runner_clock() < end && !results_stopped(loop->results);
        if (!go_on || !is_law || !law_wants_more(&turn->tally)) next_turn(slot);
    }
}

/* The next request that is none to sweep. */
static enum request_kind next_request(const struct run *run, const struct results *results)
{
    _Alignas(16) char order[SWEEP_ROOM];
    enum request_kind kind;
    while ((kind = request_wait(results->channel, order, sizeof order)) == REQUEST_SWEEP) {
        run->sweep(run->sweep_user, order);
        request_send(results->channel, REQUEST_DONE, NULL, 0);
    }
    return kind;
}

void runner_serve(const struct run *given, struct results *results)
{
    struct worker_slot *slot = results->mine;
    struct run run = *given;
    struct loop loop = {.run = &run, .results = results, .slot = slot};
    if (results_wants_targets(results) && !send_targets(&run, results))
        results_stop(results, STATUS_BROKEN, "no memory for the results");
    run.fixed = NULL; /* their lines come with their turns */
    /* Before the parent hears of this process, and may give it others: */
    bool has_turns = __atomic_load_n(&slot->busy, __ATOMIC_ACQUIRE); /* of a process before this one */
    request_send(results->channel, REQUEST_READY, NULL, 0);
    if (slot->shrink_left == 0) slot->shrink_left = 60;
    enum request_kind kind = has_turns ? REQUEST_TURNS : next_request(&run, results);
    for (; kind == REQUEST_TURNS; kind = next_request(&run, results)) {
        run.seed = slot->seed;
        run.law_count = slot->law_count;
        memset(loop.given, 0, sizeof loop.given);
        results->deadline = slot->deadline;
        results->shared = slot->shared;
        do_turns(&loop);
        __atomic_store_n(&slot->busy, false, __ATOMIC_RELEASE);
        request_send(results->channel, REQUEST_DONE, NULL, 0);
    }
    slot->done = kind == REQUEST_END; /* a parent that cannot be heard has not heard either */
}
