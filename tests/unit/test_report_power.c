/* SPDX-License-Identifier: MIT
 * Lost items that would have shown: the lines of --verbose, the verdict's total, and the judgement of --strict. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "report_power.h"
#include "unit.h"

#define ALL UINT64_MAX
static void type_target(struct results *results, const char *property, const char *op)
{
    struct tally *tally = &results->tally[results->target_count++];
    snprintf(tally->property, sizeof tally->property, "%s", property);
    snprintf(tally->subject, sizeof tally->subject, "sums");
    snprintf(tally->op, sizeof tally->op, "%s", op);
    snprintf(tally->device, sizeof tally->device, "sim64");
}

static void put(struct results *results, uint32_t target, int size, struct power power)
{
    results->tally[target].power[size].seen = power;
}

/* Two claims about one strategy see different places; a minimum is not judged; 2^25 is beyond what is. */
static void type_results(struct results *results)
{
    type_target(results, "reduce_equals_oracle", "add_f32");
    type_target(results, "other", "add_f32");
    type_target(results, "reduce_equals_oracle", "min_i64");
    put(results, 0, 4, (struct power){ALL, ALL >> 32, 3, 1, true});
    put(results, 1, 4, (struct power){ALL, ALL << 32, 3, 2, true});
    put(results, 0, 9, (struct power){ALL, ALL >> 1, 0, 0, true});
    put(results, 0, 25, (struct power){ALL, 1, 0, 0, true});
    put(results, 2, 9, (struct power){ALL, 1, 1, 0, false});
}

static bool print_is_as_typed(size_t row, struct results *results, struct finding *finding)
{
    static const char expected[] = "power     sums add_f32@sim64, 2^4 to 2^25 items: a lost item shows 0.98 "
                                   "of places in 2^9 items, 0.02 in 2^25\n"
                                   "power     sums min_i64@sim64, 2^9 items: a lost item shows 0.02 of "
                                   "places in 2^9 items, borders of tiles left "
                                   "out in 2^9\n";
    char *text = NULL;
    size_t length = 0;
    (void)row;
    type_results(results);
    FILE *out = open_memstream(&text, &length);
    if (!out) return false;
    report_power(out, results);
    fclose(out);
    bool same = strcmp(text, expected) == 0 || text_say(&finding->first_at, "%.400s", text);
    free(text);
    return same;
}

static bool total_counts_what_is_judged(size_t row, struct results *results, struct finding *finding)
{
    (void)row;
    type_results(results);
    struct power_total total = power_of_run(results);
    return (total.tried == 128 && total.noticed == 127) ||
           text_say(&finding->first_at, "%d of %d", (int)total.noticed, (int)total.tried);
}

/* 63 of 64 places are too few, and a border that is left out; both only of a strict run. */
static const struct {
    bool strict;
    struct power power;
    uint32_t warnings;
} judged[] = {
    {true, {ALL, ALL >> 1, 0, 0, true}, 1},  {false, {ALL, ALL >> 1, 0, 0, true}, 0},
    {true, {ALL, ALL, 7, 7, true}, 0},       {true, {ALL, ALL, 7, 3, true}, 1},
    {true, {ALL, ALL >> 1, 7, 3, false}, 0},
};

static bool strict_judges(size_t row, struct results *results, struct finding *finding)
{
    type_target(results, "reduce_equals_oracle", "add_f32");
    put(results, 0, 20, judged[row].power);
    results->strict = judged[row].strict;
    power_judge(results);
    return results->warning_count == judged[row].warnings ||
           text_say(&finding->first_at, "%u warnings: %s", results->warning_count, results->warning[0].at);
}

/* Operators are those that a strategy ran with, and not all whose laws were checked. */
static bool verdict_says_what_ran(size_t row, struct results *results, struct finding *finding)
{
    static const char expected[] =
        "1 strategy x 2 operators on sim64: 7 problems, 0 over more than 3 tiles, 0 failures, "
        "up to 65541 items, a lost item shows at 99.2 % of places";
    char *text = NULL;
    size_t length = 0;
    (void)row;
    type_results(results);
    for (int law = 0; law < 3; law++) {
        static const char *const ops[] = {"add_i8", "max_f32", "add_f32"};
        type_target(results, "associates", ops[law]);
        results->tally[results->target_count - 1].subject_kind = SUBJECT_OPERATOR;
        strcpy(results->tally[results->target_count - 1].device, "host");
    }
    for (int strategy = 0; strategy < 3; strategy++)
        results->tally[strategy].subject_kind = SUBJECT_STRATEGY;
    results->passed = 7;
    results->most_items = 65541;
    results->started = 1;
    results->ended = 2;
    FILE *out = open_memstream(&text, &length);
    if (!out) return false;
    report_verdict(out, results);
    fclose(out);
    bool said = strstr(text, expected) || text_say(&finding->first_at, "%.400s", text);
    free(text);
    return said;
}

static const struct unit_test tests[] = {NUMBERED(verdict_says_what_ran, 1), NUMBERED(print_is_as_typed, 1),
                                         NUMBERED(total_counts_what_is_judged, 1),
                                         ROWS(strict_judges, judged)};
UNIT(report_power, tests);
