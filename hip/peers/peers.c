/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* dladdr, PATH_MAX */
#include "peers.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    enum device_kind kind;
    const char *file;
} wrapped[] = {{DEVICE_NVIDIA, "foldcheck_cub.so"}, {DEVICE_AMD, "foldcheck_rocprim.so"}};

enum { WRAPPED = sizeof wrapped / sizeof *wrapped };

/* Next to the backend's own shared object. */
static bool path_beside(const struct backend *backend, const char *file, char path[PATH_MAX])
{
    Dl_info info;
    void *code; /* its table may be a copy, its functions are its own */
    memcpy(&code, &backend->open, sizeof code);
    if (!dladdr(code, &info) || !info.dli_fname) return false;
    const char *slash = strrchr(info.dli_fname, '/');
    int folder = slash ? (int)(slash - info.dli_fname) : 1;
    int length = snprintf(path, PATH_MAX, "%.*s/%s", folder, slash ? info.dli_fname : ".", file);
    return length > 0 && length < PATH_MAX;
}

/* The index of the kind in `wrapped`, and its shared object's path; -1 with the reason. */
static int find_peers(enum device_kind kind, char path[PATH_MAX], struct text *why)
{
    for (int i = 0; i < WRAPPED; i++) {
        if (wrapped[i].kind != kind) continue;
        const struct backend *backend = backend_open(kind, why);
        if (!backend) return -1;
        if (path_beside(backend, wrapped[i].file, path) && access(path, R_OK) == 0) return i;
        text_say(why, "no %s beside the backend", wrapped[i].file);
        return -1;
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
