/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "run_plan.h"

#include "device.h"
#include "properties.h"
#include "recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more in an array that doubles; NULL without memory, the array then stays. */
static void *grow(void *array, uint64_t count, size_t size)
{
    if (count & (count - 1)) return array;
    return realloc(array, (size_t)(count ? 2 * count : 1) * size);
}

bool run_plan_add(struct run_plan *plan, const struct target *target)
{
    if (plan->target_count == MAX_TARGETS) return false;
    void *grown = grow(plan->targets, plan->target_count, sizeof *plan->targets);
    if (!grown) return false;
    plan->targets = grown;
    plan->targets[plan->target_count++] = *target;
    return true;
}

bool run_plan_add_fixed(struct run_plan *plan, uint32_t target, const struct test_case *line)
{
    void *grown = grow(plan->fixed, plan->fixed_count, sizeof *plan->fixed);
    if (!grown) return false;
    plan->fixed = grown;
    plan->fixed[plan->fixed_count++] = (struct fixed_case){.target = target, .line = line};
    return true;
}

/* "sm_90, 32 lanes". */
static void note_device(struct results *results, struct device_name name)
{
    struct text why, print;
    if (name.kind == DEVICE_HOST) return;
    device_print(name, &print);
    const struct backend *backend = backend_open(name.kind, &why);
    struct device *device = backend ? backend->open(name, &why) : NULL;
    if (!device) return;
    struct device_note note = {0};
    recording_note_device(&note, print.at, backend->caps(device));
    backend->close(device);
    results_add_note(results, &note);
}

void *run_plan_context(void *user, struct device_name device, struct text *why)
{
    struct run_plan *plan = user;
    for (int i = 0; i < plan->open_count; i++)
        if (plan->open[i].name.kind == device.kind && plan->open[i].name.index == device.index)
            return plan->open[i].context;
    if (plan->open_count == MAX_DEVICES + 1) {
        text_say(why, "more than %d devices are open", MAX_DEVICES + 1);
        return NULL;
    }
    /* First: a context keeps the device current for what follows. */
    note_device(plan->results, device);
    void *context = properties_open(device, why);
    if (!context) return NULL;
    properties_limit(context, plan->most_items);
    if (plan->lenient) properties_lenient(context);
    properties_most_executions(context, plan->most_executions);
    properties_most_reorderings(context, plan->most_reorderings);
    if (plan->even_if_refused) properties_override(context);
    plan->open[plan->open_count].name = device;
    plan->open[plan->open_count++].context = context;
    return context;
}

bool run_plan_target(void *user, const struct tally *tally, struct target *target, struct text *why)
{
    enum elem elem;
    (void)user;
    *target = (struct target){.cases = tally->wanted,
                              .first = tally->first,
                              .implied = tally->implied,
                              .ought_refuse = tally->ought_refuse};
    memcpy(target->subject, tally->subject, sizeof target->subject);
    if (!device_name_parse(tally->device, &target->device, why)) return false;
    if (!tally->is_elem && tally->op[0])
        target->op = op_find(tally->op);
    else if (tally->op[0] && elem_parse(tally->op, strlen(tally->op), &elem))
        target->op = op_of_elem(elem);
    target->property = property_find(tally->property);
    if (target->property && (target->op || !tally->op[0])) return true;
    return text_say(why, "a worker lacks the property %s or the operator %s, which the first one has",
                    tally->property, tally->op);
}

void run_plan_close(struct run_plan *plan)
{
    for (int i = 0; i < plan->open_count; i++)
        properties_close(plan->open[i].context);
    free(plan->targets);
    free(plan->fixed);
    memset(plan, 0, sizeof *plan);
}

const struct property *property_find(const char *name)
{
    for (const struct property *const *at = properties_table; *at; at++)
        if (strcmp((*at)->name, name) == 0) return *at;
    return NULL;
}

bool case_list_push(struct case_list *list, const struct test_case *added)
{
    void *grown = grow(list->at, list->count, sizeof *list->at);
    if (!grown) return false;
    list->at = grown;
    list->at[list->count++] = *added;
    return true;
}

/* One line of a file, without its end. */
static bool read_line(struct case_list *list, const char *line, struct text *why)
{
    struct test_case parsed;
    if (line[strspn(line, " \t")] == '\0' || line[0] == '#') return true;
    if (!case_parse(line, &parsed, why)) return false;
    return case_list_push(list, &parsed) || text_say(why, "no memory for one more case");
}

bool case_list_read(struct case_list *list, const char *path, struct text *why)
{
    FILE *file = fopen(path, "r");
    if (!file) return text_say(why, "%s: %s", path, strerror(errno));
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    ssize_t length;
    for (unsigned long number = 1; good && (length = getline(&line, &room, file)) >= 0; number++) {
        struct text what = {0};
        line[strcspn(line, "\r\n")] = '\0';
        good = read_line(list, line, &what);
        if (!good) text_say(why, "%.100s: line %lu: %.380s", path, number, what.at);
    }
    if (good && ferror(file)) good = text_say(why, "%s: %s", path, strerror(errno));
    free(line);
    fclose(file);
    return good;
}

void case_list_close(struct case_list *list)
{
    free(list->at);
    memset(list, 0, sizeof *list);
}
