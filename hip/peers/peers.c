/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "peers.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>

/* The path of the shared object that wraps a kind's library. */
static bool find_peers(enum device_kind kind, char path[PATH_MAX], struct text *why)
{
    const char *file = device_facts(kind)->peers;
    if (!file[0]) return text_say(why, "no library of %s is wrapped as a peer", device_kind_name(kind));
    return backend_beside(kind, file, path, why);
}

const struct peers *peers_open(enum device_kind kind, struct text *why)
{
    static struct peers opened[DEVICE_KINDS];
    char path[PATH_MAX];
    struct peers *peers = &opened[kind];
    if (!find_peers(kind, path, why)) return NULL;
    if (peers->code) return peers;
    const struct plugin *plugin = plugin_open(path, why);
    if (!plugin) return NULL;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *const *library = object ? dlsym(object, "foldcheck_library") : NULL;
    if (!library || !plugin->code[0]) {
        text_say(why, "%s: no foldcheck_library, or no code, in it", path);
        return NULL;
    }
    peers->library = *library;
    peers->code = plugin->code[0];
    return peers;
}

bool peers_load(enum device_kind kind, struct text *why)
{
    char path[PATH_MAX];
    return find_peers(kind, path, why) && plugin_load(path, why);
}

const struct operator_code *peers_operator(const struct peers *peers, const char *op)
{
    for (const struct operator_code *const *at = peers->code->operators; *at; at++)
        if (strcmp((*at)->op, op) == 0) return *at;
    return NULL;
}
