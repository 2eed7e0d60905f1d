/* SPDX-License-Identifier: MIT
 * Two commits side by side: verdicts and the simulator's counts, exactly; times by rounds. */
#ifndef FOLDCHECK_RECORD_COMPARISON_H
#define FOLDCHECK_RECORD_COMPARISON_H

#include "history.h"

#include <stdio.h>

/* The runs of one commit. */
struct compared {
    const struct history *history;
    const char *file;
    const char *commit; /* of the history's names */
    bool *has;          /* of its runs; owned */
};

/* Takes the runs of a commit that begins with `commit`; NULL: of the newest. False with the reason. */
bool compared_open(struct compared *side, const struct history *history, const char *file, const char *commit,
                   struct text *why);
void compared_close(struct compared *side);

struct comparison_request {
    const char *allow; /* a pattern of strategies whose costs may rise; NULL: none */
    bool (*matches)(const char *pattern, const char *name);
    const char *(*file_of)(const char *strategy); /* NULL where it is not known */
    double bound;                                 /* changes of times below it are none: 0.02 is 2 % */
    const struct compared *equal; /* one build against itself, which gave the bound; NULL: none */
    size_t most;                  /* lines of each kind that are printed */
};

/* Exit statuses, beside those of status.h. */
enum { COMPARED_SAME = 0, COMPARED_WORSE = 1, COMPARED_UNKNOWN = 4 };

/* Prints every change, and at the end one line; returns an exit status: also STATUS_NO_DEVICE, where the head had
 * none, and STATUS_BROKEN without memory. */
int compare_sides(FILE *out, const struct compared *base, const struct compared *head,
                  const struct comparison_request *request);

#endif
