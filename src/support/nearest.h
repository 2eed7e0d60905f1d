/* SPDX-License-Identifier: MIT
 * "Did you mean": of some names the one that a mistyped name is nearest to. */
#ifndef FOLDCHECK_NEAREST_H
#define FOLDCHECK_NEAREST_H

#include "status.h"

struct nearest {
    const char *given, *name; /* name: the nearest so far, or NULL; the caller's */
    size_t distance;
};

/* Of a name, or of a pattern, which is near to nothing. */
struct nearest nearest_to(const char *given);

/* Offers a name. O(length of both). Names that are too far are forgotten: more than a third of their letters, at least
 * one, typed wrong, left out, put in or exchanged with the next. */
void nearest_offer(struct nearest *nearest, const char *name);

/* Appends "; did you mean NAME?" if a name was near. Returns 0, as text_add does. */
int nearest_add(const struct nearest *nearest, struct text *why);

#endif
