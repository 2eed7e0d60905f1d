/* SPDX-License-Identifier: MIT
 * Capture of streams, as the rest of the simulator sees it; the host's calls stand in ordinary.h. */
#ifndef FOLDCHECK_SIM_CAPTURE_H
#define FOLDCHECK_SIM_CAPTURE_H

#include "machine.h"

/* The runtime's error if the stream (NULL: the legacy one) may be asked for nothing now; 0: it may. */
int capture_use(struct stream *stream, const char *what);
/* What is asked for in a captured stream becomes a node. Takes over what the operation owns. */
void capture_take(struct stream *stream, const struct operation *asked);
/* The event is recorded in the stream, captured or not. */
void capture_event(struct event *event, const struct stream *stream);
/* The stream ends. */
void capture_leave(struct stream *stream);
/* The device's captures are over, without a graph; what a refusal said is forgotten. */
void captures_forget(struct device *device);
/* The launcher's call that runs: its number (0: none does) and where its stack begins, which grows down from there. */
struct host_call {
    uint64_t number;
    uintptr_t frame;
};
struct host_call host_call_now(void);

#endif
