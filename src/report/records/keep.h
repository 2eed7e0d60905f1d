/* SPDX-License-Identifier: MIT
 * Plain operations on records: putting them into one, keeping the newest, listing their runs. */
#ifndef FOLDCHECK_RECORD_KEEP_H
#define FOLDCHECK_RECORD_KEEP_H

#include "history.h"

#include <stdio.h>

/* Copies the lines of the runs of the newest `commits` commits (SIZE_MAX: of all), as they stand in the files that the
 * history was read from, commit by commit. A run that two files have is copied once; torn lines are left out; what is
 * no record becomes lines of one. False with the reason. */
bool keep_commits(const struct history *history, size_t commits, FILE *out, struct text *why);

/* A line for each run: commit, time, host, devices, verdicts, and how it ended. */
bool keep_show(const struct history *history, FILE *out, struct text *why);

#endif
