/* SPDX-License-Identifier: MIT
 * How often generators take each value of each choice. Private to this folder. */
#ifndef FOLDCHECK_DRAWS_H
#define FOLDCHECK_DRAWS_H

#include "fixture.h"

enum { DRAWS_MEASURED = 10000 };

/* One value of one choice: what 10,000 draws of a property for a strategy and an operator took. */
struct drawn_value {
    const char *property, *strategy, *op, *choice;
    int value;
    uint32_t times, least; /* least: what a test asks for; 0: it is never drawn, for the reason */
    const char *reason;
};

/* How many lines the table has, and the target of one, a property of a strategy with an operator; false where the fixture's backend lacks
 * it. Whether it draws problems without items alone. */
size_t draws_lines(void);
bool draws_target(const struct fixture *fixture, size_t line, struct target *target);
bool draws_are_empty(size_t line);

/* One draw of a target; false with the reason. */
bool draws_draw(struct fixture *fixture, const struct target *target, uint64_t seed, struct test_case *drawn,
                struct text *why);

/* Draws for each target that there is, and calls visit for each value in the order of the table, until it says false. False with the
 * reason if nothing can be drawn. */
typedef bool drawn_visit(void *context, const struct drawn_value *value);
bool draws_measure(struct fixture *fixture, drawn_visit *visit, void *context, struct text *why);

#endif
