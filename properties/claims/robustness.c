/* SPDX-License-Identifier: MIT
 * Scratch that was used before, and launches that run beside each other. */
#include "property.h"
#include "compare.h"

static enum verdict launch_and_compare(struct lab *lab, const struct test_case *checked,
                                       struct finding *finding)
{
    enum verdict verdict = lab_launch(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_results(lab, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = compare_mapout(lab, LOAD_CASE, finding);
    return verdict;
}

static enum verdict second_launch_on_same_scratch_check(void *context, const struct test_case *checked,
                                                        struct finding *finding)
{
    struct lab *lab = context;
    struct load *load = &lab->load[LOAD_CASE];
    struct text why;
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!session_put_items(load, &why)) return lab_device_failed(lab, &why, finding);
    verdict = launch_and_compare(lab, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    struct test_case other =
        lab_other_items(lab, checked); /* what the first left in scratch is wrong for them */
    bool done = session_put_other_items(load, &other.problem, &why);
    if (done) verdict = launch_and_compare(lab, &other, finding);
    load->problem = &checked->problem;
    if (!done) return lab_device_failed(lab, &why, finding);
    if (verdict != VERDICT_PASS) {
        text_add(&finding->first_at, " (in the second launch, with other items on the first one's scratch)");
        return verdict;
    }
    if (!session_put_other_items(load, &checked->problem, &why) || !session_prepare(load, 0xff, &why))
        return lab_device_failed(lab, &why, finding);
    verdict = launch_and_compare(lab, checked, finding);
    if (verdict != VERDICT_PASS)
        text_add(&finding->first_at, " (after prepare on scratch that was all ones)");
    return verdict;
}

CLAIM(second_launch_on_same_scratch, STRATEGY, DEVICE, reused,
      "a launch leaves its scratch as prepare left it, and prepare clears any scratch",
      .tested = TESTED_OF_KEYED);

static bool open_streams(struct lab *lab, struct text *why)
{
    for (int s = 0; s < 2; s++) {
        if (lab->stream[s]) continue;
        lab->stream[s] = lab->session.backend->stream_open(lab->session.device, why);
        if (!lab->stream[s]) return false;
    }
    return true;
}

/* Both are under way before either is waited for. */
static bool run_both(struct lab *lab, struct text *why)
{
    struct load *load = lab->load;
    lab->session.failed = true;
    if (!open_streams(lab, why)) return false;
    lab->session.failed = false;
    for (int s = 0; s < 2; s++) {
        load[s].stream = lab->stream[s];
        if (!session_put_items(&load[s], why)) return false;
    }
    for (int s = 0; s < 2; s++)
        if (!session_launch(&load[s], why)) return false;
    return session_finish(&load[0], why) && session_finish(&load[1], why);
}

/* The other stream's problem is the same one with other data, on scratch of its own. */
static enum verdict two_streams_at_once_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    struct lab *lab = context;
    struct problem other = checked->problem;
    struct text why;
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    data_next_seed(&other.data, lab->load[LOAD_CASE].instance->strategy->finite);
    verdict = lab_plan_problem(lab, LOAD_OTHER, checked, &other, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!run_both(lab, &why)) return lab_device_failed(lab, &why, finding);
    for (int s = 0; s < 2 && verdict == VERDICT_PASS; s++) {
        verdict = compare_results(lab, s, checked, finding);
        if (verdict == VERDICT_PASS) verdict = compare_mapout(lab, s, finding);
        if (verdict != VERDICT_PASS) text_add(&finding->first_at, " (in stream %d of two)", s + 1);
    }
    return verdict;
}

CLAIM(two_streams_at_once, STRATEGY, DEVICE, problem, "two launches in two streams do not disturb each other",
      .tested = TESTED_BY_KEYED_ORACLE);
