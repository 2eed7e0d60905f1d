/* SPDX-License-Identifier: MIT
 * What a parent and its workers say to each other, over a stream between them: a kind, a length, and bytes of the same
 * program's structs. A worker that dies leaves whole requests, which are heard, and the beginning of one, which is not. */
#ifndef FOLDCHECK_REQUEST_H
#define FOLDCHECK_REQUEST_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum request_kind {
    /* To a worker: */
    REQUEST_TURNS = 1, /* its slot has turns */
    REQUEST_SWEEP,     /* what struct sweeper has for it */
    REQUEST_END,       /* nothing is left to do */
    /* To the parent: */
    REQUEST_TARGETS, /* struct request_targets, beginnings of tallies, the targets of fixed cases with their lines */
    REQUEST_CALL,    /* results_call */
    REQUEST_STOP,    /* results_stop */
    REQUEST_NOTE,    /* results_add_note */
    REQUEST_SKIPPED, /* results_add_skipped */
    REQUEST_SWEEPS,  /* likewise: the list of sweeps */
    REQUEST_SWEPT,   /* and what one of them has found by now */
    REQUEST_READY,   /* it can take turns */
    REQUEST_DONE,    /* its turns, or its sweep, are over */
};

struct request_stop {
    enum status status;
    struct text why;
};

struct request_targets {
    uint32_t target_count, law_count;
    uint64_t fixed_count, seed;
    double started, seconds;
    bool anyway, strict, first, alone;
};

/* Writes a request, however long that takes. False if nobody is there to read it. */
bool request_send(int channel, enum request_kind kind, const void *bytes, size_t length);

/* Waits for a request, as a worker gets them: its bytes, at most `room`, go to `bytes`. 0 if the other end is gone, or says
 * more. */
enum request_kind request_wait(int channel, void *bytes, size_t room);

/* What came and was not looked at; zero at first. */
struct inbox {
    char *bytes; /* owned */
    size_t used, room, seen;
    bool ended; /* nothing more comes */
};

/* Reads what is there, without waiting. False without memory. */
bool inbox_fill(struct inbox *inbox, int channel);

/* The next whole request, 0 if there is none. Its bytes are the inbox's, aligned as malloc's are, until the next call. */
enum request_kind inbox_next(struct inbox *inbox, const void **bytes, size_t *length);

void inbox_close(struct inbox *inbox);

#endif
