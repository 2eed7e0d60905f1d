/* SPDX-License-Identifier: MIT */
#include "hints.h"
#include "device.h"
#include "nearest.h"
#include "properties.h"
#include "run_plan.h"

#include <stdio.h>
#include <string.h>

static int say_unless_known(const struct nearest *nearest, struct text *why)
{
    return nearest->distance ? nearest_add(nearest, why) : 0;
}

int hint_property(const char *given, struct text *why)
{
    struct nearest nearest = nearest_to(given);
    for (const struct property *const *at = properties_table; *at; at++)
        nearest_offer(&nearest, (*at)->name);
    return say_unless_known(&nearest, why);
}

int hint_operator(const char *given, struct text *why)
{
    struct nearest nearest = nearest_to(given);
    for (size_t i = 0; i < op_count(); i++)
        nearest_offer(&nearest, op_at(i)->name);
    return say_unless_known(&nearest, why);
}

int hint_strategy(const char *given, const struct device_list *devices, struct text *why)
{
    struct nearest nearest = nearest_to(given);
    for (int i = 0; i < devices->count; i++) {
        struct text ignored;
        bool runs_kernels = devices->at[i].kind != DEVICE_HOST && devices->at[i].kind != DEVICE_NONE;
        const struct backend *backend = runs_kernels ? backend_open(devices->at[i].kind, &ignored) : NULL;
        for (const struct strategy *const *at = backend ? backend->strategies : NULL; at && *at; at++)
            nearest_offer(&nearest, (*at)->name);
    }
    return say_unless_known(&nearest, why);
}

/* ---- names that are none ---- */

/* The next word between commas that is a name, no pattern; false behind the last one. */
static bool next_name(const char **list, char name[MAX_NAME])
{
    while (*list && **list) {
        size_t length = strcspn(*list, ",");
        snprintf(name, MAX_NAME, "%.*s", (int)length, *list);
        *list += length + ((*list)[length] == ',');
        if (length && !strpbrk(name, "*?[\\")) return true;
    }
    return false;
}

static bool property_exists(const char *name)
{
    return property_find(name) != NULL;
}

static bool operator_exists(const char *name)
{
    if (op_find(name)) return true;
    for (enum elem elem = 0; elem < ELEM_COUNT; elem++)
        if (strcmp(elem_name(elem), name) == 0) return true;
    return false;
}

static bool strategy_exists(const char *name, const struct device_list *devices)
{
    struct text ignored;
    for (int i = 0; i < devices->count; i++) {
        const struct backend *backend =
            devices->at[i].kind == DEVICE_HOST ? NULL : backend_open(devices->at[i].kind, &ignored);
        if (backend && backend_strategy(backend, name)) return true;
    }
    return devices->count == 0;
}

bool names_exist(const struct asked_names *named, const struct device_list *devices, struct text *why)
{
    char name[MAX_NAME];
    const char *property = named->property, *strategy = named->strategy, *op = named->op;
    while (next_name(&property, name))
        if (!property_exists(name))
            return text_say(why, "--property %s: no such property; foldcheck list properties has the names",
                            name) ||
                   hint_property(name, why);
    while (next_name(&strategy, name))
        if (!strategy_exists(name, devices))
            return text_say(why, "--strategy %s: no such strategy; foldcheck list strategies has the names",
                            name) ||
                   hint_strategy(name, devices, why);
    while (next_name(&op, name))
        if (!operator_exists(name))
            return text_say(why, "--operator %s: no such operator; foldcheck list operators has the names",
                            name) ||
                   hint_operator(name, why);
    return true;
}
