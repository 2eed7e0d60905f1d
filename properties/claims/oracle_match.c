/* SPDX-License-Identifier: MIT
 * Strategies against the oracle, which folds left to right with one accumulator. */
#include "checks.h"
#include "compare.h"
#include "every_schedule.h"

/* One launch answers for all of it: results, map-out, guards and input. */
static enum verdict equals_once(struct lab *lab, const struct test_case *checked, struct finding *finding)
{
    const struct load *load = &lab->load[LOAD_CASE];
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = lab_run(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_results(lab, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = compare_mapout(lab, LOAD_CASE, finding);
    if (verdict != VERDICT_PASS) return verdict;
    bool whole = arena_check(&load->arena, load->up, load->down, false, &finding->first_at) &&
                 arena_check(&load->arena, load->up, load->down, true, &finding->first_at);
    return whole ? VERDICT_PASS : VERDICT_FAIL;
}

enum verdict equals_oracle(struct lab *lab, const struct test_case *checked, struct finding *finding)
{
    enum schedule_form form = checked->problem.schedule.form;
    bool paths = form == SCHEDULE_PATH || form == SCHEDULE_EVERY;
    return paths ? by_paths(lab, checked, finding, equals_once) : equals_once(lab, checked, finding);
}

enum verdict reduce_equals_oracle_check(void *context, const struct test_case *checked,
                                        struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

enum verdict keyed_equals_oracle_check(void *context, const struct test_case *checked,
                                       struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

enum verdict scan_equals_oracle_check(void *context, const struct test_case *checked, struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

enum verdict large_problems_equal_oracle_check(void *context, const struct test_case *checked,
                                               struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

enum verdict scan_may_lie_over_its_input_check(void *context, const struct test_case *checked,
                                               struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

enum verdict transpose_equals_oracle_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

enum verdict map_out_equals_oracle_check(void *context, const struct test_case *checked,
                                         struct finding *finding)
{
    struct lab *lab = context;
    if (checked->has_problem && checked->problem.op && !checked->problem.op->emits) {
        text_say(&finding->reason, "%s has no map-out", checked->problem.op->name);
        return VERDICT_DISCARDED;
    }
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = lab_run(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_mapout(lab, LOAD_CASE, finding);
    return verdict;
}
