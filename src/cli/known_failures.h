/* SPDX-License-Identifier: MIT
 * A folder that keeps cases which failed, from run to run: a file of lines for each target, "PROPERTY.SUBJECT.OPERATOR@DEVICE.txt",
 * minimal where they were shrunk. */
#ifndef FOLDCHECK_KNOWN_FAILURES_H
#define FOLDCHECK_KNOWN_FAILURES_H

#include "run_plan.h"

/* Whether a folder can be read and written, which is made if it is not there. False with the reason. */
bool known_failures_open(const char *folder, struct text *why);

/* The lines that the folder has for the targets of a plan. False with the file, the line and what was expected. */
bool known_failures_read(const char *folder, const struct run_plan *plan, struct case_list *lines,
                         struct text *why);

/* What became of them. */
struct known_count {
    uint32_t fixed, kept, added; /* lines */
};

/* Brings the folder up to date after a run: a target whose cases all ran keeps those that failed, others keep what they had,
 * and new failures are added. A file without lines goes. False with the reason. */
bool known_failures_keep(const char *folder, const struct results *results, struct known_count *count,
                         struct text *why);

#endif
