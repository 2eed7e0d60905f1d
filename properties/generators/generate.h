/* SPDX-License-Identifier: MIT
 * The generators of needs.def: <name>_generate draws a case for a target. Every choice comes
 * from the draw; choice 0 is the simplest. False: there is nothing to check (discarded). Private to this
 * folder. */
#ifndef FOLDCHECK_GENERATE_H
#define FOLDCHECK_GENERATE_H

#include "properties.h"

typedef bool generator(void *context, const struct target *target, struct draw *draw,
                       struct test_case *drawn);

#define DRAWN(name, need, ...) generator name##_generate;
#define GENERATOR(name, need) generator name##_generate;
#include "needs.def"

/* Of those with a function of their own: large, the sizes at which launchers go wrong, one after the other; once, a claim and nothing else;
 * own_problem, one of the problems of the strategy's line in strategies.def; one_row ... many_rows, a law's operands,
 * one a row; seeded_items, items from a seed in any layout, without `only`; chosen_key, an exact operator and
 * with:key=K; split_keyed and apart_keyed, each item in a place of its own, the first one row cut in two
 * (with:split=N); one_key; empty_keys, keys without items; distinct_keys, rows of no more items than keys
 * (with:step=S); assignments, a row for each way to give some keys to a few items. */

/* Whether one of the problems of the strategy's line is about the operator. */
bool own_problem_is_about(const char *strategy, const struct op *op);

#endif
