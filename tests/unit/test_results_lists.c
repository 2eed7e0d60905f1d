/* SPDX-License-Identifier: MIT
 * The lists of a run's results: their order, what fits in, and how much of a run is done. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- the order of failures ---- */

/* As workers may find them: by target, and of a target's cases the first one first. */
static bool failures_are_sorted(size_t at, struct results *results, struct finding *finding)
{
    static const struct {
        uint32_t target;
        uint64_t order;
    } found[] = {{1, 5}, {0, 9}, {1, 2}, {0, 3}}, sorted[] = {{0, 3}, {0, 9}, {1, 2}, {1, 5}};
    (void)at;
    for (uint32_t i = 0; i < 4; i++)
        results->failure[results->failure_count++] =
            (struct failure){.target = found[i].target, .order = found[i].order};
    results_sort(results);
    for (uint32_t i = 0; i < 4; i++)
        if (results->failure[i].target != sorted[i].target || results->failure[i].order != sorted[i].order)
            return text_say(&finding->first_at,
                            "failure %" PRIu32 ": expected case %" PRIu64 " of target %" PRIu32
                            ", got case %" PRIu64 " of target %" PRIu32,
                            i, sorted[i].order, sorted[i].target, results->failure[i].order,
                            results->failure[i].target);
    return true;
}

/* ---- strategies without laws ---- */

/* A law that failed, and a strategy that is left out for it, or not. */
static const struct {
    const char *says;
    struct tally law, strategy;
    bool anyway, left_out;
} left_out[] = {
#define LAW(DEVICE)                                                                                          \
    {                                                                                                        \
        .subject_kind = SUBJECT_OPERATOR, .op = "add_u32", .device = DEVICE                                  \
    }
#define STRATEGY(OP, DEVICE)                                                                                 \
    {                                                                                                        \
        .subject_kind = SUBJECT_STRATEGY, .op = OP, .device = DEVICE                                         \
    }
    {"a law of the host", LAW("host"), STRATEGY("add_u32", "sim64"), false, true},
    {"a law of the host, of another operator", LAW("host"), STRATEGY("add_i8", "sim64"), false, false},
    {"a law of the same device", LAW("sim64"), STRATEGY("add_u32", "sim64"), false, true},
    {"a law of another device", LAW("sim32"), STRATEGY("add_u32", "sim64"), false, false},
    {"a law of the host, and all the same", LAW("host"), STRATEGY("add_u32", "sim64"), true, false},
    {"a law, and another law", LAW("host"), LAW("host"), false, false},
    {"a strategy, and another one", STRATEGY("add_u32", "sim64"), STRATEGY("add_u32", "sim64"), false, false},
    {"a law without an operator, and a strategy without one",
     {.subject_kind = SUBJECT_OPERATOR, .device = "host"},
     STRATEGY("", "sim64"),
     false,
     false},
#undef LAW
#undef STRATEGY
};

static bool broken_law_leaves_out_its_strategies(size_t at, struct results *results, struct finding *finding)
{
    results->tally[0] = left_out[at].law;
    results->tally[1] = left_out[at].strategy;
    results->target_count = 2;
    results->anyway = left_out[at].anyway;
    results->failure[0].target = 0;
    results->failure_count = 1;
    bool without = results_broken_law(results, 1) != NULL;
    return without == left_out[at].left_out ||
           text_say(&finding->first_at, "%s fails: expected the strategy to be %s", left_out[at].says,
                    without ? "run" : "left out");
}

/* ---- lists of results ---- */

static bool is_stopped(const struct results *results, enum status status, const char *why,
                       struct finding *finding)
{
    bool stopped = results_stopped(results);
    if (stopped == (why[0] != '\0') && strcmp(results->stopped.at, why) == 0 &&
        (!stopped || results->stopped_status == status))
        return true;
    return text_say(&finding->first_at, "a run expected to be stopped by \"%s\", and is by \"%s\"", why,
                    results->stopped.at);
}

/* Without targets a run is one without a device if devices were left out. */
static bool run_without_a_device_says_so(size_t at, struct results *results, struct finding *finding)
{
    (void)at;
    enum verdict nothing = results_verdict(results);
    results->skipped_any = true;
    enum verdict absent = results_verdict(results);
    results->target_count = 1;
    bool good =
        nothing == VERDICT_PASS && absent == VERDICT_NO_DEVICE && results_verdict(results) == VERDICT_PASS;
    return good || text_say(&finding->first_at, "a run without targets: judged wrong");
}

static bool first_stop_is_kept(size_t at, struct results *results, struct finding *finding)
{
    (void)at;
    if (!is_stopped(results, STATUS_FAIL, "", finding)) return false;
    results_stop(results, STATUS_FAIL, "the first");
    results_stop(results, STATUS_BROKEN, "the second, which is longer");
    return is_stopped(results, STATUS_FAIL, "the first", finding);
}

/* The first ones of each list are kept; the most of broken cases and of failures, and no fewer, end the run. */
static bool full_list_ends_the_run(size_t at, struct results *results, struct finding *finding)
{
    struct text words;
    (void)at;
    for (uint32_t i = 0; i < MAX_WARNINGS + 2; i++) {
        text_say(&words, "number %u", i);
        results_add_warning(results, &words);
        results_add_remark(results, &words);
    }
    text_say(&words, "number %d", MAX_WARNINGS - 1);
    if (results->warning_count != MAX_WARNINGS || results->remark_count != MAX_WARNINGS ||
        strcmp(results->warning[MAX_WARNINGS - 1].at, words.at) != 0 ||
        strcmp(results->remark[MAX_WARNINGS - 1].at, words.at) != 0)
        return text_say(&finding->first_at, "warnings or remarks are lost");
    for (uint32_t i = 1; i <= MAX_BROKEN + 1; i++) {
        char line[16];
        snprintf(line, sizeof line, "line %u", i);
        results_add_broken(results, line, &words);
        const char *why = i < MAX_BROKEN ? "" : "stopped: too many cases broke the harness or the device";
        if (!is_stopped(results, STATUS_BROKEN, why, finding)) return false;
    }
    return (results->broken == MAX_BROKEN + 1 && results->broken_count == MAX_BROKEN &&
            strcmp(results->broken_case[0].line, "line 1") == 0 &&
            strcmp(results->broken_case[MAX_BROKEN - 1].line, "line 8") == 0) ||
           text_say(&finding->first_at, "broken cases are lost");
}

static bool first_failures_are_kept(size_t at, struct results *results, struct finding *finding)
{
    struct worker_slot *slot = &results->slot[0];
    (void)at;
    for (uint32_t i = 1; i <= MAX_FAILURES; i++) {
        slot->order = i;
        snprintf(slot->drawn, sizeof slot->drawn, "drawn %u", i);
        snprintf(slot->minimal, sizeof slot->minimal, i % 2 ? "" : "simplest %u", i);
        results_add_failure(results, slot);
        const char *expected = i % 2 ? slot->drawn : slot->minimal;
        const struct failure *failure = &results->failure[i - 1];
        if (results->failure_count != i || results->failed != i || failure->order != i ||
            strcmp(failure->line, expected) != 0 || strcmp(failure->drawn, slot->drawn) != 0 ||
            failure->shrink_seconds != 0)
            return text_say(&finding->first_at, "failure %u is not as it was", i);
        if (!is_stopped(results, STATUS_FAIL, i < MAX_FAILURES ? "" : "stopped after 24 failures", finding))
            return false;
    }
    results_add_failure(results, slot);
    return (results->failure_count == MAX_FAILURES && results->tally[0].failed == MAX_FAILURES + 1 &&
            results->tally[0].closed) ||
           text_say(&finding->first_at, "a failure too many");
}

/* ---- how much of a run is done ---- */

/* Two targets: fixed cases, those done, wanted, passed, drawn, closed, ought_refuse; the run's deadline after its
 * start, and now; percent. */
static const struct {
    struct tally target[2];
    double deadline, now;
    int percent;
} shares[] = {
    {{{.wanted = 10}, {.wanted = 10}}, 0, 0, 0},
    {{{.wanted = 10, .passed = 15}, {.wanted = 10, .passed = 10}}, 0, 0, 100},
    {{{.wanted = 10, .passed = 5, .closed = true}, {.wanted = 10}}, 0, 0, 50},
    {{{.fixed = 4, .fixed_done = 1, .wanted = 12, .passed = 3}, {.wanted = 0}}, 0, 0, 62},
    {{{.fixed = 4, .fixed_done = 2, .wanted = 12, .passed = 3, .closed = true}, {.wanted = 0}}, 0, 0, 75},
    {{{.wanted = 10, .drawn = 1}, {.wanted = 10, .drawn = 1}}, 8, 2, 25},
    {{{.wanted = 10, .drawn = 1}, {.wanted = 10}}, 8, 6, 50},
    {{{.wanted = 10, .drawn = 1}, {.wanted = 10, .closed = true}}, 8, 9, 100},
    {{{.wanted = 0}, {.wanted = 10}}, 8, 8, 50},
    {{{.wanted = 10, .passed = 5}, {.wanted = 10, .ought_refuse = true}}, 0, 0, 75},
    {{{.wanted = 10, .passed = 5, .drawn = 5}, {.wanted = 10, .passed = 5, .drawn = 5}}, 8, 2, 25},
};

static bool share_of_two_targets_is_done(size_t at, struct results *results, struct finding *finding)
{
    results->target_count = 2;
    results->started = 100;
    results->deadline = shares[at].deadline > 0 ? 100 + shares[at].deadline : 0;
    memcpy(results->tally, shares[at].target, sizeof shares[at].target);
    int percent = (int)(100 * results_share(results, 100 + shares[at].now));
    results->target_count = 0; /* of no targets time alone counts */
    results->deadline = 108;
    if (results_share(results, 102) != 0.25)
        return text_say(&finding->first_at, "a run without targets is not done by a quarter of its time");
    return percent == shares[at].percent ||
           text_say(&finding->first_at, "line %zu of shares: expected %d %% to be done, got %d %%", at,
                    shares[at].percent, percent);
}

static const struct unit_test tests[] = {TEST(failures_are_sorted),
                                         NAMED_ROWS(broken_law_leaves_out_its_strategies, left_out, says),
                                         TEST(run_without_a_device_says_so),
                                         TEST(first_stop_is_kept),
                                         TEST(full_list_ends_the_run),
                                         TEST(first_failures_are_kept),
                                         ROWS(share_of_two_targets_is_done, shares)};
UNIT(results_lists, tests);
