/* SPDX-License-Identifier: MIT
 * Where columns lie must not matter, and nothing but outputs and scratch may change. */
#include "property.h"
#include "compare.h"

/* As the case, all sides soa; `one` stays, since it is about what the items are. Of `cols` the rows so lie row by row. */
static struct problem plainly_laid_out(const struct problem *problem)
{
    struct problem plain = *problem;
    enum side_form form = problem->layout.input.form == SIDE_ONE ? SIDE_ONE : SIDE_SOA;
    plain.layout = (struct layout){.input = {.form = form}, .sides = 1};
    return plain;
}

static enum verdict layout_does_not_matter_check(void *context, const struct test_case *checked,
                                                 struct finding *finding)
{
    struct fixture *fixture = context;
    struct problem plain = plainly_laid_out(&checked->problem);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &plain, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
    if (verdict == VERDICT_PASS) verdict = compare_loads(fixture, false, finding);
    return verdict;
}

CLAIM(layout_does_not_matter, STRATEGY, DEVICE, layout,
      "the result does not depend on the layout of the columns", .tested = TESTED_BY_KEYED_ORACLE);

static enum verdict check_unchanged(void *context, const struct test_case *checked, bool input,
                                    struct finding *finding)
{
    struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE];
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict != VERDICT_PASS) return verdict;
    bool unchanged = arena_check(&load->arena, load->up, load->down, input, &finding->first_at);
    return unchanged ? VERDICT_PASS : VERDICT_FAIL;
}

static enum verdict input_is_untouched_check(void *context, const struct test_case *checked,
                                             struct finding *finding)
{
    return check_unchanged(context, checked, true, finding);
}

CLAIM(input_is_untouched, STRATEGY, DEVICE, layout, "no byte of the input changes",
      .tested = TESTED_BY_KEYED_ORACLE);

static enum verdict guards_are_untouched_check(void *context, const struct test_case *checked,
                                               struct finding *finding)
{
    return check_unchanged(context, checked, false, finding);
}

CLAIM(guards_are_untouched, STRATEGY, DEVICE, layout,
      "nothing is written outside the result, the map-out and the scratch", .tested = TESTED_BY_KEYED_ORACLE);
