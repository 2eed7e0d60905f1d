/* SPDX-License-Identifier: MIT
 * The sweeps of `check --exhaustive`: the parent gives one at a time to a worker, which says after each batch what it found,
 * and in which shapes it is next. */
#ifndef FOLDCHECK_SWEEPING_H
#define FOLDCHECK_SWEEPING_H

#include "run_plan.h"
#include "sweep_notes.h"

/* ---- in the parent ---- */

/* What a worker is to sweep: a note without its owner, of sweeps of such numbers. */
struct sweep_order {
    uint64_t most, seed;
    char name[SWEEP_NAME_SIZE];
    char found[SWEEP_FINDING_SIZE];
};

/* The next sweep of a slot, which is then the slot's: the one that it has, else the first that nobody has. NEXT_LATER: what
 * others sweep may leave more. */
enum next sweeps_next(struct sweep_notes *all, uint32_t slot, struct sweep_order *order);

/* What the slot's sweep has found by now, as sweeping_run says it. */
void sweeps_hear(struct sweep_notes *all, uint32_t slot, const void *bytes);

/* The process that ran `line` died in the slot's sweep. False if none of its shapes ran. */
bool sweeps_died(struct sweep_notes *all, uint32_t slot, const char *line, const struct text *why);

/* Takes the slot's sweep back: it is not begun again unless the run was stopped in its midst. */
void sweeps_leave(struct sweep_notes *all, uint32_t slot);

/* Once nobody sweeps: leaves the notes as one worker alone would have left them. */
void sweeps_settle(struct sweep_notes *all);

/* ---- in a worker ---- */

/* A process that sweeps. */
struct sweeping {
    struct run_plan *plan; /* of its contexts */
    const struct results *results;
    struct worker_slot *slot;
    bool has_parent; /* which starts another process where this one cannot go on */
    /* Hears the finding part of the note, SWEEP_FINDING_SIZE bytes. */
    void (*say)(void *user, const void *bytes);
    void *user;
};

/* Sweeps until the order's sweep is done, or the run is stopped. False with the reason where it cannot begin, or go on. */
bool sweeping_run(const struct sweeping *work, const struct sweep_order *order, struct text *why);

#endif
