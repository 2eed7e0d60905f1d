/* SPDX-License-Identifier: MIT
 * Where the times of a history changed. */
#ifndef FOLDCHECK_RECORD_CHANGES_H
#define FOLDCHECK_RECORD_CHANGES_H

#include "timeline.h"

#include <stdio.h>

/* Prints the change points of each case's medians over the commits: between which commits, by how much, how sure, and
 * the command that measures it again. Returns how many; SIZE_MAX without memory. */
size_t changes_print(const struct history *history, FILE *out);

/* The first places behind the changes of one case, of the timeline's times [first, end), in its newest places. Fills
 * `place` (room for end - first). Returns how many; SIZE_MAX without memory. */
size_t changes_of(const struct timeline *timeline, size_t first, size_t end, size_t newest, size_t *place);

#endif
