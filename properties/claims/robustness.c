/* SPDX-License-Identifier: MIT
 * Scratch that was used before, and launches that run beside each other. */
#include "property.h"
#include "compare.h"

static enum verdict launch_and_compare(struct fixture *fixture, const struct test_case *checked,
                                       struct finding *finding)
{
    enum verdict verdict = fixture_launch(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_results(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = compare_mapout(fixture, LOAD_CASE, finding);
    return verdict;
}

static enum verdict second_launch_on_same_scratch_check(void *context, const struct test_case *checked,
                                                        struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    struct text why;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!session_put_items(load, &why)) return fixture_device_failed(fixture, &why, finding);
    verdict = launch_and_compare(fixture, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    struct test_case other =
        fixture_other_items(fixture, checked); /* what the first left in scratch is wrong for them */
    bool done = session_put_other_items(load, &other.problem, &why);
    if (done) verdict = launch_and_compare(fixture, &other, finding);
    load->problem = &checked->problem;
    if (!done) return fixture_device_failed(fixture, &why, finding);
    if (verdict != VERDICT_PASS) {
        text_add(&finding->first_at, " (in the second launch, with other items on the first one's scratch)");
        return verdict;
    }
    if (!session_put_other_items(load, &checked->problem, &why) || !session_prepare(load, 0xff, &why))
        return fixture_device_failed(fixture, &why, finding);
    verdict = launch_and_compare(fixture, checked, finding);
    if (verdict != VERDICT_PASS)
        text_add(&finding->first_at, " (after prepare on scratch that was all ones)");
    return verdict;
}

CLAIM(second_launch_on_same_scratch, STRATEGY, DEVICE, reused,
      "a launch leaves its scratch as prepare left it, and prepare clears any scratch",
      .tested = TESTED_OF_KEYED);

static bool open_streams(struct fixture *fixture, struct text *why)
{
    for (int s = 0; s < 2; s++) {
        if (fixture->stream[s]) continue;
        fixture->stream[s] = fixture->session.backend->stream_open(fixture->session.device, why);
        if (!fixture->stream[s]) return false;
    }
    return true;
}

/* Both are under way before either is waited for. */
static bool run_both(struct fixture *fixture, struct text *why)
{
    struct load *load = fixture->load;
    fixture->session.failed = true;
    if (!open_streams(fixture, why)) return false;
    fixture->session.failed = false;
    for (int s = 0; s < 2; s++) {
        load[s].stream = fixture->stream[s];
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
    struct fixture *fixture = context;
    struct problem other = checked->problem;
    struct text why;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    data_next_seed(&other.data, fixture->load[LOAD_CASE].instance->strategy->finite);
    verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &other, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!run_both(fixture, &why)) return fixture_device_failed(fixture, &why, finding);
    for (int s = 0; s < 2 && verdict == VERDICT_PASS; s++) {
        verdict = compare_results(fixture, s, checked, finding);
        if (verdict == VERDICT_PASS) verdict = compare_mapout(fixture, s, finding);
        if (verdict != VERDICT_PASS) text_add(&finding->first_at, " (in stream %d of two)", s + 1);
    }
    return verdict;
}

CLAIM(two_streams_at_once, STRATEGY, DEVICE, problem, "two launches in two streams do not disturb each other",
      .tested = TESTED_BY_KEYED_ORACLE);
