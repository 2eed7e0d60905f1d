/* SPDX-License-Identifier: MIT
 * Writes a record: a file of JSON lines that runs append to, from which reports and comparisons are made
 * (docs/guide/record.md has the fields). A line is one write at the file's end, so that runs may share a file and whatever
 * ends a run leaves what it had done. Reading is src/report/records/'s. */
#ifndef FOLDCHECK_RECORD_H
#define FOLDCHECK_RECORD_H

#include "results.h"

#include <stdio.h>

enum { RECORD_VERSION = 1, RECORD_HEAD_ROOM = 40 };

/* The first bytes of every record. */
void record_head(char head[RECORD_HEAD_ROOM]);

/* The first line of a run. Empty strings: not known. */
struct record_context {
    char command[1024]; /* the program's arguments, as a shell takes them */
    char commit[64], parent[64];
    int64_t commit_time; /* seconds since 1970; 0: not known */
    enum { TREE_UNKNOWN, TREE_CLEAN, TREE_DIRTY } tree;
    const char *version, *built, *compilers; /* the program's */
    char host[128], system[256];
};

/* Zero-initialise it; without a path nothing is written. */
struct record {
    const char *path;
    struct record_context context;
    int file;       /* 0: not open yet */
    char run[48];   /* names the run in each of its lines */
    bool *reported; /* of the targets; owned */
    uint32_t reported_first, devices, failures;
    bool failed;
    struct text why; /* it failed */
};

/* Whether a run may append to a file: it is not there, or empty, or begins as a record of this version does. False with
 * the reason. */
bool record_usable(const char *path, struct text *why);

/* Names the file, the caller's, which is opened with the run's first line once there is a second one: a run that finds
 * nothing to do leaves nothing behind. False with the reason. */
bool record_open(struct record *record, const char *path, const struct record_context *context,
                 struct text *why);

/* Writes what is new: devices, targets whose last case has run, and failures. With `ended`, also the targets that a run
 * left unfinished, and what is judged at its end. */
void record_results(struct record *record, const struct results *results, bool ended);

/* A line of numbers that are exact. */
struct record_counter {
    const char *name;
    uint64_t value;
};
void record_counters(struct record *record, const char *counted, const struct record_counter *counter,
                     size_t count);

/* The machine code of a kernel. */
struct record_code {
    const char *kernel, *device, *arch;
    uint64_t hash;
    const struct record_counter *figure;
    size_t figures;
};
void record_code(struct record *record, const struct record_code *code);

/* The samples of one benchmark, each verified. */
struct record_times {
    const char *timed; /* the case line */
    const double *seconds;
    int samples;
    uint64_t items, bytes; /* that the work must move, at least */
    double copy_rate;      /* bytes a second of the largest copy */
    const char *wrong;     /* why it failed; "" if it did not */
};
void record_times(struct record *record, const struct record_times *times);

/* A device that a run works on, and how it is. */
void record_device(struct record *record, const struct device_note *note);

/* How a card is at the moment, where its driver says it: clocks and temperature. */
void record_card(struct record *record, const struct device_note *note);

/* Writes the run's last line and closes the file. False with the reason if a line could not be written. */
bool record_close(struct record *record, int status, struct text *why);

#endif
