/* SPDX-License-Identifier: MIT
 * Claims about reductions of several rows: against scans, against a flat reduction, and of rows without items. */
#include "property.h"

#include <string.h>

#include "compare.h"

/* The case with another strategy for a subject, in its usual tuning, which reads row by row. */
static struct test_case by_strategy(const struct test_case *checked, const char *strategy)
{
    struct test_case other = *checked;
    strcpy(other.subject, strategy);
    other.tuning.count = 0;
    if (other.problem.layout.input.form == SIDE_COLS) other.problem.layout.input.form = SIDE_SOA;
    return other;
}

/* The identity, by the row's params. */
static void identity_of_row(const struct load *load, uint64_t row, void *state)
{
    struct state params;
    problem_params(load->problem, row, params.at);
    load->job.op->identity(params.at, state);
}

static void expect_last(void *context, uint64_t row, void *state)
{
    const struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE];
    const struct shape *shape = &load->problem->shape;
    uint64_t length = shape_row_length(shape, row);
    if (length)
        load_result(&fixture->load[LOAD_OTHER], shape_row_first(shape, row) + length - 1, state);
    else
        identity_of_row(load, row, state);
}

static enum verdict segreduce_equals_last_of_segscan_check(void *context, const struct test_case *checked,
                                                           struct finding *finding)
{
    struct fixture *fixture = context;
    struct test_case scan = by_strategy(checked, "segscan_flags");
    scan.problem.what = WHAT_SCAN;
    scan.problem.keep_count = 0;
    enum verdict verdict = fixture_run_both(fixture, checked, &scan, &scan.problem, finding);
    return verdict == VERDICT_PASS ? compare_expected(fixture, expect_last, fixture, finding) : verdict;
}

CLAIM(segreduce_equals_last_of_segscan, SEGREDUCE, DEVICE, rows,
      "the reduction of each row equals the last result of its inclusive scan by segscan_flags, or the "
      "identity for an empty row",
      .compares = {"segscan_flags"});

static enum verdict one_row_equals_flat_reduce_check(void *context, const struct test_case *checked,
                                                     struct finding *finding)
{
    struct fixture *fixture = context;
    struct test_case flat = by_strategy(checked, "reduce_auto");
    enum verdict verdict = fixture_run_both(fixture, checked, &flat, &flat.problem, finding);
    return verdict == VERDICT_PASS ? compare_loads(fixture, false, finding) : verdict;
}

CLAIM(one_row_equals_flat_reduce, SEGREDUCE, DEVICE, flat,
      "the reduction of one row equals the flat reduction by reduce_auto on the same device",
      .compares = {"reduce_auto"});

static void expect_identity(void *context, uint64_t row, void *state)
{
    const struct fixture *fixture = context;
    identity_of_row(&fixture->load[LOAD_CASE], row, state);
}

static enum verdict empty_rows_give_identity_check(void *context, const struct test_case *checked,
                                                   struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (job_items(&load->job)) {
        text_say(&finding->reason, "expected rows without items");
        return VERDICT_DISCARDED;
    }
    verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(fixture, expect_identity, fixture, finding);
    if (verdict != VERDICT_PASS) return verdict;
    return arena_check(&load->arena, load->up, load->down, false, &finding->first_at) ? VERDICT_PASS
                                                                                      : VERDICT_FAIL;
}

CLAIM(empty_rows_give_identity, SEGREDUCE, DEVICE, empty,
      "rows without items give the identity, and no rows give no results");
