/* SPDX-License-Identifier: MIT
 * A team: the ranks that mpirun started for this process, and the memory that they share with it. Teams are kept, since
 * starting one takes about half a second; their ranks sleep when they have nothing to do, and end with this process. */
#ifndef FOLDCHECK_MPI_TEAM_H
#define FOLDCHECK_MPI_TEAM_H

#include "page.h"

struct team;

/* What a team is started with. */
struct team_request {
    const char *library; /* "openmpi" */
    uint32_t ranks;
    const char *environment; /* "NAME=value NAME=value", or "" */
};

/* A team like this, a new one if there is none. NULL with the reason: no mpirun, no program beside this shared object, or
 * the job does not start. Takes about half a second. */
struct team *team_get(const struct team_request *request, struct text *why);

/* The page, with room for `bytes` bytes of memory in all; NULL with the reason. */
struct ranks_page *team_page(struct team *team, uint64_t bytes, struct text *why);

/* Lets the ranks do the problem in the page, and waits. False with the reason, and which rank it was, if one failed, died,
 * or did not come back; the team is gone then, and the next team_get starts a new one. */
bool team_turn(struct team *team, const char *doing, struct text *why);

#endif
