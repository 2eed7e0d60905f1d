/* SPDX-License-Identifier: MIT
 * Shared by input.c, npy.c and csv.c: an input, of the element type that is expected, from a file of each format. On
 * false input_close leaves nothing open. Private. */
#ifndef FOLDCHECK_INPUT_FORMATS_H
#define FOLDCHECK_INPUT_FORMATS_H

#include "input.h"

#include <stddef.h>

/* Maps a regular file for reading; an empty one maps to nothing. */
bool input_map(const char *path, struct input *input, struct text *why);

/* Takes `bytes` bytes at `from` as the items, where they are if they are aligned, else as a copy. */
bool input_take(const char *path, struct input *input, const char *from, size_t bytes, struct text *why);

bool input_open_npy(const char *path, struct input *input, struct text *why);

/* The column of that name, or of that number from 1. */
bool input_open_csv(const char *path, const char *column, struct input *input, struct text *why);

#endif
