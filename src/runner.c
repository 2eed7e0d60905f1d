/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "runner.h"

#include "investigate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double runner_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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

static void beat(struct results *results)
{
    __atomic_add_fetch(&results->beat, 1, __ATOMIC_RELEASE);
}

static _Noreturn void end_for_a_fresh_process(struct results *results, enum verdict verdict,
                                              const struct finding *finding)
{
    results->pending.verdict = verdict;
    results->pending.finding = *finding;
    results->pending.died = results->pending.hung = false;
    results->pending.known = true;
    /* Not exit(): the device's own clean-up may hang when the device is poisoned. */
    _exit(WORKER_FRESH);
}

static enum verdict take_pending(struct results *results, struct finding *finding)
{
    *finding = results->pending.finding;
    results->died = results->pending.died;
    results->hung = results->pending.hung;
    results->pending.known = false;
    return results->pending.verdict;
}

enum verdict loop_try(struct loop *loop, enum step step, const struct test_case *tried,
                      struct finding *finding)
{
    struct results *results = loop->results;
    results->step = step;
    if (results->pending.known) return take_pending(results, finding);
    memset(finding, 0, sizeof *finding);
    case_print(tried, results->line, sizeof results->line);
    beat(results);
    double start = runner_clock();
    enum verdict verdict = loop->target->property->check(loop->context, tried, finding);
    double seconds = runner_clock() - start;
    beat(results);
    if (seconds > results->slowest) results->slowest = seconds;
    /* A broken case is tried again in a fresh process, whether or not the check knows what it broke. */
    bool lost = finding->poisoned || verdict == VERDICT_BROKEN;
    if (lost && loop->run->has_worker) end_for_a_fresh_process(results, verdict, finding);
    return verdict;
}

bool outcome_fails(enum verdict verdict, const struct finding *finding)
{
    return verdict == VERDICT_FAIL || (verdict == VERDICT_BROKEN && finding->poisoned);
}

static void stop(struct results *results, enum status status, const char *why)
{
    text_say(&results->stopped, "%s", why);
    results->stopped_status = status;
}

static void note_broken(struct loop *loop, const char *line, const struct text *reason)
{
    struct results *results = loop->results;
    struct tally *tally = &results->tally[results->target];
    tally->broken++;
    results->broken++;
    snprintf(tally->reason, sizeof tally->reason, "%.*s", (int)sizeof tally->reason - 1, reason->at);
    if (results->broken_count < MAX_BROKEN) {
        uint32_t at = results->broken_count;
        snprintf(results->broken_case[at].line, MAX_LINE, "%s", line);
        results->broken_case[at].reason = *reason;
        results->broken_count = at + 1;
    }
    if (results->broken >= MAX_BROKEN)
        stop(results, STATUS_BROKEN, "stopped: too many cases broke the harness or the device");
}

static void count_pass(struct results *results, struct tally *tally, const struct finding *finding)
{
    tally->passed++;
    results->passed++;
    if (finding->tiles > 0) tally->knows_tiles = true;
    if (finding->tiles > 3) {
        tally->over_3_tiles++;
        results->over_3_tiles++;
    }
}

/* A verdict that needs no further look. */
static void count(struct loop *loop, enum verdict verdict, const struct finding *finding)
{
    struct results *results = loop->results;
    struct tally *tally = &results->tally[results->target];
    if (verdict == VERDICT_PASS) {
        count_pass(results, tally, finding);
    } else if (verdict == VERDICT_REFUSED) {
        tally->refused++;
        results->refused++;
        if (!results->is_fixed) tally->drawn_refused++;
        if (!tally->reason[0])
            snprintf(tally->reason, sizeof tally->reason, "%.*s", (int)sizeof tally->reason - 1,
                     finding->reason.at);
    } else if (verdict == VERDICT_DISCARDED) {
        tally->discarded++;
        results->discarded++;
    } else {
        note_broken(loop, results->drawn, &finding->reason);
    }
}

static void look_into(struct results *results, const struct finding *finding)
{
    results->found = *finding;
    if (!results->found.first_at.at[0]) results->found.first_at = results->found.reason;
    results->steady_runs = results->steady_failed = 0;
    results->steady_seconds = results->shrink_started = 0;
    results->shrink_restarts = results->shrink_runs = 0;
    results->step = STEP_STEADY;
}

static void check_case(struct loop *loop)
{
    struct results *results = loop->results;
    struct finding finding;
    enum step step = results->step;
    results->died = results->hung = false;
    enum verdict verdict = loop_try(loop, step, &loop->running, &finding);
    if (verdict == VERDICT_BROKEN && step == STEP_CHECK) {
        results->found = finding;
        results->step = STEP_AGAIN;
        return;
    }
    results->overridden +=
        finding.overridden.at[0] && (verdict == VERDICT_PASS || outcome_fails(verdict, &finding));
    if (outcome_fails(verdict, &finding)) {
        look_into(results, &finding);
        return;
    }
    if (step == STEP_AGAIN && verdict != VERDICT_BROKEN) {
        finding = results->found;
        text_add(&finding.reason, " (once; not when run again)");
        verdict = VERDICT_BROKEN;
    }
    count(loop, verdict, &finding);
    results->step = STEP_NEXT;
}

/* Nothing but discards in so many draws: the claim does not apply to this target. */
enum { HOPELESS_DRAWS = 8 };

static void discard(struct results *results, struct tally *tally)
{
    tally->discarded++;
    results->discarded++;
    if (tally->drawn == HOPELESS_DRAWS && tally->discarded == tally->drawn) tally->closed = true;
    results->step = STEP_NEXT;
}

static void draw_case(struct loop *loop)
{
    struct results *results = loop->results;
    struct tally *tally = &results->tally[results->target];
    target_name(loop->target, results->line, sizeof results->line);
    if (results->pending.known) { /* it died while drawing: nobody's kernel is at fault */
        struct finding finding;
        take_pending(results, &finding);
        note_broken(loop, results->line, &finding.first_at);
        tally->drawn++;
        results->step = STEP_NEXT;
        return;
    }
    beat(results);
    struct draw draw;
    draw_from_seed(&draw, case_seed(loop->run, loop->target, tally->drawn));
    struct test_case drawn;
    memset(&drawn, 0, sizeof drawn);
    bool made = loop->target->property->generate(loop->context, loop->target, &draw, &drawn);
    tally->drawn++;
    if (!made) {
        discard(results, tally);
        return;
    }
    /* A generator that chose nothing has only this one case. */
    if (draw.count == 0) tally->closed = true;
    case_print(&drawn, results->drawn, sizeof results->drawn);
    results->step = STEP_CHECK;
}

static bool wants_more(const struct target *target, const struct tally *tally)
{
    if (tally->closed || target->cases == 0) return false;
    if (target->ought_refuse) return tally->drawn < 2;
    if (tally->drawn / 4 >= target->cases) return false;
    bool wide_enough = !tally->knows_tiles || (uint64_t)tally->over_3_tiles * 5 >= target->cases;
    return tally->passed < target->cases || !wide_enough;
}

static bool next_fixed(struct loop *loop)
{
    struct results *results = loop->results;
    if (results->fixed_next >= loop->run->fixed_count) return false;
    const struct fixed_case *fixed = &loop->run->fixed[results->fixed_next++];
    struct test_case line = *fixed->line;
    results->target = fixed->target;
    results->is_fixed = true;
    line.device = loop->run->targets[fixed->target].device;
    case_print(&line, results->drawn, sizeof results->drawn);
    results->step = STEP_CHECK;
    return true;
}

/* Targets take turns, one case each, so that a short budget still reaches all of them. */
static bool next_drawn(struct loop *loop)
{
    const struct run *run = loop->run;
    struct results *results = loop->results;
    for (;;) {
        if (results->target_next == run->target_count) {
            if (!results->drew_in_round) return false;
            results->target_next = 0;
            results->round++;
            results->drew_in_round = false;
        }
        bool late = run->seconds > 0 && runner_clock() - results->started > run->seconds;
        if (results->round > 0 && late) return false;
        uint32_t target = results->target_next++;
        if (!wants_more(&run->targets[target], &results->tally[target])) continue;
        results->target = target;
        results->is_fixed = false;
        results->drew_in_round = true;
        results->step = STEP_DRAW;
        return true;
    }
}

static bool next_case(struct loop *loop)
{
    if (loop->results->stopped.at[0]) return false;
    return next_fixed(loop) || next_drawn(loop);
}

/* The target's context, which is opened with its own step: opening a device may take long, or hang. */
static bool open_context(struct loop *loop)
{
    struct results *results = loop->results;
    struct text why = {0};
    enum step step = results->step;
    results->step = STEP_OPEN;
    beat(results);
    loop->target = &loop->run->targets[results->target];
    loop->context = loop->run->context(loop->run->user, loop->target->device, &why);
    results->step = step;
    if (loop->context) return true;
    results->step = STEP_NEXT;
    stop(results, STATUS_BROKEN, why.at);
    return false;
}

/* What was drawn, from its line: after a restart there is nothing else, and a line that did not say
 * everything would be noticed here. */
static bool read_back(struct loop *loop)
{
    struct text why = {0};
    if (case_parse(loop->results->drawn, &loop->running, &why)) return true;
    struct text reason;
    text_say(&reason, "the case's line does not parse: %.400s", why.at);
    note_broken(loop, loop->results->drawn, &reason);
    loop->results->pending.known = false;
    loop->results->step = STEP_NEXT;
    return false;
}

static void work(struct loop *loop)
{
    double start = runner_clock();
    struct tally *tally = &loop->results->tally[loop->results->target];
    if (!open_context(loop)) return;
    if (loop->results->step == STEP_DRAW) draw_case(loop);
    if (loop->results->step != STEP_NEXT && read_back(loop)) {
        while (loop->results->step == STEP_CHECK || loop->results->step == STEP_AGAIN)
            check_case(loop);
        while (loop->results->step != STEP_NEXT)
            loop_investigate(loop);
    }
    tally->seconds += runner_clock() - start;
}

static void name_targets(const struct run *run, struct results *results)
{
    assert(run->target_count <= MAX_TARGETS);
    for (uint32_t i = 0; i < run->target_count; i++) {
        const struct target *target = &run->targets[i];
        struct tally *tally = &results->tally[i];
        snprintf(tally->property, sizeof tally->property, "%s", target->property->name);
        snprintf(tally->subject, sizeof tally->subject, "%s", target->subject);
        snprintf(tally->op, sizeof tally->op, "%s", target->op ? target->op->name : "");
        snprintf(tally->claim, sizeof tally->claim, "%s", target->property->claim);
        snprintf(tally->device, sizeof tally->device, target->device.index ? "%s:%u" : "%s",
                 device_kind_name(target->device.kind), target->device.index);
        tally->subject_kind = (int)target->property->subject;
        tally->ought_refuse = target->ought_refuse;
    }
    results->target_count = run->target_count;
}

void runner_run(const struct run *run, struct results *results)
{
    struct loop loop = {.run = run, .results = results};
    name_targets(run, results); /* the same in every process of a run */
    if (results->shrink_left == 0) {
        results->seed = run->seed;
        results->shrink_left = 60;
    }
    if (results->started == 0) results->started = runner_clock();
    while (results->step != STEP_NEXT || next_case(&loop)) {
        work(&loop);
        if (run->tick) run->tick(run->tick_user, results);
    }
    results->ended = runner_clock();
    results->done = true;
}

/* Few draws may be unlucky: so many more than the share that is allowed. */
enum { UNLUCKY = 8 };

static void judge(const struct tally *sum, struct text *why)
{
    if (sum->drawn_refused > UNLUCKY + sum->drawn / 2)
        text_say(why, "%u of %u draws were refused, more than half: %s", sum->drawn_refused, sum->drawn,
                 sum->reason);
    else if (sum->discarded > UNLUCKY + sum->drawn / 10)
        text_say(why, "%u of %u draws were discarded, more than a tenth", sum->discarded, sum->drawn);
}

static bool same_group(const struct tally *a, const struct tally *b)
{
    return strcmp(a->property, b->property) == 0 && strcmp(a->subject, b->subject) == 0 &&
           strcmp(a->device, b->device) == 0;
}

uint32_t results_group(const struct results *results, uint32_t first, struct text *why)
{
    struct tally sum = {0};
    uint32_t i = first, applies = 0, hopeless = 0;
    text_say(why, "%s", "");
    for (; i < results->target_count && same_group(&results->tally[first], &results->tally[i]); i++) {
        const struct tally *tally = &results->tally[i];
        if (tally->drawn == 0 || tally->ought_refuse) continue;
        bool nothing = tally->discarded == tally->drawn;
        hopeless += nothing && tally->closed;
        applies += !nothing;
        if (nothing) continue;
        if (!why->at[0]) judge(tally, why);
        sum.drawn += tally->drawn;
        sum.drawn_refused += tally->drawn_refused;
        sum.discarded += tally->discarded;
        if (!sum.reason[0]) memcpy(sum.reason, tally->reason, sizeof sum.reason);
    }
    if (!why->at[0]) judge(&sum, why);
    if (!why->at[0] && !applies && hopeless > 1) text_say(why, "no draw gave anything to check");
    return i;
}

enum verdict results_verdict(const struct results *results)
{
    struct text why;
    if (results->failed) return VERDICT_FAIL;
    for (uint32_t i = 0; i < results->target_count;) {
        i = results_group(results, i, &why);
        if (why.at[0]) return VERDICT_FAIL;
    }
    if (results->broken || results->stopped_status == STATUS_BROKEN) return VERDICT_BROKEN;
    return results->target_count == 0 && results->skipped_any ? VERDICT_NO_DEVICE : VERDICT_PASS;
}
