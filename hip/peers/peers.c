/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "peers.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>

static const struct {
    enum device_kind kind;
    const char *file;
} wrapped[] = {{DEVICE_NVIDIA, "foldcheck_cub.so"}, {DEVICE_AMD, "foldcheck_rocprim.so"}};

enum { WRAPPED = sizeof wrapped / sizeof *wrapped };

/* The index of the kind in `wrapped`, and its shared object's path; -1 with the reason. */
static int find_peers(enum device_kind kind, char path[PATH_MAX], struct text *why)
{
    for (int i = 0; i < WRAPPED; i++) {
        if (wrapped[i].kind != kind) continue;
        return backend_beside(kind, wrapped[i].file, path, why) ? i : -1;
    }
    text_say(why, "no library of %s is wrapped as a peer", device_kind_name(kind));
    return -1;
}

const struct peers *peers_open(enum device_kind kind, struct text *why)
{
    static struct peers opened[WRAPPED];
    char path[PATH_MAX];
    int which = find_peers(kind, path, why);
    if (which < 0) return NULL;
    struct peers *peers = &opened[which];
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
    return find_peers(kind, path, why) >= 0 && plugin_load(path, why);
}

const struct operator_code *peers_operator(const struct peers *peers, const char *op)
{
    for (const struct operator_code *const *at = peers->code->operators; *at; at++)
        if (strcmp((*at)->op, op) == 0) return *at;
    return NULL;
}
