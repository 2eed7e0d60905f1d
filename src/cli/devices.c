/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "device.h"
#include "peers.h"
#include "plugin.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *device_print(struct device_name device, struct text *out)
{
    text_say(out, "%s", device_kind_name(device.kind));
    if (device_is_gpu(device.kind) && device.index) text_add(out, ":%u", device.index);
    return out->at;
}

bool device_there(struct device_name device, struct text *why)
{
    if (device.kind == DEVICE_HOST) return true;
    struct text reason = {0};
    const struct backend *backend = backend_open(device.kind, &reason);
    int count = backend ? backend->count(device.kind, &reason) : 0;
    bool several = device_is_cards(device.kind);
    if (count > 0 && device.index < (uint32_t)count + several) return true;
    if (count > 0)
        text_say(&reason, several ? "there are %d cards" : "there are %d, the first is number 0", count);
    struct text name;
    text_say(why, "no %s device: %.400s", device_print(device, &name), reason.at);
    return false;
}

/* The peers of every kind of device that was built; at least one. A line for each that is there and does not load. */
static bool load_peers(struct text *why)
{
    bool any = false;
    struct text all = {0}, broken = {0}, reason;
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++) {
        for (int number = 0; number < peers_count(kind); number++) {
            if (peers_load(kind, number, &reason)) {
                any = true;
                continue;
            }
            text_add(&all, "%s%.200s", all.at[0] ? "; " : "", reason.at);
            if (peers_there(kind, number))
                text_add(&broken, "foldcheck: without some peers: %.300s\n", reason.at);
        }
    }
    if (any) fputs(broken.at, stderr);
    return any || text_say(why, "--peers: %s", all.at);
}

bool plugins_load(const struct plugin_choice *choice, struct text *why)
{
    for (int i = 0; i < choice->files.count; i++)
        if (!plugin_load(choice->files.at[i], why)) return false;
    return !choice->peers || load_peers(why);
}

static bool choose_named(const char *choice, struct device_list *devices, struct text *why)
{
    devices->count = 0;
    while (*choice) {
        char name[64];
        size_t length = strcspn(choice, ",");
        if (devices->count == MAX_DEVICES)
            return text_say(why, "more than %d devices are named", MAX_DEVICES);
        if (length >= sizeof name) return text_say(why, "'%.60s...' is no device", choice);
        memcpy(name, choice, length);
        name[length] = '\0';
        if (!device_name_parse(name, &devices->at[devices->count], why)) return false;
        devices->count++;
        choice += length + (choice[length] == ',');
    }
    if (devices->count) return true;
    struct text words;
    return text_say(why, "no device is named; expected %.200s, with commas between",
                    device_list_words(1 << SORT_GPU | 1 << SORT_SIMULATED | 1 << SORT_HOST | 1 << SORT_CPU |
                                          1 << SORT_CARDS,
                                      &words));
}

void choose_simulators(struct device_list *devices)
{
    devices->count = 0;
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++)
        if (device_is_simulated(kind) && devices->count < MAX_DEVICES)
            devices->at[devices->count++] = (struct device_name){.kind = kind};
}

bool devices_choose(const char *choice, struct device_list *devices, struct text *why)
{
    if (choice) return choose_named(choice, devices, why);
    const char *usual = getenv("FOLDCHECK_DEVICE");
    if (usual && *usual) {
        struct text what = {0};
        return choose_named(usual, devices, &what) || text_say(why, "FOLDCHECK_DEVICE: %.480s", what.at);
    }
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++) {
        struct text reason;
        if (!device_is_gpu(kind) || device_is_cards(kind)) continue;
        devices->at[0] = (struct device_name){.kind = kind};
        devices->count = 1;
        if (device_there(devices->at[0], &reason)) return true;
    }
    choose_simulators(devices);
    return true;
}

bool glob_matches(const char *pattern, const char *name)
{
    if (!pattern) return true;
    while (*pattern) {
        char one[256];
        size_t length = strcspn(pattern, ",");
        if (length < sizeof one) {
            memcpy(one, pattern, length);
            one[length] = '\0';
            if (fnmatch(one, name, 0) == 0) return true;
        }
        pattern += length + (pattern[length] == ',');
    }
    return false;
}
