/* SPDX-License-Identifier: MIT
 * The process that may die. The parent touches no device: it executes this program again as a worker, which
 * runs the whole loop, and shares struct results with it. A crash, an exit or a hang costs the case that was
 * running; the parent writes down how the worker ended and starts another one, which goes on from there. */
#ifndef FOLDCHECK_WORKER_H
#define FOLDCHECK_WORKER_H

#include "runner.h"

/* A zeroed struct results in anonymous memory; with fd, in a memory file that a worker inherits under that
 * number. NULL with the reason. Lives as long as the program. */
struct results *results_make(int *fd, struct text *why);

/* In a worker: the parent's results. */
struct results *results_attach(int fd, struct text *why);

struct worker {
    char **argv;    /* of the worker, NULL at its end; it must lead to results_attach and runner_run */
    int fd;         /* of results_make; a worker inherits it */
    double timeout; /* seconds after which a case that shows no sign of life has hung */
    /* Called about ten times a second. */
    void (*tick)(void *user, const struct results *results);
    void *user;
};

/* Runs workers until results->done, or results->stopped says why not. */
void worker_supervise(const struct worker *worker, struct results *results);

#endif
