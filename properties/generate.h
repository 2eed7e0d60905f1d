/* SPDX-License-Identifier: MIT
 * The generators that properties.def names: <name>_generate draws a case for a target. Every choice comes
 * from the draw; choice 0 is the simplest. False: there is nothing to check (discarded). Private to this
 * folder. */
#ifndef FOLDCHECK_GENERATE_H
#define FOLDCHECK_GENERATE_H

#include "properties.h"

typedef bool generator(void *context, const struct target *target, struct draw *draw,
                       struct test_case *drawn);

/* The suite's: a claim and nothing else. */
generator once_generate;
/* Any line of the grammar. */
generator any_line_generate;
/* One of the problems that the strategy's line in strategies.def names. */
generator own_problem_generate;
/* Whether one of those problems is about the operator. */
bool own_problem_is_about(const char *strategy, const struct op *op);
/* A law's operands: one a row. */
generator one_row_generate, two_rows_generate, three_rows_generate, many_rows_generate;
/* Items from a seed, without `only`, in any layout. */
generator seeded_items_generate;
/* Reductions: any; of an operator with emit; one row cut in two (with:split=N); plain; odd layouts; of an exact
 * operator under with:schedules=K. All but the last draw a schedule for the simulator. */
generator problem_generate, over_input_generate, emitting_generate, split_generate, flat_generate,
    layout_generate, schedules_generate, inclusive_generate, exclusive_generate, initial_generate,
    rows_generate, chosen_row_generate, reused_generate;
/* Rows where a policy's rule switches, mostly; a problem of any size of the kind that an auto strategy is for, which is not
 * to be run. */
generator switching_generate, any_size_generate;
/* A row for each way to give some keys to a few items. */
generator assignments_generate;
/* Keyed: an exact operator and with:key=K; one row, each item in a place of its own, cut in two (with:split=N). */
generator chosen_key_generate, split_keyed_generate;
/* Keyed: each item in a place of its own; one key; keys without items; rows of no more items than keys (with:step=S). */
generator apart_keyed_generate, one_key_generate, empty_keys_generate, distinct_keys_generate;
/* Several rows whose lengths the line lists or which have one; rows without items, or none. */
generator lengths_generate, empty_generate;

#endif
