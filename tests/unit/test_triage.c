/* SPDX-License-Identifier: MIT
 * Failures, looked into: a case that fails as a table says, how often it is run again and made simpler, and what is
 * reported of it. The table also says what happens to the slot meanwhile. */
#define _GNU_SOURCE 1

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"
#include "triage.h"

/* A candidate fails if it has 37 items. */
#define LINE(BLOCK, REST) "a.b{block=" BLOCK "}@sim64 reduce/add_u32/" REST
#define DRAWN LINE("64", "3x1025/aos+1/any:7f3a")
#define SIMPLEST LINE("64", "37/soa/unit:0/only:0-0")
#define NEXT_TO_SIMPLEST LINE("64", "38/soa/unit:0/only:0-0")
#define SIMPLER_TUNING LINE("4", "37/soa/unit:0/only:0-0")

enum { MATTER = 37, ANY_NUMBER = 1 << 20, HALF = MEMO_ROOM / 2 };

struct play {
    const struct triage *triage;
    struct worker_slot *slot;
    struct results *results;
    uint32_t runs[STEP_LAST + 1]; /* by step */
    uint32_t in_a_row, simplest;  /* of the last line; of the simplest, as a candidate */
    bool stale;                   /* a simplest case stood there before one was looked for */
    char line[MAX_LINE];
};

struct triage {
    const char *says;
    uint32_t steady, shrink,
        last; /* each n-th run again, of a candidate, of the simplest case fails; 0: none */
    bool died, hung, first, law, shrinks, tunes, breaks, twice; /* twice: it has two targets */
    bool places;                                                /* a run that fails says where, and not why */
    bool poisons;                     /* a run that fails again does so by breaking the device */
    enum step breaks_in;              /* what fails in this step breaks, and leaves the device as it is */
    double seconds;                   /* of the run */
    void (*fault)(struct play *play); /* in each run of a case */
    /* Expected: */
    uint32_t steady_runs, steady_failed, shrink_runs, last_runs;
    uint32_t tries;        /* of a candidate; 0: of one that fails, some */
    double left;           /* seconds for shrinking, or up to one less */
    const char *to, *seen; /* the case that is reported, and the step that saw it fail */
};

/* ---- what happens to the slot ---- */

static bool is_run(const struct play *play, enum step step, uint32_t number)
{
    return play->slot->step == step && play->runs[step] == number;
}

static void takes_five_seconds(struct play *play)
{
    if (is_run(play, STEP_STEADY, 1)) play->slot->steady_seconds = 5;
}

static void stops_run(struct play *play)
{
    if (is_run(play, STEP_STEADY, 3)) results_stop(play->results, STATUS_FAIL, "a signal");
}

static void stops_shrinking(struct play *play)
{
    if (is_run(play, STEP_SHRINK, 1)) results_stop(play->results, STATUS_FAIL, "a signal");
}

static void fills_memo(struct play *play)
{
    if (is_run(play, STEP_SHRINK, 1)) play->slot->memo_count = HALF - 1;
}

static void restarts_100_times(struct play *play)
{
    if (is_run(play, STEP_SHRINK, 1)) play->slot->shrink_restarts = 100;
}

static void restarts_101_times(struct play *play)
{
    if (is_run(play, STEP_SHRINK, 1)) play->slot->shrink_restarts = 101;
}

/* Of a minute a half may be taken. */
static void shrinks_for_29_seconds(struct play *play)
{
    if (is_run(play, STEP_SHRINK, 1)) play->slot->shrink_started -= 29;
}

static void shrinks_for_31_seconds(struct play *play)
{
    if (is_run(play, STEP_SHRINK, 1)) play->slot->shrink_started -= 31;
}

static void shrinks_for_59_seconds(struct play *play)
{
    if (is_run(play, STEP_SHRINK, 1)) play->slot->shrink_started -= 59;
}

/* As an earlier failure left it. No line's hash is even. */
static void leaves_another(struct play *play)
{
    struct worker_slot *slot = play->slot;
    if (!is_run(play, STEP_CHECK, 1)) return;
    slot->steady_runs = 9;
    slot->steady_failed = 3;
    slot->steady_seconds = 9;
    slot->shrink_started = 1;
    slot->shrink_restarts = 101;
    slot->shrink_runs = 3000;
    slot->memo_count = HALF;
    strcpy(slot->minimal, "another");
    for (uint32_t at = 0; at < MEMO_ROOM; at++)
        slot->memo[at].hash = 2;
}

/* Other lines, in every other place: no line's hash is even. */
static void shares_memo(struct play *play)
{
    for (uint32_t at = 0; is_run(play, STEP_SHRINK, 1) && at < MEMO_ROOM; at += 2) {
        play->slot->memo[at].hash = 2;
        play->slot->memo[at].fails = true;
    }
}

static const struct triage triages[] = {
#define AGAIN(EACH, RUNS, FAILED) .steady = EACH, .steady_runs = RUNS, .steady_failed = FAILED
#define AS_DRAWN .to = DRAWN, .seen = "check"
#define NOT_SIMPLER .left = 60, AS_DRAWN
#define SIMPLER .shrinks = true, .shrink_runs = ANY_NUMBER
#define AS_SIMPLEST .shrink = 1, .last = 1, .last_runs = 1, .to = SIMPLEST, .seen = "last"
#define CUT(RUNS) .shrinks = true, .shrink_runs = RUNS, .tries = 1, AS_DRAWN
    {"not made simpler", AGAIN(1, 20, 20), NOT_SIMPLER},
    {"late, and not hung", AGAIN(1, 20, 20), .seconds = 1e-9, NOT_SIMPLER},
    {"its process died", AGAIN(1, 3, 3), .died = true, NOT_SIMPLER},
    {"hung", AGAIN(1, 1, 1), .hung = true, NOT_SIMPLER},
    {"hung, and there is time", AGAIN(1, 1, 1), .hung = true, .seconds = 1000, NOT_SIMPLER},
    {"hung, and late", AGAIN(1, 0, 0), .hung = true, .seconds = 1e-9, .shrinks = true, NOT_SIMPLER},
    {"the first one", AGAIN(1, 1, 1), .first = true, NOT_SIMPLER},
    {"takes five seconds", AGAIN(1, 2, 2), .fault = takes_five_seconds, NOT_SIMPLER},
    {"the run is stopped", AGAIN(1, 3, 3), .fault = stops_run, NOT_SIMPLER},
    {"never again", AGAIN(0, 20, 0), .shrinks = true, NOT_SIMPLER},
    {"made simpler", AGAIN(1, 20, 20), SIMPLER, .left = 60, AS_SIMPLEST},
    {"after another failure", AGAIN(1, 20, 20), SIMPLER, .fault = leaves_another, .left = 60, AS_SIMPLEST},
    {"a law's", AGAIN(1, 20, 20), .law = true, .shrink_runs = ANY_NUMBER, .left = 60, AS_SIMPLEST},
    {"lines share the memo", AGAIN(1, 20, 20), SIMPLER, .fault = shares_memo, .left = 60, AS_SIMPLEST},
    {"restarted 100 times", AGAIN(1, 20, 20), SIMPLER, .fault = restarts_100_times, .left = 60, AS_SIMPLEST},
    {"29 seconds", AGAIN(1, 20, 20), SIMPLER, .fault = shrinks_for_29_seconds, .left = 31, AS_SIMPLEST},
    {"a simpler tuning", AGAIN(1, 20, 20), SIMPLER, .tunes = true, .left = 60, .shrink = 1, .last = 1,
     .last_runs = 1, .to = SIMPLER_TUNING, .seen = "last"},
    {"it says where it failed", AGAIN(1, 20, 20), .places = true, NOT_SIMPLER},
    {"made simpler, and says where", AGAIN(1, 20, 20), SIMPLER, .places = true, .left = 60, AS_SIMPLEST},
    {"the simplest one passes", AGAIN(1, 20, 20), SIMPLER, .left = 60, .shrink = 1, .last_runs = 1, AS_DRAWN},
    {"no candidate fails", AGAIN(1, 20, 20), SIMPLER, .tries = 1, .left = 60, AS_DRAWN},
    {"no candidate of a flaky case fails", AGAIN(2, 20, 10), SIMPLER, .tries = 3, .left = 60, AS_DRAWN},
    {"candidates fail at their third run", AGAIN(2, 20, 10), SIMPLER, .left = 60, .shrink = 3, .last = 20,
     .last_runs = 20, .to = SIMPLEST, .seen = "last"},
    {"candidates fail at their second run", AGAIN(2, 20, 10), SIMPLER, .left = 60, .shrink = 2, .last = 20,
     .last_runs = 20, .to = SIMPLEST, .seen = "last"},
    {"candidates fail at their fourth run", AGAIN(2, 20, 10), SIMPLER, .left = 60, .shrink = 4, .tries = 3,
     AS_DRAWN},
    {"the simplest one fails at its 21st run", AGAIN(2, 20, 10), SIMPLER, .left = 60, .shrink = 1, .last = 21,
     .last_runs = 20, AS_DRAWN},
    {"poisons the device", AGAIN(1, 20, 20), SIMPLER, .poisons = true, .left = 60, AS_SIMPLEST},
    {"breaks as it is run again", AGAIN(1, 20, 0), .shrinks = true, .breaks_in = STEP_STEADY, NOT_SIMPLER},
    {"candidates break", AGAIN(1, 20, 20), SIMPLER, .breaks_in = STEP_SHRINK, .shrink = 1, .tries = 1,
     .left = 60, AS_DRAWN},
    {"the simplest one breaks", AGAIN(1, 20, 20), SIMPLER, .breaks_in = STEP_LAST, .left = 60, .shrink = 1,
     .last = 1, .last_runs = 1, AS_DRAWN},
    {"the memo is half full", AGAIN(1, 20, 20), .fault = fills_memo, .left = 60, .shrinks = true,
     .shrink_runs = 2, AS_DRAWN},
    {"restarted 101 times", AGAIN(1, 20, 20), .fault = restarts_101_times, .left = 60, CUT(1)},
    {"31 seconds", AGAIN(1, 20, 20), .fault = shrinks_for_31_seconds, .left = 29, CUT(1)},
    {"59 seconds", AGAIN(1, 20, 20), .fault = shrinks_for_59_seconds, .left = 2, CUT(1)},
    {"stopped while it is made simpler", AGAIN(1, 20, 20), .fault = stops_shrinking, .left = 60, CUT(1)},
};

/* ---- the run ---- */

static bool triage_draw(void *context, const struct target *target, struct draw *draw,
                        struct test_case *drawn)
{
    struct text why;
    (void)context, (void)target;
    draw_bits(draw, 8);
    return case_parse(DRAWN, drawn, &why);
}

static bool is_nth(uint32_t run, uint32_t n)
{
    return n > 0 && run % n == 0;
}

static void note_run(struct play *play, const struct test_case *checked)
{
    char line[MAX_LINE];
    case_print(checked, line, sizeof line);
    play->in_a_row = strcmp(line, play->line) == 0 ? play->in_a_row + 1 : 1;
    play->simplest += play->slot->step == STEP_SHRINK && strcmp(line, SIMPLEST) == 0;
    play->runs[play->slot->step]++;
    memcpy(play->line, line, sizeof line);
}

static enum verdict triage_check(void *context, const struct test_case *checked, struct finding *finding)
{
    static const char *const steps[] = {
        [STEP_CHECK] = "check", [STEP_STEADY] = "steady", [STEP_SHRINK] = "shrink", [STEP_LAST] = "last"};
    struct play *play = context;
    const struct triage *triage = play->triage;
    enum step step = play->slot->step;
    uint64_t count = 0;
    note_run(play, checked);
    if (triage->fault) triage->fault(play);
    play->stale |= step == STEP_STEADY && play->slot->minimal[0];
    text_say(triage->places ? &finding->first_at : &finding->reason, "%s", steps[step]);
    finding->witness = triage->places ? finding->first_at : finding->reason;
    if (step == STEP_CHECK) play->slot->died = triage->died;
    if (step == STEP_CHECK) play->slot->hung = triage->hung;
    shape_items(&checked->problem.shape, &count);
    bool fails = step == STEP_CHECK || (step == STEP_STEADY && is_nth(play->runs[step], triage->steady)) ||
                 (step == STEP_SHRINK && count >= MATTER && is_nth(play->in_a_row, triage->shrink)) ||
                 (step == STEP_LAST && is_nth(play->runs[step], triage->last));
    if (triage->breaks) return VERDICT_BROKEN;
    if (!fails || step == STEP_CHECK) return fails ? VERDICT_FAIL : VERDICT_PASS;
    finding->poisoned = triage->poisons;
    return triage->poisons || triage->breaks_in == step ? VERDICT_BROKEN : VERDICT_FAIL;
}

static void *triage_context(void *user, struct device_name device, struct text *why)
{
    (void)device, (void)why;
    return user;
}

static bool triage_tuning(void *context, const struct test_case *from, size_t index, struct tuning *tuning)
{
    (void)context;
    *tuning = from->tuning;
    tuning->pair[0].value = 4;
    return index == 0;
}

static void triage_run(struct play *play, struct results *results, const struct triage *triage)
{
    static const struct property tried = {.name = "looked",
                                          .claim = "as written down",
                                          .subject = SUBJECT_STRATEGY,
                                          .on_host = true,
                                          .generate = triage_draw,
                                          .check = triage_check};
    const struct target any = {&tried, "any", op_find("add_u32"), {DEVICE_HOST, 0}, 1, triage->law,
                               false,  false},
                        targets[] = {any, any};
    struct run run = {.targets = targets,
                      .target_count = triage->twice ? 2 : 1,
                      .law_count = triage->twice ? 2 : triage->law,
                      .has_worker = triage->breaks,
                      .seconds = triage->seconds,
                      .shrink = triage->shrinks,
                      .first = triage->first,
                      .seed = 1,
                      .user = play,
                      .context = triage_context,
                      .simpler_tuning = triage->tunes ? triage_tuning : NULL};
    *play = (struct play){.triage = triage, .slot = &results->slot[0], .results = results};
    runner_run(&run, results);
}

/* ---- what it found ---- */

static bool count_is(const char *says, const char *what, uint32_t expected, uint32_t got,
                     struct finding *finding)
{
    return expected == got || text_say(&finding->first_at, "%s: expected %" PRIu32 " %s, got %" PRIu32, says,
                                       expected, what, got);
}

static bool counts_are_right(const struct triage *triage, const struct play *play, struct finding *finding)
{
    const struct worker_slot *slot = play->slot;
    uint32_t shrink_runs = triage->shrink_runs == ANY_NUMBER ? play->runs[STEP_SHRINK] : triage->shrink_runs;
    return count_is(triage->says, "runs again", triage->steady_runs, slot->steady_runs, finding) &&
           count_is(triage->says, "of them to fail", triage->steady_failed, slot->steady_failed, finding) &&
           count_is(triage->says, "runs of candidates", shrink_runs, slot->shrink_runs, finding) &&
           (triage->tries == 0 || count_is(triage->says, "runs of each candidate in all",
                                           triage->tries * slot->memo_count, slot->shrink_runs, finding)) &&
           count_is(triage->says, "runs of the simplest case", triage->last_runs, play->runs[STEP_LAST],
                    finding);
}

static bool failure_is_rerun_and_shrunk(size_t at, struct results *results, struct finding *finding)
{
    const struct triage *triage = &triages[at];
    struct play play;
    triage_run(&play, results, triage);
    const struct failure *failure = &results->failure[0];
    double left = play.slot->shrink_left;
    bool stops = triage->first || triage->fault == stops_run || triage->fault == stops_shrinking;
    if (!count_is(triage->says, "failures", 1, results->failure_count, finding) ||
        !counts_are_right(triage, &play, finding))
        return false;
    if (play.stale || (play.slot->steady_seconds > 0) != (triage->steady_runs > 0))
        return text_say(&finding->first_at, "%s: a simplest case is there early, or no time is taken",
                        triage->says);
    if (results_stopped(results) != stops)
        return text_say(&finding->first_at, "%s: expected the run %s", triage->says,
                        stops ? "to be stopped" : "to go on");
    if (left > triage->left || left <= triage->left - 1 || (left == 60) != (failure->shrink_runs == 0))
        return text_say(&finding->first_at, "%s: expected %g seconds to be left, got %g", triage->says,
                        triage->left, left);
    if (strcmp(failure->drawn, DRAWN) == 0 && strcmp(failure->line, triage->to) == 0 &&
        strcmp(failure->finding.first_at.at, triage->seen) == 0 &&
        strcmp(failure->finding.witness.at, triage->seen) == 0)
        return true;
    return text_say(&finding->first_at, "%s: expected the report of %s by %s, got %.300s by %.20s, %.20s",
                    triage->says, triage->to, triage->seen, failure->line, failure->finding.first_at.at,
                    failure->finding.witness.at);
}

/* The outcome of the candidate that ended the last process, here the simplest one, and the case that is reported. */
static const struct {
    const char *says;
    enum verdict verdict;
    bool poisoned;
    const char *to;
} goes[] = {
    {"goes on behind a failure", VERDICT_FAIL, false, SIMPLEST},
    {"goes on behind a poisoned device", VERDICT_BROKEN, true, SIMPLEST},
    {"goes on behind a broken case", VERDICT_BROKEN, false, NEXT_TO_SIMPLEST},
    {"goes on behind a case that passes", VERDICT_PASS, false, NEXT_TO_SIMPLEST},
    {"goes on behind a case that passes, with a poisoned device", VERDICT_PASS, true, NEXT_TO_SIMPLEST},
};

static const struct triage simpler = {"made simpler", .last = 1, .shrink = 1, .shrinks = true};

static void begin_to_shrink(struct worker_slot *slot)
{
    slot->step = STEP_SHRINK;
    slot->steady_runs = slot->steady_failed = 20;
    strcpy(slot->drawn, DRAWN);
}

/* A process that goes on where a candidate ended the one before: it does not run that one again. */
static bool fresh_process_goes_on(size_t at, struct results *results, struct finding *finding)
{
    struct worker_slot *slot = &results->slot[0];
    struct play play;
    begin_to_shrink(slot);
    slot->pending.known = true;
    slot->pending.verdict = goes[at].verdict;
    slot->pending.finding.poisoned = goes[at].poisoned;
    strcpy(slot->line, SIMPLEST);
    triage_run(&play, results, &simpler);
    return (play.simplest == 0 && slot->shrink_restarts == 1 && play.runs[STEP_SHRINK] > 0 &&
            slot->shrink_runs == play.runs[STEP_SHRINK] &&
            strcmp(results->failure[0].line, goes[at].to) == 0) ||
           text_say(&finding->first_at,
                    "%s: %" PRIu32 " runs of a candidate that is known, %" PRIu32 " of %" PRIu32
                    " runs in all, to %.300s",
                    goes[at].says, play.simplest, play.runs[STEP_SHRINK], slot->shrink_runs,
                    results->failure[0].line);
}

/* How a process stands that takes over when all candidates have their answers. */
static const struct {
    const char *says;
    double seconds; /* that were taken for shrinking, of a minute */
    uint32_t restarts, memo_count;
    bool hung, stopped; /* hung: and there is no time left */
} takes[] = {
    {"takes over early", .seconds = 1},
    {"takes over after 31 seconds", .seconds = 31},
    {"takes over after 101 processes", .restarts = 101},
    {"takes over with a memo that is more than half full", .memo_count = HALF + 1},
    {"takes over a case that hung, late", .hung = true},
    {"takes over when the run is stopped", .stopped = true},
};

/* It walks the same way as the one before, whatever is used up: it has nothing to run. */
static bool other_process_takes_over(size_t at, struct results *results, struct finding *finding)
{
    struct worker_slot *slot = &results->slot[0];
    const struct failure *one = &results->failure[0], *other = &results->failure[1];
    struct play play;
    begin_to_shrink(slot);
    triage_run(&play, results, &simpler);
    begin_to_shrink(slot);
    slot->shrink_left = 60;
    slot->shrink_started = runner_clock() - takes[at].seconds;
    slot->shrink_restarts = takes[at].restarts;
    if (takes[at].memo_count) slot->memo_count = takes[at].memo_count;
    slot->hung = takes[at].hung;
    if (takes[at].hung) results->deadline = runner_clock() - 1;
    if (takes[at].stopped) results_stop(results, STATUS_FAIL, "a signal");
    triage_run(&play, results, &simpler);
    return (results->failure_count == 2 && play.runs[STEP_SHRINK] == 0 && play.runs[STEP_LAST] == 1 &&
            strcmp(one->line, SIMPLEST) == 0 && strcmp(other->line, SIMPLEST) == 0 &&
            one->shrink_runs == other->shrink_runs) ||
           text_say(&finding->first_at, "%s: %" PRIu32 " runs of candidates that are known, to %.300s",
                    takes[at].says, play.runs[STEP_SHRINK], other->line);
}

/* The first failure ends a run only when all laws have had their cases; the second one starts afresh. */
static bool second_law_is_judged_before_the_end(size_t at, struct results *results, struct finding *finding)
{
    static const struct triage triage = {"two laws",  .steady = 1,   .shrink = 1,  .last = 1,
                                         .law = true, .first = true, .twice = true};
    struct play play;
    (void)at;
    triage_run(&play, results, &triage);
    const struct failure *one = &results->failure[0], *other = &results->failure[1];
    if (results->failure_count != 2 || !results_stopped(results))
        return text_say(&finding->first_at, "two laws: expected two failures, and the end, got %" PRIu32,
                        results->failure_count);
    return (one->steady_runs == 1 && other->steady_runs == 1 && one->shrink_runs == other->shrink_runs &&
            strcmp(one->line, SIMPLEST) == 0 && strcmp(other->line, SIMPLEST) == 0) ||
           text_say(&finding->first_at,
                    "two laws: expected the second one's report to be as the first one's, got %.300s after "
                    "%" PRIu32 " runs of candidates, not %" PRIu32,
                    other->line, other->shrink_runs, one->shrink_runs);
}

/* A broken case ends its process, and says so, whatever ended the process before. */
static bool broken_case_asks_for_a_fresh_process(size_t at, struct results *results, struct finding *finding)
{
    static const struct triage triage = {"breaks", .breaks = true};
    struct worker_slot *slot = &results->slot[0];
    struct play play;
    int status = 0;
    (void)at;
    slot->pending.died = slot->pending.hung = true;
    pid_t child = fork();
    if (child == 0) {
        triage_run(&play, results, &triage);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return text_say(&finding->first_at, "no process");
    return (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_FRESH && slot->step == STEP_CHECK &&
            slot->pending.known && slot->pending.verdict == VERDICT_BROKEN && !slot->pending.died &&
            !slot->pending.hung && strcmp(slot->pending.finding.reason.at, "check") == 0) ||
           text_say(&finding->first_at,
                    "a broken case: its process ends with status %d, and is said to have "
                    "%s",
                    status,
                    slot->pending.hung   ? "hung"
                    : slot->pending.died ? "died"
                                         : "ended");
}

static const struct unit_test tests[] = {
    ROWS(failure_is_rerun_and_shrunk, triages), ROWS(fresh_process_goes_on, goes),
    ROWS(other_process_takes_over, takes), TEST(second_law_is_judged_before_the_end),
    TEST(broken_case_asks_for_a_fresh_process)};
UNIT(triage, tests);
