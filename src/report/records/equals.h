/* SPDX-License-Identifier: MIT
 * One build against itself: the changes of times that a card shows where there is none. */
#ifndef FOLDCHECK_RECORD_EQUALS_H
#define FOLDCHECK_RECORD_EQUALS_H

#include "comparison.h"

/* The largest change of a case's median round: 0.02 is 2 %. False with the reason: the sides are of two builds, or have
 * no times of enough rounds. */
bool equals_bound(const struct compared *base, const struct compared *head, double *bound, struct text *why);

#endif
