/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include "device.h"
#include "properties.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- the menu ---- */

static bool only_simulators(const struct fuzz_request *request, struct device_list *devices, struct text *why)
{
    struct text name, words;
    choose_simulators(devices);
    if (request->device && !devices_choose(request->device, devices, why)) return false;
    for (int i = 0; i < devices->count; i++)
        if (!device_is_simulated(devices->at[i].kind))
            return text_say(why, "a fuzzer runs in one process: %s is given, expected %.200s",
                            device_print(devices->at[i], &name),
                            device_list_words(1 << SORT_SIMULATED, &words));
    return true;
}

/* A claim about the suite has one case, whatever the bytes. One claim forbids an operator to change variables,
 * and what counts the branches that it takes is a variable. */
static bool can_fuzz(const struct property *property, const struct fuzz_request *request)
{
    if (property->forbids_counters) return false;
    return request->strategy ? property->subject == SUBJECT_STRATEGY : property->subject != SUBJECT_SUITE;
}

static void list_properties(struct fuzz_menu *menu, const struct fuzz_request *request)
{
    for (const struct property *const *at = properties_table; *at; at++)
        if (can_fuzz(*at, request) && glob_matches(request->property, (*at)->name) &&
            menu->properties < MAX_FUZZ_NAMES)
            menu->property[menu->properties++] = *at;
}

static void list_names(struct fuzz_menu *menu, const struct fuzz_request *request,
                       const struct backend *backend)
{
    list_properties(menu, request);
    for (const struct strategy *const *at = backend->strategies; *at; at++)
        if (glob_matches(request->strategy, (*at)->name) && menu->strategies < MAX_FUZZ_NAMES)
            menu->strategy[menu->strategies++] = *at;
    for (size_t i = 0; i < op_count(); i++)
        if (glob_matches(request->op, op_at(i)->name) && menu->ops < MAX_FUZZ_NAMES)
            menu->op[menu->ops++] = op_at(i);
    static const enum elem of_each_size[] = {ELEM_I8, ELEM_I16, ELEM_I32, ELEM_I64, ELEM_U128};
    for (size_t i = 0; i < sizeof of_each_size / sizeof of_each_size[0]; i++)
        if (glob_matches(request->op, elem_name(of_each_size[i])) && menu->ops < MAX_FUZZ_NAMES)
            menu->op[menu->ops++] = op_of_elem(of_each_size[i]);
}

/* Combination `index` of a property, a strategy and an operator (which changes fastest) on a device. False if
 * there is nothing to check about it, or if the strategy needs a law that the operator lacks. */
static bool target_at(const struct fuzz_menu *menu, struct run_plan *plan, uint64_t index,
                      struct device_name device, struct target *target)
{
    const struct op *op = menu->op[index % menu->ops];
    const struct strategy *strategy = menu->strategy[index / menu->ops % menu->strategies];
    const struct property *property = menu->property[index / menu->ops / menu->strategies];
    bool of_strategy = property->subject == SUBJECT_STRATEGY;
    struct text why;
    if (of_strategy && strategy->needs & ~op->laws) return false;
    memset(target, 0, sizeof *target);
    target->property = property;
    target->op = op;
    target->device = property->on_host ? (struct device_name){.kind = DEVICE_HOST} : device;
    snprintf(target->subject, sizeof target->subject, "%s", of_strategy ? strategy->name : op->name);
    void *context = run_plan_context(plan, target->device, &why);
    return context && properties_apply(context, target, &why);
}

/* The first combination from `index` on that can be checked, in a circle. */
static bool target_from(const struct fuzz_menu *menu, struct run_plan *plan, uint64_t index,
                        struct device_name device, struct target *target)
{
    uint64_t all = menu->properties * menu->strategies * menu->ops;
    for (uint64_t i = 0; i < all; i++)
        if (target_at(menu, plan, (index + i) % all, device, target)) return true;
    return false;
}

enum status fuzz_menu_fill(struct fuzz_menu *menu, const struct fuzz_request *request, struct run_plan *plan,
                           struct text *why)
{
    struct target target;
    memset(menu, 0, sizeof *menu);
    if (!only_simulators(request, &menu->devices, why)) return STATUS_USAGE;
    const struct backend *backend = backend_open(menu->devices.at[0].kind, why);
    if (!backend) return STATUS_NO_DEVICE;
    list_names(menu, request, backend);
    bool listed = menu->properties && menu->strategies && menu->ops;
    if (listed && target_from(menu, plan, 0, menu->devices.at[0], &target)) return STATUS_OK;
    text_say(why,
             "nothing to fuzz: no property '%s' of a strategy '%s' with an operator '%s' that the simulator "
             "was built with",
             request->property ? request->property : "*", request->strategy ? request->strategy : "*",
             request->op ? request->op : "*");
    return STATUS_USAGE;
}

/* ---- from bytes to a case ---- */

bool fuzz_draw(const struct fuzz_menu *menu, struct run_plan *plan, const void *bytes, size_t length,
               struct target *target, struct test_case *drawn)
{
    struct draw draw;
    struct text why;
    draw_from_bytes(&draw, bytes, length);
    /* A choice each, so that a fuzzer changes one and keeps the others. */
    uint64_t property = draw_below(&draw, menu->properties);
    uint64_t strategy = draw_below(&draw, menu->strategies);
    uint64_t op = draw_below(&draw, menu->ops);
    struct device_name device = menu->devices.at[draw_below(&draw, (uint64_t)menu->devices.count)];
    uint64_t index = (property * menu->strategies + strategy) * menu->ops + op;
    if (!target_from(menu, plan, index, device, target)) return false;
    void *context = run_plan_context(plan, target->device, &why);
    memset(drawn, 0, sizeof *drawn);
    return context && target->property->generate(context, target, &draw, drawn);
}

bool fuzz_file_read(const struct fuzz_menu *menu, struct run_plan *plan, const char *path,
                    struct test_case *drawn, struct text *why)
{
    unsigned char bytes[MAX_DRAWS * sizeof(uint64_t)]; /* no draw takes more */
    struct target target;
    FILE *file = fopen(path, "rb");
    if (!file) return text_say(why, "%.300s: %s", path, strerror(errno));
    size_t length = fread(bytes, 1, sizeof bytes, file);
    int failed = ferror(file) ? errno : 0;
    fclose(file);
    if (failed) return text_say(why, "%.300s: %s", path, strerror(failed));
    return fuzz_draw(menu, plan, bytes, length, &target, drawn) ||
           text_say(why, "%.300s: its bytes choose nothing that can be checked", path);
}
