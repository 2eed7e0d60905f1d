/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* readlink, PATH_MAX */
#include "properties.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *properties_file(const char *name)
{
    static char path[PATH_MAX];
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    int written = snprintf(path, sizeof path, "%s/../share/foldcheck/properties/%s", program, name);
    if (written > 0 && written < PATH_MAX && access(path, R_OK) == 0) return path;
    snprintf(path, sizeof path, "%s/properties/%s", FOLDCHECK_FOLDER, name);
    return path;
}
