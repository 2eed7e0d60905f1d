/* SPDX-License-Identifier: MIT
 * Laws before strategies: where an operator breaks a law, a wrong result may be its fault. */
#include "run_plan.h"

#include "properties.h"

#include <stdlib.h>
#include <string.h>

/* Of an operator that foldcheck has itself, where its laws were not asked for: every test run checks them. */
enum { CASES_OF_OWN = 8 };

static bool same_device(struct device_name a, struct device_name b)
{
    return a.kind == b.kind && a.index == b.index;
}

static bool has_target(const struct run_plan *plan, const struct target *wanted)
{
    for (uint32_t i = 0; i < plan->target_count; i++) {
        const struct target *target = &plan->targets[i];
        if (target->property == wanted->property && target->op == wanted->op &&
            same_device(target->device, wanted->device))
            return true;
    }
    return false;
}

/* Adds the laws of an operator that a strategy runs with on a device, unless they are there. */
static bool imply_laws(struct run_plan *plan, const struct op *op, struct device_name device, uint64_t cases)
{
    for (const struct property *const *at = properties_table; *at; at++) {
        struct target law = {.property = *at, .op = op, .device = device, .implied = true};
        struct text why;
        if ((*at)->subject != SUBJECT_OPERATOR) continue;
        if ((*at)->on_host) law.device = (struct device_name){.kind = DEVICE_HOST};
        law.cases = op_is_own(op) ? CASES_OF_OWN : cases;
        memcpy(law.subject, op->name, strlen(op->name) + 1);
        void *context = run_plan_context(plan, law.device, &why);
        if (!context || !properties_apply(context, &law, &why) || has_target(plan, &law)) continue;
        if (!run_plan_add(plan, &law)) return false;
    }
    return true;
}

/* Whether another target has the same operator on the same device; else the target is the first of its like. */
static bool was_seen(const struct run_plan *plan, uint32_t target, uint32_t *seen, uint32_t *count)
{
    const struct target *now = &plan->targets[target];
    for (uint32_t i = 0; i < *count; i++) {
        const struct target *before = &plan->targets[seen[i]];
        if (before->op == now->op && same_device(before->device, now->device)) return true;
    }
    seen[(*count)++] = target;
    return false;
}

/* Strategies that fold with an operator on a device need its laws there. own: of foldcheck's operators, too. */
static bool imply_all(struct run_plan *plan, uint64_t cases, bool own)
{
    uint32_t given = plan->target_count, count = 0;
    uint32_t *seen = malloc((given + 1) * sizeof *seen);
    bool room = seen != NULL;
    for (uint32_t i = 0; room && i < given; i++) {
        const struct target *target = &plan->targets[i];
        bool folds = target->property->subject == SUBJECT_STRATEGY && target->op &&
                     op_find(target->op->name) == target->op && (own || !op_is_own(target->op));
        if (folds && !was_seen(plan, i, seen, &count))
            room = imply_laws(plan, target->op, target->device, cases);
    }
    free(seen);
    return room;
}

/* Moves the laws before all others; each keeps its place among its like. */
static bool move_laws(struct run_plan *plan, uint32_t *law_count)
{
    uint32_t count = plan->target_count, laws = 0, at = 0;
    struct target *sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted) return false;
    for (uint32_t i = 0; i < count; i++)
        laws += plan->targets[i].property->subject == SUBJECT_OPERATOR;
    *law_count = laws;
    for (uint32_t i = 0; i < count; i++) {
        bool is_law = plan->targets[i].property->subject == SUBJECT_OPERATOR;
        sorted[is_law ? at++ : laws++] = plan->targets[i];
    }
    if (count) memcpy(plan->targets, sorted, count * sizeof *sorted);
    free(sorted);
    return true;
}

bool laws_first(struct run_plan *plan, uint64_t cases, bool own, uint32_t *law_count)
{
    if (!imply_all(plan, cases, own) || !move_laws(plan, law_count)) return false;
    for (uint32_t i = 0; i < *law_count; i++) {
        struct target *law = &plan->targets[i];
        law->first = law->cases < cases ? law->cases : cases;
    }
    return true;
}
