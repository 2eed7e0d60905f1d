/* SPDX-License-Identifier: MIT
 * The problems that a strategy's line in strategies.def names. */
#include <string.h>

#include "generate.h"
#include "fixture.h"

enum { OWN_PROBLEMS = 3 };

static const struct {
    const char *strategy, *line[OWN_PROBLEMS];
} own_problems[] = {
#define STRATEGY(family, name, words, ...) {#name, {__VA_ARGS__}},
#include "strategies.def"
#undef STRATEGY
};

/* Line number `index` of a strategy, parsed; false where there is none. */
static bool own_problem(const char *strategy, size_t index, struct problem *problem, struct text *why)
{
    for (size_t s = 0; s < sizeof own_problems / sizeof own_problems[0]; s++)
        if (strcmp(own_problems[s].strategy, strategy) == 0 && index < OWN_PROBLEMS)
            return problem_parse(own_problems[s].line[index], problem, why);
    return text_say(why, "strategies.def has no problem for %s", strategy);
}

bool properties_own_problem(const char *strategy, const struct op *op)
{
    struct problem problem;
    for (size_t index = 0; index < OWN_PROBLEMS; index++)
        if (own_problem(strategy, index, &problem, NULL) && problem.op == op) return true;
    return false;
}

bool own_problem_generate(void *context, const struct target *target, struct draw *draw,
                          struct test_case *drawn)
{
    struct problem eligible[OWN_PROBLEMS];
    size_t count = 0;
    for (size_t index = 0; index < OWN_PROBLEMS; index++)
        if (own_problem(target->subject, index, &eligible[count], NULL) &&
            (!target->op || eligible[count].op == target->op))
            count++;
    if (!count || !once_generate(context, target, draw, drawn)) return false;
    uint64_t chosen = draw_next(draw, count);
    if (draw->over) return false;
    drawn->has_problem = true;
    drawn->problem = eligible[chosen];
    struct fixture *fixture = context;
    drawn->problem.model = fixture_model(fixture);
    const struct instance *usual = fixture_instance(fixture, drawn, NULL);
    if (usual) drawn->tuning = instance_tuning(usual);
    return true;
}
