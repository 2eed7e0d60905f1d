/* SPDX-License-Identifier: MIT
 * Claims about scans that need no oracle: a scan against other scans and reductions of the same device. */
#include "property.h"

#include <string.h>

#include "compare.h"

/* ---- inclusive and exclusive ---- */

static void expect_shifted(void *context, uint64_t at, void *state)
{
    struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE];
    if (at > shape_row_first(&load->problem->shape, result_row(load, at)))
        load_result(&fixture->load[LOAD_OTHER], at - 1, state);
    else if (load->job.init)
        memcpy(state, load->job.init, load->job.op->state.size);
    else
        load->job.op->identity(load->job.params, state);
}

static enum verdict exclusive_is_shifted_inclusive_check(void *context, const struct test_case *checked,
                                                         struct finding *finding)
{
    struct fixture *fixture = context;
    struct problem inclusive = checked->problem;
    if (inclusive.what != WHAT_EXSCAN) {
        text_say(&finding->reason, "expected an exclusive scan");
        return VERDICT_DISCARDED;
    }
    inclusive.what = WHAT_SCAN;
    enum verdict verdict = fixture_run_both(fixture, checked, checked, &inclusive, finding);
    return verdict == VERDICT_PASS ? compare_expected(fixture, expect_shifted, fixture, finding) : verdict;
}

CLAIM(exclusive_is_shifted_inclusive, SCAN, DEVICE, exclusive,
      "each result of an exclusive scan equals the previous result of the inclusive scan; the first is the "
      "initial value or the identity",
      .needs = NEED_BOTH_SCANS);

/* ---- the initial value ---- */

static void expect_with_init(void *context, uint64_t at, void *state)
{
    struct fixture *fixture = context;
    const struct job *job = &fixture->load[LOAD_CASE].job;
    struct state without;
    load_result(&fixture->load[LOAD_OTHER], at, without.at);
    job->op->combine(job->params, job->init, without.at, state);
}

static enum verdict initial_value_applies_once_check(void *context, const struct test_case *checked,
                                                     struct finding *finding)
{
    struct fixture *fixture = context;
    struct problem without = checked->problem;
    if (!without.has_init) {
        text_say(&finding->reason, "expected an initial value, init:X");
        return VERDICT_DISCARDED;
    }
    without.has_init = false;
    enum verdict verdict = fixture_run_both(fixture, checked, checked, &without, finding);
    return verdict == VERDICT_PASS ? compare_expected(fixture, expect_with_init, fixture, finding) : verdict;
}

CLAIM(initial_value_applies_once, SCAN, DEVICE, initial,
      "with an initial value every result is the initial value combined with the result without it",
      .needs = NEED_INITIAL);

/* ---- a whole and its two parts ---- */

struct halves {
    struct fixture *fixture;
    uint64_t split;
    struct state left; /* the fold of init and the items before split */
};

static void expect_half(void *context, uint64_t at, void *state)
{
    struct halves *halves = context;
    const struct job *job = &halves->fixture->load[LOAD_CASE].job;
    struct state right;
    if (at < halves->split) {
        load_result(&halves->fixture->load[LOAD_OTHER], at, state);
        return;
    }
    load_result(&halves->fixture->load[LOAD_THIRD], at - halves->split, right.at);
    job->op->combine(job->params, halves->left.at, right.at, state);
}

/* What is left of item `split`, from the results of the first part. */
static void fold_left_half(struct halves *halves)
{
    const struct load *whole = &halves->fixture->load[LOAD_CASE];
    const struct job *job = &whole->job;
    struct columns items = arena_columns(&whole->arena, ARENA_INPUT, whole->up);
    struct state input, lifted;
    if (halves->split == 0) {
        job->op->identity(job->params, halves->left.at);
        if (job->init) memcpy(halves->left.at, job->init, job->op->state.size);
        return;
    }
    load_result(&halves->fixture->load[LOAD_OTHER], halves->split - 1, halves->left.at);
    if (job->what == WHAT_SCAN) return;
    columns_read(&items, &job->op->input, halves->split - 1, input.at);
    job->op->lift(job->params, input.at, lifted.at);
    job->op->combine(job->params, halves->left.at, lifted.at, halves->left.at);
}

static enum verdict scan_of_concatenation_check(void *context, const struct test_case *checked,
                                                struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    struct halves halves = {.fixture = fixture,
                            .split = (uint64_t)problem_with(&checked->problem, "split", 0)};
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = load->job.length;
    struct part left = {0, halves.split, true}, right = {halves.split, items - halves.split, false};
    if (load->job.rows != 1 || halves.split > items) {
        text_say(&finding->reason, "expected one row and with:split=N, N at most its items");
        return VERDICT_DISCARDED;
    }
    verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run_part(fixture, LOAD_OTHER, checked, left, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run_part(fixture, LOAD_THIRD, checked, right, finding);
    if (verdict != VERDICT_PASS) return verdict;
    fold_left_half(&halves);
    return compare_expected(fixture, expect_half, &halves, finding);
}

CLAIM(scan_of_concatenation, SCAN, DEVICE, split,
      "the scan of a whole is the scan of its first part, followed by the scan of the second part with the "
      "first part's fold combined on the left");

/* ---- the last one ---- */

/* The reduction of the case's row, by reduce_auto, on load[LOAD_OTHER]. */
static enum verdict reduce_row(struct fixture *fixture, const struct test_case *checked, struct problem *row,
                               struct finding *finding)
{
    struct test_case reduces = *checked;
    strcpy(reduces.subject, "reduce_auto");
    reduces.tuning.count = 0;
    *row = checked->problem;
    row->what = WHAT_REDUCE;
    row->has_init = false;
    enum verdict verdict = fixture_plan_problem(fixture, LOAD_OTHER, &reduces, row, finding);
    return verdict == VERDICT_PASS ? fixture_run(fixture, LOAD_OTHER, finding) : verdict;
}

static enum verdict last_of_scan_is_reduce_check(void *context, const struct test_case *checked,
                                                 struct finding *finding)
{
    struct fixture *fixture = context;
    const struct job *job = &fixture->load[LOAD_CASE].job;
    struct problem row;
    struct state last;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (job->what != WHAT_SCAN || job->rows != 1 || job->length == 0) {
        text_say(&finding->reason, "expected the inclusive scan of one row that is not empty");
        return VERDICT_DISCARDED;
    }
    verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = reduce_row(fixture, checked, &row, finding);
    if (verdict != VERDICT_PASS) return verdict;
    load_result(&fixture->load[LOAD_OTHER], 0, last.at);
    if (job->init) job->op->combine(job->params, job->init, last.at, last.at);
    return compare_row(fixture, LOAD_CASE, 0, last.at, finding);
}

CLAIM(last_of_scan_is_reduce, SCAN, DEVICE, inclusive,
      "the last result of an inclusive scan equals the reduction by reduce_auto on the same device",
      .needs = NEED_INCLUSIVE, .compares = {"reduce_auto"});
