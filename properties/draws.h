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

#endif
