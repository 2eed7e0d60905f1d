/* SPDX-License-Identifier: MIT
 * The files that run launches say this to one another. */
#ifndef FOLDCHECK_SIM_LAUNCH_H
#define FOLDCHECK_SIM_LAUNCH_H

#include "machine.h"

/* ---- fail.c ---- */

/* Seconds that this process has computed: a time limit counts these, since others may keep the host busy, too. */
double busy_seconds(void);
/* Also starts the words until the next look at the clock anew. */
bool time_is_up(void);
/* A run begins, which may take so many seconds, 0: any. Each launch that it begins adds what its threads need. */
void time_begin(double seconds);
void time_add(uint64_t threads);
/* From now on a lane of a plugin's that says no word is stopped, too, when the time is up; and no more. */
void watch_begin(double seconds);
void watch_end(void);
/* The same of a launcher, between its launches. */
void watch_call(bool begins);
bool waits_in_group(const struct lane *lane);
/* The first lane waits for the other one in vain. */
_Noreturn void fail_absent(const struct lane *lane, const struct lane *absent);
/* No lane of the block can run, and some have not ended. A lane that has ended is the better explanation. */
_Noreturn void block_stuck(const struct block *block);

/* ---- runtime.c ---- */

/* Leaves the launcher that runs, with the device's error, if it has computed for up to a second longer than machine.limit outside
 * of kernels, or several times as long as any of its runs may in all: it does not end. Does not return then. */
void call_look(void);
/* Kernels of the launcher's ran for so long, and might have for so long. */
void call_ran(double seconds, double allowed);

/* ---- lane.c ---- */

/* A lane's life. */
void lane_main(struct fiber *fiber);

/* ---- block.c ---- */

/* Starts the launch's next block. Returns false if the host has no memory for it. */
bool block_start(struct launch *launch);
void block_end(struct block *block);

/* ---- stream.c ---- */

/* Does what is at the head of the stream, up to a launch that still runs, whose blocks it starts while there
 * is room for them. Returns false, with the device's error, if the host has no memory or nothing waits for it. */
bool stream_advance(struct stream *stream);
/* Starts blocks of the launch while there is room for them. False, with the device's error: the host has no memory. */
bool launch_starts_blocks(struct launch *launch);

#endif
