/* SPDX-License-Identifier: MIT
 * Results of an operator that says itself how they compare: by columns, or by a function.
 *
 * By columns a result agrees if it lies within absolute + relative * |expected|, or within `ulps` units in the last
 * place; a NaN agrees with any NaN and with nothing else, an infinity with the same infinity alone, -0 with +0. */
#ifndef FOLDCHECK_TOLERANCE_H
#define FOLDCHECK_TOLERANCE_H

#include "slack.h"

/* As slack_agrees, for an operator that tolerates; `items` were folded. A depth beyond them is taken as theirs: the
 * operator's own function may add to it. */
bool tolerance_agrees(const struct op *op, uint64_t depth, uint64_t items, const void *expected,
                      const void *got, struct difference *difference);

#endif
