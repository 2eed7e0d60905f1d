/* SPDX-License-Identifier: MIT */
#include "every_schedule.h"

#include "compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { USUAL_EXECUTIONS = 1000000 };

/* ", 4 tiles, formal model, without load buffering" */
static void say_class(const struct test_case *checked, const struct finding *finding, struct text *said)
{
    if (finding->tiles && checked->tuning.count)
        text_add(said, ", %" PRIu64 " tile%s", finding->tiles, finding->tiles == 1 ? "" : "s");
    text_add(said, checked->problem.model == MODEL_FORMAL
                       ? ", formal model, without load buffering"
                       : ", lenient model, each read finds the last write");
}

static void say_sum(const struct fixture *fixture, const struct test_case *checked,
                    const struct exploration *sum, struct finding *finding)
{
    struct text said_here, *said = &said_here;
    char line[MAX_LINE];
    uint64_t bound = sum->bounded ? fixture->most_reorderings : 0;
    finding->cut_off = sum->more || sum->bounded;
    case_print(checked, line, sizeof line);
    text_say(said, "right under ");
    text_add(said, "%s %" PRIu64 " execution%s", sum->more ? "the first" : "all", sum->executions,
             sum->executions == 1 ? "" : "s");
    if (bound) text_add(said, " with at most %" PRIu64 " reordering%s", bound, bound == 1 ? "" : "s");
    if (finding->cut_off) text_add(said, ", of more: at least %" PRIu64 " choices are left", sum->choices);
    text_add(said, " of %" PRIu64 "%s block%s", sum->blocks, sum->alike ? " alike" : "",
             sum->blocks == 1 ? "" : "s");
    say_class(checked, finding, said);
    if (sum->values_left_out) text_add(said, ", some old values left out");
    const struct instance *instance =
        fixture_nth_instance(fixture, checked->subject, checked->problem.op->name, 0);
    if (instance && instance->strategy->needs_progress && !sum->waits && !finding->cut_off && sum->blocks > 1)
        text_add(said, "; no block waits for another one, though it says so");
    int room = (int)(sizeof said->at - strlen(said->at) - sizeof ": "); /* the line is cut, not the sum */
    text_say(&finding->remark, "%.*s: %s", room, line, said->at);
}

static enum verdict refuse_large(struct finding *finding)
{
    struct finding refused = {.reason = finding->first_at};
    *finding = refused;
    return VERDICT_REFUSED;
}

static enum verdict refuse_none(const struct exploration *sum, struct finding *finding)
{
    *finding = (struct finding){0};
    text_say(&finding->reason, "no execution came to its end among the first %" PRIu64 "%s", sum->left,
             sum->more ? ": --most-executions allows more" : "");
    return VERDICT_REFUSED;
}

static enum verdict along_path(struct fixture *fixture, const struct test_case *checked,
                               struct finding *finding, one_check *once)
{
    struct exploration sum;
    struct schedule taken;
    enum verdict verdict = once(fixture, checked, finding);
    if (verdict == VERDICT_REFUSED || verdict == VERDICT_DISCARDED) return verdict;
    fixture->session.backend->explored(fixture->session.device, &sum, &taken);
    return sum.end == EXPLORED_TOO_LARGE ? refuse_large(finding) : verdict;
}

static enum verdict along_paths(struct fixture *fixture, const struct test_case *checked,
                                struct finding *finding, one_check *once)
{
    const struct backend *backend = fixture->session.backend;
    struct device *device = fixture->session.device;
    uint64_t most = fixture->most_executions ? fixture->most_executions : USUAL_EXECUTIONS;
    struct exploration sum = {.more = true};
    struct schedule path;
    if (!fixture->has_device || !backend->explore)
        return once(fixture, checked, finding); /* which says why not */
    backend->explore(device, fixture->most_reorderings);
    if (checked->problem.schedule.form == SCHEDULE_PATH) return along_path(fixture, checked, finding, once);
    while (sum.more && sum.executions + sum.left < most) {
        struct finding found = {0};
        enum verdict verdict = once(fixture, checked, &found);
        if (verdict == VERDICT_REFUSED || verdict == VERDICT_DISCARDED) {
            *finding = found;
            return verdict;
        }
        backend->explored(device, &sum, &path);
        if (fixture->beat) fixture->beat(fixture->beating);
        if (sum.end == EXPLORED_BEFORE) continue;
        *finding = found;
        if (sum.end == EXPLORED_TOO_LARGE) return refuse_large(finding);
        finding->path = path;
        if (verdict != VERDICT_PASS) return verdict;
    }
    if (!sum.executions) return refuse_none(&sum, finding);
    say_sum(fixture, checked, &sum, finding);
    memset(&finding->path, 0, sizeof finding->path);
    return VERDICT_PASS;
}

enum verdict by_paths(struct fixture *fixture, const struct test_case *checked, struct finding *finding,
                      one_check *once)
{
    fixture->on_paths = true;
    enum verdict verdict = along_paths(fixture, checked, finding, once);
    fixture->on_paths = false;
    return verdict;
}

/* ---- a case of that kind ---- */

enum { SMALL_TILES = 4, SMALL_RESIDENT = 8, SMALL_KEYS = 2, SMALL_ITEMS = 600 };

/* Items of one row. */
static uint64_t small_items(const struct instance *instance)
{
    uint64_t tile = (uint64_t)instance->shape.block * instance->shape.items;
    return instance->tiny ? (SMALL_TILES - 1) * tile + 1 : SMALL_ITEMS;
}

bool properties_small_case(void *context, const struct target *target, struct test_case *made)
{
    const struct fixture *fixture = context;
    const struct instance *instance = fixture_nth_instance(fixture, target->subject, target->op->name, 0);
    if (!instance || !target->property->every_schedule) return false;
    memset(made, 0, sizeof *made);
    snprintf(made->claim, sizeof made->claim, "%s", target->property->name);
    snprintf(made->subject, sizeof made->subject, "%s", target->subject);
    made->tuning = instance_tuning(instance);
    made->device = target->device;
    made->has_problem = true;
    struct problem *problem = &made->problem;
    problem->what = instance->strategy->what;
    problem->op = target->op;
    for (int a = 0; a < MAX_ARGS; a++)
        problem->args[a] = target->op->arg[a].usual;
    problem->shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {small_items(instance)}};
    if (problem->what == WHAT_KEYED) problem->shape.keys = SMALL_KEYS;
    problem->layout.sides = 1;
    problem->data = (struct data){.form = DATA_ANY, .seed = 1};
    problem->schedule = (struct schedule){.form = SCHEDULE_EVERY, .resident = SMALL_RESIDENT};
    problem->model = fixture_model(fixture);
    if (problem->what == WHAT_SCAN && !fixture_does_what(fixture, instance, target->op, WHAT_SCAN))
        problem->what = WHAT_EXSCAN;
    return problem->what != WHAT_TRANSPOSE;
}
