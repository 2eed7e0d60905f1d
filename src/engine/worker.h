/* SPDX-License-Identifier: MIT
 * The processes that may die. The parent touches no device: it executes this program again as workers, to which it gives
 * turns, and counts what they come to. A crash, an exit or a hang costs the case that was running; the parent writes down
 * how the worker ended and starts another one, which goes on from there. */
#ifndef FOLDCHECK_WORKER_H
#define FOLDCHECK_WORKER_H

#include "runner.h"

/* Zeroed results with that many slots, in a memory file which a worker inherits under the number *fd (NULL: there is no
 * worker). NULL with the reason. Live as long as the program. */
struct results *results_make(uint32_t slots, int *fd, struct text *why);

/* In a worker: results of its own, with the parent's slots, whose additions to lists the parent hears. */
struct results *results_attach(int fd, uint32_t slot, struct text *why);

enum { SLOT_OPTION_ROOM = 24 };

/* Sweeps, which come before all cases: the engine carries orders and what is said of them, and reads neither. */
struct sweeper {
    void *user;
    size_t order_size; /* at most SWEEP_ROOM */
    /* The list, from the first worker. */
    void (*list)(void *user, const void *bytes);
    /* What a slot is to sweep: the order that its last process had, before all others. */
    enum next (*next)(void *user, uint32_t slot, void *order);
    /* What it has found by now. */
    void (*hear)(void *user, uint32_t slot, const void *bytes);
    /* Its process died while `line` ran, and goes on. False if it did not sweep anything then. */
    bool (*died)(void *user, uint32_t slot, const char *line, const struct text *why);
    /* Its order is over. */
    void (*leave)(void *user, uint32_t slot);
    /* All are, or the run was stopped and nobody sweeps any more. */
    void (*over)(void *user, struct results *results);
};

struct worker {
    char **argv;       /* of the worker, NULL at its end; it must lead to results_attach and runner_serve */
    char *slot_option; /* the one of them that says the worker's slot: SLOT_OPTION_ROOM characters */
    uint32_t jobs;     /* workers at once, at most: 1 to MAX_SLOTS */
    double timeout;    /* seconds after which a case that shows no sign of life has hung */
    /* Called about ten times a second. */
    void (*tick)(void *user, const struct results *results);
    /* As struct run has it, but once the sweeps are over; or NULL. */
    void (*named)(void *user, struct results *results);
    void *user;
    const struct sweeper *sweeper; /* or NULL */
    /* Of workers that share a card, and so its faults (results->shared), else NULL: ends that for processes that start
     * from now on. Called once, after the first worker that does not end well; then all begin their cases again. */
    void (*part)(void *part_user);
    void *part_user;
};

/* Runs workers until all is done, or results->stopped says why not. After SIGINT, SIGTERM or SIGHUP it stops within a
 * few seconds, keeps what was found, and worker_signal has the signal's number (0: there was none); a second one ends
 * the program at once. */
void worker_supervise(const struct worker *worker, struct results *results);
int worker_signal(void);

#endif
