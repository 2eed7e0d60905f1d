/* SPDX-License-Identifier: MIT
 * The cases that became worse since a commit: each case's newest level beside the one that it had at that commit. */
#ifndef FOLDCHECK_RECORD_LEVELS_H
#define FOLDCHECK_RECORD_LEVELS_H

#include "timeline.h"

enum level_is { LEVEL_SAME, LEVEL_BETTER, LEVEL_WORSE, LEVEL_UNKNOWN };

/* A cost or the time of one case, on one card. A level is worse from `since` on if it lies above the base's by more than
 * the bound at each commit from there to the newest. Costs are exact, so their bound is 0. That of times is 2 %, or three
 * standard deviations of the base's commits (of the samples, below three commits) where that is more. UNKNOWN: the case
 * has nothing at or after the base, or a launch failed. */
struct level {
    const char *line, *card; /* the case; of a count, its device */
    const char *figure;      /* "time", or the counter's name */
    bool timed;
    enum level_is is;
    double base, now, bound, change; /* seconds, or counts; bound and change: 0.05 is 5 % */
    size_t since, good;         /* places: the first that is worse (better), the one measured before it */
    size_t newest, points;      /* the newest place, and how many are at or after `since` */
    size_t first, end;          /* in the timeline's array */
    const struct past_run *run; /* of the newest place */
};

struct levels {
    struct level *at; /* owned: cases of counts first, then those of times, in the timeline's order */
    size_t count;
    size_t base; /* the place that they are compared with */
};

/* False without memory. */
bool levels_open(struct levels *levels, const struct timeline *timeline, size_t base);
void levels_close(struct levels *levels);

bool verdict_is_bad(const struct past_verdict *verdict); /* it fails or breaks */

/* A target whose newest verdict is bad. */
struct broken {
    const struct past_verdict *verdict;
    const struct past_failure *failure; /* with the command that shows it; NULL if the record has none */
    size_t since, good;                 /* places: the first of the failing ones, the one before it */
    bool was_good;                      /* there is one before it */
};

/* Every one of them, the newest first. Owned by the caller; SIZE_MAX without memory. */
size_t broken_find(const struct timeline *timeline, struct broken **found);

#endif
