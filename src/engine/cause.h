/* SPDX-License-Identifier: MIT
 * The cause of a failure, as far as its report tells: the kind of the mistake, the kernel and the lines. Failures of one
 * cause are one mistake, whatever the case. */
#ifndef FOLDCHECK_CAUSE_H
#define FOLDCHECK_CAUSE_H

#include "status.h"

#include <stdbool.h>

/* The cause in a simulator's report, "sums: block 0, thread 1: race: write at item 1 of s (sum.cu:10) ...": "race in sums
 * (sum.cu:10)". Empty if these are no words of that form. */
void cause_read(const struct text *report, struct text *cause);

/* Whether two causes are of one kind; wrong results, whose cause is empty, are. */
bool cause_same_kind(const struct text *a, const struct text *b);

#endif
