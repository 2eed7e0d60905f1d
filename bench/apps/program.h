/* SPDX-License-Identifier: MIT
 * A program that stays on the device: its arrays live there from the first launch to the last, folds and scans run on
 * them as strategies, and steps (hip/program_step.h) do what lies between.
 *
 *     program_open(&program, &passes, &why)
 *     keys = program_array(&program, "keys", sizeof *keys, count)      each a region of the simulator's own, all 0
 *     program_put(&program, keys, from, count * sizeof *keys)
 *     program_start(&program)                                          the first event
 *     program_fold(&program, &pass, &results), program_do(&program, "scatter_digit", &call), ...
 *     program_stop(&program)                                           the second event, and waits
 *     program_get(&program, to, keys, count * sizeof *keys)
 *     program_close(&program)
 *
 * The first function that fails writes the reason and passes->status, and those after it do nothing but fail, so that a
 * caller may look at the end alone. Each fold has two events of its own around it: the folds' share. */
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
    void *scratch; /* of folds; owned */
    uint64_t scratch_bytes;
    struct pass prepared;  /* the fold that scratch was made ready for; of no row: none */
    struct event **events; /* two a fold; owned */
    size_t folds, room;    /* so far, since the start; pairs of events that there are */
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

/* Scratch for a fold that comes later, so that none is allocated between start and stop. */
bool program_reserve(struct program *program, const struct pass *pass);

/* pass->items and `results` are columns on the device, of a fold by key the keys behind the items. A transposition counts as
 * a step. */
bool program_fold(struct program *program, const struct pass *pass, const struct columns *results);

bool program_do(struct program *program, const char *name, const struct program_call *call);

/* What lies between is timed: passes->program_ms, launches, ms and steps grow. */
bool program_start(struct program *program);
bool program_stop(struct program *program);

#endif
