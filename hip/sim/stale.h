/* SPDX-License-Identifier: MIT
 * Old values of atomics that the model of memory lets a lane find: stale.c. */
#ifndef FOLDCHECK_SIM_STALE_H
#define FOLDCHECK_SIM_STALE_H

#include "machine.h"

/* Old bytes lie in memory for the lane that runs. */
extern bool stale_lies;

/* The order and scope of an access, as sim_atomic_enter has them; of a volatile one of sim64, which orders nothing, too. */
enum { STALE_NO_ATOMIC = -1 };

/* Lanes of launches that start from now on may find old values, or do not. */
void stale_switch(bool on);
bool stale_on(void);
/* The first block of a launch starts: its lanes know all that was before. */
void stale_launch(const struct launch *launch);
void stale_block(const struct block *block);
/* All lanes have met at a barrier or a sync; a bit each, where there are at most 64. */
void stale_meet(const struct lane *first, uint64_t lanes, uint32_t count);

/* How many values the lane may find there, the last one first. `but`: no old ones that are this value (NULL: any). */
unsigned stale_choices(const struct lane *lane, const struct access *access, enum atomic kind,
                       const uint64_t *but);
/* Whether all values of the place may be found, by lanes that know no later ones. */
bool stale_covers(const struct access *access);
/* The lane accesses: notes what it stores, and what it knows from now on. A fence comes before one that is sequentially
 * consistent: the caller's stale_fence. choice: below stale_choices. Returns the number of
 * the value that it finds, or stores. */
uint32_t stale_access(struct lane *lane, const struct access *access, enum atomic kind, int how,
                      unsigned choice, const uint64_t *but);
/* The value that the access under way finds. */
uint64_t stale_found(const struct access *access);
/* Behind the check of the access: an old value lies in memory, and what was told with it, up to the lane's next access. */
void stale_put(void);
void stale_put_back(void);
/* The lane is about to store there, by no atomic. */
void stale_plain(struct lane *lane, const struct access *access);
void stale_fence(struct lane *lane, int how);
/* Whether loads were not offered all old values since it was asked last, for want of room or since places share bytes. */
bool stale_left_out(void);
/* Forgets all values. */
void stale_forget(void);
void stale_free(void);

#endif
