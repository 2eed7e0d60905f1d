/* SPDX-License-Identifier: MIT */
#include "every_schedule.h"

#include "properties.h"

#include <stdlib.h>

static enum status no_memory(struct text *why)
{
    text_say(why, "no memory for the cases of --every-schedule");
    return STATUS_BROKEN;
}

enum status every_schedule_cases(struct run_plan *plan, struct case_list *lines, struct text *why)
{
    uint32_t *owner = malloc(((size_t)plan->target_count + 1) * sizeof *owner);
    if (!owner) return no_memory(why);
    bool good = true;
    for (uint32_t i = 0; good && i < plan->target_count; i++) {
        struct test_case made;
        void *context = run_plan_context(plan, plan->targets[i].device, why);
        if (!context || !properties_small_case(context, &plan->targets[i], &made)) continue;
        owner[lines->count] = i;
        good = case_list_push(lines, &made);
    }
    for (size_t k = 0; good && k < lines->count; k++)
        good = run_plan_add_fixed(plan, owner[k], &lines->at[k]);
    free(owner);
    if (!good) return no_memory(why);
    if (lines->count) return STATUS_OK;
    text_say(why, "--every-schedule: no blocks of what was asked for have anything to do with one another");
    return STATUS_USAGE;
}
