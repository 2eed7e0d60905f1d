/* SPDX-License-Identifier: MIT */
#include "triage.h"

#include "cause.h"
#include "shrink.h"

#include <stdio.h>
#include <string.h>

enum {
    SHRINK_RUNS = 4000,
    SHRINK_RESTARTS = 100, /* processes that one shrink may cost */
    FLAKY_TRIES = 3,       /* runs of a candidate before it counts as one that holds */
};

/* Whether the failure that is looked into is a kernel, or a launcher, that does not end. */
static bool is_hang(const struct loop *loop)
{
    return strncmp(loop->slot->found.cause.at, "hang", 4) == 0;
}

/* How often a failure is run again: a process that dies, and more so one that hangs, costs its time. */
static uint32_t steady_wanted(const struct loop *loop)
{
    const struct worker_slot *slot = loop->slot;
    if (slot->hung || loop->run->first) return 1;
    if (is_hang(loop)) return 2;
    return slot->died ? 3 : STEADY_RUNS;
}

/* A hanging case is run again only while there is time. */
static bool has_time(const struct loop *loop)
{
    const struct results *results = loop->results;
    if (results_stopped(results)) return false;
    return !loop->slot->hung || results->deadline == 0 || runner_clock() < results->deadline;
}

static void measure_steadiness(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    bool hung = slot->hung;
    uint32_t wanted = steady_wanted(loop);
    while (slot->steady_runs < wanted && (slot->steady_runs < 2 || slot->steady_seconds < 4)) {
        struct finding finding;
        if (!slot->pending.known && !has_time(loop)) break;
        double start = runner_clock();
        enum verdict verdict = loop_try(loop, &loop->running, &finding);
        slot->steady_seconds += runner_clock() - start;
        slot->steady_runs++;
        slot->steady_failed += outcome_fails(verdict, &finding);
    }
    slot->hung = hung;
    bool is_law = slot->target < loop->run->law_count;
    bool shrinks = (loop->run->shrink || is_law) && slot->steady_failed > 0;
    slot->step = shrinks ? STEP_SHRINK : STEP_LAST;
    slot->memo_count = 0;
    memset(slot->memo, 0, sizeof slot->memo);
}

/* FNV-1a, mixed; never 0. */
static uint64_t line_hash(const char *line)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (; *line; line++)
        hash = (hash ^ (unsigned char)*line) * 0x100000001b3;
    return splitmix64(hash) | 1;
}

/* The index of the line's entry, or of the free one where it would stand. */
static uint32_t memo_find(const struct worker_slot *slot, uint64_t hash)
{
    uint32_t at = (uint32_t)(hash >> 32) % MEMO_ROOM;
    while (slot->memo[at].hash && slot->memo[at].hash != hash)
        at = (at + 1) % MEMO_ROOM;
    return at;
}

static void memo_put(struct worker_slot *slot, const char *line, bool fails)
{
    uint64_t hash = line_hash(line);
    uint32_t at = memo_find(slot, hash);
    slot->memo_count += slot->memo[at].hash == 0;
    slot->memo[at].fails = fails;
    slot->memo[at].hash = hash;
}

static bool out_of_budget(const struct loop *loop)
{
    const struct worker_slot *slot = loop->slot;
    bool late = runner_clock() - slot->shrink_started > slot->shrink_left / 2;
    return late || !has_time(loop) || slot->memo_count > MEMO_ROOM / 2 ||
           slot->shrink_restarts > SHRINK_RESTARTS;
}

/* A simpler case that fails for another reason would hide the first one. */
static bool fails_likewise(const struct worker_slot *slot, enum verdict verdict,
                           const struct finding *finding)
{
    return outcome_fails(verdict, finding) && cause_same_kind(&slot->found.cause, &finding->cause);
}

/* Every answer is written down, so that a process that takes over walks the same way without running
 * anything again. */
static bool candidate_fails(void *context, const struct test_case *candidate)
{
    struct loop *loop = context;
    struct worker_slot *slot = loop->slot;
    char line[MAX_LINE];
    case_print(candidate, line, sizeof line);
    uint32_t at = memo_find(slot, line_hash(line));
    if (slot->memo[at].hash) return slot->memo[at].fails;
    if (out_of_budget(loop)) return false;
    bool flaky = slot->steady_failed < slot->steady_runs;
    bool fails = false;
    for (int i = 0; i < (flaky ? FLAKY_TRIES : 1) && !fails; i++) {
        struct finding finding;
        slot->shrink_runs++;
        fails = fails_likewise(slot, loop_try(loop, candidate, &finding), &finding);
    }
    memo_put(slot, line, fails);
    return fails;
}

static bool next_tuning(void *context, const struct test_case *now, unsigned index, struct tuning *tuning)
{
    struct loop *loop = context;
    return loop->run->simpler_tuning(loop->context, now, index, tuning);
}

/* Of a schedule that stands for many, the one that fails: last, since in a smaller problem it would be another. Whether there
 * is one that fails alone. */
static bool single_out(struct loop *loop, struct test_case *minimal)
{
    struct finding finding;
    struct test_case single = *minimal;
    if (!minimal->has_problem || minimal->problem.schedule.form != SCHEDULE_EVERY) return false;
    if (!fails_likewise(loop->slot, loop_try(loop, minimal, &finding), &finding)) return false;
    if (finding.path.form == SCHEDULE_NONE) return false;
    single.problem.schedule = finding.path;
    if (!fails_likewise(loop->slot, loop_try(loop, &single, &finding), &finding)) return false;
    *minimal = single;
    return true;
}

static void shrink_failure(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    if (slot->pending.known) { /* what became of the candidate that ended the last process */
        memo_put(slot, slot->line, fails_likewise(slot, slot->pending.verdict, &slot->pending.finding));
        slot->shrink_restarts++;
        slot->pending.known = false;
    }
    if (slot->shrink_started == 0) slot->shrink_started = runner_clock();
    struct shrink shrink = {.fails = candidate_fails,
                            .next_tuning = loop->run->simpler_tuning ? next_tuning : NULL,
                            .least_first = is_hang(loop),
                            .context = loop,
                            .budget = SHRINK_RUNS};
    struct test_case minimal = loop->running;
    shrink_case(&shrink, &minimal);
    if (single_out(loop, &minimal)) shrink_case(&shrink, &minimal);
    case_print(&minimal, slot->minimal, sizeof slot->minimal);
    slot->shrink_left -= runner_clock() - slot->shrink_started;
    if (slot->shrink_left < 2) slot->shrink_left = 2;
    slot->step = STEP_LAST;
}

static void record(struct loop *loop)
{
    loop->slot->gains.failed = true;
    loop->slot->step = STEP_NEXT;
}

/* Runs the simplest case until it fails as it did; a flaky one may need several runs. */
static bool fails_again(struct loop *loop, const struct test_case *minimal)
{
    struct worker_slot *slot = loop->slot;
    bool flaky = slot->steady_failed < slot->steady_runs;
    for (int i = 0; i < (flaky ? STEADY_RUNS : 1); i++) {
        struct finding finding;
        if (!fails_likewise(slot, loop_try(loop, minimal, &finding), &finding)) continue;
        slot->found = finding;
        if (!finding.first_at.at[0]) slot->found.first_at = finding.reason;
        return true;
    }
    return false;
}

/* The simplest case once more, for what is to be seen there. If it cannot be seen any more, the case that was
 * drawn is reported, with what was seen then. */
static void look_once_more(struct loop *loop)
{
    struct worker_slot *slot = loop->slot;
    struct test_case minimal;
    struct text why;
    if (strcmp(slot->minimal, slot->drawn) == 0 || !case_parse(slot->minimal, &minimal, &why) ||
        !fails_again(loop, &minimal))
        memcpy(slot->minimal, slot->drawn, sizeof slot->minimal);
    record(loop);
}

/* A case that hangs is known to by now: it is not waited for as long again. */
static void shorten_patience(const struct loop *loop)
{
    bool in_triage = loop->slot->step != STEP_NEXT;
    if (loop->run->patience) loop->run->patience(loop->context, is_hang(loop) && in_triage);
}

void loop_triage(struct loop *loop)
{
    shorten_patience(loop);
    if (loop->slot->step == STEP_STEADY) measure_steadiness(loop);
    if (loop->slot->step == STEP_SHRINK) shrink_failure(loop);
    if (loop->slot->step == STEP_LAST) look_once_more(loop);
    shorten_patience(loop);
}
