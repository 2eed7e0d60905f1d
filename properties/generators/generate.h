/* SPDX-License-Identifier: MIT
 * The generators: <name>_generate draws a case for a target. Every choice comes
 * from the draw; choice 0 is the simplest. False: there is nothing to check (discarded). Private to this
 * folder. */
#ifndef FOLDCHECK_GENERATE_H
#define FOLDCHECK_GENERATE_H

#include "properties.h"

typedef bool generator(void *context, const struct target *target, struct draw *draw,
                       struct test_case *drawn);

/* A problem with these members of struct request set (generate.c); problem: any. */
extern generator problem_generate, over_input_generate, emitting_generate, split_generate, flat_generate,
    layout_generate, again_generate, schedules_generate, reused_generate, inclusive_generate,
    exclusive_generate, initial_generate, rows_generate, chosen_row_generate, lengths_generate,
    empty_generate, switching_generate, any_size_generate;

/* Of those with a function of their own: large, the sizes at which launchers go wrong, one after the other; once, a claim and nothing else;
 * own_problem, one of the problems of the strategy's line in strategies.def; one_row ... many_rows, a law's operands,
 * one a row; seeded_items, items from a seed in any layout, without `only`; chosen_key, an exact operator and
 * with:key=K; split_keyed and apart_keyed, each item in a place of its own, the first one row cut in two
 * (with:split=N); one_key; empty_keys, keys without items; distinct_keys, rows of no more items than keys
 * (with:step=S); assignments, a row for each way to give some keys to a few items. */
extern generator large_generate, once_generate, own_problem_generate, one_row_generate, two_rows_generate,
    three_rows_generate, many_rows_generate, seeded_items_generate, chosen_key_generate, split_keyed_generate,
    apart_keyed_generate, one_key_generate, empty_keys_generate, distinct_keys_generate, assignments_generate;

#endif
