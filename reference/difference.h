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

#ifdef __cplusplus
}
#endif
#endif
