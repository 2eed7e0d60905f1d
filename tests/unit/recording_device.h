/* SPDX-License-Identifier: MIT
 * A backend that notes each call and fails at one of them. Its NOTED_BYTES of memory are on the heap, because
 * touches_only_its_arguments copies all variables of the program around each call. */
#ifndef FOLDCHECK_RECORDING_DEVICE_H
#define FOLDCHECK_RECORDING_DEVICE_H

#include "fixture.h"

enum { RECORDING_BYTES = 1 << 20 };

extern struct recording {
    struct text asked;     /* a word for each call, in order; a region's is its name and its bytes */
    const char *fails;     /* the call that fails; "": none */
    uint64_t allocated;    /* bytes of the last allocation */
    uint64_t made;         /* items that the device was to make at last */
    double ms;             /* between two events */
    struct stream *stream; /* the one that is expected in each call that takes one */
} recording;

/* Of a launch that is timed. */
extern struct event *const recording_start, *const recording_stop;

/* A load that is planned on it, for a strategy that takes all. */
struct tried {
    struct session session;
    struct strategy strategy;
    struct instance instance;
    struct test_case made;
    struct load load;
};

/* Plans the problem of a line, in a session with a time limit of its own, and forgets what was noted. The fixture's
 * device is not asked. False with the reason. */
bool recording_begin(struct tried *tried, const struct fixture *fixture, const char *line,
                     struct finding *finding);

#endif
