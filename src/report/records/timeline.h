/* SPDX-License-Identifier: MIT
 * A history in the order of its commits. */
#ifndef FOLDCHECK_RECORD_TIMELINE_H
#define FOLDCHECK_RECORD_TIMELINE_H

#include "history.h"

/* One place on the axis: a commit, or a run whose commit is not known. */
struct place {
    const char *commit; /* "" if it is not known */
    int64_t time;       /* of the commit, else of its first run */
    size_t first_run;
};

/* What one figure of a case was from a commit on. */
struct step {
    size_t place;
    uint64_t value;
};

struct timeline {
    const struct history *history;
    struct place *at; /* owned, in order */
    size_t count;
    size_t *place_of;                     /* of each run; owned */
    const struct past_counters **counted; /* by case, then by place; owned */
    const struct past_times **timed;      /* by series and card, then by place; owned */
    const struct past_verdict **verdicts; /* by subject, card, target and place, the worst first; owned */
};

/* The end of what begins at `first`: the counts of one case, the times of one case on one card, the verdicts of one
 * target on one card. */
size_t timeline_counted_end(const struct timeline *timeline, size_t first);
size_t timeline_timed_end(const struct timeline *timeline, size_t first);
size_t timeline_verdicts_end(const struct timeline *timeline, size_t first);

/* False without memory. */
bool timeline_open(struct timeline *timeline, const struct history *history);
void timeline_close(struct timeline *timeline);

#endif
