/* SPDX-License-Identifier: MIT
 * The shapes of a sweep. Private to exhaustive.c. */
#ifndef FOLDCHECK_EXHAUSTIVE_SHAPES_H
#define FOLDCHECK_EXHAUSTIVE_SHAPES_H

#include "exhaustive.h"

/* The items of the largest shape. */
uint64_t sweep_most_items(const struct sweep *sweep);

/* Does the strategy scan? Does it transpose? */
bool sweep_scans(const struct sweep *sweep);
bool sweep_moves(const struct sweep *sweep);

/* Asks the strategy for its tile: its answer to a job of n items without columns; auto says which tile its choice
 * has. */
void sweep_find_tile(struct sweep *sweep);

/* Lists the shapes, and the items and results before each. False with the reason. */
bool sweep_list_shapes(struct sweep *sweep, struct text *why);

#endif
