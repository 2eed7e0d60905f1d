/* SPDX-License-Identifier: MIT
 * Claims that need no oracle: a reduction against other reductions of the same device. */
#include "property.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

/* ---- schedules ---- */

/* Schedule k of a problem: uniform and pct by turns, with few and with many resident blocks. */
static struct schedule nth_schedule(const struct problem *problem, uint64_t k)
{
    static const uint64_t resident[] = {4, 1, 8, 2};
    uint64_t hash = splitmix64(problem->data.seed + (k + 1) * 0x9e3779b97f4a7c15U);
    struct schedule schedule = {.form = k % 2 ? SCHEDULE_PCT : SCHEDULE_UNIFORM,
                                .seed = hash & 0xffff,
                                .resident = resident[hash >> 62]};
    if (schedule.form == SCHEDULE_UNIFORM) return schedule;
    schedule.change_points = (int)(hash >> 16 & 3);
    for (int i = 0; i < schedule.change_points; i++)
        schedule.change_point[i] = 1 + (splitmix64(hash + (uint64_t)i) & 1023);
    return schedule;
}

static void say_schedule(struct fixture *fixture, const struct problem *problem, uint64_t k,
                         struct finding *finding)
{
    char line[MAX_LINE];
    if (device_is_simulated(fixture->name.kind)) {
        problem_print(problem, line, sizeof line);
        text_add(&finding->first_at, " (under %.200s)", strstr(line, "sched:"));
    } else
        text_add(&finding->first_at, " (in run %" PRIu64 ")", k + 2);
}

/* ---- one input twice ---- */

/* Whether the strategy promises the same bits, for this operator. */
static bool promises_bits(const struct strategy *strategy, const struct op *op)
{
    return strategy->determinism != BITS_MAY_VARY || op->laws & LAW_EXACT;
}

/* The launch again, of the same items in the same memory and in other memory. */
static enum verdict run_again(struct fixture *fixture, const struct test_case *checked,
                              struct finding *finding)
{
    struct text why;
    enum verdict verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &checked->problem, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
    if (verdict == VERDICT_PASS) verdict = compare_loads(fixture, true, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!session_put_again(&fixture->load[LOAD_CASE], &why))
        return fixture_device_failed(fixture, &why, finding);
    verdict = fixture_launch(fixture, LOAD_CASE, finding);
    return verdict == VERDICT_PASS ? compare_loads(fixture, true, finding) : verdict;
}

enum { OTHER_ORDERS = 12, FOR_A_REMARK = 3 };

/* A launcher of somebody's with a sum of floats: blocks come in other orders than the case's, or, on a GPU, in whatever
 * order they do. Where it claims nothing, bits that differ are a remark, for which fewer orders will do. */
static enum verdict run_in_other_orders(struct fixture *fixture, const struct test_case *checked,
                                        struct finding *finding)
{
    const struct strategy *strategy = fixture->load[LOAD_CASE].instance->strategy;
    const struct op *op = checked->problem.op;
    struct finding differs = {.poisoned = false};
    struct problem other = checked->problem;
    const uint64_t orders = promises_bits(strategy, op) ? OTHER_ORDERS : FOR_A_REMARK;
    enum verdict verdict = fixture_run(fixture, LOAD_CASE, finding);
    for (uint64_t k = 0; k < orders && verdict == VERDICT_PASS && !finding->remark.at[0]; k++) {
        if (device_is_simulated(fixture->name.kind)) other.schedule = nth_schedule(&checked->problem, k);
        verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &other, finding);
        if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
        if (verdict != VERDICT_PASS || compare_loads(fixture, true, &differs) == VERDICT_PASS) continue;
        if (promises_bits(strategy, op)) {
            finding->first_at = differs.first_at;
            say_schedule(fixture, &other, k, finding);
            return VERDICT_FAIL;
        }
        text_say(&finding->remark,
                 "%s with %s gives other bits where blocks run in another order, which is right as long as "
                 "it does not "
                 "claim DETERMINISTIC",
                 strategy->name, op->name);
    }
    return verdict;
}

static enum verdict same_input_same_bits_check(void *context, const struct test_case *checked,
                                               struct finding *finding)
{
    struct fixture *fixture = context;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    const struct strategy *strategy = fixture->load[LOAD_CASE].instance->strategy;
    const struct op *op = checked->problem.op;
    if (strategy->constants && !(op->laws & LAW_EXACT)) return run_in_other_orders(fixture, checked, finding);
    if (promises_bits(strategy, op)) return run_again(fixture, checked, finding);
    text_say(&finding->reason, "%s does not promise the same bits for %s", strategy->name, op->name);
    return VERDICT_REFUSED;
}

CLAIM(same_input_same_bits, STRATEGY, DEVICE, again,
      "two runs on one input give the same bits where the strategy promises them", .needs = NEED_SAME_BITS,
      .tested = TESTED_BY_KEYED_ORACLE);

/* ---- one input under several schedules ---- */

enum { MOST_SCHEDULES = 64 };

static enum verdict exact_operators_same_bits_under_any_schedule_check(void *context,
                                                                       const struct test_case *checked,
                                                                       struct finding *finding)
{
    struct fixture *fixture = context;
    struct problem other = checked->problem;
    int64_t schedules = problem_with(&checked->problem, "schedules", 0);
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!(checked->problem.op->laws & LAW_EXACT) || schedules < 1 || schedules > MOST_SCHEDULES) {
        text_say(&finding->reason, "expected an exact operator and with:schedules=K, 1 to %d",
                 MOST_SCHEDULES);
        return VERDICT_DISCARDED;
    }
    verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &checked->problem, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
    for (uint64_t k = 0; k < (uint64_t)schedules && verdict == VERDICT_PASS; k++) {
        if (device_is_simulated(fixture->name.kind)) other.schedule = nth_schedule(&checked->problem, k);
        verdict = fixture_plan_problem(fixture, LOAD_CASE, checked, &other, finding);
        if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
        if (verdict == VERDICT_PASS) verdict = compare_loads(fixture, true, finding);
        if (verdict == VERDICT_FAIL) say_schedule(fixture, &other, k, finding);
    }
    return verdict;
}

CLAIM(exact_operators_same_bits_under_any_schedule, STRATEGY, DEVICE, schedules,
      "an exact operator's result has the same bits in whatever order lanes and blocks run: on the simulator "
      "under schedules from the line, on a GPU in repeated runs",
      .needs = NEED_EXACT, .tested = TESTED_OF_KEYED);

/* ---- a whole and its two parts ---- */

static enum verdict reduce_of_concatenation_check(void *context, const struct test_case *checked,
                                                  struct finding *finding)
{
    struct fixture *fixture = context;
    const struct problem *problem = &checked->problem;
    struct load *load = &fixture->load[LOAD_CASE];
    struct state left, right, both;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = job_items(&load->job);
    uint64_t split = (uint64_t)problem_with(problem, "split", 0);
    if (load->job.rows != 1 || split > items) {
        text_say(&finding->reason, "expected one row and with:split=N, N at most its items");
        return VERDICT_DISCARDED;
    }
    verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_run_part(fixture, LOAD_OTHER, checked, (struct part){0, split, false}, finding);
    if (verdict != VERDICT_PASS) return verdict;
    load_result(&fixture->load[LOAD_OTHER], 0, left.at);
    verdict =
        fixture_run_part(fixture, LOAD_OTHER, checked, (struct part){split, items - split, false}, finding);
    if (verdict != VERDICT_PASS) return verdict;
    load_result(&fixture->load[LOAD_OTHER], 0, right.at);
    problem->op->combine(load->job.params, left.at, right.at, both.at);
    return compare_row(fixture, LOAD_CASE, 0, both.at, finding);
}

CLAIM(reduce_of_concatenation, REDUCTION, DEVICE, split,
      "the reduction of a whole is the combination of the reductions of its two parts");
