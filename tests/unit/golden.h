/* SPDX-License-Identifier: MIT
 * Golden text: tests/unit/golden/<name>.txt, in sections that begin "# <section>". UPDATE_GOLDEN=1 rewrites the sections that a run
 * compares; the change is read in a diff, and has a commit of its own. */
#ifndef FOLDCHECK_GOLDEN_H
#define FOLDCHECK_GOLDEN_H

#include "unit.h"

/* Text that grows; free(at) is the caller's. */
struct golden {
    char *at;
    size_t length, room;
};
void golden_add(struct golden *golden, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a section is this text; else the first line that differs, and frees the text. */
bool golden_is(const char *name, const char *section, struct golden *golden, struct finding *finding);

#endif
