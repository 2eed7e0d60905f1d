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

struct worker {
    char **argv;       /* of the worker, NULL at its end; it must lead to results_attach and runner_serve */
    char *slot_option; /* the one of them that says the worker's slot: SLOT_OPTION_ROOM characters */
    uint32_t jobs;     /* workers at once, at most: 1 to MAX_SLOTS */
    double timeout;    /* seconds after which a case that shows no sign of life has hung */
    /* Called about ten times a second. */
    void (*tick)(void *user, const struct results *results);
    /* As struct run has it; or NULL. */
    void (*named)(void *user, struct results *results);
    void *user;
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
