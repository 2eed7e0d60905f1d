/* SPDX-License-Identifier: MIT
 * The findings of `check --exhaustive`, sweep by sweep, in its parent. */
#ifndef FOLDCHECK_SWEEP_NOTES_H
#define FOLDCHECK_SWEEP_NOTES_H

#include "cli.h"
#include "exhaustive.h"

#include <stddef.h>

enum {
    MAX_SWEEPS = 16384,
    SWEEP_LARGE_FROM = 128 /* items up to which a run goes whose strategies are swept in large tunings, too */
};

/* The owner of a sweep: none, a slot (its number + 1), or none ever again. */
enum { SWEEP_FREE = 0, SWEEP_OVER = UINT16_MAX };

enum sweep_state {
    SWEEP_QUEUED, /* many launches before the host waits */
    SWEEP_ALONE,  /* something went wrong in a queue: shapes [next, end) one by one */
    SWEEP_DONE,
};

/* A sweep. The first worker lists what stands before the owner; the rest is the parent's, what was found a copy of what
 * a worker says. */
struct sweep_note {
    struct device_name device;
    char strategy[MAX_NAME], op[MAX_NAME];
    size_t index; /* of sweep_nth */
    struct launch_shape shape;
    enum sweep_loads loads;
    bool tiny, commutes;
    bool scans, exclusive;
    bool moves;         /* a transposition's; op is an element type */
    bool all_schedules; /* blocks do not communicate, and a race would have been found */
    bool overridden;    /* the strategy refuses the operator, which lacks a law */
    uint16_t owner;
    /* What the sweep found, to the end of the struct. */
    enum sweep_state
        state;    /* between two shapes, or in them: those that run are [next, end), or next alone */
    bool rows;    /* several, too */
    bool fitting; /* rows must fit into a block */
    size_t next, end;
    uint64_t verified, refused, counted, over_3_tiles, tiles, tile, edge_tiles, most;
    char line[MAX_LINE]; /* the case that is wrong; "": none is */
    uint64_t items;      /* of shape `next` */
    uint64_t wrong;      /* items of `line` */
    bool died;           /* what is wrong was a crash or a hang, of `line` or of the queue it was in */
    bool only_queued;    /* `line` is right when it runs alone */
    bool skipped;        /* a sweep of the strategy crashed or hung before */
    struct text why;
    struct text refusal;
};

enum {
    SWEEP_NAME_SIZE = offsetof(struct sweep_note, owner),
    SWEEP_FINDING_AT = offsetof(struct sweep_note, state),
    SWEEP_FINDING_SIZE = sizeof(struct sweep_note) - SWEEP_FINDING_AT
};

struct sweep_notes {
    uint64_t most, seed;
    bool first; /* the first failure ends the sweeps */
    uint32_t count;
    uint32_t over_count; /* notes that are over, those in front of the first that is not */
    uint32_t left_out;   /* sweeps of large tunings, by a run to fewer than SWEEP_LARGE_FROM items */
    bool over;           /* all sweeps are done: what follows is the runner's */
    double seconds;
    struct sweep_note note[MAX_SWEEPS];
};

/* The witness. */
const struct op *sweep_note_op(const struct sweep_note *note);

/* The parent's, and, while it lists them, the first worker's; the report has no other way to them. */
extern struct sweep_notes *sweep_notes;

/* How many sweeps found something wrong. */
uint32_t sweep_notes_wrong(void);

/* Prints what holds, tuning by tuning, and the verdict: struct launch's callback. */
void sweep_notes_print(void *user, const struct results *results);

#endif
