/* SPDX-License-Identifier: MIT
 * A difference between two results, in words. */
#ifndef FOLDCHECK_DIFFERENCE_H
#define FOLDCHECK_DIFFERENCE_H

#include "slack.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Says where a result of an operator differs: "column 2 of 4 (f32): expected 8.5 +- 0.1, got 9". `difference`
 * as slack_agrees filled it in, expected and got as it was given them. Returns false, as text_say. */
int difference_say(const struct difference *difference, const struct op *op, const void *expected,
                   const void *got, struct text *why);

/* Are the true sum and the bound of a column compared within slack numbers? Else there is nothing to print of the bound. */
bool difference_is_bounded(const struct difference *difference);

/* How many bounds a result lies from where it ought to, of the float column that lies farthest: 1 is the most that
 * agrees. Negative where no column has a bound (LAW_EXACT, NAME_close, a tolerance in units in the last place alone).
 * As slack_agrees otherwise. */
double difference_bounds(const struct slack *slack, const struct op *op, uint64_t depth, const void *expected,
                         const void *got);

#ifdef __cplusplus
}
#endif
#endif
