/* SPDX-License-Identifier: MIT */
#include "hints.h"
#include "device.h"
#include "nearest.h"
#include "properties.h"

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
