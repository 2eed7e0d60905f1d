/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"
#include "device.h"

#include <stdlib.h>
#include <string.h>

/* Whether the device, if it is there, is the one that the file names. */
static bool is_named(struct device_name name, const struct tuning_file *file, const char *path,
                     struct text *why)
{
    struct text print;
    if (name.kind == DEVICE_HOST || !device_there(name, &print)) return true;
    const struct backend *backend = backend_open(name.kind, why);
    struct device *device = backend ? backend->open(name, why) : NULL;
    if (!device) return false;
    char is[sizeof file->device];
    tuning_device(backend->caps(device), is);
    backend->close(device);
    return strcmp(is, file->device) == 0 || text_say(why, "%.200s: measured on '%.80s', but %s is '%.80s'",
                                                     path, file->device, device_print(name, &print), is);
}

bool tuning_choose(const char *path, const struct device_list *devices, struct text *why)
{
    struct tuning_file file;
    if (!path) path = getenv("FOLDCHECK_TUNING");
    if (!path) return true;
    if (!tuning_read(path, &file, why)) return false;
    for (int d = 0; d < devices->count; d++)
        if (!is_named(devices->at[d], &file, path, why)) return false;
    tuning_use(&file);
    return true;
}
