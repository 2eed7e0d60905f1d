/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PARTS = 100000 };

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

/* On a folder that machines and containers share, processes may have the same number: each takes a name that is free. */
static int make_part(struct whole_file *file)
{
    int made = -1;
    errno = EEXIST;
    for (int turn = 0; made < 0 && errno == EEXIST && turn < MOST_PARTS; turn++) {
        int length =
            snprintf(file->written, sizeof file->written, "%s.%ld-%d.part", file->path, (long)getpid(), turn);
        if (length < 0 || (size_t)length >= sizeof file->written)
            errno = ENAMETOOLONG;
        else
            made = open(file->written, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return made;
}

int whole_file_open(struct whole_file *file, const char *path, struct text *why)
{
    *file = (struct whole_file){.path = path};
    if (is_replaceable(path)) {
        int part = make_part(file);
        file->out = part < 0 ? NULL : fdopen(part, "wb");
    } else {
        int length = snprintf(file->written, sizeof file->written, "%s", path);
        if (length < 0 || (size_t)length >= sizeof file->written)
            errno = ENAMETOOLONG;
        else
            file->out = fopen(file->written, "wb");
    }
    return file->out ? 1 : cannot(file, why);
}

static int end(struct whole_file *file, int good)
{
    good = good && fflush(file->out) == 0 && !ferror(file->out);
    return fclose(file->out) == 0 && good;
}

int whole_file_close(struct whole_file *file, int good, struct text *why)
{
    int moves = strcmp(file->written, file->path) != 0;
    good = end(file, good);
    good = good && (!moves || rename(file->written, file->path) == 0);
    if (good) return 1;
    cannot(file, why);
    if (moves) unlink(file->written);
    return 0;
}

int whole_file_close_first(struct whole_file *file, int good, int *first, struct text *why)
{
    good = end(file, good);
    *first = good && link(file->written, file->path) == 0;
    good = good && (*first || errno == EEXIST);
    if (!good) cannot(file, why);
    unlink(file->written);
    return good;
}
