/* SPDX-License-Identifier: MIT
 * What is seen of a run while it works: on a terminal one line that is rewritten, in a log a line every 10 s; and a
 * line for each failure as it is found, whose report follows at the end. The first one is named before it is simple, where that
 * takes more than two seconds. */
#ifndef FOLDCHECK_PROGRESS_H
#define FOLDCHECK_PROGRESS_H

#include "results.h"

#include <stdio.h>

/* Zero-initialise what is not said. */
struct progress {
    FILE *out;
    bool terminal;     /* out is one that can draw a line again */
    bool quiet;        /* failures alone */
    double last;       /* when a line was printed */
    double found;      /* when a failure was first seen that is not yet reported; 0: none */
    bool named;        /* it has been named */
    uint32_t reported; /* failures */
    bool dirty;        /* a line stands on the terminal */
};

/* Called many times a second. */
void progress_show(struct progress *progress, const struct results *results);

/* Takes the line off the terminal, and tells of the failures that are still missing. */
void progress_end(struct progress *progress, const struct results *results);

#endif
