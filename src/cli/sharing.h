/* SPDX-License-Identifier: MIT
 * A card for many processes: without NVIDIA's multi-process service (MPS) they take turns on it, and are slower than
 * one alone. */
#ifndef FOLDCHECK_SHARING_H
#define FOLDCHECK_SHARING_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* A service of this run alone: its control process, and the folder of its pipes and logs. */
struct sharing {
    pid_t control; /* 0: none was started */
    char folder[64];
};

/* Whether a service runs that a process started now would use: by its control process's number in a file. One of
 * another user counts. */
bool sharing_runs(void);

/* Returns whether processes that start from now on share an NVIDIA card: one that `devices` may name (a list like
 * --device's, or NULL for the best device), by the service that runs, or by one that it starts for this run. Where
 * there is no service, or no right to it, nothing is left behind. To be called before this process uses a card. Takes
 * as long as opening a card once. */
bool sharing_begin(struct sharing *sharing, const char *devices);

/* Processes that start from now on share no card; those that do must have ended. */
void sharing_part(struct sharing *sharing);

/* Ends the service of this run, if there is one, and removes its folder. */
void sharing_end(struct sharing *sharing);

#endif
