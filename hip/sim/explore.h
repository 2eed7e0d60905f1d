/* SPDX-License-Identifier: MIT
 * The order of lanes as a path of choices, and the search through all paths that differ: explore.c. */
#ifndef FOLDCHECK_SIM_EXPLORE_H
#define FOLDCHECK_SIM_EXPLORE_H

#include "machine.h"

/* ---- for the lanes' words; none but the last two switches ---- */

/* Whether lanes run by a path. */
bool explore_on(void);
/* Lanes have met: each knows what any of them did. Of `count` lanes those with a bit; where there are more than 64, all. */
void explore_meet(const struct lane *first, uint64_t lanes, uint32_t count);
/* The atomic that the lane began is done. */
void explore_done(struct lane *lane);
/* The lane comes to an atomic or volatile access, and returns when it is chosen; to a word that says it waits, and returns when
 * that may be over. */
void explore_access(struct lane *lane, const struct access *access, enum atomic kind, int how, uint32_t site);
void explore_wait(struct lane *lane);
/* The lane comes to a fence of which all such fences of the device have one order, and returns likewise. */
void explore_fence(struct lane *lane);

/* ---- for the scheduler ---- */

/* A schedule begins, with a device's next launches. */
void explore_schedule(const struct schedule *schedule);
/* A block becomes resident. */
void explore_block(struct block *block);
void explore_ready(struct lane *lane);
/* The lane that runs next; NULL: the launch ends here, with the device's error. */
struct lane *explore_take(void);
void explore_free(void);

/* ---- for the backend: its explore and explored ---- */

void explore_begin(uint64_t most_reorderings);
bool explore_next(struct exploration *sum, struct schedule *taken);

#endif
