/* SPDX-License-Identifier: MIT
 * The meaning of a fold and a scan: one accumulator, left to right, no cleverness. It is the sequential loop
 * that every source document starts from (T0: Timcheck, "Efficient Implementation of Reductions on GPU
 * Architectures", 2017, chapter 1), with lift and emit (L23: Larsen, "Generating Efficient Code for Futhark's
 * Segmented Redomap", 2017, section 3.3.4) over tuples of columns (L24: Larsen, section 3.2.2).
 *
 * A row's accumulator starts as `init` (value(0, init bits), lifted) where the problem has one, else as the
 * identity; so the fold of an empty row is that. Where the input's layout is `one`, every item is item 0.
 * States, inputs and map-outs are C structs, aligned as such; results may not overlap inputs. Nothing fails.
 * Cost: O(items), a few nanoseconds each. */
#ifndef FOLDCHECK_ORACLE_H
#define FOLDCHECK_ORACLE_H

#include "keys.h"
#include "problem.h"
#include "slack.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fold of one row of a problem, into one state. `slack` (may be NULL) is added what went into it. */
void oracle_reduce(const struct problem *problem, uint64_t row, void *state, struct slack *slack);

/* The folds of one row by key: states[k], `keys->keys` of them of op->state.size bytes each, is the fold of the items
 * of key k in the order in which they lie, or the identity; an item whose key is not below `keys->keys` is in none.
 * `keys` are the problem's (item_keys_fill). `slack` (may be NULL): as many (slack_at), each of which is added what
 * went into the state. */
void oracle_keyed(const struct problem *problem, const struct item_keys *keys, uint64_t row, void *states,
                  struct slack *slack);

/* The scan of one row: visit(context, j, state) for every item j of the row in order, until it says false. Inclusive:
 * the fold of init and items 0..j; exclusive: of init and the items before j. `slack` (may be NULL) holds what went
 * into the state that is visited. Returns what the last visit said. */
typedef bool oracle_visit(void *context, uint64_t j, const void *state);
bool oracle_scan(const struct problem *problem, uint64_t row, bool exclusive, struct slack *slack,
                 oracle_visit *visit, void *context);

/* The result of emit for item i of the problem (0 .. rows * length - 1), which is in the row. The operator emits.
 * `keys`: of a keyed problem (else NULL). */
void oracle_mapout(const struct problem *problem, const struct item_keys *keys, uint64_t row, uint64_t i,
                   void *mapout);

/* Item i of the problem, lifted by these params, which are its row's. */
void oracle_item(const struct problem *problem, const struct item_keys *keys, const void *params, uint64_t i,
                 void *state);

/* Which item of the input a transposition leaves at place `at` of its result (0 .. rows * length - 1): matrices of
 * H x L items, one behind the other, become matrices of L x H. False where that item is not there (with:present). */
bool oracle_transposed(const struct problem *problem, uint64_t at, uint64_t *item);

/* That item's element. */
void oracle_transpose(const struct problem *problem, uint64_t item, void *element);

/* Items [first, first + count) of host columns of the operator's input tuple: real data. */
struct column_items {
    const struct columns *columns;
    uint64_t first, count;
    bool exclusive; /* of a scan */
};

/* Their fold. params as op->params filled it (NULL without). */
void oracle_reduce_columns(const struct op *op, const void *params, const struct column_items *items,
                           void *state, struct slack *slack);

/* Their scan: as oracle_scan; item j of it is first + j. */
bool oracle_scan_columns(const struct op *op, const void *params, const struct column_items *items,
                         struct slack *slack, oracle_visit *visit, void *context);

/* The same by key: as oracle_keyed, of items whose keys are key[first], key[first + 1] ..., `keys` of them, into states
 * as there. */
struct column_keys {
    const uint32_t *key;
    uint64_t keys;
};
void oracle_keyed_columns(const struct op *op, const void *params, const struct column_items *items,
                          const struct column_keys *keys, void *states, struct slack *slack);

#ifdef __cplusplus
}
#endif
#endif
