/* SPDX-License-Identifier: MIT
 * Shared by the files that compare records. Private. */
#ifndef FOLDCHECK_RECORD_COMPARISON_PARTS_H
#define FOLDCHECK_RECORD_COMPARISON_PARTS_H

#include "comparison.h"

enum change { CHANGE_NONE, CHANGE_BETTER, CHANGE_UNKNOWN, CHANGE_WORSE };

/* The least size of a change of verdicts, which nothing allows. */
#define COMPARISON_VERDICT 1e9

/* One change, in words. */
struct found {
    enum change change;
    double size; /* the larger, the earlier it is printed */
    const char *subject;
    struct text what, command; /* command "": none */
    const char *replay;        /* instead of command; NULL: none */
};

struct comparison {
    FILE *out;
    const struct compared *base, *head;
    const struct comparison_request *request;
    struct found *found; /* owned */
    size_t count;
    size_t verdicts, counts, times, kernels; /* that were compared */
    size_t kernels_changed;                  /* or gone */
    struct names names;
    bool broken; /* no memory */
};

/* Room for the words of a change. */
struct found *comparison_add(struct comparison *comparison, enum change change, double size,
                             const char *subject);

/* Adds the changes of all cases' costs. */
void comparison_costs(struct comparison *comparison);

/* Adds those of kernels' machine code. */
void comparison_code(struct comparison *comparison);

/* Adds those of times. */
void comparison_times(struct comparison *comparison);

/* Adds a line for each run whose record does not say all that happened. */
void comparison_runs(struct comparison *comparison);

/* Puts one figure's change into words. Returns its size: 0.05 is 5 %. */
double comparison_say_figure(const char *name, uint64_t base, uint64_t head, struct text *what);

#endif
