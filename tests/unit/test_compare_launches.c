/* SPDX-License-Identifier: MIT
 * The results that a claim looks at, launch by launch, typed by hand; one of them is changed. */

#include <inttypes.h>
#include <string.h>

#include "property.h"
#include "unit.h"
#include "compare.h"
#include "control.h"

/* Which results of a launch a claim looks at. */
enum matter {
    MATTER_ALL,
    MATTER_LAST,
    MATTER_NOT_LAST,
    MATTER_ROW_1,
    MATTER_KEY_1,
    MATTER_ROW_ENDS,
    MATTER_MAPOUT
};

/* A change of one element: a place among those that matter. */
struct spoil {
    enum matter matter;
    int part, column; /* 1: the result; 2: the map-out */
    int place;        /* 0: the first, 1: one in the middle, 2: the last */
    bool lowest;      /* the lowest bit, of a claim about bits; else a high one */
    bool spoiled;
};

/* Rows of one length, more than one of them, for what matters by row. */
static uint64_t spoiled_item(const struct spoil *spoil, const struct job *job)
{
    uint64_t items = job->what == WHAT_REDUCE && spoil->part == 1 ? job->rows : job_items(job);
    if (job->keys && spoil->part == 1) items = job->rows * job->keys;
    uint64_t from = 0, to = items;
    if (spoil->matter == MATTER_LAST) from = items - 1;
    if (spoil->matter == MATTER_NOT_LAST) to = items - 1;
    if (spoil->matter == MATTER_ROW_1) from = items / job->rows, to = 2 * items / job->rows;
    uint64_t item = spoil->place == 0 ? from : spoil->place == 1 ? from + (to - from) / 2 : to - 1;
    if (spoil->matter == MATTER_KEY_1) return item / job->keys * job->keys + 1;
    return spoil->matter == MATTER_ROW_ENDS ? item / job->length * job->length + job->length - 1 : item;
}

static void spoil_result(void *context, struct load *load)
{
    struct spoil *spoil = context;
    const struct job *job = &load->job;
    const struct columns *columns = spoil->part == 1 ? &job->out : &job->mapout;
    const struct tuple *tuple = spoil->part == 1 ? &job->op->state : &job->op->mapout;
    const struct column *column = &columns->column[spoil->column];
    if (spoil->column >= columns->count || !column->base) return;
    unsigned char *element =
        (unsigned char *)column->base + spoiled_item(spoil, job) * (uint64_t)column->stride;
    if (spoil->lowest)
        element[0] ^= 1;
    else
        element[elem_size(tuple->elem[spoil->column]) - 1] ^= 0x40;
    spoil->spoiled = true;
}

/* A claim, its launches, and what of each of them it looks at. */
static const struct {
    const char *line;
    int launches;
    enum matter matter[3];
} claims[] = {
    {"reduce_equals_oracle.reduce_auto reduce/add_f32/3x5/soa/small:1", 1, {MATTER_ALL}},
    {"reduce_equals_oracle.reduce_auto reduce/affine_u32/65537/soa/any:1", 1, {MATTER_ALL}},
    {"reduce_equals_oracle.reduce_auto reduce/affine_u32/2x65537/one/any:1", 1, {MATTER_ALL}},
    {"reduce_equals_oracle.reduce_auto reduce/affine_mod/2x65537/one/any:1/vary:0", 1, {MATTER_ALL}},
    {"reduce_equals_oracle.reduce_auto reduce/add_f32/65537/one/small:1", 1, {MATTER_ALL}},
    {"reduce_equals_oracle.reduce_auto reduce/affine_u32/[3,2]/one/any:1", 1, {MATTER_ALL}},
    {"scan_may_lie_over_its_input.scan_lookback scan/affine_u32/5/soa>in/any:1", 1, {MATTER_ALL}},
    {"map_out_equals_oracle.reduce_auto reduce/span_emit/2x3/soa/unit:0", 1, {MATTER_MAPOUT}},
    {"layout_does_not_matter.reduce_auto reduce/affine_u32/3x4/aos+1>arena+1/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"layout_does_not_matter.reduce_auto reduce/affine_u32/3x4/aos/any:1/keep:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"layout_does_not_matter.scan_lookback scan/add_f32/2x3/aos+1/small:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"same_input_same_bits.reduce_auto reduce/affine_u32/3x4/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"same_input_same_bits.scan_lookback scan/add_f32/3x4/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"exact_operators_same_bits_under_any_schedule.scan_lookback "
     "scan/affine_u32/5/soa/any:1/with:schedules=2",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/with:split=0",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/with:split=7",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"scan_of_concatenation.scan_lookback scan/affine_u32/7/soa/any:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"scan_of_concatenation.scan_lookback exscan/affine_u32/7/soa/any:1/init:4/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"last_of_scan_is_reduce.scan_lookback scan/add_f32/7/soa/small:1", 2, {MATTER_LAST, MATTER_ALL}},
    {"scan_of_concatenation.scan_lookback scan/add_f32/7/soa/small:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"last_of_scan_is_reduce.scan_lookback scan/affine_u32/7/soa/any:1/init:3", 2, {MATTER_LAST, MATTER_ALL}},
    {"exclusive_is_shifted_inclusive.scan_lookback exscan/affine_u32/7/soa/any:1/init:3",
     2,
     {MATTER_ALL, MATTER_NOT_LAST}},
    {"exclusive_is_shifted_inclusive.scan_lookback exscan/affine_u32/7/soa/any:1",
     2,
     {MATTER_ALL, MATTER_NOT_LAST}},
    {"initial_value_applies_once.scan_lookback scan/affine_u32/7/soa/any:1/init:3",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"rows_are_independent.reduce_auto reduce/affine_u32/3x4/soa/any:1/with:row=1",
     2,
     {MATTER_ROW_1, MATTER_ROW_1}},
    {"rows_are_independent.segscan_flags scan/affine_u32/3x4/soa/any:1/with:row=1",
     2,
     {MATTER_ROW_1, MATTER_ROW_1}},
    /* Operators that lift are held to the other launch's bits as well. */
    {"segreduce_equals_last_of_segscan.reduce_auto reduce/span_lift_8/3x4/soa/unit:0",
     2,
     {MATTER_ALL, MATTER_ROW_ENDS}},
    {"reduce_of_concatenation.reduce_auto reduce/span_lift_8/7/soa/unit:0/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    /* Results lie over the items, which the claim gives to another launch. */
    {"rows_are_independent.segscan_flags scan/affine_u32/3x4/soa>in/any:1/with:row=1",
     2,
     {MATTER_ROW_1, MATTER_ROW_1}},
    {"row_order_does_not_matter.segscan_flags scan/affine_u32/[1,2,0,3]/soa>in/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"scan_of_concatenation.scan_lookback exscan/affine_u32/7/soa>in/any:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"segscan_equals_scan_of_each_row.segscan_flags scan/affine_u32/2x3/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"flags_and_regular_agree.scan_lookback scan/affine_u32/2x3/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"segreduce_equals_last_of_segscan.reduce_auto reduce/affine_u32/3x4/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ROW_ENDS}},
    {"one_row_equals_flat_reduce.reduce_auto reduce/affine_u32/5/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"row_order_does_not_matter.reduce_auto reduce/affine_u32/[1,2,0,3]/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"row_order_does_not_matter.segscan_flags exscan/affine_u32/[1,2,0,3]/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"every_policy_agrees.policy reduce/affine_u32/3x4/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"empty_rows_give_identity.reduce_auto reduce/affine_u32/3x0/soa/any:1", 1, {MATTER_ALL}},
    {"twice_is_the_original.transpose_naive transpose/u16/2x3x2/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"twice_is_the_original.transpose_naive transpose/u16/5/aos/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"second_launch_on_same_scratch.reduce_auto reduce/affine_u32/3x4/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"second_launch_on_same_scratch.reduce_auto reduce/span_emit/2x3/soa/any:1",
     3,
     {MATTER_MAPOUT, MATTER_MAPOUT, MATTER_MAPOUT}},
    {"keyed_equals_oracle.keyed_stream keyed/add_f32/2x5#3/soa/small:1", 1, {MATTER_ALL}},
    {"every_assignment_of_keys.keyed_stream keyed/affine_u32/4x2#2/soa/any:1", 1, {MATTER_ALL}},
    {"keys_are_independent.keyed_stream keyed/affine_u32/3x4#3/soa/any:1/with:key=1",
     2,
     {MATTER_KEY_1, MATTER_KEY_1}},
    {"order_of_keys_does_not_matter.keyed_stream keyed/affine_u32/2x3#2/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"keys_past_the_last_are_left_out.keyed_stream keyed/affine_u32/9#2/soa/any:1", 1, {MATTER_ALL}},
    {"keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/soa/any:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/soa/any:1/with:split=0",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/soa/any:1/with:split=7",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"one_key_is_reduce.keyed_stream keyed/affine_u32/5#1/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"one_key_is_reduce.keyed_stream keyed/affine_u32/2x5#1/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"distinct_keys_are_a_scatter.keyed_stream keyed/affine_u32/2x3#4/soa/any:1/with:step=3",
     1,
     {MATTER_ALL}},
    {"rows_with_keys_are_independent.keyed_stream keyed/affine_u32/3x4#2/soa/any:1/with:row=1",
     2,
     {MATTER_ROW_1, MATTER_ROW_1}},
    {"stable_where_order_is_kept.keyed_stream keyed/affine_u32/2x4#2/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"empty_keys_give_identity.keyed_stream keyed/affine_u32/0#3/soa/any:1", 1, {MATTER_ALL}},
    {"counting_equals_histogram.keyed_stream keyed/add_u32/2x5#3/soa/any:1", 1, {MATTER_ALL}},
    {"two_streams_at_once.keyed_stream keyed/affine_u32/5#2/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"two_streams_at_once.reduce_auto reduce/affine_u32/3x4/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"two_streams_at_once.reduce_auto reduce/span_emit/2x3/soa/any:1", 2, {MATTER_MAPOUT, MATTER_MAPOUT}},
};

/* Of claims about floats that are within slack the words tell which of two launches is wrong. */
static bool names_the_launch(const struct control *control, const struct fake_plan *plan,
                             const struct finding *got)
{
    bool loose = strcmp(control->checked->claim, "layout_does_not_matter") == 0 &&
                 !(control->checked->problem.op->laws & LAW_EXACT);
    bool other = strstr(got->first_at.at, "(in what the result is compared with)") != NULL;
    return !loose || other == (plan->launch > 0);
}

static bool launch_must_fail(struct control *control, const struct fake_plan *plan, const char *words)
{
    struct finding got = {0};
    struct text which;
    fake_set(control->fixture, plan);
    enum verdict verdict = control->check(control->fixture, control->checked, &got);
    control->changes++;
    if (verdict == VERDICT_FAIL && got.first_at.at[0] && names_the_launch(control, plan, &got)) return true;
    text_say(&which, "launch %" PRIu64 ": %s", plan->launch, words);
    return report_control(control, which.at, "some place", &got, verdict);
}

/* A device that fails is the verdict, whatever the results that were there before would have been. */
static bool failure_is_reported(struct control *control, uint64_t launch)
{
    static const char words[] = "a launch failed on the fake device";
    struct finding got = {0};
    struct fake_plan plan = {.launch = launch, .fails = true};
    fake_set(control->fixture, &plan);
    enum verdict verdict = control->check(control->fixture, control->checked, &got);
    control->changes++;
    if (verdict == VERDICT_FAIL && strncmp(got.first_at.at, words, strlen(words)) == 0) return true;
    return report_control(control, "the device fails", words, &got, verdict);
}

/* A claim that puts other items on the case's load leaves the load with the case's problem, which lives longer. */
static bool keeps_problem(const struct fixture *fixture, const struct test_case *checked)
{
    return strcmp(checked->claim, "second_launch_on_same_scratch") != 0 ||
           fixture->load[LOAD_CASE].problem == &checked->problem;
}

/* A copy to the device that fails is the verdict, too, in a fixture without results of other cases. */
static bool failed_copy_is_reported(struct control *control, uint64_t put)
{
    static const char words[] = "a copy failed on the fake device";
    struct finding got = {0};
    struct text which;
    struct fixture *fixture = fake_open(control->fixture->name.kind, &control->finding->first_at);
    if (!fixture) return false;
    fake_set(fixture, &(struct fake_plan){.launch = UINT64_MAX, .put_fails = put});
    enum verdict verdict = control->check(fixture, control->checked, &got);
    bool kept = keeps_problem(fixture, control->checked);
    properties_close(fixture);
    control->changes++;
    if (verdict == VERDICT_FAIL && strncmp(got.first_at.at, words, strlen(words)) == 0 && kept) return true;
    text_say(&which, "copy %" PRIu64 " to the device fails", put);
    return report_control(control, which.at, words, &got, verdict);
}

static bool failed_copies_are_reported(struct control *control, uint64_t puts)
{
    bool good = true;
    for (uint64_t put = 1; good && put <= puts; put++)
        good = failed_copy_is_reported(control, put);
    return good;
}

static bool spoils_are_noticed(struct control *control, uint64_t launch, enum matter matter)
{
    struct spoil spoil = {.matter = matter, .part = matter == MATTER_MAPOUT ? 2 : 1};
    spoil.lowest = strstr(control->checked->claim, "same_bits") != NULL;
    struct fake_plan plan = {.launch = launch, .fault = spoil_result, .context = &spoil};
    const struct op *op = control->checked->problem.op;
    const struct tuple *tuple = spoil.part == 1 ? &op->state : &op->mapout;
    for (spoil.column = 0; spoil.column < tuple->count; spoil.column++)
        for (spoil.place = 0; spoil.place < 3; spoil.place++) {
            spoil.spoiled = false;
            bool noticed = launch_must_fail(control, &plan, "a result that matters is changed");
            if (!noticed && spoil.spoiled) return false;
        }
    return true;
}

static bool claim_is_watched(struct control *control, int launches, const enum matter *matter)
{
    if (!passes(control, "nothing is changed")) return false;
    if (fake_launches(control->fixture) != (uint64_t)launches)
        return text_say(&control->finding->first_at, "%s: expected %d launches, got %" PRIu64,
                        control->checked->claim, launches, fake_launches(control->fixture));
    if (!failed_copies_are_reported(control, fake_puts(control->fixture))) return false;
    for (int n = 0; n < launches; n++) {
        struct fake_plan nothing = {.launch = (uint64_t)n, .writes_nothing = true};
        if (!launch_must_fail(control, &nothing, "nothing is written") ||
            !failure_is_reported(control, (uint64_t)n) ||
            !spoils_are_noticed(control, (uint64_t)n, matter[n]))
            return false;
    }
    return true;
}

/* ---- what a result is held against ---- */

/* A fold of 5, 3 and 2, the result of another launch, and this one's. An exact operator has the other's bits. One that
 * tolerates 1 is held against the oracle's 10, and so is the other: `beside` says that it is the other that is wrong. */
static const struct {
    bool tolerates;
    uint32_t other, got;
    enum verdict verdict;
    bool beside;
} held[] = {
    {true, 10, 10, VERDICT_PASS, false},  {true, 11, 11, VERDICT_PASS, false},
    {true, 11, 9, VERDICT_PASS, false},   {true, 9, 11, VERDICT_PASS, false},
    {true, 10, 11, VERDICT_PASS, false},  {true, 11, 10, VERDICT_PASS, false},
    {true, 11, 12, VERDICT_FAIL, false},  {true, 9, 8, VERDICT_FAIL, false},
    {true, 12, 10, VERDICT_FAIL, true},   {true, 8, 10, VERDICT_FAIL, true},
    {true, 12, 12, VERDICT_FAIL, true},   {true, 12, 11, VERDICT_FAIL, true},
    {false, 10, 10, VERDICT_PASS, false}, {false, 11, 11, VERDICT_PASS, false},
    {false, 11, 10, VERDICT_FAIL, false}, {false, 10, 11, VERDICT_FAIL, false},
};

static void expect_number(void *context, uint64_t at, void *state)
{
    (void)at;
    memcpy(state, context, sizeof(uint32_t));
}

static bool is_worded(size_t at, const char *how, enum verdict expected, enum verdict verdict,
                      const struct finding *got, struct finding *finding)
{
    const uint32_t number = held[at].tolerates ? 10 : held[at].other;
    const uint32_t wrong = held[at].beside ? held[at].other : held[at].got;
    struct text words = {{0}};
    if (expected == VERDICT_FAIL)
        text_say(&words, "row 0, column 1 of 1 (u32): expected 0x%" PRIx32 ", got 0x%" PRIx32 "%s%s", number,
                 wrong, held[at].tolerates ? " (expected within 1 of it)" : "",
                 held[at].beside ? " (in what the result is compared with)" : "");
    return (verdict == expected && strcmp(got->first_at.at, words.at) == 0) ||
           text_say(&finding->first_at,
                    "held against another, %s, %" PRIu32 " beside %" PRIu32
                    ": expected %s '%s', got %s '%.200s'",
                    how, held[at].got, held[at].other, verdict_name(expected), words.at,
                    verdict_name(verdict), got->first_at.at);
}

static void put_result(const struct load *load, uint32_t number)
{
    struct columns results = load_columns(load, ARENA_RESULT);
    put_u32(number, results.column[0].base);
}

/* By what is expected, by another load, by one row; bit by bit it must be the other. */
static bool is_held(struct fixture *fixture, size_t at, struct finding *finding)
{
    uint32_t other = held[at].other;
    const enum verdict expected = held[at].verdict;
    struct finding got[4] = {{.items = 0}};
    put_result(&fixture->load[LOAD_CASE], held[at].got);
    put_result(&fixture->load[LOAD_OTHER], other);
    enum verdict by_expected = compare_expected(fixture, expect_number, &other, &got[0]);
    enum verdict by_load = compare_loads(fixture, false, &got[1]);
    enum verdict by_row = compare_row(fixture, LOAD_CASE, 0, &other, &got[2]);
    enum verdict by_bits = compare_loads(fixture, true, &got[3]);
    return is_worded(at, "expected", expected, by_expected, &got[0], finding) &&
           is_worded(at, "of a load", expected, by_load, &got[1], finding) &&
           is_worded(at, "of a row", expected, by_row, &got[2], finding) &&
           ((by_bits == VERDICT_PASS) == (other == held[at].got) ||
            text_say(&finding->first_at, "%" PRIu32 " beside %" PRIu32 ", bit by bit: got %s", held[at].got,
                     other, verdict_name(by_bits)));
}

static bool other_results_are_compared_within_tolerance(struct fixture *fixture, struct finding *finding)
{
    static const char line[] =
        "reduce_equals_oracle.reduce_auto reduce/add_u32/3/soa/lit:4,2,1"; /* one more each */
    struct op tolerant = *op_find("add_u32");
    const struct op *exact = op_find("add_u32");
    struct test_case checked;
    if (!read_line(line, fixture->name.kind, &checked, finding)) return false;
    tolerant.laws &= ~(unsigned)LAW_EXACT;
    tolerant.tolerates = true;
    tolerant.tolerance[0].absolute = 1;
    fake_set(fixture, NULL);
    for (size_t at = 0; at < sizeof held / sizeof held[0]; at++) {
        struct finding got = {0};
        checked.problem.op = held[at].tolerates ? &tolerant : exact;
        if (fixture_run_both(fixture, &checked, &checked, &checked.problem, &got) != VERDICT_PASS)
            return text_say(&finding->first_at, "%s: does not run (%.200s)", line, got.reason.at);
        if (!is_held(fixture, at, finding)) return false;
    }
    return true;
}

/* Folds of more keys than any host has memory for are no result, and no fault of the strategy. (The address sanitizer
 * ends a program that asks for as much.) */
static bool folds_beyond_host_memory_break(struct fixture *fixture, struct finding *finding)
{
#ifdef __SANITIZE_ADDRESS__
    const uint64_t keys = 3;
    const char *words = "";
#else
    const uint64_t keys = (uint64_t)1 << 56;
    const char *words = "no host memory for the folds of 72057594037927936 keys";
#endif
    static const char line[] = "keyed_equals_oracle.keyed_stream keyed/add_u32/5#3/soa/any:1";
    struct test_case checked;
    struct finding got = {0};
    if (!read_line(line, fixture->name.kind, &checked, finding)) return false;
    fake_set(fixture, NULL);
    enum verdict first = keyed_equals_oracle_property.check(fixture, &checked, &got);
    fixture->load[LOAD_CASE].job.keys = keys;
    enum verdict verdict = compare_expected(fixture, NULL, NULL, &got);
    return (first == VERDICT_PASS && verdict == (*words ? VERDICT_BROKEN : VERDICT_PASS) &&
            strcmp(got.reason.at, words) == 0 && !got.first_at.at[0]) ||
           text_say(&finding->first_at, "%s, of %" PRIu64 " keys: expected '%s', got %s and '%.200s%.200s'",
                    line, keys, words, verdict_name(verdict), got.reason.at, got.first_at.at);
}

static bool each_launch_of_a_claim_is_compared(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case claim;
    if (!read_line(claims[at].line, fixture->name.kind, &claim, finding)) return false;
    struct control control = {.fixture = fixture,
                              .checked = &claim,
                              .check = properties_find(claim.claim)->check,
                              .finding = finding};
    return claim_is_watched(&control, claims[at].launches, claims[at].matter);
}

static const struct unit_test tests[] = {NAMED_ROWS(each_launch_of_a_claim_is_compared, claims, line),
                                         TEST(other_results_are_compared_within_tolerance),
                                         TEST(folds_beyond_host_memory_break)};
UNIT(compare_launches, tests);
