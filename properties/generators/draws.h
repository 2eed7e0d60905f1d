/* SPDX-License-Identifier: MIT
 * How often generators take each value of each choice. Private to this folder. */
#ifndef FOLDCHECK_DRAWS_H
#define FOLDCHECK_DRAWS_H

#include "lab.h"

enum { DRAWS_MEASURED = 10000 };

/* One value of one choice: what 10,000 draws of a property for a strategy and an operator took. */
struct drawn_value {
    const char *property, *strategy, *op, *choice;
    int value;
    uint32_t times, least; /* least: what a test asks for; 0: it is never drawn, for the reason */
    const char *reason;
};

/* Draws, and calls visit for each value in the order of the table, until it says false. False with the reason if
 * nothing can be drawn. */
typedef bool drawn_visit(void *context, const struct drawn_value *value);
bool draws_measure(drawn_visit *visit, void *context, struct text *why);

/* A number that one part of a problem, drawn by itself, is to have in [from, to] with some chance, worked out by hand:
 * 0 never, 1 always; else within four standard deviations of the mean. */
struct share {
    const char *words;
    uint64_t (*of)(struct draw *draw);
    uint64_t from, to;
    double chance;
};

/* False with the first share that is another one in finding->first_at. */
bool shares_are_right(const struct share *share, size_t count, struct finding *finding);
/* What every problem has beside its shape; shapes; matrices, rows where policies switch, and keys; and sides, by hand. */
bool parts_keep_their_chances(struct finding *finding);
bool shapes_keep_their_chances(struct finding *finding);
bool grids_keep_their_chances(struct finding *finding);
bool sides_equal_those_by_hand(struct finding *finding);

#endif
