/* SPDX-License-Identifier: MIT
 * Whether the loss of an item would have changed a result: by how much a check sees of what it draws.
 *
 * A fold without its item number i is the fold of the items before it and of those behind it, put together. Of an exact
 * operator the loss shows if that is another state. Where the laws say that a lost item is seen (LAW_CANCELS,
 * LAW_ORDERS, LAW_ADDS) it does unless the item is the identity. A float sum shows it if the item is larger than what
 * roundings may make of the sum (slack_bound); integers that are added beside it show each item that is not 0 among them. Of other
 * operators it is not known. */
#ifndef FOLDCHECK_LOSS_H
#define FOLDCHECK_LOSS_H

#include "keys.h"
#include "problem.h"
#include "slack.h"

/* Is it known of the operator? */
bool loss_is_known(const struct op *op);

/* Does it take a fold of the whole row to know? Else the item and the slack are enough. */
bool loss_takes_fold(const struct op *op);

/* The lifted item i, which is in the row. keys: of a keyed problem, else NULL. */
void loss_item(const struct problem *problem, const struct item_keys *keys, uint64_t row, uint64_t i,
               void *state);

/* Would the loss of this item show in a result? `slack`: what went into that (NULL for an exact operator), in which no
 * item passed through more than `depth` additions. columns: a bit for each that results have; an exact operator's are all
 * looked at. Of operators that take no fold. */
bool loss_shows(const struct op *op, const void *params, const struct slack *slack, uint64_t depth,
                uint64_t columns, const void *item);

/* Would the losses of `count` items of one row, item[0] < item[1] ..., show in the fold of the row? shows[k] gets it.
 * Folds the row once. At most MOST_LOSSES. */
enum { MOST_LOSSES = 192 };
void loss_in_row(const struct problem *problem, uint64_t row, const uint64_t *item, int count, bool *shows);

#endif
