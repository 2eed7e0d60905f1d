/* SPDX-License-Identifier: MIT
 * The runner's work on a failing case: how steadily it fails, the simplest case that fails too, and the
 * finding there. Private to the runner. */
#ifndef FOLDCHECK_TRIAGE_H
#define FOLDCHECK_TRIAGE_H

#include "runner.h"

/* The run in this process. */
struct loop {
    const struct run *run;
    struct results *results;
    struct worker_slot *slot; /* of this process */
    struct target
        given[MAX_TURNS]; /* the targets of its turns, in a worker; those without a property are not made */
    const struct target *target; /* of the running case */
    void *context;               /* of its device */
    struct test_case running;    /* slot->drawn, parsed */
};

/* Runs a case, unless slot->pending tells what became of it in a process that is gone. Ends this process
 * where only a fresh one can go on; slot->step says where. */
enum verdict loop_try(struct loop *loop, const struct test_case *tried, struct finding *finding);

/* Whether a claim did not hold; a device that a case poisons counts as that. */
bool outcome_fails(enum verdict verdict, const struct finding *finding);

/* Counts a case that broke the harness or the device, with the reason. */
void loop_note_broken(struct loop *loop, const char *line, const struct text *reason);

/* One of STEP_STEADY, STEP_SHRINK, STEP_LAST; moves slot->step on, to STEP_NEXT at the end, when the slot has
 * the failure. */
void loop_triage(struct loop *loop);

#endif
