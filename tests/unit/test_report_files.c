/* SPDX-License-Identifier: MIT
 * The files about a run whose results are typed here, as golden text. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "golden.h"
#include "report.h"

/* One target of each kind: it holds; it fails, with words that XML and JSON escape; it is broken; it failed once and is
 * broken, which is a failure; all is refused, which fails its group, too; nothing was checked. */
static const struct tally tallies[] = {
    {.property = "holds",
     .subject = "sums",
     .op = "add_u32",
     .device = "sim64",
     .drawn = 7,
     .passed = 7,
     .over_3_tiles = 2,
     .seconds = 0.125},
    {.property = "fails",
     .claim = "what it claims",
     .device = "host",
     .drawn = 3,
     .passed = 1,
     .failed = 2,
     .seconds = 0.25},
    {.property = "breaks",
     .subject = "sums",
     .op = "add_u32",
     .device = "sim64",
     .drawn = 1,
     .broken = 1,
     .reason = "a \"wild\" <pointer>",
     .seconds = 0.5},
    {.property = "fails_and_breaks",
     .subject = "sums",
     .op = "add_u32",
     .device = "sim64",
     .drawn = 2,
     .failed = 1,
     .broken = 1,
     .reason = "gone",
     .seconds = 1},
    {.property = "refuses",
     .subject = "sums",
     .op = "add_u32",
     .device = "sim32",
     .drawn = 40,
     .drawn_refused = 40,
     .refused = 40,
     .reason = "wants more",
     .seconds = 2},
    {.property = "idle", .subject = "sums", .op = "", .device = "sim32"},
};
enum { FAILS = 1, FAILS_AND_BREAKS = 3, TARGETS = sizeof tallies / sizeof tallies[0] };

static void fail_once(struct results *results, uint32_t target, const char *line, const char *first_at)
{
    struct failure *failure = &results->failure[results->failure_count++];
    failure->target = target;
    failure->steady_runs = 20;
    failure->steady_failed = 19;
    snprintf(failure->line, sizeof failure->line, "%s", line);
    snprintf(failure->drawn, sizeof failure->drawn, "%s", line);
    text_say(&failure->finding.first_at, "%s", first_at);
}

static void type_results(struct results *results)
{
    results->started = 100;
    results->ended = 104.5;
    results->seed = 0x1f;
    results->passed = 8, results->over_3_tiles = 2, results->failed = 3, results->refused = 40,
    results->broken = 2;
    results->discarded = 5, results->overridden = 6;
    results->target_count = TARGETS;
    memcpy(results->tally, tallies, sizeof tallies);
    fail_once(results, FAILS, "fails@host law/add_u32/3x1/soa/unit:0", "expected \"<&\", got >");
    fail_once(results, FAILS_AND_BREAKS, "fails_and_breaks.sums@sim64 reduce/add_u32/3/soa/any:1", "item 2");
    results->note_count = 1;
    results->note[0] = (struct device_note){.device = "sim64", .facts = "64 lanes"};
    results->warning_count = 2;
    text_say(&results->warning[0], "one");
    text_say(&results->warning[1], "two");
    results->remark_count = 1;
    text_say(&results->remark[0], "seen");
    text_say(&results->skipped, "no card");
    text_say(&results->stopped, "the \"card\" fell off");
}

/* What a report writes for these results, through a pipe, which has room for all of it; the caller frees it. NULL with
 * the reason. */
static char *written(bool (*report)(const char *, const struct results *, struct text *),
                     const struct results *results, struct finding *finding)
{
    enum { MOST = 1 << 14 };
    int ends[2];
    char path[32], *text = calloc(MOST, 1);
    if (!text || pipe(ends) != 0) return text_say(&finding->reason, "no pipe"), free(text), NULL;
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    bool whole = report(path, results, &finding->reason);
    close(ends[1]);
    for (ssize_t at = 0, more = 1; whole && more > 0; at += more)
        more = read(ends[0], text + at, (size_t)(MOST - 1 - at));
    close(ends[0]);
    if (whole) return text;
    free(text);
    return NULL;
}

/* Six targets, a group, and the run where it stopped as broken: the head counts what stands below it. */
static const struct {
    const char *name;
    bool (*report)(const char *path, const struct results *results, struct text *why);
    enum status stopped;
} files[] = {
    {"JUnit", report_junit, STATUS_OK},
    {"JUnit of a run that broke", report_junit, STATUS_BROKEN},
    {"JUnit of a run that a signal ended", report_junit, (enum status)130},
    {"JSON", report_json, STATUS_OK},
};

static bool file_is_golden(size_t at, struct results *results, struct finding *finding)
{
    struct golden golden = {NULL, 0, 0};
    type_results(results);
    results->stopped_status = files[at].stopped;
    char *got = written(files[at].report, results, finding);
    if (!got) return false;
    golden_add(&golden, "%s", got);
    free(got);
    return golden_is("report_files", files[at].name, &golden, finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(file_is_golden, files, name)};
UNIT(report_files, tests);
