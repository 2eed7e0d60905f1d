/* SPDX-License-Identifier: MIT
 * A program that stays on the device: its arrays live there from the first launch to the last, folds and scans run on
 * them as strategies, and steps (hip/program_step.h) do what lies between.
 *
 *     program_open(&program, &passes, &why)
 *     keys = program_array(&program, "keys", sizeof *keys, count)      each a region of the simulator's own, all 0
 *     program_put(&program, keys, from, count * sizeof *keys)
 *     program_reserve(&program, &pass, folds)                          the plan, scratch made ready, events
 *     program_start(&program)                                          the first event
 *     program_fold(&program, &pass, &results), program_do(&program, "scatter_digit", &call), ...
 *     program_stop(&program)                                           the second event, and waits
 *     program_get(&program, to, keys, count * sizeof *keys)
 *     program_close(&program)
 *
 * The first function that fails writes the reason and passes->status, and those after it do nothing but fail, so that a
 * caller may look at the end alone. Each fold has two events of its own around it, for the folds' share, unless the passes ask
 * for the program's time alone. */
#ifndef FOLDCHECK_APPS_PROGRAM_H
#define FOLDCHECK_APPS_PROGRAM_H

#include "passes.h"

enum { MAX_PROGRAM_ARRAYS = 32 };

struct program {
    struct passes *passes;
    struct text *why; /* the caller's */
    bool failed;
    void *array[MAX_PROGRAM_ARRAYS]; /* on the device; owned */
    int arrays;
    struct program_plan *plan; /* of the passes that were reserved; owned */
    size_t plans;
    struct event **events;        /* two a fold; owned */
    size_t launched;              /* folds so far, since the start */
    size_t folds, reserved, room; /* with events so far; asked for; pairs of events that there are */
    bool runs;                    /* between start and stop */
};

/* False with the reason. Close it in any case. */
bool program_open(struct program *program, struct passes *passes, struct text *why);
void program_close(struct program *program);

/* Memory of the program's on the device for `count` things of `size` bytes, all 0. NULL where it failed. */
void *program_array(struct program *program, const char *name, size_t size, uint64_t count);

/* put returns when the host's bytes are taken, get when they are there. */
bool program_put(struct program *program, void *to, const void *from, uint64_t bytes);
bool program_get(struct program *program, void *to, const void *from, uint64_t bytes);

/* Every byte of it becomes this one. */
bool program_fill(struct program *program, void *to, int byte, uint64_t bytes);

bool program_copy(struct program *program, void *to, const void *from, uint64_t bytes);

/* Does all that the host has to do for a pass, so that nothing of it falls between start and stop: plans it on the strategy,
 * takes scratch of its own and makes that ready, and opens events for so many folds of it (of more, they are opened as
 * they come). Passes that differ in their args, or in the place of their items by a multiple of 16 bytes, are one. */
bool program_reserve(struct program *program, const struct pass *pass, uint64_t folds);

/* The most combines that an item of a reserved fold passes through; its length where the strategy does not say. */
uint64_t program_depth(const struct program *program, const struct pass *pass);

/* A pass that was reserved. Its items and `results` are columns on the device that do not overlap, of a fold by key the keys
 * behind the items. A transposition counts as a step. */
bool program_fold(struct program *program, const struct pass *pass, const struct columns *results);

/* Counts as a step where it has something to do, and lies between start and stop. */
bool program_do(struct program *program, const char *name, const struct program_call *call);

/* What lies between is timed: passes->program_ms, launches, ms and steps grow. */
bool program_start(struct program *program);
bool program_stop(struct program *program);

#endif
