/* SPDX-License-Identifier: MIT
 * The loop of the main job: draw a case, check it, count verdicts, shrink what fails. Knows only callbacks:
 * neither devices nor strategies. What it finds stands in struct results (results.h). */
#ifndef FOLDCHECK_RUNNER_H
#define FOLDCHECK_RUNNER_H

#include "draw.h"
#include "results.h"

struct target;

/* A claim, as the runner sees it. context is the properties' own (an open device, its scratch). */
struct about_subject;

struct property {
    const char *name;  /* lower_snake, the claim in words: reduce_equals_oracle */
    const char *claim; /* the claim in one sentence */
    enum subject subject;
    bool on_host; /* needs no device */
    bool on_sim;  /* needs the simulator */
    /* Draws a case for the target; every choice comes from draw. False: nothing to check (discarded). */
    bool (*generate)(void *context, const struct target *target, struct draw *draw, struct test_case *drawn);
    /* Checks one case. Draws nothing: every choice is in the case. */
    enum verdict (*check)(void *context, const struct test_case *checked, struct finding *finding);
    const struct about_subject
        *about;            /* the properties' own: the strategies or operators of the claim; NULL: any */
    unsigned needs;        /* likewise: what it needs of an operator, a strategy or the build */
    unsigned tested;       /* likewise: which tests of the suite it has */
    bool forbids_counters; /* its check fails if the process's variables change, as a fuzzer's counters do */
    bool is_main;          /* it compares with the oracle; the others are checked less often */
    bool every_schedule;   /* its small cases run in all orders that differ */
    const char *compares[2]; /* strategies with which it compares; NULL behind the last */
};

/* One thing to check: a property of a subject on a device, with one operator (NULL: any the generator likes). */
struct target {
    const struct property *property;
    char subject[MAX_NAME]; /* strategy or operator; "" for the suite */
    const struct op *op;
    struct device_name device;
    uint64_t cases;    /* verified cases wanted; the generated cases stop there (0: none are generated) */
    uint64_t first;    /* of a law: those before any strategy runs, whatever the time */
    bool implied;      /* a law that was not asked for: it comes before the strategies with its operator */
    bool ought_refuse; /* the strategy needs a law that the operator lacks: a few draws, to see it refuse */
};

/* A case that is run before anything is drawn: a line of the corpus, or what `replay` was given. Its device
 * is the target's, whatever the line says. */
struct fixed_case {
    uint32_t target; /* index in run.targets */
    const struct test_case *line;
};

/* The input of a run. Everything belongs to the caller and is only read. */
struct run {
    const struct target *targets; /* in a worker but the first one: none, as of `fixed` */
    uint32_t target_count;        /* <= MAX_TARGETS */
    uint32_t law_count;           /* of these, the first ones: laws, which come before all others */
    bool strict;                  /* a warning fails the run */
    bool anyway;                  /* strategies run even with an operator that breaks a law */
    const struct fixed_case *fixed;
    uint64_t fixed_count;
    double seconds; /* for everything together, but every target has its first case; 0: no limit */
    uint64_t seed;
    bool shrink;
    bool first;      /* the first failure ends the run, as it was drawn; of laws, once all had their cases */
    bool has_worker; /* a parent stands by: a process may end with WORKER_FRESH to go on in a fresh one */
    uint32_t slot;   /* of this process, below MAX_SLOTS */
    bool
        alone; /* no other worker comes: they would take turns on one device, which costs more than it gains */
    void *user;
    /* The context of a device's checks, opened at the first call. NULL with the reason. */
    void *(*context)(void *user, struct device_name device, struct text *why);
    /* In a worker: the target of such a tally, which the first worker has named. False with the reason. */
    bool (*target_of)(void *user, const struct tally *tally, struct target *target, struct text *why);
    /* In a worker: does what a REQUEST_SWEEP says, at most SWEEP_ROOM bytes; or NULL. */
    void (*sweep)(void *sweep_user, const void *order);
    void *sweep_user;
    /* Launches count as hung sooner than usual, or no more; NULL: there is no such thing. */
    void (*patience)(void *context, bool little);
    /* Where a check that runs long says that it goes on; NULL: nowhere. */
    void (*beats)(void *context, void (*beat)(void *beating), void *beating);
    /* properties_simpler_tuning, or NULL. */
    bool (*simpler_tuning)(void *context, const struct test_case *from, size_t index, struct tuning *tuning);
    /* Called between cases; NULL in a worker, whose parent looks by itself. */
    void (*tick)(void *tick_user, const struct results *results);
    /* Called once, when the targets are known, before any case; or NULL. */
    void (*named)(void *tick_user, struct results *results);
    void *tick_user;
};

enum { SWEEP_ROOM = 8192 };

/* The exit status of a process that wants to go on in a fresh one. */
enum { WORKER_FRESH = 75 };

/* Runs a run in this process, or goes on with it, on the slot run->slot. results is as results_make has it at first. With
 * has_worker it does not return where a fresh process is wanted, but ends this one. Sets the slot's `done`. */
void runner_run(const struct run *run, struct results *results);

/* In a worker: names the targets to its parent, if it is the first, and takes turns, which name theirs, until there are no
 * more. results is as results_attach has it. Ends the process as runner_run does. */
void runner_serve(const struct run *run, struct results *results);

/* In the parent: the targets, from the bytes of a worker's REQUEST_TARGETS. False without memory. */
bool runner_hear_targets(struct results *results, const void *bytes);

/* A name for a target: "reduce_equals_oracle.reduce_window.affine_u32@sim64". Returns its length. */
size_t target_name(const struct target *target, char *out, size_t room);

#endif
