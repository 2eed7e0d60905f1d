/* SPDX-License-Identifier: MIT
 * Claims about strategies that pick others: that they differ in their choice alone, and that there always is one. */
#include "property.h"

#include <inttypes.h>
#include <string.h>

#include "compare.h"

/* ---- all policies give the same results ---- */

/* Does a policy do the case's operator and kind of rows, and is it another one than the case's? */
static bool is_other_policy(const struct fixture *fixture, const struct strategy *strategy,
                            const struct test_case *checked)
{
    const struct op *op = checked->problem.op;
    if (!strategy->pick || strategy->what != WHAT_REDUCE || strcmp(strategy->name, checked->subject) == 0)
        return false;
    const struct instance *instance = fixture_nth_instance(fixture, strategy->name, op->name, 0);
    bool uneven = checked->problem.shape.form != SHAPE_DIMS, varied = checked->problem.vary_count > 0;
    return instance && fixture_takes(fixture, instance, op, TAKES_ROWS) &&
           (!uneven || fixture_takes(fixture, instance, op, TAKES_RAGGED)) &&
           (!varied || fixture_takes(fixture, instance, op, TAKES_PARAMS_BY_ROW));
}

/* Runs the case's problem by a policy, and compares. */
static enum verdict agrees_with(struct fixture *fixture, const struct strategy *policy,
                                const struct test_case *checked, struct finding *finding)
{
    struct test_case other = *checked;
    strncpy(other.subject, policy->name, sizeof other.subject - 1);
    other.tuning.count = 0;
    if (other.problem.layout.input.form == SIDE_COLS) other.problem.layout.input.form = SIDE_SOA;
    enum verdict verdict = fixture_plan_problem(fixture, LOAD_OTHER, &other, &other.problem, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
    if (verdict != VERDICT_PASS) return verdict;
    verdict = compare_loads(fixture, false, finding);
    if (verdict == VERDICT_FAIL) text_add(&finding->first_at, " (expected is what %s gives)", policy->name);
    return verdict;
}

static enum verdict every_policy_agrees_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    struct fixture *fixture = context;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    const struct strategy *const *strategy =
        verdict == VERDICT_PASS ? fixture->session.backend->strategies : NULL;
    for (; verdict == VERDICT_PASS && *strategy; strategy++)
        if (is_other_policy(fixture, *strategy, checked))
            verdict = agrees_with(fixture, *strategy, checked, finding);
    return verdict;
}

CLAIM(every_policy_agrees, POLICY, DEVICE, switching,
      "all policies give the same bits, or for floats sums within the bound for any order of additions");

/* ---- there always is a choice ---- */

/* What is promised: every problem of the strategy's kind. NULL, or what the case has that is not. */
static const char *beyond_promise(const struct load *load)
{
    const struct strategy *strategy = load->instance->strategy;
    const struct problem *problem = load->problem;
    const struct job *job = &load->job;
    const unsigned takes = strategy->takes;
    if (job->op->most_items && job_items(job) > job->op->most_items) return "more items than are right";
    if (strategy->needs & ~job->op->laws) return "an operator without a law that is needed";
    if (!job->caps->forward_progress && strategy->needs_progress) return "a device without progress";
    if (problem->layout.result.form == SIDE_IN || problem->layout.mapout.form == SIDE_IN)
        return "results over the input";
    if (job->what == WHAT_TRANSPOSE) return NULL;
    if (!(takes & TAKES_ROWS) && (job->rows != 1 || job->row_start)) return "other than one row";
    if (job->row_params && !(takes & TAKES_PARAMS_BY_ROW)) return "params that vary by row";
    if (job->row_start && !(takes & TAKES_RAGGED)) return "rows of different lengths";
    return job->what != WHAT_REDUCE && !job_keeps_all(job) ? "columns that are not asked for" : NULL;
}

static bool pick_stands(const struct load *load, struct finding *finding)
{
    const struct session *session = load->session;
    const struct strategy *strategy = load->instance->strategy;
    struct instance picked = {0};
    struct text words = {0}, why = {0};
    picked.strategy = strategy->pick(&load->job, &picked.shape, &words);
    const char *name = picked.strategy->name;
    if (!words.at[0])
        return text_say(&finding->first_at, "%s picks %s without a reason", strategy->name, name);
    if (picked.strategy->refuse(picked.strategy, &load->job, &picked.shape, &why) != REFUSAL_NONE)
        return text_say(&finding->first_at, "%s picks %s, which refuses: %.300s", strategy->name, name,
                        why.at);
    const struct tuning tuning = instance_tuning(&picked);
    return !backend_strategy(session->backend, name) || /* in a build of some strategies */
           backend_instance(session->backend, session->caps, load->job.op->name, picked.strategy, &tuning) ||
           text_say(&finding->first_at, "%s picks %s with block=%u, items=%u, group=%u, which was not built",
                    strategy->name, name, picked.shape.block, picked.shape.items, picked.shape.group);
}

/* The same with each threshold at either of its ends. */
static bool pick_stands_tuned(const struct load *load, struct finding *finding)
{
    bool stands = true;
    for (int t = 0; stands && t < 2 * TUNABLES; t++) {
        struct tuned tuned = tuned_usual();
        struct device_caps caps = *load->job.caps;
        struct load other = *load;
        tuned.value[t / 2] = t % 2 ? tunable_lines[t / 2].most : tunable_lines[t / 2].least;
        caps.tuned = &tuned;
        other.job.caps = &caps;
        stands = pick_stands(&other, finding);
        if (!stands)
            text_add(&finding->first_at, " (%s = %u)", tunable_lines[t / 2].name, tuned.value[t / 2]);
    }
    return stands;
}

static enum verdict auto_never_refuses_check(void *context, const struct test_case *checked,
                                             struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    const struct instance *instance = fixture_instance(fixture, checked, &finding->reason);
    if (!instance || !session_plan(&fixture->session, load, &checked->problem, instance, &finding->reason))
        return VERDICT_DISCARDED;
    const char *beyond = beyond_promise(load);
    finding->items = job_items(&load->job);
    if (beyond) {
        text_say(&finding->reason, "%s does not promise to take %s", instance->strategy->name, beyond);
        return VERDICT_DISCARDED;
    }
    struct text why = {0};
    if (session_refusal(load, &why) != REFUSAL_NONE) {
        text_say(&finding->first_at, "%s refuses: %.400s", instance->strategy->name, why.at);
        return VERDICT_FAIL;
    }
    return pick_stands(load, finding) && pick_stands_tuned(load, finding) ? VERDICT_PASS : VERDICT_FAIL;
}

CLAIM(auto_never_refuses, AUTO, DEVICE, any_size,
      "an auto strategy accepts every problem that fits in memory, gives a reason, and picks a strategy that "
      "was built and accepts the problem",
      .tested = TESTED_OF_EACH_FORM);
