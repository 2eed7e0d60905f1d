/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "whole_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot(const struct whole_file *file, struct text *why)
{
    return text_say(why, "%.300s cannot be written to its end: %s", file->path, strerror(errno));
}

/* A pipe or a device is written where it is: a file is not wanted in its place. */
static int is_replaceable(const char *path)
{
    struct stat found;
    return stat(path, &found) != 0 || S_ISREG(found.st_mode);
}

int whole_file_open(struct whole_file *file, const char *path, struct text *why)
{
    const char *form = is_replaceable(path) ? "%s.%ld.part" : "%s";
    int length = snprintf(file->written, sizeof file->written, form, path, (long)getpid());
    file->path = path;
    file->out = NULL;
    if (length < 0 || (size_t)length >= sizeof file->written)
        return text_say(why, "%.300s: the path is too long", path);
    file->out = fopen(file->written, "wb");
    return file->out ? 1 : cannot(file, why);
}

int whole_file_close(struct whole_file *file, int good, struct text *why)
{
    int moves = strcmp(file->written, file->path) != 0;
    good = good && fflush(file->out) == 0 && !ferror(file->out);
    good = fclose(file->out) == 0 && good;
    good = good && (!moves || rename(file->written, file->path) == 0);
    if (good) return 1;
    cannot(file, why);
    if (moves) unlink(file->written);
    return 0;
}
