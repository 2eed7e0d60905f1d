/* SPDX-License-Identifier: MIT
 * The sweeps of `check --exhaustive`, which all workers share out among themselves. */
#ifndef FOLDCHECK_SWEEPING_H
#define FOLDCHECK_SWEEPING_H

#include "run_plan.h"
#include "sweep_notes.h"

/* A worker that sweeps. */
struct sweeping {
    struct sweep_notes *notes;
    struct run_plan *plan; /* of its contexts */
    struct results *results;
    struct worker_slot *slot;
    uint32_t number; /* of the slot */
    bool first;      /* the first failure ends the sweeps */
    bool has_parent; /* which starts another process where this one cannot go on */
};

/* Sweeps until no sweep is left to begin, or the run is stopped. */
enum status sweeping_run(const struct sweeping *sweeping, struct text *why);

/* For one worker, after its own: waits for the others' and then leaves the notes as one worker alone would have left
 * them. */
void sweeping_settle(const struct sweeping *sweeping);

#endif
