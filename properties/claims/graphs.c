/* SPDX-License-Identifier: MIT
 * A launcher's work as a graph, which is launched again and again on what its memory has then. */
#include "property.h"
#include "compare.h"

/* More than there were in launches that only look at the launcher (seen.h). */
enum { MORE_ITEMS = 4200 };

/* More items, so that what a launcher keeps from call to call is too small, or wrong, for one of both. False: there is no such
 * problem. */
static bool enlarge(const struct fixture *fixture, struct problem *problem)
{
    const struct strategy *strategy = fixture->load[LOAD_CASE].instance->strategy;
    struct shape *shape = &problem->shape;
    uint64_t items = 0, most = strategy_most_items(strategy, problem->op);
    if (shape->form != SHAPE_DIMS || shape->keys || problem->data.form == DATA_LITERAL) return false;
    uint64_t multiple = strategy->multiple ? strategy->multiple : 1;
    shape->size[shape->count - 1] += (MORE_ITEMS + multiple - 1) / multiple * multiple;
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
    return shape_items(shape, &items) && (!most || items <= most) &&
           (!fixture->most_items || items <= fixture->most_items);
}

/* As everybody launches, without a graph, of more items in other memory. */
static enum verdict launch_between(struct fixture *fixture, const struct test_case *checked,
                                   struct finding *finding)
{
    struct test_case other = fixture_other_items(fixture, checked);
    struct finding ignored = {.poisoned = false};
    if (!enlarge(fixture, &other.problem) ||
        fixture_plan_problem(fixture, LOAD_OTHER, checked, &other.problem, &ignored) != VERDICT_PASS) {
        other = fixture_other_items(fixture, checked);
        enum verdict verdict = fixture_plan_problem(fixture, LOAD_OTHER, checked, &other.problem, finding);
        if (verdict != VERDICT_PASS) return verdict;
    }
    return fixture_run(fixture, LOAD_OTHER, finding);
}

static enum verdict launch_graph(struct fixture *fixture, const struct test_case *items, void *graph,
                                 struct finding *finding)
{
    struct load *load = &fixture->load[LOAD_CASE];
    struct text why;
    if (!session_put_other_items(load, &items->problem, &why) || !session_replay(load, graph, &why) ||
        !session_finish(load, &why))
        return fixture_device_failed(fixture, &why, finding);
    enum verdict verdict = compare_results(fixture, LOAD_CASE, items, finding);
    return verdict == VERDICT_PASS ? compare_mapout(fixture, LOAD_CASE, finding) : verdict;
}

/* First with other items than those that were there when it was captured, then with those. */
static enum verdict launch_twice(struct fixture *fixture, const struct test_case *checked, void *graph,
                                 struct finding *finding)
{
    struct load *load = &fixture->load[LOAD_CASE];
    struct test_case other = fixture_other_items(fixture, checked);
    enum verdict verdict = launch_graph(fixture, &other, graph, finding);
    load->problem = &checked->problem;
    if (verdict != VERDICT_PASS) {
        text_add(&finding->first_at, " (in the first launch of its graph, with other items than at capture)");
        return verdict;
    }
    verdict = launch_between(fixture, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    verdict = launch_graph(fixture, checked, graph, finding);
    if (verdict != VERDICT_PASS)
        text_add(&finding->first_at,
                 " (in the second launch of its graph, after a launch without one of more items)");
    return verdict;
}

/* The first launch is no graph's: a launcher may allocate then what it keeps. */
static enum verdict graph_launches_equal_oracle_check(void *context, const struct test_case *checked,
                                                      struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    struct text why;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict != VERDICT_PASS) return verdict;
    const struct strategy *strategy = load->instance->strategy;
    void *graph = session_capture(load, &why);
    if (graph) {
        verdict = launch_twice(fixture, checked, graph, finding);
        session_drop_graph(load, graph);
        if (verdict == VERDICT_FAIL && !strategy->graphs->claimed)
            text_say(&finding->remedy,
                     "a launcher that is not meant for graphs says NO_GRAPHS (try: --no-graphs)");
        return verdict;
    }
    if (strategy->graphs->claimed) {
        text_say(&finding->first_at, "cannot be captured into a graph, as it claims: %s", why.at);
        return VERDICT_FAIL;
    }
    text_say(&finding->remark,
             "%s cannot be captured into a graph (%s), which is right as long as it does not claim GRAPHS",
             strategy->name, why.at);
    return VERDICT_PASS;
}

CLAIM(graph_launches_equal_oracle, LAUNCHED, DEVICE, reused,
      "a launcher that takes a stream can be captured into a graph, and every launch of the graph gives the "
      "oracle's results for the items then in memory",
      .needs = NEED_STREAM);
