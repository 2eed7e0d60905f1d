/* SPDX-License-Identifier: MIT
 * The results of a run, by hand: when a group of targets may pass and the words where it may not, the verdict of a run,
 * and all that is noted of a failure. */
#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* ---- groups ---- */

/* Three targets of one claim, strategy and device, and why they may not pass; empty: they may. */
static const struct {
    struct tally target[3];
    bool may_refuse;
    const char *why;
} groups[] = {
#define NOTHING "no draw gave anything to check"
#define NONE .drawn = 40, .discarded = 40
    /* More than half, and eight more: of 40 draws 28 may be. */
    {{{.drawn = 40, .drawn_refused = 28}}, false, ""},
    {{{.drawn = 40, .drawn_refused = 29, .reason = "no room"}},
     false,
     "29 of 40 draws were refused, more than half: no room"},
    {{{.drawn = 40, .drawn_refused = 40, .reason = "no room"}}, true, ""},
    /* More than a tenth, and eight more: of 40 draws 12 may be. */
    {{{.drawn = 40, .discarded = 12}}, false, ""},
    {{{.drawn = 40, .discarded = 13}}, false, "13 of 40 draws were discarded, more than a tenth"},
    {{{.drawn = 40, .drawn_refused = 27, .discarded = 13}},
     true,
     "13 of 40 draws were discarded, more than a tenth"},
    {{{.drawn = 40, .drawn_refused = 29, .discarded = 11}},
     false,
     "29 of 40 draws were refused, more than half: "},
    /* Each may pass, and not both together; the first reason is told. */
    {{{.drawn = 20, .drawn_refused = 18, .reason = "first"},
      {.drawn = 20, .drawn_refused = 18, .reason = "second"}},
     false,
     "36 of 40 draws were refused, more than half: first"},
    {{{.drawn = 20},
      {.drawn = 20, .drawn_refused = 18, .reason = "second"},
      {.drawn = 20, .drawn_refused = 18}},
     false,
     ""},
    {{{.drawn = 2},
      {.drawn = 20, .drawn_refused = 18, .reason = "second"},
      {.drawn = 20, .drawn_refused = 18}},
     false,
     "36 of 42 draws were refused, more than half: second"},
    {{{.drawn = 20, .discarded = 8}, {.drawn = 20, .discarded = 8}, {.drawn = 20, .discarded = 8}},
     false,
     "24 of 60 draws were discarded, more than a tenth"},
    /* Of two that may not pass the first is told. */
    {{{.drawn = 40, .drawn_refused = 30, .reason = "first"},
      {.drawn = 40, .drawn_refused = 31, .reason = "second"}},
     false,
     "30 of 40 draws were refused, more than half: first"},
    /* Those that ought to be refused, or that have nothing to check, are left aside. */
    {{{.drawn = 40, .drawn_refused = 40, .ought_refuse = true}, {.drawn = 20, .drawn_refused = 18}},
     false,
     ""},
    {{{NONE, .closed = true}, {.drawn = 20, .discarded = 10}}, false, ""},
    /* Nothing to check: of two operators or of the suite, once they are closed. */
    {{{NONE, .closed = true}}, false, ""},
    {{{NONE, .closed = true}, {NONE, .closed = true}}, false, NOTHING},
    {{{NONE, .closed = true}, {NONE, .closed = true}, {.drawn = 12}}, false, ""},
    {{{NONE, .closed = true}, {NONE}}, false, ""},
    {{{NONE}, {NONE}}, false, ""},
    {{{.closed = true}, {.closed = true}}, false, ""},
    {{{NONE, .closed = true, .ought_refuse = true}, {NONE, .closed = true, .ought_refuse = true}}, false, ""},
    {{{NONE, .closed = true, .subject_kind = SUBJECT_SUITE}}, false, NOTHING},
    {{{NONE, .subject_kind = SUBJECT_SUITE}}, false, ""},
    {{{.closed = true, .subject_kind = SUBJECT_SUITE}}, false, ""},
    {{{NONE, .closed = true, .subject_kind = SUBJECT_SUITE}, {.drawn = 12, .subject_kind = SUBJECT_SUITE}},
     false,
     ""},
    {{{.drawn = 12, .closed = true, .subject_kind = SUBJECT_SUITE}}, false, ""},
    {{{.drawn = 40, .drawn_refused = 29}, {NONE, .closed = true}, {NONE, .closed = true}},
     false,
     "29 of 40 draws were refused, more than half: "},
#undef NOTHING
#undef NONE
};

static bool group_passes_or_says_why(size_t at, struct results *results, struct finding *finding)
{
    struct text why;
    text_say(&why, "stale");
    memcpy(results->tally, groups[at].target, sizeof groups[at].target);
    results->target_count = 3;
    results->may_refuse = groups[at].may_refuse;
    uint32_t end = results_group(results, 0, &why);
    return (end == 3 && strcmp(why.at, groups[at].why) == 0) ||
           text_say(&finding->first_at,
                    "group %zu by hand: expected '%s', got '%.200s' and its end at %" PRIu32, at,
                    groups[at].why, why.at, end);
}

/* ---- verdicts ---- */

/* The end of a run with one target, or none. */
static const struct {
    const char *says;
    uint64_t failed, broken, refused, passed;
    uint32_t targets, refused_draws; /* of 40 */
    uint32_t warnings;
    bool strict, skipped;
    enum status stopped;
    enum verdict verdict;
} ends[] = {
    {"nothing ran", 0, 0, 0, 0, 0, 0, 0, false, false, STATUS_OK, VERDICT_PASS},
    {"one passed", 0, 0, 0, 1, 1, 0, 0, false, false, STATUS_OK, VERDICT_PASS},
    {"one failed, one broke", 1, 1, 0, 1, 1, 0, 0, false, false, STATUS_OK, VERDICT_FAIL},
    {"one failed, and no other ran", 1, 0, 0, 0, 1, 0, 0, false, false, STATUS_OK, VERDICT_FAIL},
    {"one broke, and too many draws were refused", 0, 1, 29, 1, 1, 29, 0, false, false, STATUS_OK,
     VERDICT_FAIL},
    {"one broke", 0, 1, 0, 1, 1, 0, 0, false, false, STATUS_OK, VERDICT_BROKEN},
    {"one broke, one was refused", 0, 1, 1, 0, 1, 0, 0, false, false, STATUS_OK, VERDICT_BROKEN},
    {"none broke, and the run did", 0, 0, 0, 1, 1, 0, 0, false, false, STATUS_BROKEN, VERDICT_BROKEN},
    {"no device, and the run broke", 0, 0, 0, 0, 0, 0, 0, false, true, STATUS_BROKEN, VERDICT_BROKEN},
    {"the run was stopped", 0, 0, 0, 1, 1, 0, 0, false, false, STATUS_FAIL, VERDICT_PASS},
    {"no device", 0, 0, 0, 0, 0, 0, 0, false, true, STATUS_OK, VERDICT_NO_DEVICE},
    {"one device of two", 0, 0, 0, 1, 1, 0, 0, false, true, STATUS_OK, VERDICT_PASS},
    {"one was refused, one passed", 0, 0, 1, 1, 1, 0, 0, false, false, STATUS_OK, VERDICT_PASS},
    {"all were refused", 0, 0, 2, 0, 1, 0, 0, false, false, STATUS_OK, VERDICT_REFUSED},
    {"a warning", 0, 0, 0, 1, 1, 0, 1, false, false, STATUS_OK, VERDICT_PASS},
    {"a warning of a strict run", 0, 0, 0, 1, 1, 0, 1, true, false, STATUS_OK, VERDICT_FAIL},
    {"no warning of a strict run", 0, 0, 0, 1, 1, 0, 0, true, false, STATUS_OK, VERDICT_PASS},
};

static bool run_has_its_verdict(size_t at, struct results *results, struct finding *finding)
{
    results->failed = ends[at].failed;
    results->broken = ends[at].broken;
    results->refused = ends[at].refused;
    results->passed = ends[at].passed;
    results->target_count = ends[at].targets;
    results->tally[0] = (struct tally){.drawn = 40, .drawn_refused = ends[at].refused_draws};
    results->warning_count = ends[at].warnings;
    results->strict = ends[at].strict;
    results->skipped_any = ends[at].skipped;
    if (ends[at].stopped) results_stop(results, ends[at].stopped, "by hand");
    enum verdict verdict = results_verdict(results);
    return verdict == ends[at].verdict ||
           text_say(&finding->first_at, "a run by hand, %s: expected %s, got %s", ends[at].says,
                    verdict_name(ends[at].verdict), verdict_name(verdict));
}

/* ---- how much is done ---- */

/* Targets that are all alike; the run's start, its end and now; 0: it has no end. */
static const struct {
    uint32_t targets;
    struct tally target;
    double started, deadline, now, share;
} shares[] = {
    {1, {.wanted = 1}, 5, 0, 9, 0},
    {1, {.wanted = 1, .passed = 1}, 5, 0, 9, 1},
    {1, {.fixed = 1}, 5, 0, 9, 0},
    {1, {.fixed = 1, .wanted = 1, .fixed_done = 1}, 5, 0, 9, 0.5},
    {1, {.fixed = 10, .wanted = 10, .passed = 20}, 5, 0, 9, 0.5}, /* none stands for a fixed one */
    {1, {.wanted = 10, .passed = 20}, 5, 0, 9, 1},
    {9, {.wanted = 3, .passed = 3}, 5, 0, 9, 1}, /* nine times a ninth, of doubles more than 1 */
    /* Of half a second, from 0 on: a quarter is half of it. A target has begun with its first draw. */
    {1, {.wanted = 1}, 0, 0.5, 0.25, 0},
    {1, {.wanted = 1, .drawn = 1}, 0, 0.5, 0.25, 0.5},
    {1, {.wanted = 2, .drawn = 1}, 0, 0.5, 0.25, 0.5},
    {1, {.wanted = 2, .closed = true}, 0, 0.5, 0.25, 0.5},
    {1, {.wanted = 0}, 0, 0.5, 0.25, 0.5},
    {0, {.wanted = 0}, 0, 0.5, 0.25, 0.5},
    {1, {.wanted = 2, .drawn = 1}, 5, 5, 5, 1},
    {1, {.wanted = 2}, 5, 5, 5, 0},
};

static bool share_of_a_run_is_done(size_t at, struct results *results, struct finding *finding)
{
    results->target_count = shares[at].targets;
    for (uint32_t t = 0; t < shares[at].targets; t++)
        results->tally[t] = shares[at].target;
    results->started = shares[at].started;
    results->deadline = shares[at].deadline;
    double share = results_share(results, shares[at].now);
    return share == shares[at].share ||
           text_say(&finding->first_at, "share %zu by hand: expected %.17g to be done, got %.17g", at,
                    shares[at].share, share);
}

/* Seconds are those of the monotonic clock, to the nanosecond: between one look at it and the next. */
static bool seconds_are_monotonic(size_t at, struct results *results, struct finding *finding)
{
    (void)at, (void)results;
    for (int control = 0; control < 5; control++) {
        const struct timespec moment = {.tv_nsec = 7000000};
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        double seconds = runner_clock();
        clock_gettime(CLOCK_MONOTONIC, &after);
        double least = (double)before.tv_sec + (double)before.tv_nsec / 1e9;
        double most = (double)after.tv_sec + (double)after.tv_nsec / 1e9;
        if (seconds < least - 1e-6 || seconds > most + 1e-6)
            return text_say(&finding->first_at, "the clock: expected %.9f to %.9f seconds, got %.9f", least,
                            most, seconds);
        nanosleep(&moment, NULL);
    }
    return true;
}

/* Devices stand in the order of their names, whichever was opened first. */
static bool notes_are_sorted(size_t at, struct results *results, struct finding *finding)
{
    static const char *const opened[] = {"sim64", "nvidia", "sim32"}, *const sorted[] = {"nvidia", "sim32",
                                                                                         "sim64"};
    (void)at;
    for (int n = 0; n < 3; n++)
        strcpy(results->note[results->note_count++].device, opened[n]);
    results_sort(results);
    for (int n = 0; n < 3; n++)
        if (strcmp(results->note[n].device, sorted[n]) != 0)
            return text_say(&finding->first_at, "device %d by name: expected %s, got %s", n, sorted[n],
                            results->note[n].device);
    return true;
}

/* ---- a failure ---- */

/* All that a slot has found out about its failure, which it began to make simpler two seconds ago. */
static bool failure_is_recorded(size_t at, struct results *results, struct finding *finding)
{
    struct worker_slot *slot = &results->slot[1];
    const struct failure *failure = &results->failure[0];
    (void)at;
    *slot =
        (struct worker_slot){.target = 3, .order = 7, .hung = true, .steady_runs = 20, .steady_failed = 18};
    strcpy(slot->drawn, "as drawn");
    strcpy(slot->minimal, "as small");
    text_say(&slot->found.first_at, "row 0");
    slot->shrink_runs = 5;
    slot->shrink_started = runner_clock() - 2;
    results_add_failure(results, slot);
    bool lines = strcmp(failure->drawn, "as drawn") == 0 && strcmp(failure->line, "as small") == 0 &&
                 strcmp(failure->finding.first_at.at, "row 0") == 0;
    bool numbers = failure->target == 3 && failure->order == 7 && failure->hung &&
                   failure->steady_runs == 20 && failure->steady_failed == 18 && failure->shrink_runs == 5;
    bool counted = results->tally[3].failed == 1 && results->tally[3].closed && !results->tally[0].failed &&
                   results->failed == 1 && results->failure_count == 1;
    bool time = failure->shrink_seconds >= 2 && failure->shrink_seconds < 60;
    return (lines && numbers && counted && time) ||
           text_say(&finding->first_at, "a failure by hand: %s not those of its slot",
                    !lines     ? "its lines are"
                    : !numbers ? "its numbers are"
                    : !counted ? "the counts are"
                               : "its seconds are");
}

/* A failure that is made simpler since the clock's first second, and one that is not. */
static bool early_failure_is_recorded(size_t at, struct results *results, struct finding *finding)
{
    (void)at;
    results->slot[0].shrink_started = 0.5;
    results_add_failure(results, &results->slot[0]);
    results_add_failure(results, &results->slot[1]);
    double early = results->failure[0].shrink_seconds, never = results->failure[1].shrink_seconds;
    return (early > 0 && never == 0) ||
           text_say(&finding->first_at,
                    "a failure by hand, made simpler from 0.5 s on and never: got %g and %g seconds", early,
                    never);
}

static const struct unit_test tests[] = {ROWS(group_passes_or_says_why, groups),
                                         ROWS(run_has_its_verdict, ends),
                                         ROWS(share_of_a_run_is_done, shares),
                                         TEST(seconds_are_monotonic),
                                         TEST(notes_are_sorted),
                                         TEST(failure_is_recorded),
                                         TEST(early_failure_is_recorded)};
UNIT(results, tests);
