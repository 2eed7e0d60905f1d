/* SPDX-License-Identifier: MIT
 * A file that is whole or is not there: it is written beside its place, under a name that no other process has, and moved
 * there at the end. */
#ifndef FOLDCHECK_WHOLE_FILE_H
#define FOLDCHECK_WHOLE_FILE_H

#include "status.h"

#include <limits.h>
#include <stdio.h>

struct whole_file {
    FILE *out;
    const char *path;       /* the caller's */
    char written[PATH_MAX]; /* where it is until it is whole; `path` where that is a pipe or a device */
};

/* False with the reason. */
int whole_file_open(struct whole_file *file, const char *path, struct text *why);

/* Ends the file. Unless `good`, or if it could not be written to its end, nothing is left of it: false with the reason,
 * which names the path. */
int whole_file_close(struct whole_file *file, int good, struct text *why);

/* The same, but a file that is there already stays. *first: none was. */
int whole_file_close_first(struct whole_file *file, int good, int *first, struct text *why);

#endif
