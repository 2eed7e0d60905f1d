/* SPDX-License-Identifier: MIT
 * Which case a worker runs next: fixed ones first, then a draw for each target in turn. Private to the runner. */
#ifndef FOLDCHECK_SCHEDULING_H
#define FOLDCHECK_SCHEDULING_H

#include "triage.h"

/* Puts the next case on the slot: its target, and STEP_CHECK for a fixed one, STEP_DRAW for one to be drawn. False
 * where nothing is left to do, or the run was stopped. */
bool loop_next_case(struct loop *loop);

/* Gives back the target that loop_next_case took. */
void loop_leave(struct loop *loop, uint32_t target);

#endif
