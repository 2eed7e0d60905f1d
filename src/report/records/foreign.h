/* SPDX-License-Identifier: MIT
 * Runs that were read from a file of another program. */
#ifndef FOLDCHECK_RECORD_FOREIGN_H
#define FOLDCHECK_RECORD_FOREIGN_H

#include "history.h"

#include <stdio.h>

/* Writes a run of times as lines of a record. */
void foreign_write(const struct history *history, size_t run, FILE *out);

#endif
