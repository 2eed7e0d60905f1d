/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "peers.h"

#include <assert.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* The names of a kind's plugins stand one behind the other, with a blank between them. */
int peers_count(enum device_kind kind)
{
    int count = 0;
    for (const char *files = device_facts(kind)->peers; *files; count++) {
        files += strcspn(files, " ");
        files += strspn(files, " ");
    }
    return count;
}

/* The path of the shared object that wraps a kind's libraries. */
static bool find_peers(enum device_kind kind, int number, char path[PATH_MAX], struct text *why)
{
    char file[PATH_MAX];
    const char *files = device_facts(kind)->peers;
    if (!files[0]) return text_say(why, "no library of %s is wrapped as a peer", device_kind_name(kind));
    for (; number > 0; number--) {
        files += strcspn(files, " ");
        files += strspn(files, " ");
    }
    snprintf(file, sizeof file, "%.*s", (int)strcspn(files, " "), files);
    return backend_beside(kind, file, path, why);
}

const struct peers *peers_open(enum device_kind kind, int number, struct text *why)
{
    static struct peers opened[DEVICE_KINDS][MOST_PEERS];
    char path[PATH_MAX];
    assert(number < MOST_PEERS);
    struct peers *peers = &opened[kind][number];
    if (!find_peers(kind, number, path, why)) return NULL;
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

bool peers_there(enum device_kind kind, int number)
{
    char path[PATH_MAX];
    struct text why;
    return find_peers(kind, number, path, &why);
}

bool peers_load(enum device_kind kind, int number, struct text *why)
{
    char path[PATH_MAX];
    return find_peers(kind, number, path, why) && plugin_load(path, why);
}

const struct operator_code *peers_operator(const struct peers *peers, const char *op)
{
    for (const struct operator_code *const *at = peers->code->operators; *at; at++)
        if (strcmp((*at)->op, op) == 0) return *at;
    return NULL;
}
