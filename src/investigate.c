/* SPDX-License-Identifier: MIT */
#include "investigate.h"

#include "shrink.h"

#include <stdio.h>
#include <string.h>

enum {
    SHRINK_RUNS = 4000,
    SHRINK_RESTARTS = 100, /* processes that one shrink may cost */
    FLAKY_TRIES = 3,       /* runs of a candidate before it counts as one that holds */
};

/* How often a failure is run again: a process that dies, and more so one that hangs, costs its time. */
static uint32_t steady_wanted(const struct loop *loop)
{
    const struct results *results = loop->results;
    if (results->hung || loop->run->first) return 1;
    return results->died ? 3 : STEADY_RUNS;
}

static void measure_steadiness(struct loop *loop)
{
    struct results *results = loop->results;
    bool died = results->died, hung = results->hung;
    uint32_t wanted = steady_wanted(loop);
    while (results->steady_runs < wanted && (results->steady_runs < 2 || results->steady_seconds < 4)) {
        struct finding finding;
        double start = runner_clock();
        enum verdict verdict = loop_try(loop, STEP_STEADY, &loop->running, &finding);
        results->steady_seconds += runner_clock() - start;
        results->steady_runs++;
        results->steady_failed += outcome_fails(verdict, &finding);
    }
    results->died = died;
    results->hung = hung;
    memcpy(results->minimal, results->drawn, sizeof results->minimal);
    bool shrinks = loop->run->shrink && results->steady_failed > 0;
    results->step = shrinks ? STEP_SHRINK : STEP_LAST;
    results->memo_count = 0;
    memset(results->memo, 0, sizeof results->memo);
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
static uint32_t memo_find(const struct results *results, uint64_t hash)
{
    uint32_t at = (uint32_t)(hash >> 32) % MEMO_ROOM;
    while (results->memo[at].hash && results->memo[at].hash != hash)
        at = (at + 1) % MEMO_ROOM;
    return at;
}

static void memo_put(struct results *results, const char *line, bool fails)
{
    uint64_t hash = line_hash(line);
    uint32_t at = memo_find(results, hash);
    results->memo_count += results->memo[at].hash == 0;
    results->memo[at].fails = fails;
    results->memo[at].hash = hash;
}

static bool out_of_budget(const struct results *results)
{
    bool late = runner_clock() - results->shrink_started > results->shrink_left / 2;
    return late || results->memo_count > MEMO_ROOM / 2 || results->shrink_restarts > SHRINK_RESTARTS;
}

/* Every answer is written down, so that a process that takes over walks the same way without running
 * anything again. */
static bool candidate_fails(void *context, const struct test_case *candidate)
{
    struct loop *loop = context;
    struct results *results = loop->results;
    char line[MAX_LINE];
    case_print(candidate, line, sizeof line);
    uint32_t at = memo_find(results, line_hash(line));
    if (results->memo[at].hash) return results->memo[at].fails;
    if (out_of_budget(results)) return false;
    bool flaky = results->steady_failed < results->steady_runs;
    bool fails = false;
    for (int i = 0; i < (flaky ? FLAKY_TRIES : 1) && !fails; i++) {
        struct finding finding;
        results->shrink_runs++;
        fails = outcome_fails(loop_try(loop, STEP_SHRINK, candidate, &finding), &finding);
    }
    memo_put(results, line, fails);
    return fails;
}

static bool next_tuning(void *context, const struct test_case *now, unsigned index, struct tuning *tuning)
{
    struct loop *loop = context;
    return loop->run->simpler_tuning(loop->context, now, index, tuning);
}

static void shrink_failure(struct loop *loop)
{
    struct results *results = loop->results;
    if (results->pending.known) { /* what became of the candidate that ended the last process */
        memo_put(results, results->line, outcome_fails(results->pending.verdict, &results->pending.finding));
        results->shrink_restarts++;
        results->pending.known = false;
    }
    if (results->shrink_started == 0) results->shrink_started = runner_clock();
    struct shrink shrink = {.fails = candidate_fails,
                            .next_tuning = loop->run->simpler_tuning ? next_tuning : NULL,
                            .context = loop,
                            .budget = SHRINK_RUNS};
    struct test_case minimal = loop->running;
    shrink_case(&shrink, &minimal);
    case_print(&minimal, results->minimal, sizeof results->minimal);
    results->shrink_left -= runner_clock() - results->shrink_started;
    if (results->shrink_left < 2) results->shrink_left = 2;
    results->step = STEP_LAST;
}

static void record(struct loop *loop)
{
    struct results *results = loop->results;
    struct failure *failure = &results->failure[results->failure_count];
    struct tally *tally = &results->tally[results->target];
    failure->target = results->target;
    memcpy(failure->drawn, results->drawn, sizeof failure->drawn);
    memcpy(failure->line, results->minimal, sizeof failure->line);
    failure->finding = results->found;
    failure->steady_runs = results->steady_runs;
    failure->steady_failed = results->steady_failed;
    failure->shrink_runs = results->shrink_runs;
    failure->shrink_seconds = results->shrink_started > 0 ? runner_clock() - results->shrink_started : 0;
    tally->failed++;
    tally->closed = true;
    results->failed++;
    if (loop->run->first || results->failure_count + 1 == MAX_FAILURES) {
        if (loop->run->first)
            text_say(&results->stopped, "stopped at the first failure");
        else
            text_say(&results->stopped, "stopped after %d failures", MAX_FAILURES);
        results->stopped_status = STATUS_FAIL;
    }
    /* The parent prints a failure as soon as it counts. */
    __atomic_add_fetch(&results->failure_count, 1, __ATOMIC_RELEASE);
    results->step = STEP_NEXT;
}

/* Runs the simplest case until it fails as it did; a flaky one may need several runs. */
static bool fails_again(struct loop *loop, const struct test_case *minimal)
{
    struct results *results = loop->results;
    bool flaky = results->steady_failed < results->steady_runs;
    for (int i = 0; i < (flaky ? STEADY_RUNS : 1); i++) {
        struct finding finding;
        if (!outcome_fails(loop_try(loop, STEP_LAST, minimal, &finding), &finding)) continue;
        results->found = finding;
        if (!finding.first_at.at[0]) results->found.first_at = finding.reason;
        return true;
    }
    return false;
}

/* The simplest case once more, for what is to be seen there. If it cannot be seen any more, the case that was
 * drawn is reported, with what was seen then. */
static void look_once_more(struct loop *loop)
{
    struct results *results = loop->results;
    struct test_case minimal;
    struct text why;
    if (strcmp(results->minimal, results->drawn) == 0 || !case_parse(results->minimal, &minimal, &why) ||
        !fails_again(loop, &minimal))
        memcpy(results->minimal, results->drawn, sizeof results->minimal);
    record(loop);
}

void loop_investigate(struct loop *loop)
{
    if (loop->results->step == STEP_STEADY) measure_steadiness(loop);
    if (loop->results->step == STEP_SHRINK) shrink_failure(loop);
    if (loop->results->step == STEP_LAST) look_once_more(loop);
}
