/* SPDX-License-Identifier: MIT
 * Which case runs next: of laws first, then fixed ones, then a draw for each target in turn. Private to the engine. */
#ifndef FOLDCHECK_SCHEDULING_H
#define FOLDCHECK_SCHEDULING_H

#include "results.h"

/* Finds each target's lead, once all have their names. False without memory. */
bool schedule_leads(struct results *results);

/* Takes the next case, all of its turn but the tally; its target is taken until schedule_leave. */
enum next schedule_next(struct results *results, struct slot_turn *turn);

/* Gives a target back, when its case has ended. */
void schedule_leave(struct results *results, uint32_t target);

/* Gives a turn back that was not begun: it is the next one. */
void schedule_return(struct results *results, const struct slot_turn *turn);

/* Whether a target wants one more case that is drawn. */
bool target_wants_more(const struct tally *tally);

/* Whether a law has not had its first cases. */
bool law_wants_more(const struct tally *law);

#endif
