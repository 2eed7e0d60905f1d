/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* dladdr, PATH_MAX */
#include "peers.h"

#include "device.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The shared object of a kind's peers; NULL where no library is wrapped. */
static const char *file_of(enum device_kind kind)
{
    return kind == DEVICE_NVIDIA ? "foldcheck_cub.so" : NULL;
}

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

const struct peers *peers_open(enum device_kind kind, struct text *why)
{
    static const struct peers *opened; /* one kind has peers */
    char path[PATH_MAX];
    const char *file = file_of(kind);
    if (opened && opened->kind == kind) return opened;
    if (!file) {
        text_say(why, "no library of %s is wrapped as a peer", device_kind_name(kind));
        return NULL;
    }
    const struct backend *backend = backend_open(kind, why);
    if (!backend) return NULL;
    if (!path_beside(backend, file, path) || access(path, R_OK) != 0) {
        text_say(why, "no %s beside the backend", file);
        return NULL;
    }
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct peers *peers = object ? (const struct peers *)dlsym(object, "foldcheck_peers") : NULL;
    if (!peers || peers->abi != PEERS_ABI) {
        const char *error = object ? NULL : dlerror();
        text_say(why, "%s: %s", path, error ? error : "no foldcheck_peers of this version in it");
        return NULL;
    }
    return opened = peers;
}

const struct operator_code *peers_operator(const struct peers *peers, const char *op)
{
    for (const struct operator_code *const *at = peers->operators; *at; at++)
        if (strcmp((*at)->op, op) == 0) return *at;
    return NULL;
}
