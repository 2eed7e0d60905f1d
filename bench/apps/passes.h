/* SPDX-License-Identifier: MIT
 * Folds and scans of host columns on one device, one after another, for the applications. Device memory only
 * grows and is used again. */
#ifndef FOLDCHECK_APPS_PASSES_H
#define FOLDCHECK_APPS_PASSES_H

#include "load.h"

struct passes {
    struct session session;
    const struct strategy *named; /* for every pass of the kind that it does; NULL, and for others: auto */
    struct load load;
    struct problem problem; /* the last pass */
    struct event *start, *stop;
    uint64_t launches;  /* so far; the caller sets it back, as the next three */
    double ms;          /* that they took by device events, all together */
    uint64_t steps;     /* launches of a program that stays on the device (program.h), between its folds */
    double program_ms;  /* that such programs took, from their first launch to their last */
    bool program_alone; /* no events around such a program's folds, which take time: ms stays as it is */
    enum status status; /* of the pass that failed */
};

/* One fold or scan, or a transposition of a matrix of `rows` rows. */
struct pass {
    enum what what; /* WHAT_REDUCE, WHAT_SCAN, WHAT_EXSCAN, WHAT_KEYED or WHAT_TRANSPOSE */
    const char *op; /* a name of operators.def; of a transposition that of the element type, such as "f32" */
    const int64_t *args; /* the operator's, in its order; NULL: the defaults */
    uint64_t rows, length;
    uint64_t keys; /* of a fold by key; else 0 */
    struct columns
        items; /* of the operator's input tuple, then the keys, rows * length, in host memory; only read */
};

/* A contiguous column of items of `size` bytes, for struct pass. */
struct column pass_column(const void *items, size_t size);

/* Opens the device; `strategy` NULL means auto. False with the reason: an unknown strategy (status STATUS_USAGE), or a
 * device that fails. */
bool passes_open(struct passes *passes, struct device_name device, const char *strategy, struct text *why);
void passes_close(struct passes *passes);

/* Plans the pass on the strategy that would do it. False with why that does not do it, and passes->status. Pure. */
bool passes_accept(struct passes *passes, const struct pass *pass, struct text *why);

/* Does a pass: one copy up, one launch, one copy down. `results` are host columns of the operator's state tuple, rows
 * (a reduction), rows * keys (a fold by key) or rows * length (a scan), valid until the next pass. False with the
 * reason, and passes->status: a refusal (STATUS_USAGE), an operator that the build lacks (STATUS_NO_DEVICE), a device
 * that failed (STATUS_BROKEN). */
bool passes_do(struct passes *passes, const struct pass *pass, struct columns *results, struct text *why);

#endif
