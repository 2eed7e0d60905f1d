/* SPDX-License-Identifier: MIT
 * keyed_of_concatenation: a fold by key of a whole, and of its two parts. */
#include "property.h"

#include "compare.h"

static void expect_combined(void *context, uint64_t at, void *state)
{
    struct fixture *fixture = context;
    const struct load *load = fixture->load;
    struct state left, right;
    load_result(&load[LOAD_OTHER], at, left.at);
    load_result(&load[LOAD_THIRD], at, right.at);
    load[LOAD_CASE].job.op->combine(load[LOAD_CASE].job.params, left.at, right.at, state);
}

static enum verdict keyed_of_concatenation_check(void *context, const struct test_case *checked,
                                                 struct finding *finding)
{
    struct fixture *fixture = context;
    uint64_t split = (uint64_t)problem_with(&checked->problem, "split", 0);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = job_items(&fixture->load[LOAD_CASE].job);
    bool flat = fixture->load[LOAD_CASE].job.rows == 1 && checked->problem.layout.input.form != SIDE_ONE;
    if (split > items || !flat) {
        text_say(&finding->reason, "expected one row, items apart, and with:split=N, N at most its items");
        return VERDICT_DISCARDED;
    }
    verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_run_part(fixture, LOAD_OTHER, checked, (struct part){0, split, true}, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_run_part(fixture, LOAD_THIRD, checked, (struct part){split, items - split, false},
                                   finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(fixture, expect_combined, fixture, finding);
    return verdict;
}

CLAIM(keyed_of_concatenation, KEYED, DEVICE, split_keyed,
      "the fold by key of a whole is, key by key, the combination of the folds of its two parts",
      .tested = TESTED_OF_KEYED);
