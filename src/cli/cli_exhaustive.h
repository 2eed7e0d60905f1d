/* SPDX-License-Identifier: MIT
 * `check --exhaustive N`: every shape up to N, of every strategy and code variant. */
#ifndef FOLDCHECK_CLI_EXHAUSTIVE_H
#define FOLDCHECK_CLI_EXHAUSTIVE_H

#include "launch.h"

enum { MOST_EXHAUSTIVE = 65533 }; /* items; the narrowest span is right no further */

/* The request of the command line. */
struct exhaustive {
    struct launch launch;              /* the options that all runs share, argc and argv */
    const char *strategy, *op;         /* globs; NULL: all */
    bool first;                        /* stop at the first failure, and leave it as it is */
    uint64_t most;                     /* N, 1 .. MOST_EXHAUSTIVE */
    uint64_t seed;                     /* of tallies' weights */
    uint64_t shard_index, shard_count; /* index counts from 0 */
};

/* Runs it. Returns the command's exit status. */
int exhaustive_run(struct exhaustive *request);

#endif
