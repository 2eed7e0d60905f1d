/* SPDX-License-Identifier: MIT
 * Claims on the fake device: the rows and the strategies that results are compared with, witnesses, and what transpositions cost. */
#include "unit.h"
#include "property.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "control.h"
#include "fake_strategies.h"
#include "witness.h"
#include "words.h"

static bool judge(struct fixture *fixture, const char *line, const struct fake_plan *plan,
                  struct finding *got, enum verdict *verdict, struct finding *finding)
{
    struct test_case checked;
    memset(got, 0, sizeof *got);
    if (!read_line(line, DEVICE_SIM64, &checked, finding)) return false;
    fake_set(fixture, plan);
    check_function *check = properties_find(checked.claim)->check;
    spoil_stack();
    *verdict = check(fixture, &checked, got);
    return true;
}

/* Of three rows the middle one keeps its items 4 to 7; item i of the others is item 11 - i. */
static bool rows_are_reversed(struct fixture *fixture, struct finding *finding)
{
    static const uint64_t expected[] = {11, 10, 9, 8, 4, 5, 6, 7, 3, 2, 1, 0};
    static const char line[] = "rows_are_independent.reduce_auto reduce/affine_u32/3x4/soa/any:1/with:row=1";
    const struct load *load = &fixture->load[LOAD_CASE], *other = &fixture->load[LOAD_OTHER];
    struct finding got;
    enum verdict verdict;
    if (!judge(fixture, line, NULL, &got, &verdict, finding)) return false;
    struct columns items = arena_columns(&load->arena, ARENA_INPUT, load->up);
    struct columns others = arena_columns(&other->arena, ARENA_INPUT, other->up);
    for (uint64_t i = 0; i < 12; i++) {
        struct state item, beside;
        columns_read(&items, &load->job.op->input, expected[i], item.at);
        columns_read(&others, &load->job.op->input, i, beside.at);
        if (memcmp(item.at, beside.at, load->job.op->input.size) != 0)
            return text_say(&finding->first_at,
                            "%s: item %" PRIu64 " of the other launch is not item %" PRIu64, line, i,
                            expected[i]);
    }
    return true;
}

/* ---- what a case is compared with ---- */

/* Its strategy, in the usual tuning whatever the case's is, and how many columns of results it has. */
enum { USUAL_BLOCK = 32 };

static const struct {
    const char *line, *strategy;
    int columns;
} compared[] = {
#define TUNED "{block=4,items=1,group=4}"
    {"one_key_is_reduce.keyed_stream keyed/affine_u32/5#1/soa/any:1", "reduce_auto", 2},
    {"one_key_is_reduce.keyed_stream keyed/affine_u32/2x4#1/soa/any:1", "segreduce_auto", 2},
    {"one_key_is_reduce.keyed_stream" TUNED " keyed/affine_u32/5#1/soa/any:1/keep:1", "reduce_auto", 1},
    {"flags_and_regular_agree.scan_lookback scan/affine_u32/2x3/soa/any:1", "segscan_flags", 2},
    {"flags_and_regular_agree.scan_lookback" TUNED " scan/affine_u32/2x3/soa/any:1", "segscan_flags", 2},
    {"segscan_equals_scan_of_each_row.segscan_flags scan/affine_u32/2x3/soa/any:1", "scan_lookback", 2},
    {"segscan_equals_scan_of_each_row.segscan_flags" TUNED " scan/affine_u32/2x3/soa/any:1", "scan_lookback",
     2},
    {"segreduce_equals_last_of_segscan.segreduce_auto" TUNED " reduce/affine_u32/2x3/soa/any:1/keep:1",
     "segscan_flags", 2},
    {"one_row_equals_flat_reduce.segreduce_auto" TUNED " reduce/affine_u32/3/soa/any:1/keep:1", "reduce_auto",
     1},
    {"last_of_scan_is_reduce.scan_lookback" TUNED " scan/affine_u32/3/soa/any:1", "reduce_auto", 2},
    {"twice_is_the_original.whole_matrices transpose/u32/2x3/soa/any:1", "transpose_naive", 1},
    {"twice_is_the_original.whole_matrices" TUNED " transpose/u32/2x3/soa/any:1", "transpose_naive", 1},
#undef TUNED
};

static bool claim_compares_with_its_strategy(struct fixture *fixture, struct finding *finding)
{
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++) {
        struct finding got;
        enum verdict verdict;
        if (!judge(fixture, compared[i].line, NULL, &got, &verdict, finding)) return false;
        const struct load *other = &fixture->load[LOAD_OTHER];
        const char *strategy = other->instance->strategy->name;
        int columns = 0;
        for (int c = 0; c < other->job.out.count; c++)
            columns += other->job.out.column[c].base != NULL;
        if (verdict != VERDICT_PASS || strcmp(strategy, compared[i].strategy) != 0 ||
            other->instance->shape.block != USUAL_BLOCK || columns != compared[i].columns)
            return text_say(
                &finding->first_at,
                "%s: expected pass beside %s with %d columns, got %s beside %s with %d in blocks of %u",
                compared[i].line, compared[i].strategy, compared[i].columns, verdict_name(verdict), strategy,
                columns, (unsigned)other->instance->shape.block);
    }
    return true;
}

/* ---- what numbered items tell ---- */

/* An operator of whose variant no witness is tells nothing; nor is a state of one number a run. */
static bool operator_without_a_witness_names_no_tear(struct fixture *fixture, struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct op own = *op_find("span_8");
    struct state five = {.at = {5}};
    if (!read_line("reduce_equals_oracle.reduce_auto reduce/span_8/6/soa/any:1", DEVICE_SIM64, &checked,
                   finding))
        return false;
    own.laws = 0;
    own.emits = true;
    checked.problem.op = &own;
    witness_tell(fixture, LOAD_CASE, &checked, &got);
    if (got.witness.at[0])
        return text_say(&finding->first_at,
                        "items of 8 bytes and a map-out: expected no witness, got '%.200s'", got.witness.at);
    tuple_parse("u8", &own.state);
    struct span_view view = span_view(&own, five.at);
    return (view.begin == 0 && view.end == 0 && view.torn) ||
           text_say(&finding->first_at,
                    "a state of one byte: expected [0,0) torn, got [%" PRId64 ",%" PRId64 ")", view.begin,
                    view.end);
}

/* A run is read from the first two of the widest columns, wherever they stand, over all of their bytes. */
static bool runs_of_a_span_are_read(struct finding *finding)
{
    static const struct {
        const char *state;
        int first, second;
    } columns[] = {{"u8,u8", 0, 1},
                   {"u16,u8,u16", 0, 2},
                   {"i8,i64,i16,i32,i64", 1, 4},
                   {"u8,u32,u32,u16", 1, 2},
                   {"u64,u8,u64,u64", 0, 2}};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct op own = *op_find("span_8");
        struct state state;
        memset(&state, 0xee, sizeof state);
        tuple_parse(columns[i].state, &own.state);
        size_t bytes = elem_size(own.state.elem[columns[i].first]);
        for (size_t b = 0; b < bytes; b++) { /* from 0x..0101 to 0x..0202 */
            state.at[own.state.offset[columns[i].first] + b] = 1;
            state.at[own.state.offset[columns[i].second] + b] = 2;
        }
        int64_t begin = (int64_t)(UINT64_C(0x0101010101010101) >> (64 - 8 * bytes));
        struct span_view view = span_view(&own, state.at);
        if (view.begin != begin || view.end != 2 * begin || view.torn)
            return text_say(
                &finding->first_at,
                "a run of %s: expected [%" PRId64 ",%" PRId64 "), got [%" PRId64 ",%" PRId64 ")%s",
                columns[i].state, begin, 2 * begin, view.begin, view.end, view.torn ? " torn" : "");
    }
    return true;
}

/* ---- what transpositions cost ---- */

/* A backend of few instances: what is looked at is known. */
struct few {
    struct strategy auto_one;
    struct instance instance[6], other_element;
    struct operator_code code[4];
    const struct operator_code *operators[5];
    const struct strategy *strategies[5];
    struct backend backend;
};

/* Another shape of an instance of the fake device. */
static struct instance shaped(const char *strategy, uint32_t block, uint32_t items)
{
    for (size_t i = 0; i < fake_instance_count; i++) {
        struct instance instance = fake_instances[i];
        if (strcmp(instance.strategy->name, strategy) != 0) continue;
        instance.shape = (struct launch_shape){.block = block, .items = items, .group = 4};
        return instance;
    }
    return (struct instance){0};
}

/* Tiles of 32x32 and 64x64 items, and others; the last instance is not the backend's any more. The second element has the
 * first one's instances, the third name is no element, and the last element has a tile of its own. */
static void few_open(struct few *few, struct fixture *fixture, const char *element)
{
    few->instance[0] = shaped("transpose_naive", 4, 1);
    few->instance[1] = shaped("transpose_naive", 256, 4);
    few->instance[2] = shaped("transpose_naive", 1024, 4);
    few->instance[3] = shaped("short_matrices", 256, 4);
    few->instance[4] = shaped("reduce_auto", 256, 4);
    few->instance[5] = few->other_element = few->instance[1];
    few->auto_one = *few->instance[0].strategy;
    few->auto_one.name = "transpose_auto";
    few->code[0] = (struct operator_code){.op = element, .instances = few->instance, .count = 5};
    few->code[1] = (struct operator_code){.op = "u8", .instances = few->instance, .count = 5};
    few->code[2] = (struct operator_code){.op = "add_u32", .instances = few->instance + 1, .count = 4};
    few->code[3] = (struct operator_code){.op = "i16", .instances = &few->other_element, .count = 1};
    for (int i = 0; i < 4; i++)
        few->operators[i] = &few->code[i];
    for (int i = 0; i < 3; i++)
        few->strategies[i] = few->instance[i + 2].strategy;
    few->strategies[3] = &few->auto_one;
    few->backend = *fixture->session.backend;
    few->backend.operators = few->operators;
    few->backend.strategies = few->strategies;
    fixture->session.backend = &few->backend;
}

/* Five shapes of each of two tunings, and of one of the other element, and the one that short_matrices does not refuse: 16
 * launches. The first one in which a warp waits, or that fails, is the last. */
static const struct {
    uint64_t waits, launches;
    bool fails; /* an error of the device */
    uint32_t block;
    const char *words; /* "": it passes */
} waited[] = {
#define WAITS "1 cycles of waiting for a bank, expected none"
    {16, 16, false, 256, ""},
    {0, 1, false, 256, "transpose_naive{block=256,items=4}, 33x70 elements of 8 bytes: " WAITS},
    {4, 5, false, 256, "transpose_naive{block=256,items=4}, 1x100 elements of 8 bytes: " WAITS},
    {5, 6, false, 1024, "transpose_naive{block=1024,items=4}, 33x70 elements of 8 bytes: " WAITS},
    {10, 11, false, 256, "transpose_naive{block=256,items=4}, 33x70 elements of 2 bytes: " WAITS},
    {14, 15, false, 256, "transpose_naive{block=256,items=4}, 1x100 elements of 2 bytes: " WAITS},
    {15, 16, false, 256, "short_matrices{block=256,items=4}, 512x4 elements of 8 bytes: " WAITS},
    {6, 7, true, 1024, "a launch failed on the fake device"},
    {12, 13, true, 256, "a launch failed on the fake device"},
#undef WAITS
};

static bool waits_are_judged(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "wide_tiles_wait_for_no_bank.host reduce/add_u32/1/soa/any:1";
    for (size_t i = 0; i < sizeof waited / sizeof waited[0]; i++) {
        struct launch_counters counted[17] = {[0] = {.bank_conflicts = 0}};
        const struct fake_plan plan = {.launch = waited[i].fails ? waited[i].waits : UINT64_MAX,
                                       .fails = waited[i].fails,
                                       .counted = counted};
        struct finding got;
        enum verdict verdict, expected = waited[i].words[0] ? VERDICT_FAIL : VERDICT_PASS;
        counted[waited[i].waits].bank_conflicts = 1;
        if (!judge(fixture, line, &plan, &got, &verdict, finding)) return false;
        uint64_t launches = fake_launches(fixture);
        if (verdict != expected || strcmp(got.first_at.at, waited[i].words) != 0 ||
            launches != waited[i].launches ||
            fixture->load[LOAD_CASE].instance->shape.block != waited[i].block)
            return text_say(&finding->first_at,
                            "waits of wide tiles, %zu: expected '%s' after %" PRIu64
                            " launches, got %s after %" PRIu64 " (%.150s%.100s)",
                            i, waited[i].words, waited[i].launches, verdict_name(verdict), launches,
                            got.first_at.at, got.reason.at);
    }
    return true;
}

static double claims_twice(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 2;
}

static double claims_half(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 0.5;
}

/* A strategy that claims other sectors fails, however right its counters are. */
static bool claims_are_compared(struct fixture *fixture, struct few *few, const char *line,
                                const struct launch_counters *right, struct finding *finding)
{
    double (*const wrong[])(const struct job *, const struct launch_shape *) = {claims_half, claims_twice};
    const struct fake_plan plan = {.launch = UINT64_MAX, .counted = right};
    for (int i = 0; i < 2; i++) {
        struct finding got;
        enum verdict verdict;
        few->auto_one.sectors = wrong[i];
        if (!judge(fixture, line, &plan, &got, &verdict, finding)) return false;
        if (verdict != VERDICT_FAIL)
            return text_say(&finding->first_at, "a transposition that claims %s of its sectors: got %s",
                            i ? "twice" : "half", verdict_name(verdict));
    }
    return true;
}

/* A line of the table, 16x256 numbers of 8 bytes on sim64, by counters that are as it says but for one. */
static bool costs_are_compared(struct fixture *fixture, struct few *few, struct finding *finding)
{
    static const char line[] = "transpositions_cost_as_worked_out.host reduce/add_u32/1/soa/any:1";
    static const char words[] =
        "transpositions_cost_as_worked_out.transpose_auto@sim64 transpose/i64/16x256/soa/any:1: expected "
        "65536 "
        "bytes, 2048 sectors, 100 % of the fewest, 0 cycles of waiting, 128 accesses; counts 1200, 2047, "
        "claims 200, counts 3, 129";
    static const struct {
        struct launch_counters counted;
        enum verdict verdict;
    } expected[] = {
        {{.data = {32700, 32836, 128, 2048, 2000}}, VERDICT_PASS},
        {{.data = {32701, 32836, 128, 2048, 2000}}, VERDICT_FAIL},
        {{.data = {32700, 32835, 128, 2048, 2000}}, VERDICT_FAIL},
        {{.data = {32700, 32836, 127, 2048, 2000}}, VERDICT_FAIL},
        {{.data = {32700, 32836, 129, 2048, 2000}}, VERDICT_FAIL},
        {{.data = {32700, 32836, 128, 2047, 2000}}, VERDICT_FAIL},
        {{.data = {32700, 32836, 128, 2049, 2000}}, VERDICT_FAIL},
        {{.data = {32700, 32836, 128, 2048, 2000}, .bank_conflicts = 1}, VERDICT_FAIL},
    };
    static const struct launch_counters odd = {.data = {1000, 200, 129, 2047, 2000}, .bank_conflicts = 3};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct fake_plan plan = {.launch = UINT64_MAX, .counted = &expected[i].counted};
        struct finding got;
        enum verdict verdict;
        if (!judge(fixture, line, &plan, &got, &verdict, finding)) return false;
        if (verdict != expected[i].verdict || fake_launches(fixture) != 1)
            return text_say(
                &finding->first_at, "counters %zu of a transposition: expected %s, got %s (%.200s%.200s)", i,
                verdict_name(expected[i].verdict), verdict_name(verdict), got.first_at.at, got.reason.at);
    }
    if (!claims_are_compared(fixture, few, line, &expected[0].counted, finding)) return false;
    const struct fake_plan plan = {.launch = UINT64_MAX, .counted = &odd};
    struct finding got;
    enum verdict verdict;
    few->auto_one.sectors = claims_twice;
    return judge(fixture, line, &plan, &got, &verdict, finding) &&
           ((verdict == VERDICT_FAIL && strcmp(got.first_at.at, words) == 0) ||
            text_say(&finding->first_at, "a transposition that claims twice: got %s '%.300s'",
                     verdict_name(verdict), got.first_at.at));
}

static void change_29th(void *context, struct load *load)
{
    (void)context;
    ((uint32_t *)load->job.out.column[0].base)[28] ^= 1;
}

/* Of three matrices of 2 rows of 5 the 29th number is the last but one of the last row. */
static bool originals_are_named(struct fixture *fixture, struct finding *finding)
{
    static const char line[] = "twice_is_the_original.transpose_naive transpose/u32/3x2x5/soa/any:1";
    static const char words[] = "transposed twice: matrix 2, row 1, column 3, column 1 of 1 (u32): ";
    const struct fake_plan plan = {.launch = 1, .fault = change_29th};
    struct finding got;
    enum verdict verdict;
    return judge(fixture, line, &plan, &got, &verdict, finding) &&
           ((verdict == VERDICT_FAIL && strncmp(got.first_at.at, words, strlen(words)) == 0) ||
            text_say(&finding->first_at, "%s: expected '%s', got '%.200s'", line, words, got.first_at.at));
}

static bool waits_and_costs_one_off_fail(struct finding *finding)
{
    struct fixture *fixture = fake_open(DEVICE_SIM64, &finding->first_at);
    struct few few = {.code = {{0}}};
    if (!fixture) return false;
    const struct backend *backend = fixture->session.backend;
    few_open(&few, fixture, "i64");
    bool good = waits_are_judged(fixture, finding);
    few.instance[0].strategy = &few.auto_one;
    good = good && costs_are_compared(fixture, &few, finding);
    fixture->session.backend = backend;
    properties_close(fixture);
    return good;
}

/* ---- what is told of schedules ---- */

#define UNDER_ANY                                                                                            \
    "exact_operators_same_bits_under_any_schedule.scan_lookback "                                            \
    "scan/affine_u32/40/soa/any:7/with:schedules=8"

static void spoil_first(void *context, struct load *load)
{
    (void)context;
    *(unsigned char *)load->job.out.column[0].base ^= 1;
}

/* The words of a wrong launch end the line that runs it again. Schedules are uniform and pct by turns, of 1, 2, 4 or 8
 * resident blocks; pct changes up to three times, within 1024 steps. */
static bool schedule_is_reported(uint64_t launch, const char *place, struct finding *finding)
{
    const char *words = strstr(place, " (under "), *begin = words ? words + strlen(" (under ") : "";
    const enum schedule_form form = launch % 2 ? SCHEDULE_UNIFORM : SCHEDULE_PCT;
    char line[MAX_LINE];
    struct test_case given;
    struct text why = {{0}};
    snprintf(line, sizeof line, UNDER_ANY "/%.*s", (int)strcspn(begin, ")"), begin);
    bool good = words && case_parse(line, &given, &why);
    const struct schedule *schedule = &given.problem.schedule;
    good = good && schedule->form == form && schedule->resident <= 8 &&
           (schedule->resident & (schedule->resident - 1)) == 0 && schedule->change_points <= 3;
    for (int i = 0; good && i < schedule->change_points; i++)
        good = schedule->change_point[i] >= 1 && schedule->change_point[i] <= 1024;
    return good || text_say(&finding->first_at,
                            "launch %" PRIu64 " of 9 is wrong: expected the schedule %s, got '%.200s' %.100s",
                            launch, schedule_words[form], place, why.at);
}

/* Launch 0 is under the line's own schedule, and is what the others are compared with. A GPU has no schedules: the run
 * is told, from 1. */
static bool wrong_schedules_are_reported(enum device_kind kind, struct finding *finding)
{
    struct fixture *fixture = fake_open(kind, &finding->first_at);
    struct test_case checked;
    bool good = fixture && read_line(UNDER_ANY, kind, &checked, finding);
    for (uint64_t launch = 1; good && launch <= 8; launch++) {
        struct finding got = {0};
        char run[32];
        fake_set(fixture, &(struct fake_plan){.launch = launch, .fault = spoil_first});
        enum verdict verdict =
            exact_operators_same_bits_under_any_schedule_property.check(fixture, &checked, &got);
        snprintf(run, sizeof run, " (in run %" PRIu64 ")", launch + 1);
        if (device_is_simulated(kind))
            good = schedule_is_reported(launch, got.first_at.at, finding);
        else if (!strstr(got.first_at.at, run))
            good = text_say(&finding->first_at, "expected '%s', got '%.200s'", run, got.first_at.at);
        if (good && verdict != VERDICT_FAIL)
            good = text_say(&finding->first_at, "%s: launch %" PRIu64 " is wrong: got %s", UNDER_ANY, launch,
                            verdict_name(verdict));
    }
    if (fixture) properties_close(fixture);
    return good;
}

static bool schedules_are_compared(struct finding *finding)
{
    return wrong_schedules_are_reported(DEVICE_SIM64, finding);
}

static bool repeated_runs_of_a_card_are_compared(struct finding *finding)
{
    return wrong_schedules_are_reported(DEVICE_AMD, finding);
}

static const struct unit_test tests[] = {TEST(rows_are_reversed),
                                         TEST(claim_compares_with_its_strategy),
                                         TEST(operator_without_a_witness_names_no_tear),
                                         TEST(runs_of_a_span_are_read),
                                         TEST(originals_are_named),
                                         TEST(waits_and_costs_one_off_fail),
                                         TEST(schedules_are_compared),
                                         TEST(repeated_runs_of_a_card_are_compared)};
UNIT(claims_verdicts, tests);
