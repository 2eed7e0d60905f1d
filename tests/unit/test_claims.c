/* SPDX-License-Identifier: MIT
 * Claims against strategies for which they do not hold (controls.txt), and against costs that are not as claimed. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "counting.h"
#include "formulas.h"
#include "control.h"
#include "text_rows.h"

/* The verdict of a line's claim; VERDICT_BROKEN where the line is wrong. */
static enum verdict judge_line(struct fixture *fixture, const char *line, struct finding *got)
{
    struct test_case checked;
    memset(got, 0, sizeof *got);
    if (!case_parse(line, &checked, &got->reason)) return VERDICT_BROKEN;
    checked.device = fixture->name;
    const struct property *property = properties_find(checked.claim);
    spoil_stack();
    return property ? property->check(fixture, &checked, got) : VERDICT_BROKEN;
}

static bool expect(struct fixture *fixture, const char *line, enum verdict expected, const char *words,
                   struct finding *finding)
{
    struct finding got;
    enum verdict verdict = judge_line(fixture, line, &got);
    if (verdict == expected) return true;
    return text_say(&finding->first_at, "%s: %s: expected %s, got %s (%.200s%.200s)", line, words,
                    verdict_name(expected), verdict_name(verdict), got.first_at.at, got.reason.at);
}

/* ---- controls ---- */

enum { MOST_CONTROLS = 400 };
enum { LINE, FAULT, VERDICT, WORDS, WITNESS };

static struct text_row controls[MOST_CONTROLS];

static size_t controls_read(void)
{
    static size_t count;
    if (!count) count = text_rows_read("controls.txt", controls, MOST_CONTROLS);
    return count;
}

static const char *control_name(size_t row)
{
    return controls[row].field[LINE];
}

/* An item more than there are. */
static void end_late(void *context, struct load *load)
{
    void *at = load->job.out.column[1].base;
    (void)context;
    put_u32(u32_at(at) + 1, at);
}

/* Its two columns change places. */
static void turn(void *context, struct load *load)
{
    const struct columns *out = &load->job.out;
    struct state begin;
    size_t size = elem_size(load->job.op->state.elem[0]);
    (void)context;
    memcpy(begin.at, out->column[0].base, size);
    memcpy(out->column[0].base, out->column[1].base, size);
    memcpy(out->column[1].base, begin.at, size);
}

static bool plan_of(const char *fault, struct fake_plan *plan)
{
    char how[32] = "";
    *plan = (struct fake_plan){.launch = UINT64_MAX};
    if (!*fault) return true;
    if (sscanf(fault, "launch %" SCNu64 " %31[a-z ]", &plan->launch, how) != 2) return false;
    plan->writes_nothing = strcmp(how, "writes nothing") == 0;
    plan->fails = strncmp(how, "fails", 5) == 0;
    plan->unexamined = strcmp(how, "fails unseen") == 0;
    plan->fault = strcmp(how, "ends late") == 0 ? end_late : strcmp(how, "is turned") == 0 ? turn : NULL;
    return plan->writes_nothing || plan->fails || plan->fault;
}

/* "... " in front: the last words; "$" behind: all of them. */
static bool has_words(const char *got, const char *words)
{
    size_t length = strlen(words), all = strlen(got);
    if (length > 4 && strncmp(words, "... ", 4) == 0) {
        words += 4;
        length -= 4;
        return all >= length && strcmp(got + all - length, words) == 0;
    }
    if (length && words[length - 1] == '$') return all == length - 1 && strncmp(got, words, all) == 0;
    return strncmp(got, words, length) == 0;
}

/* What a control expects of a finding beside its verdict; else what is wrong. */
static const char *wrong_of(const struct text_row *row, const struct fixture *fixture, enum verdict verdict,
                            const struct finding *got)
{
    const char *witness = row->field[WITNESS];
    const char *words = verdict == VERDICT_FAIL ? got->first_at.at : got->reason.at;
    if (!has_words(verdict == VERDICT_PASS ? "" : words, row->field[WORDS])) return "other words";
    if (*witness && strcmp(got->witness.at, strcmp(witness, "-") == 0 ? "" : witness) != 0)
        return "another witness";
    if (got->poisoned != (strstr(row->field[VERDICT], "poisoned") != NULL)) return "another process";
    if (verdict == VERDICT_REFUSED && fake_launches(fixture)) return "a launch";
    if (verdict == VERDICT_DISCARDED && !*row->field[WORDS] && strncmp(words, "expected ", 9) != 0 &&
        !strstr(words, " has no "))
        return "no reason";
    return NULL;
}

/* The fixture of a kind of device. Controls share it, so that memory holds what the one before left. */
static struct fixture *open_fixture[DEVICE_KINDS];

static void close_fixtures(void)
{
    for (int kind = 0; kind < DEVICE_KINDS; kind++)
        if (open_fixture[kind]) properties_close(open_fixture[kind]);
}

static struct fixture *fixture_of(enum device_kind kind, struct text *why)
{
    static bool closes;
    if (!closes) closes = atexit(close_fixtures) == 0;
    if (!open_fixture[kind]) open_fixture[kind] = fake_open(kind, why);
    return open_fixture[kind];
}

static bool control_has_its_verdict(size_t at, struct finding *finding)
{
    const struct text_row *row = &controls[at];
    struct test_case checked;
    struct fake_plan plan;
    struct finding got = {0};
    if (at >= controls_read()) return text_say(&finding->first_at, "controls.txt: has no lines, or too many");
    if (!case_parse(row->field[LINE], &checked, &finding->first_at)) return false;
    if (checked.device.kind == DEVICE_NONE) checked.device.kind = DEVICE_SIM64;
    const struct property *property = properties_find(checked.claim);
    if (!property || !plan_of(row->field[FAULT], &plan))
        return text_say(&finding->first_at, "%s | %s: no such claim or fault", row->field[LINE],
                        row->field[FAULT]);
    struct fixture *fixture = fixture_of(checked.device.kind, &finding->first_at);
    if (!fixture) return false;
    fake_set(fixture, &plan);
    spoil_stack();
    enum verdict verdict = property->check(fixture, &checked, &got);
    const char *name = verdict_name(verdict);
    const char *wrong = strncmp(row->field[VERDICT], name, strlen(name)) != 0
                            ? "another verdict"
                            : wrong_of(row, fixture, verdict, &got);
    return !wrong ||
           text_say(&finding->first_at, "expected %s '%s' '%s', got %s: %s%s '%.150s%.150s' '%.150s'",
                    row->field[VERDICT], row->field[WORDS], row->field[WITNESS], wrong, name,
                    got.poisoned ? " poisoned" : "", got.first_at.at, got.reason.at, got.witness.at);
}

/* ---- costs ---- */

/* What one launch, or two, are counted to cost, beside the claims: PAPER_TRAFFIC bytes, and the fewest sectors. */
static const struct {
    const char *line, *words;
    struct launch_counters counted[2];
    enum verdict verdict;
} costs[] = {
#define FLAT "traffic_is_as_claimed.reduce_auto reduce/add_u32/4/soa/any:1"
#define WAITS "traffic_is_as_claimed.waits reduce/add_u32/4/soa/any:1"
#define RAGGED "traffic_is_as_claimed.reduce_auto reduce/add_u32/[1,3]/soa/any:1"
#define LOADS "loads_are_coalesced.reduce_auto reduce/add_u32/4/soa/any:1"
#define SHARED "shared_memory_is_as_claimed.reduce_auto reduce/add_u32/4/soa/any:1"
#define ASKS "shared_memory_is_as_claimed.asks reduce/add_u32/4/soa/any:1"
#define SAID "blocks_communicate_only_if_said.reduce_auto reduce/add_u32/4/soa/any:1"
#define PICKS "auto_costs_what_it_picks.policy reduce/add_u32/4/soa/any:1"
    {FLAT,
     "the bytes that it claims",
     {{.data = {600, 300, 0, 0, 0}, .scratch = {60, 40, 0, 0, 0}}},
     VERDICT_PASS},
    {FLAT, "a byte more", {{.data = {601, 300, 0, 0, 0}, .scratch = {60, 40, 0, 0, 0}}}, VERDICT_FAIL},
    {FLAT,
     "a byte fewer is written",
     {{.data = {600, 299, 0, 0, 0}, .scratch = {60, 40, 0, 0, 0}}},
     VERDICT_FAIL},
    {FLAT,
     "a byte more of scratch",
     {{.data = {600, 300, 0, 0, 0}, .scratch = {61, 40, 0, 0, 0}}},
     VERDICT_FAIL},
    {FLAT, "half of the bytes", {{.data = {500, 0, 0, 0, 0}}}, VERDICT_FAIL},
    {WAITS,
     "scratch that is read while it waits",
     {{.data = {600, 360, 0, 0, 0}, .scratch = {77, 40, 0, 0, 0}}},
     VERDICT_PASS},
    {WAITS,
     "a byte more is written to scratch",
     {{.data = {600, 360, 0, 0, 0}, .scratch = {77, 41, 0, 0, 0}}},
     VERDICT_FAIL},
    {RAGGED, "the most that it may be", {{.data = {1000, 0, 0, 0, 0}}}, VERDICT_PASS},
    {RAGGED, "half of it", {{.data = {500, 0, 0, 0, 0}}}, VERDICT_PASS},
    {RAGGED, "less than half", {{.data = {499, 0, 0, 0, 0}}}, VERDICT_FAIL},
    {RAGGED, "more than it may be", {{.data = {1001, 0, 0, 0, 0}}}, VERDICT_FAIL},
    {LOADS, "the fewest sectors", {{.data = {0, 0, 10, 40, 40}}}, VERDICT_PASS},
    {LOADS, "one more each access", {{.data = {0, 0, 10, 50, 40}}}, VERDICT_PASS},
    {LOADS, "and one more", {{.data = {0, 0, 10, 51, 40}}}, VERDICT_FAIL},
    {SHARED, "as much as it says", {{.shared_bytes = 100}}, VERDICT_PASS},
    {SHARED, "a byte more than it says", {{.shared_bytes = 101}}, VERDICT_FAIL},
    {SHARED, "more, by the keys of the job", {{.shared_bytes = 100, .dynamic_shared = 1}}, VERDICT_PASS},
    {ASKS, "as much as it asks for", {{.shared_bytes = 60, .dynamic_shared = 40}}, VERDICT_PASS},
    {ASKS, "a byte more than it asks for", {{.shared_bytes = 60, .dynamic_shared = 41}}, VERDICT_FAIL},
    {SAID, "nothing", {{.barriers = 3}}, VERDICT_PASS},
    {SAID, "a word of another block", {{.crossings = 1}}, VERDICT_FAIL},
    {SAID, "an atomic", {{.atomics = 1}}, VERDICT_FAIL},
    {PICKS, "the same", {{.launches = 1, .combines = 5}, {.launches = 1, .combines = 5}}, VERDICT_PASS},
    {PICKS, "a launch more", {{.launches = 2}, {.launches = 1}}, VERDICT_FAIL},
    {PICKS, "bytes read", {{.data = {8, 0, 0, 0, 0}}, {.data = {4, 0, 0, 0, 0}}}, VERDICT_FAIL},
    {PICKS, "bytes written", {{.data = {0, 8, 0, 0, 0}}, {.data = {0, 4, 0, 0, 0}}}, VERDICT_FAIL},
    {PICKS, "accesses", {{.data = {0, 0, 8, 0, 0}}, {.data = {0, 0, 4, 0, 0}}}, VERDICT_FAIL},
    {PICKS, "barriers", {{.barriers = 1}, {.barriers = 0}}, VERDICT_FAIL},
    {PICKS, "syncs of groups", {{.group_syncs = 1}, {.group_syncs = 0}}, VERDICT_FAIL},
    {PICKS, "shuffles", {{.shuffles = 0}, {.shuffles = 1}}, VERDICT_FAIL},
    {PICKS, "conflicts", {{.bank_conflicts = 1}, {.bank_conflicts = 0}}, VERDICT_FAIL},
    {PICKS, "combines", {{.combines = 4}, {.combines = 5}}, VERDICT_FAIL},
};

/* The verdicts of a table's lines; the third fails. */
static enum verdict line_of_four(struct fixture *fixture, size_t at, struct finding *finding)
{
    static const enum verdict verdicts[] = {VERDICT_PASS, VERDICT_DISCARDED, VERDICT_FAIL, VERDICT_PASS};
    (void)fixture;
    finding->items++;
    return verdicts[at];
}

/* A table fails at its first line that fails; lines that were not built pass. */
static bool lines_are_checked_until_one_fails(struct fixture *fixture, struct finding *finding)
{
    static const char not_built[] = "literal_traffic.no_such_strategy reduce/add_u32/4/soa/any:1";
    struct finding two = {0}, four = {0};
    struct launch_counters counted;
    enum verdict verdict = count_line(fixture, not_built, &counted, &two);
    if (verdict != VERDICT_DISCARDED)
        return text_say(&finding->first_at, "%s: expected to be left out, got %s", not_built,
                        verdict_name(verdict));
    return (check_lines(NULL, line_of_four, 2, &two) == VERDICT_PASS && two.items == 2 &&
            check_lines(NULL, line_of_four, 4, &four) == VERDICT_FAIL && four.items == 3) ||
           text_say(&finding->first_at,
                    "a table with a wrong third line: expected 2 and 3 lines to be looked at, got %" PRIu64
                    " and %" PRIu64,
                    two.items, four.items);
}

static bool cost_beyond_the_claim_fails(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct fake_plan plan = {.launch = UINT64_MAX, .counted = costs[at].counted};
    fixture->name.kind = DEVICE_SIM32;
    fake_set(fixture, &plan);
    return expect(fixture, costs[at].line, costs[at].verdict, costs[at].words, finding);
}

static const struct unit_test tests[] = {READ_ROWS(control_has_its_verdict, controls_read, control_name),
                                         NAMED_ROWS(cost_beyond_the_claim_fails, costs, words),
                                         TEST(lines_are_checked_until_one_fails)};
UNIT(claims, tests);
