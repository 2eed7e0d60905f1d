/* SPDX-License-Identifier: MIT
 * Are the steps of programs right (hip/program_step.h)? Each one is run on random arrays of several sizes beside its model, the
 * same in sequential C: what it writes must be equal bit by bit, what it reads and what lies around its arrays must stay
 * as it was, and where the device counts, it stores as many bytes as the model: nothing twice. */
#ifndef FOLDCHECK_APPS_STEPS_H
#define FOLDCHECK_APPS_STEPS_H

#include "session.h"

/* A call on host arrays, and how many bytes each has. Arrays that are written hold random bits, too. */
struct step_trial {
    struct program_call call;
    uint64_t in_bytes[MAX_STEP_ARRAYS], out_bytes[MAX_STEP_ARRAYS];
    uint64_t seed;
    bool lacks_memory;
};

/* A step in sequential C. */
struct step_model {
    const char *name;
    void (*make)(struct step_trial *trial, uint64_t size); /* arrays and numbers for about `size` items */
    uint64_t (*run)(const struct program_call *call); /* returns the bytes that it wrote, 4 for each atomic */
};

/* The next number of the trial, below `end`. */
uint64_t trial_draw(struct step_trial *trial, uint64_t end);

/* Array number `at` of what the step reads, or writes, of random bits: `count` things of `size` bytes. */
void *trial_in(struct step_trial *trial, int at, uint64_t count, size_t size);
void *trial_out(struct step_trial *trial, int at, uint64_t count, size_t size);

/* NULL if there is none. */
const struct step_model *step_model_find(const char *name);

/* Runs all steps of the session's device, `count` of them. False with the first difference, or with why the device failed
 * (status STATUS_BROKEN); status is STATUS_FAIL where a step is wrong. */
bool steps_check(struct session *session, uint64_t seed, int *count, enum status *status, struct text *why);

#endif
