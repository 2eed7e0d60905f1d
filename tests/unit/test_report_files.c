/* SPDX-License-Identifier: MIT
 * The files about a run whose results are typed here, compared byte by byte. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"
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

#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
static const char cases[] =
    "    <testcase classname=\"holds\" name=\"sums.add_u32@sim64\" time=\"0.125\"></testcase>\n"
    "    <testcase classname=\"fails\" name=\"suite@host\" time=\"0.250\">\n"
    "      <failure message=\"expected &quot;&lt;&amp;&quot;, got &gt;\">FAIL fails@host\n"
    "  claim     what it claims\n"
    "  problem   law/add_u32/3x1/soa/unit:0\n"
    "  first at  expected &quot;&lt;&amp;&quot;, got &gt;\n"
    "  steady    19 of 20 runs\n"
    "  replay    foldcheck replay 'fails@host law/add_u32/3x1/soa/unit:0'\n"
    "</failure>\n"
    "    </testcase>\n"
    "    <testcase classname=\"breaks\" name=\"sums.add_u32@sim64\" time=\"0.500\">"
    "<error message=\"a &quot;wild&quot; &lt;pointer&gt;\"/></testcase>\n"
    "    <testcase classname=\"fails_and_breaks\" name=\"sums.add_u32@sim64\" time=\"1.000\">\n"
    "      <failure message=\"item 2\">FAIL fails_and_breaks.sums@sim64       64 lanes\n"
    "  problem   reduce/add_u32/3/soa/any:1\n"
    "  first at  item 2\n"
    "  steady    19 of 20 runs\n"
    "  replay    foldcheck replay 'fails_and_breaks.sums@sim64 reduce/add_u32/3/soa/any:1'\n"
    "</failure>\n"
    "    </testcase>\n"
    "    <testcase classname=\"refuses\" name=\"sums.add_u32@sim32\" time=\"2.000\">"
    "<skipped message=\"wants more\"/></testcase>\n"
    "    <testcase classname=\"idle\" name=\"sums@sim32\" time=\"0.000\">"
    "<skipped message=\"nothing to check\"/></testcase>\n"
    "    <testcase classname=\"refuses\" name=\"sums@sim32\">"
    "<failure message=\"40 of 40 draws were refused, more than half: wants more\"/></testcase>\n";
static const char stop_case[] = "    <testcase classname=\"foldcheck\" name=\"run\"><error message=\"the "
                                "&quot;card&quot; fell off\"/></testcase>\n";

/* Six targets, a group, and the run where it stopped as broken: the head counts what stands below it. */
static const struct {
    enum status stopped;
    bool tells;
    const char *head;
} heads[] = {
    {STATUS_OK, false, "tests=\"7\" failures=\"3\" errors=\"1\" skipped=\"2\" time=\"4.500\""},
    {STATUS_BROKEN, true, "tests=\"8\" failures=\"3\" errors=\"2\" skipped=\"2\" time=\"4.500\""},
    {(enum status)130, false, "tests=\"7\" failures=\"3\" errors=\"1\" skipped=\"2\" time=\"4.500\""},
};

static const char json_totals[] =
    "{\n  \"verdict\": \"fail\",\n  \"seed\": \"0x1f\",\n  \"seconds\": 4.500,\n"
    "  \"stopped\": \"the \\\"card\\\" fell off\",\n  \"skipped\": \"no card\",\n"
    "  \"passed\": 8, \"over_3_tiles\": 2, \"failed\": 3, \"refused\": 40, \"discarded\": 5, \"broken\": 2, "
    "\"run_although_refused\": 6,\n"
    "  \"devices\": [{\"name\": \"sim64\", \"facts\": \"64 lanes\"}],\n"
    "  \"warnings\": [\"one\", \"two\"],\n  \"measured\": [\"seen\"],\n  \"failures\": [\n";

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

static bool equals(const char *what, const char *expected, const char *got, struct finding *finding)
{
    size_t at = 0;
    while (got[at] && got[at] == expected[at])
        at++;
    if (got[at] == expected[at]) return true;
    return text_say(&finding->first_at, "%s, character %zu: expected \"%.60s\", got \"%.60s\"", what, at,
                    expected + at, got + at);
}

static bool junit_file_is_exact(size_t at, struct results *results, struct finding *finding)
{
    char expected[8192];
    type_results(results);
    results->stopped_status = heads[at].stopped;
    snprintf(expected, sizeof expected,
             HEAD "  <testsuite name=\"foldcheck\" %s>\n%s%s  </testsuite>\n</testsuites>\n", heads[at].head,
             cases, heads[at].tells ? stop_case : "");
    char *got = written(report_junit, results, finding);
    bool right = got && equals("--junit", expected, got, finding);
    free(got);
    return right;
}

/* A line of JSON for each target, in order. */
static const char *const json_targets[TARGETS] = {
    "\"property\": \"holds\", \"subject\": \"sums\", \"operator\": \"add_u32\", \"device\": \"sim64\", "
    "\"passed\": 7, "
    "\"over_3_tiles\": 2, \"failed\": 0, \"refused\": 0, \"discarded\": 0, \"broken\": 0, \"reason\": \"\", "
    "\"seconds\": 0.125",
    "\"property\": \"fails\", \"subject\": \"\", \"operator\": \"\", \"device\": \"host\", \"passed\": 1, "
    "\"over_3_tiles\": 0, \"failed\": 2, \"refused\": 0, \"discarded\": 0, \"broken\": 0, \"reason\": \"\", "
    "\"seconds\": 0.250",
    "\"property\": \"breaks\", \"subject\": \"sums\", \"operator\": \"add_u32\", \"device\": \"sim64\", "
    "\"passed\": 0, "
    "\"over_3_tiles\": 0, \"failed\": 0, \"refused\": 0, \"discarded\": 0, \"broken\": 1, "
    "\"reason\": \"a \\\"wild\\\" <pointer>\", \"seconds\": 0.500",
    "\"property\": \"fails_and_breaks\", \"subject\": \"sums\", \"operator\": \"add_u32\", \"device\": "
    "\"sim64\", "
    "\"passed\": 0, \"over_3_tiles\": 0, \"failed\": 1, \"refused\": 0, \"discarded\": 0, \"broken\": 1, "
    "\"reason\": \"gone\", \"seconds\": 1.000",
    "\"property\": \"refuses\", \"subject\": \"sums\", \"operator\": \"add_u32\", \"device\": \"sim32\", "
    "\"passed\": 0, "
    "\"over_3_tiles\": 0, \"failed\": 0, \"refused\": 40, \"discarded\": 0, \"broken\": 0, "
    "\"reason\": \"wants more\", \"seconds\": 2.000",
    "\"property\": \"idle\", \"subject\": \"sums\", \"operator\": \"\", \"device\": \"sim32\", \"passed\": "
    "0, "
    "\"over_3_tiles\": 0, \"failed\": 0, \"refused\": 0, \"discarded\": 0, \"broken\": 0, \"reason\": \"\", "
    "\"seconds\": 0.000",
};

static const char json_failures[] =
    "    {\"case\": \"fails@host law/add_u32/3x1/soa/unit:0\", \"drawn\": \"fails@host "
    "law/add_u32/3x1/soa/unit:0\", "
    "\"first_at\": \"expected \\\"<&\\\", got >\", \"witness\": \"\", \"steady_runs\": 20, "
    "\"steady_failed\": 19, "
    "\"shrink_runs\": 0, \"shrink_seconds\": 0.000},\n"
    "    {\"case\": \"fails_and_breaks.sums@sim64 reduce/add_u32/3/soa/any:1\", "
    "\"drawn\": \"fails_and_breaks.sums@sim64 reduce/add_u32/3/soa/any:1\", \"first_at\": \"item 2\", "
    "\"witness\": \"\", "
    "\"steady_runs\": 20, \"steady_failed\": 19, \"shrink_runs\": 0, \"shrink_seconds\": 0.000}],\n"
    "  \"judgements\": [\n    {\"property\": \"refuses\", \"subject\": \"sums\", \"device\": \"sim32\", "
    "\"reason\": \"40 of 40 draws were refused, more than half: wants more\"}],\n  \"targets\": [\n";

static bool json_file_is_exact(size_t at, struct results *results, struct finding *finding)
{
    char expected[8192];
    (void)at;
    type_results(results);
    int end = snprintf(expected, sizeof expected, "%s%s", json_totals, json_failures);
    for (int i = 0; i < TARGETS; i++)
        end += snprintf(expected + end, sizeof expected - (size_t)end, "    {%s}%s", json_targets[i],
                        i + 1 < TARGETS ? ",\n" : "]\n}\n");
    char *got = written(report_json, results, finding);
    bool right = got && equals("--json", expected, got, finding);
    free(got);
    return right;
}

static const struct unit_test tests[] = {ROWS(junit_file_is_exact, heads), TEST(json_file_is_exact)};
UNIT(report_files, tests);
