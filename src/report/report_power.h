/* SPDX-License-Identifier: MIT
 * How much of its problems a run saw: at which share of the places among their items the loss of an item would have
 * changed at least one result. Per strategy, operator and device, over all claims, by size (powers of two). Reads struct
 * results only. */
#ifndef FOLDCHECK_REPORT_POWER_H
#define FOLDCHECK_REPORT_POWER_H

#include <stdio.h>

#include "results.h"

/* A line for each strategy, operator and device for which it is known: the sizes, those in which some losses would not
 * have shown, and borders of tiles, blocks and windows at which they would not. */
void report_power(FILE *out, const struct results *results);

/* Of all that count: those with operators of which any lost item can show, up to 2^POWER_JUDGED items. */
struct power_total {
    uint64_t tried, noticed; /* places; tried 0: nothing is known */
};
struct power_total power_of_run(const struct results *results);

/* Under run.strict, once all workers have ended: a warning for each strategy, operator and device with a size in which
 * less than 99 % of losses would have shown, or with a border at which none would. */
void power_judge(struct results *results);

#endif
