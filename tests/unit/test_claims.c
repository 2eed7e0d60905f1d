/* SPDX-License-Identifier: MIT
 * Claims against strategies for which they do not hold, and against costs that are not as claimed; laws against
 * operators that break them. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "unit.h"
#include "counting.h"
#include "formulas.h"
#include "control.h"

/* The verdict of a line's claim; VERDICT_BROKEN where the line is wrong. */
static enum verdict judge_line(struct lab *lab, const char *line, struct finding *got)
{
    struct test_case checked;
    memset(got, 0, sizeof *got);
    if (!case_parse(line, &checked, &got->reason)) return VERDICT_BROKEN;
    checked.device = lab->name;
    const struct property *property = properties_find(checked.claim);
    spoil_stack();
    return property ? property->check(lab, &checked, got) : VERDICT_BROKEN;
}

static bool expect(struct lab *lab, const char *line, enum verdict expected, const char *words,
                   struct finding *finding)
{
    struct finding got;
    enum verdict verdict = judge_line(lab, line, &got);
    if (verdict == expected) return true;
    return text_say(&finding->first_at, "%s: %s: expected %s, got %s (%.200s%.200s)", line, words,
                    verdict_name(expected), verdict_name(verdict), got.first_at.at, got.reason.at);
}

/* ---- strategies ---- */

/* Lines that fail, and where they fail first. */
static const struct {
    const char *line, *place;
} flawed[] = {
    {"layout_does_not_matter.wrong_if_strided reduce/affine_u32/3x7/aos/any:1", "row 0, column"},
    {"accepts_up_to_the_limit.too_many_items reduce/affine_u32/5/soa/any:1", ""},
    {"accepts_up_to_the_limit.short_rows reduce/span_4/3/soa/any:1", ""},
    {"second_launch_on_same_scratch.remembers reduce/affine_u32/5/soa/any:1", "row 0, column"},
    {"two_streams_at_once.repeats reduce/affine_u32/5/soa/any:1", "row 0, column"},
    {"second_launch_on_same_scratch.prepares_once reduce/affine_u32/5/soa/any:1",
     "scratch is not as prepare leaves it"},
    {"rows_are_independent.mixes_rows reduce/affine_u32/3x4/soa/any:1/with:row=1",
     "row 1, beside other items, column"},
    {"rows_are_independent.mixes_rows reduce/affine_u32/3x4/soa/any:1/with:row=2",
     "row 2, beside other items, column"},
    {"rows_are_independent.mixes_scanned_rows scan/affine_u32/3x4/soa/any:1/with:row=1",
     "row 1, item 0, beside other items, column"},
    {"row_order_does_not_matter.mixes_rows reduce/affine_u32/[1,2,3]/soa/any:1", "row 0, column"},
    {"row_order_does_not_matter.mixes_scanned_rows exscan/affine_u32/[1,2,3]/soa/any:1",
     "row 0, item 0, column"},
    {"segreduce_equals_last_of_segscan.mixes_rows reduce/affine_u32/3x4/soa/any:1", "row 1, column"},
    {"segscan_equals_scan_of_each_row.mixes_scanned_rows scan/affine_u32/2x3/soa/any:1",
     "row 1, item 0, column"},
    {"flags_and_regular_agree.mixes_scanned_rows scan/affine_u32/2x3/soa/any:1", "row 1, item 0, column"},
    {"every_policy_agrees.mixes_rows reduce/affine_u32/2x3/soa/any:1", "row 1, column"},
    {"initial_value_applies_once.forgets_init scan/affine_u32/5/soa/any:1/init:5", "row 0, item 0, column"},
    {"exclusive_is_shifted_inclusive.forgets_init exscan/affine_u32/5/soa/any:1/init:5",
     "row 0, item 0, column"},
    {"scan_of_concatenation.resets scan/affine_u32/7/soa/any:1/with:split=3", "row 0, item 4, column"},
    {"scan_of_concatenation.resets exscan/affine_u32/7/soa/any:1/with:split=3", "row 0, item 4, column"},
    {"last_of_scan_is_reduce.resets scan/affine_u32/7/soa/any:1", "row 0, item 6, column"},
    {"reduce_of_concatenation.drops_tail reduce/affine_u32/7/soa/any:1/with:split=3", "row 0, column"},
    {"one_row_equals_flat_reduce.drops_tail reduce/affine_u32/7/soa/any:1", "row 0, column"},
    {"reduce_equals_oracle.drops_tail reduce/affine_u32/6/soa/any:1", "row 0, column"},
    {"scan_equals_oracle.resets scan/affine_u32/5/soa/any:1", "row 0, item 4, column"},
    {"map_out_equals_oracle.drops_tail reduce/span_emit/6/soa/any:1", "map-out: row 0, item 5, column"},
    {"keyed_equals_oracle.keyed_drops_tail keyed/affine_u32/8#2/soa/any:1", "row 0, key 0, column"},
    {"keyed_equals_oracle.keyed_mixes_rows keyed/affine_u32/2x3#2/soa/any:1", "row 1, key 0, column"},
    {"keyed_equals_oracle.keyed_mixes_keys keyed/affine_u32/4#2/soa/any:1", "row 0, key 0, column"},
    {"keyed_equals_oracle.keyed_empty_is_zero keyed/affine_u32/2#3/soa/any:1", "row 0, key 2, column"},
    {"keyed_equals_oracle.keyed_swaps_pairs keyed/affine_u32/2#1/soa/any:1", "row 0, key 0, column"},
    {"every_assignment_of_keys.keyed_mixes_keys keyed/affine_u32/8x3#2/soa/any:1", "row 1, key 0, column"},
    {"every_assignment_of_keys.keyed_swaps_pairs keyed/affine_u32/8x3#2/soa/any:1", "row 0, key 0, column"},
    {"every_assignment_of_keys.keyed_drops_tail keyed/affine_u32/4x4#2/soa/any:1", "row 0, key 0, column"},
    {"keys_are_independent.keyed_mixes_keys keyed/affine_u32/6#3/soa/any:1/with:key=0",
     "row 0, key 0, column"},
    {"keys_are_independent.keyed_mixes_keys keyed/affine_u32/2x6#3/soa/any:1/with:key=0",
     "row 0, key 0, column"},
    {"order_of_keys_does_not_matter.keyed_mixes_keys keyed/affine_u32/6#3/soa/any:1", "row 0, key 0, column"},
    {"keys_past_the_last_are_left_out.keyed_takes_all keyed/affine_u32/40#3:uniform:1/soa/any:1",
     "row 0, key 2, column"},
    {"keys_past_the_last_are_left_out.keyed_stops keyed/affine_u32/40#3:uniform:1/soa/any:1",
     "row 0, key 0, column"},
    {"keyed_of_concatenation.keyed_drops_tail keyed/affine_u32/8#2/soa/any:1/with:split=3",
     "row 0, key 0, column"},
    {"one_key_is_reduce.keyed_drops_tail keyed/affine_u32/4#1/soa/any:1", "row 0, key 0, column"},
    {"one_key_is_reduce.keyed_mixes_rows keyed/affine_u32/2x4#1/soa/any:1", "row 1, key 0, column"},
    {"distinct_keys_are_a_scatter.keyed_empty_is_zero keyed/affine_u32/2x2#5/soa/any:1/with:step=2",
     "row 0, key 1, column"},
    {"distinct_keys_are_a_scatter.keyed_mixes_keys keyed/affine_u32/4#4/soa/any:1/with:step=1",
     "row 0, key 0, column"},
    {"rows_with_keys_are_independent.keyed_mixes_rows keyed/affine_u32/3x4#2/soa/any:1/with:row=1",
     "row 1, key 0, column"},
    {"rows_with_keys_are_independent.keyed_mixes_rows keyed/affine_u32/3x4#2/soa/any:1/with:row=2",
     "row 2, key 0, column"},
    {"stable_where_order_is_kept.keyed_swaps_pairs keyed/affine_u32/6#2/soa/any:1", "row 0, key 0, column"},
    {"empty_keys_give_identity.keyed_empty_is_zero keyed/affine_u32/2#5/soa/any:1",
     "row 0, key 2 (without items), column"},
    {"counting_equals_histogram.keyed_drops_tail keyed/add_u32/9#2/soa/any:1",
     "row 0, key 0, column 1 of 1 (u32): expected 0x5, got 0x3"},
    {"counting_equals_histogram.keyed_mixes_keys keyed/add_u32/2#2/soa/any:1",
     "row 0, key 0, column 1 of 1 (u32): expected 0x1, got 0x2"},
};

static bool flawed_strategy_fails_its_claim(struct lab *lab, size_t at, struct finding *finding)
{
    const char *line = flawed[at].line, *place = flawed[at].place;
    struct finding got;
    if (!expect(lab, line, VERDICT_FAIL, "the claim does not hold", finding)) return false;
    judge_line(lab, line, &got);
    return strncmp(got.first_at.at, place, strlen(place)) == 0 ||
           text_say(&finding->first_at, "%s: expected to fail at '%s', got '%.200s'", line, place,
                    got.first_at.at);
}

/* The same claims hold where the flaw does not show. */
static const char *const flawless[] = {
    "layout_does_not_matter.wrong_if_strided reduce/affine_u32/3x7/soa+1>aos/any:1",
    "accepts_up_to_the_limit.few_items reduce/affine_u32/5/soa/any:1",
    "accepts_up_to_the_limit.few_items reduce/span_4/5/soa/any:1",
    "second_launch_on_same_scratch.reduce_auto reduce/affine_u32/5/soa/any:1",
    "rows_are_independent.mixes_rows reduce/affine_u32/3x4/soa/any:1/with:row=0",
    "initial_value_applies_once.scan_lookback scan/affine_u32/5/soa/any:1/init:5",
    "scan_of_concatenation.resets scan/affine_u32/4/soa/any:1/with:split=3",
    "scan_of_concatenation.scan_lookback exscan/affine_u32/7/soa/any:1/init:4/with:split=0",
    "scan_of_concatenation.scan_lookback exscan/affine_u32/7/soa/any:1/with:split=0",
    "scan_of_concatenation.scan_lookback scan/affine_u32/7/soa/any:1/init:4/with:split=7",
    "reduce_of_concatenation.drops_tail reduce/affine_u32/5/soa/any:1/with:split=3",
    /* Parts have all columns and items, whatever the case keeps. */
    "reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/keep:1/with:split=3",
    "reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/only:2-6/with:split=3",
    "reduce_equals_oracle.drops_tail reduce/affine_u32/5/soa/any:1",
    "keyed_equals_oracle.keyed_drops_tail keyed/affine_u32/6#2/soa/any:1",
    "every_assignment_of_keys.keyed_stream keyed/affine_u32/8x3#2/soa/any:1",
    "every_assignment_of_keys.keyed_drops_tail keyed/affine_u32/4x4#2/soa/any:1/with:from=1",
    "keys_are_independent.keyed_mixes_keys keyed/affine_u32/6#3/soa/any:1/with:key=2",
    "order_of_keys_does_not_matter.keyed_stream keyed/affine_u32/6#3/soa/any:1",
    "keys_past_the_last_are_left_out.keyed_stream keyed/affine_u32/40#3:uniform:1/soa/any:1",
    "one_key_is_reduce.keyed_drops_tail keyed/affine_u32/3#1/soa/any:1",
    "distinct_keys_are_a_scatter.keyed_stream keyed/affine_u32/2x2#5/soa/any:1/with:step=2",
    "rows_with_keys_are_independent.keyed_mixes_rows keyed/affine_u32/3x4#2/soa/any:1/with:row=0",
    "stable_where_order_is_kept.keyed_stream keyed/affine_u32/6#2/soa/any:1",
    "empty_keys_give_identity.keyed_stream keyed/affine_u32/2#5/soa/any:1",
    "counting_equals_histogram.keyed_drops_tail keyed/add_u32/6#2/soa/any:1",
    "empty_keys_give_identity.keyed_stream keyed/affine_u32/0x4#2/soa/any:1",
    "distinct_keys_are_a_scatter.keyed_stream keyed/affine_u32/4#4/soa/any:1/with:step=2",
    /* The other strategy has its usual tuning, whatever the case's is. */
    "one_key_is_reduce.keyed_stream{block=4,items=1} keyed/affine_u32/4#1/soa/any:1",
};

/* Where a claim fails, what the same shape shows of an operator whose items tell their order. */
static const struct {
    const char *line, *witness;
} witnessed[] = {
    {"reduce_equals_oracle.drops_tail reduce/affine_u32/6/soa/any:1",
     "same shape with span_8: row 0 is [0,5)"},
    {"reduce_equals_oracle.mixes_rows reduce/affine_u32/2x3/soa/any:1",
     "same shape with span_8: row 1 is [0,6)"},
    {"reduce_equals_oracle.mixes_rows reduce/affine_mod/2x3/soa/any:1/vary:0",
     "same shape with span_8: row 1 is [0,6)"},
    {"scan_equals_oracle.resets scan/affine_u32/5/soa/any:1",
     "same shape with span_8: row 0, item 4 is [4,5)"},
    {"keyed_equals_oracle.keyed_drops_tail keyed/affine_u32/8#2/soa/any:1",
     "same shape with span_8: row 0, key 0 is [0,3)"},
    {"keyed_equals_oracle.keyed_empty_is_zero keyed/affine_u32/2#3/soa/any:1",
     "same shape with span_8: row 0, key 2 is [0,0) then a tear"},
    {"keyed_equals_oracle.keyed_swaps_pairs keyed/affine_u32/2#1/soa/any:1",
     "same shape with span_8: row 0, key 0 is [1,2) then a tear"},
    {"keyed_equals_oracle.keyed_mixes_keys keyed/affine_u32/4#2/soa/any:1",
     "same shape with span_8: row 0, key 0 is [0,1) then a tear"},
};

/* Which of several launches was wrong. */
static const struct {
    const char *line, *words;
} given[] = {
    {"second_launch_on_same_scratch.prepares_once reduce/affine_u32/5/soa/any:1",
     "scratch is not as prepare leaves it (after prepare on scratch that was all ones)"},
    {"second_launch_on_same_scratch.remembers reduce/affine_u32/5/soa/any:1",
     " (in the second launch, with other items on the first one's scratch)"},
};

static bool failure_names_its_launch(struct lab *lab, struct finding *finding)
{
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        struct finding got;
        judge_line(lab, given[i].line, &got);
        size_t length = strlen(got.first_at.at), words = strlen(given[i].words);
        if (length < words || strcmp(got.first_at.at + length - words, given[i].words) != 0)
            return text_say(&finding->first_at, "%s: expected '...%s', got '%.200s'", given[i].line,
                            given[i].words, got.first_at.at);
    }
    return true;
}

static bool witnesses_name_the_tear(struct lab *lab, struct finding *finding)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof witnessed / sizeof witnessed[0]; i++) {
        struct finding got;
        judge_line(lab, witnessed[i].line, &got);
        good = strcmp(got.witness.at, witnessed[i].witness) == 0 ||
               text_say(&finding->first_at, "%s: expected the witness '%s', got '%.200s'", witnessed[i].line,
                        witnessed[i].witness, got.witness.at);
        if (good && lab->load[LOAD_WITNESS].job.row_params) /* it has no params */
            good = text_say(&finding->first_at, "%s: params of the witness vary", witnessed[i].line);
    }
    return good;
}

/* Each claim refuses a case that its strategy refuses, whatever the results of an earlier case were, and before it says
 * that it does not speak of the case. */
static const char *const refused[] = {
#define ROWS_OF_6 ".short_rows reduce/affine_u32/2x6/soa/any:1"
#define SCANS_OF_6 ".short_scans scan/affine_u32/6/soa/any:1"
#define KEYS_OF_6 ".short_keyed keyed/affine_u32/2x6#2/soa/any:1"
    "reduce_equals_oracle" ROWS_OF_6,
    "layout_does_not_matter" ROWS_OF_6,
    "input_is_untouched" ROWS_OF_6,
    "guards_are_untouched" ROWS_OF_6,
    "accepts_up_to_the_limit" ROWS_OF_6,
    "same_input_same_bits" ROWS_OF_6,
    "second_launch_on_same_scratch" ROWS_OF_6,
    "two_streams_at_once" ROWS_OF_6,
    "exact_operators_same_bits_under_any_schedule" ROWS_OF_6 "/with:schedules=2",
    "exact_operators_same_bits_under_any_schedule" ROWS_OF_6 "/with:schedules=0",
    "reduce_of_concatenation.short_rows reduce/affine_u32/6/soa/any:1/with:split=2",
    "one_row_equals_flat_reduce.short_rows reduce/affine_u32/6/soa/any:1",
    "rows_are_independent" ROWS_OF_6 "/with:row=1",
    "row_order_does_not_matter" ROWS_OF_6,
    "segreduce_equals_last_of_segscan" ROWS_OF_6,
    "map_out_equals_oracle.short_rows reduce/span_emit/6/soa/any:1",
    "traffic_is_as_claimed" ROWS_OF_6,
    "loads_are_coalesced" ROWS_OF_6,
    "shared_memory_is_as_claimed" ROWS_OF_6,
    "blocks_communicate_only_if_said" ROWS_OF_6,
    "scan_equals_oracle" SCANS_OF_6,
    "scan_may_lie_over_its_input.short_scans scan/affine_u32/6/soa>in/any:1",
    "scan_of_concatenation" SCANS_OF_6 "/with:split=2",
    "last_of_scan_is_reduce" SCANS_OF_6,
    "exclusive_is_shifted_inclusive.short_scans exscan/affine_u32/6/soa/any:1",
    "initial_value_applies_once" SCANS_OF_6 "/init:5",
    "segscan_equals_scan_of_each_row.short_scans scan/affine_u32/2x6/soa/any:1",
    "flags_and_regular_agree.short_scans scan/affine_u32/2x6/soa/any:1",
    "transpose_equals_oracle.short_matrices transpose/u32/2x6/soa/any:1",
    "twice_is_the_original.short_matrices transpose/u32/2x6/soa/any:1",
    "keyed_equals_oracle" KEYS_OF_6,
    "every_assignment_of_keys.short_keyed keyed/affine_u32/64x6#2/soa/any:1",
    "keys_are_independent" KEYS_OF_6 "/with:key=1",
    "order_of_keys_does_not_matter" KEYS_OF_6,
    "keys_past_the_last_are_left_out" KEYS_OF_6,
    "keyed_of_concatenation.short_keyed keyed/affine_u32/6#2/soa/any:1/with:split=2",
    "one_key_is_reduce.short_keyed keyed/affine_u32/6#1/soa/any:1",
    "distinct_keys_are_a_scatter.short_keyed keyed/affine_u32/6#6/soa/any:1/with:step=1",
    "rows_with_keys_are_independent" KEYS_OF_6 "/with:row=1",
    "stable_where_order_is_kept" KEYS_OF_6,
    "empty_keys_give_identity.short_keyed keyed/affine_u32/6#9/soa/any:1",
    "counting_equals_histogram.short_keyed keyed/add_u32/6#2/soa/any:1",
};

/* Nor is it launched. */
static bool refused_case_is_refused_without_a_launch(struct lab *lab, struct finding *finding)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof refused / sizeof refused[0]; i++) {
        fake_set(lab, NULL);
        good = expect(lab, refused[i], VERDICT_REFUSED, "the strategy refuses it", finding);
        if (good && fake_launches(lab))
            good = text_say(&finding->first_at, "%s: it is refused, and is launched %" PRIu64 " times",
                            refused[i], fake_launches(lab));
    }
    return good;
}

/* Cases that a claim does not speak of, and says so; beside each the nearest that it speaks of. */
static const struct {
    const char *without, *with;
} discarded[] = {
    {"reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/with:split=8",
     "reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/with:split=7"},
    {"reduce_of_concatenation.reduce_auto reduce/affine_u32/2x7/soa/any:1/with:split=3",
     "reduce_of_concatenation.reduce_auto reduce/affine_u32/1x7/soa/any:1/with:split=3"},
    {"scan_of_concatenation.scan_lookback scan/affine_u32/7/soa/any:1/with:split=8",
     "scan_of_concatenation.scan_lookback scan/affine_u32/7/soa/any:1/with:split=7"},
    {"scan_of_concatenation.scan_lookback scan/affine_u32/2x7/soa/any:1/with:split=3",
     "scan_of_concatenation.scan_lookback scan/affine_u32/1x7/soa/any:1/with:split=0"},
    {"last_of_scan_is_reduce.scan_lookback exscan/affine_u32/7/soa/any:1",
     "last_of_scan_is_reduce.scan_lookback scan/affine_u32/7/soa/any:1"},
    {"last_of_scan_is_reduce.scan_lookback scan/affine_u32/0/soa/any:1",
     "last_of_scan_is_reduce.scan_lookback scan/affine_u32/1/soa/any:1"},
    {"last_of_scan_is_reduce.scan_lookback scan/affine_u32/2x3/soa/any:1",
     "last_of_scan_is_reduce.scan_lookback scan/affine_u32/1x3/soa/any:1"},
    {"exclusive_is_shifted_inclusive.scan_lookback scan/affine_u32/7/soa/any:1",
     "exclusive_is_shifted_inclusive.scan_lookback exscan/affine_u32/0/soa/any:1"},
    {"initial_value_applies_once.scan_lookback scan/affine_u32/7/soa/any:1",
     "initial_value_applies_once.scan_lookback exscan/affine_u32/1/soa/any:1/init:0"},
    {"exact_operators_same_bits_under_any_schedule.reduce_auto "
     "reduce/affine_u32/7/soa/any:1/with:schedules=0",
     "exact_operators_same_bits_under_any_schedule.reduce_auto "
     "reduce/affine_u32/7/soa/any:1/with:schedules=1"},
    {"exact_operators_same_bits_under_any_schedule.reduce_auto reduce/affine_u32/7/soa/any:1/"
     "with:schedules=65",
     "exact_operators_same_bits_under_any_schedule.reduce_auto reduce/affine_u32/7/soa/any:1/"
     "with:schedules=64"},
    {"exact_operators_same_bits_under_any_schedule.reduce_auto reduce/add_f32/7/soa/any:1/with:schedules=2",
     "exact_operators_same_bits_under_any_schedule.reduce_auto reduce/add_u32/7/soa/any:1/with:schedules=2"},
    {"map_out_equals_oracle.reduce_auto reduce/span_8/6/soa/any:1",
     "map_out_equals_oracle.reduce_auto reduce/span_emit/6/soa/any:1"},
    {"rows_are_independent.reduce_auto reduce/affine_u32/3x4/soa/any:1/with:row=3",
     "rows_are_independent.reduce_auto reduce/affine_u32/3x4/soa/any:1/with:row=2"},
    {"rows_are_independent.reduce_auto reduce/add_f32/3x4/soa/any:1/with:row=1",
     "rows_are_independent.reduce_auto reduce/add_u32/3x4/soa/any:1/with:row=1"},
    {"rows_are_independent.reduce_auto reduce/affine_u32/3x4/one/any:1/with:row=1",
     "rows_are_independent.reduce_auto reduce/affine_u32/3x4/aos/any:1/with:row=1"},
    {"row_order_does_not_matter.reduce_auto reduce/affine_u32/rag:3x4:giant:1/soa/any:1",
     "row_order_does_not_matter.reduce_auto reduce/affine_u32/3x4/soa/any:1"},
    {"empty_rows_give_identity.reduce_auto reduce/affine_u32/[0,1,0]/soa/any:1",
     "empty_rows_give_identity.reduce_auto reduce/affine_u32/[0,0,0]/soa/any:1"},
    {"associates.add_u32 law/add_u32/65x1/soa/any:1", "associates.add_u32 law/add_u32/64x1/soa/any:1"},
    {"associates.add_u32 law/add_u32/2x1/soa/any:1", "associates.add_u32 law/add_u32/3x1/soa/any:1"},
    {"distinct_keys_are_a_scatter.keyed_stream keyed/affine_u32/2x4#3/soa/any:1/with:step=1",
     "distinct_keys_are_a_scatter.keyed_stream keyed/affine_u32/2x3#3/soa/any:1/with:step=1"},
    {"empty_keys_give_identity.keyed_stream keyed/affine_u32/5#5/soa/any:1",
     "empty_keys_give_identity.keyed_stream keyed/affine_u32/4#5/soa/any:1"},
    {"one_key_is_reduce.keyed_stream keyed/affine_u32/5#2/soa/any:1",
     "one_key_is_reduce.keyed_stream keyed/affine_u32/5#1/soa/any:1"},
    {"keys_are_independent.keyed_stream keyed/affine_u32/6#3/soa/any:1/with:key=3",
     "keys_are_independent.keyed_stream keyed/affine_u32/6#3/soa/any:1/with:key=2"},
    {"rows_with_keys_are_independent.keyed_stream keyed/affine_u32/2x3#2/soa/any:1/with:row=2",
     "rows_with_keys_are_independent.keyed_stream keyed/affine_u32/2x3#2/soa/any:1/with:row=1"},
    {"stable_where_order_is_kept.keyed_stream keyed/affine_u32/6#2/one/any:1",
     "stable_where_order_is_kept.keyed_stream keyed/affine_u32/6#2/aos/any:1"},
    {"keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/soa/any:1/with:split=8",
     "keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/soa/any:1/with:split=7"},
    {"keyed_of_concatenation.keyed_stream keyed/affine_u32/2x7#2/soa/any:1/with:split=3",
     "keyed_of_concatenation.keyed_stream keyed/affine_u32/1x7#2/soa/any:1/with:split=3"},
    {"keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/one/any:1/with:split=3",
     "keyed_of_concatenation.keyed_stream keyed/affine_u32/7#2/arena/any:1/with:split=3"},
};

static bool case_that_a_claim_does_not_speak_of_is_discarded(struct lab *lab, struct finding *finding)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof discarded / sizeof discarded[0]; i++) {
        struct finding got;
        good =
            expect(lab, discarded[i].without, VERDICT_DISCARDED, "the claim does not speak of it", finding) &&
            expect(lab, discarded[i].with, VERDICT_PASS, "the claim speaks of it", finding);
        if (good) judge_line(lab, discarded[i].without, &got);
        if (good && strncmp(got.reason.at, "expected ", 9) != 0 && !strstr(got.reason.at, " has no "))
            good = text_say(&finding->first_at, "%s: expected a reason, got '%.200s'", discarded[i].without,
                            got.reason.at);
    }
    return good;
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
static enum verdict line_of_four(struct lab *lab, size_t at, struct finding *finding)
{
    static const enum verdict verdicts[] = {VERDICT_PASS, VERDICT_DISCARDED, VERDICT_FAIL, VERDICT_PASS};
    (void)lab;
    finding->items++;
    return verdicts[at];
}

/* A table fails at its first line that fails; lines that were not built pass. */
static bool lines_are_checked_until_one_fails(struct lab *lab, struct finding *finding)
{
    static const char not_built[] = "literal_traffic.no_such_strategy reduce/add_u32/4/soa/any:1";
    struct finding two = {0}, four = {0};
    struct launch_counters counted;
    enum verdict verdict = count_line(lab, not_built, &counted, &two);
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

static bool sound_claim_holds(struct lab *lab, size_t at, struct finding *finding)
{
    return expect(lab, flawless[at], VERDICT_PASS, "the claim holds", finding);
}

static bool cost_beyond_the_claim_fails(struct lab *lab, size_t at, struct finding *finding)
{
    struct fake_plan plan = {.launch = UINT64_MAX, .counted = costs[at].counted};
    lab->name.kind = DEVICE_SIM32;
    fake_set(lab, &plan);
    return expect(lab, costs[at].line, costs[at].verdict, costs[at].words, finding);
}

static const struct unit_test tests[] = {NAMED_ROWS(flawed_strategy_fails_its_claim, flawed, line),
                                         LINES(sound_claim_holds, flawless),
                                         TEST(refused_case_is_refused_without_a_launch),
                                         TEST(case_that_a_claim_does_not_speak_of_is_discarded),
                                         TEST(witnesses_name_the_tear),
                                         TEST(failure_names_its_launch),
                                         NAMED_ROWS(cost_beyond_the_claim_fails, costs, line),
                                         TEST(lines_are_checked_until_one_fails)};
UNIT(claims, tests);
