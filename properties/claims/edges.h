/* SPDX-License-Identifier: MIT
 * States of edge values, for laws: with:states=1 in a law's line says that its items are states. Private to this
 * folder. */
#ifndef FOLDCHECK_EDGES_H
#define FOLDCHECK_EDGES_H

#include "fixture.h"

/* Digit c of an item's bits, from the right and in hex, chooses the value of column c of its state, modulo EDGES: of
 * integers 0, 1, -1 (or the greatest), the least, the greatest, 2, half the least, half the greatest; of floats 0, 1,
 * -1, the lowest, the greatest, infinity, minus infinity, NaN. So lit:0,3,41 has the states of 0s, of the least number
 * and 0s, and of 1, the greatest and 0s. The operator's state_of then makes a state of it. Of more than 16 columns the
 * next ones are as the first. */
enum { EDGES = 8, EDGE_COLUMNS = 16 };

/* Whether laws draw such states of an operator: it is exact and no span, or it has state_of. */
bool edges_apply(const struct op *op);

/* The state of an item's bits. */
void edges_state(const struct op *op, const void *params, uint64_t bits, struct state *state);

#endif
