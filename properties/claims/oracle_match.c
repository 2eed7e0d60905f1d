/* SPDX-License-Identifier: MIT
 * Strategies against the oracle, which folds left to right with one accumulator. */
#include "property.h"
#include "compare.h"
#include "every_schedule.h"

/* One launch answers for all of it: results, map-out, guards and input. */
static enum verdict equals_once(struct fixture *fixture, const struct test_case *checked,
                                struct finding *finding)
{
    const struct load *load = &fixture->load[LOAD_CASE];
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_results(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = compare_mapout(fixture, LOAD_CASE, finding);
    if (verdict != VERDICT_PASS) return verdict;
    bool whole = arena_check(&load->arena, load->up, load->down, false, &finding->first_at) &&
                 arena_check(&load->arena, load->up, load->down, true, &finding->first_at);
    return whole ? VERDICT_PASS : VERDICT_FAIL;
}

enum verdict equals_oracle(struct fixture *fixture, const struct test_case *checked, struct finding *finding)
{
    enum schedule_form form = checked->problem.schedule.form;
    bool paths = form == SCHEDULE_PATH || form == SCHEDULE_EVERY;
    return paths ? by_paths(fixture, checked, finding, equals_once) : equals_once(fixture, checked, finding);
}

static enum verdict reduce_equals_oracle_check(void *context, const struct test_case *checked,
                                               struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

CLAIM(reduce_equals_oracle, REDUCTION, DEVICE, problem,
      "every strategy's reduction equals the left-to-right fold, writes nothing else and does not change its "
      "input",
      .is_main = true, .every_schedule = true, .tested = TESTED_OF_EACH_BLOCK);

static enum verdict keyed_equals_oracle_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

CLAIM(keyed_equals_oracle, KEYED, DEVICE, problem,
      "every fold by key gives each key the left-to-right fold of its items, or the identity, writes nothing "
      "else and does not change its input",
      .is_main = true, .every_schedule = true);

static enum verdict scan_equals_oracle_check(void *context, const struct test_case *checked,
                                             struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

CLAIM(scan_equals_oracle, SCAN, DEVICE, problem,
      "every strategy's scan, inclusive or exclusive, equals the left-to-right scan of each row, writes "
      "nothing else and does not change its input",
      .is_main = true, .every_schedule = true);

static enum verdict large_problems_equal_oracle_check(void *context, const struct test_case *checked,
                                                      struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

CLAIM(large_problems_equal_oracle, LAUNCHED, DEVICE, large,
      "a launcher's results equal the oracle's where kernels break: beyond 2^16 items, beyond the "
      "square of a block's threads, and around each integer of its source",
      .is_main = true);

static enum verdict scan_may_lie_over_its_input_check(void *context, const struct test_case *checked,
                                                      struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

CLAIM(scan_may_lie_over_its_input, SCAN, DEVICE, over_input,
      "a scan gives the same results when it writes them over its input", .needs = NEED_SAME_COLUMNS);

static enum verdict transpose_equals_oracle_check(void *context, const struct test_case *checked,
                                                  struct finding *finding)
{
    return equals_oracle(context, checked, finding);
}

CLAIM(transpose_equals_oracle, TRANSPOSITION, DEVICE, problem,
      "every transposition puts item (r, c) of each matrix at (c, r), writes nothing else and does not "
      "change its input",
      .is_main = true);

static enum verdict map_out_equals_oracle_check(void *context, const struct test_case *checked,
                                                struct finding *finding)
{
    struct fixture *fixture = context;
    if (checked->has_problem && checked->problem.op && !checked->problem.op->emits) {
        text_say(&finding->reason, "%s has no map-out", checked->problem.op->name);
        return VERDICT_DISCARDED;
    }
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_mapout(fixture, LOAD_CASE, finding);
    return verdict;
}

CLAIM(map_out_equals_oracle, EMITTER, DEVICE, emitting,
      "the map-out array holds emit of every item, written in the same pass", .needs = NEED_MAP_OUT,
      .is_main = true, .tested = TESTED_BY_KEYED_ORACLE | TESTED_WITH_EMIT);
