/* SPDX-License-Identifier: MIT
 * Records in memory: all lines of some files, whose fields docs/guide/record.md explains. Texts are kept once, so that two of
 * them are equal if their addresses are. */
#ifndef FOLDCHECK_RECORD_HISTORY_H
#define FOLDCHECK_RECORD_HISTORY_H

#include "names.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>

enum { MOST_FIGURES = 16 };

struct past_run {
    const char *id, *commit, *parent, *command, *version, *built, *compilers, *host, *system;
    const char *file; /* where it was read */
    int64_t commit_time, time;
    bool dirty;
    bool ended;   /* it has an end */
    int status;   /* of its end */
    bool skipped; /* some device was not there */
    bool foreign; /* its file is no record */
};

struct past_device {
    size_t run;
    const char *device, *name, *arch, *versions;
};

/* How a card was at some moment of a run. */
struct past_card {
    size_t run;
    const char *device, *driver; /* driver: "" if it is not known, like these if they are 0 */
    double clock, temperature;
};

/* What a verdict, a failure and a judgement are about. */
struct past_target {
    const char *property, *subject, *op, *device;
    const char *card; /* history_name_cards */
};

struct past_verdict {
    size_t run;
    struct past_target target;
    enum verdict verdict;
    uint64_t passed, over_3_tiles, failed, refused, discarded, broken;
    double seconds;
    const char *reason; /* "" if there is none */
    bool judged;        /* a judgement: the target's operator is one of several */
    bool implied;       /* a law that nobody asked for, which comes before strategies with its operator */
};

struct past_failure {
    size_t run;
    struct past_target target;
    const char *claim, *first_at;
    const char *line;   /* the case */
    const char *again;  /* the command that shows it */
    const char *report; /* as printed; "" if it is not known */
};

struct past_counters {
    size_t run;
    const char *counted; /* "strategy{tuning}@device problem" */
    int count;
    const char *name[MOST_FIGURES];
    uint64_t value[MOST_FIGURES];
};

struct past_code {
    size_t run;
    const char *kernel, *device, *arch, *hash;
    int count;
    const char *name[MOST_FIGURES];
    uint64_t value[MOST_FIGURES];
};

/* In seconds; 0 without samples. The quartiles are samples, too. */
struct spread {
    double least, lower, median, upper, most;
};

struct past_times {
    size_t run;
    const char *timed;
    const char *series; /* `timed`, with the device's word alone: cards in two positions are one series */
    const char *card;   /* history_name_cards, like `series` */
    double *sample;     /* seconds; owned */
    int samples;
    struct spread spread; /* samples_note */
    uint64_t items, bytes;
    double copy_rate;  /* 0: not known */
    const char *wrong; /* "" if it is not */
};

/* An array that grows. */
#define PAST(TYPE)                                                                                           \
    struct {                                                                                                 \
        struct TYPE *at;                                                                                     \
        size_t count;                                                                                        \
    }

/* Zero-initialise it. Everything is owned. */
struct history {
    struct names names;
    PAST(past_run) runs;
    PAST(past_device) devices;
    PAST(past_card) cards;
    PAST(past_verdict) verdicts;
    PAST(past_failure) failures;
    PAST(past_counters) counters;
    PAST(past_code) code;
    PAST(past_times) times;
    size_t torn;            /* lines that were ignored */
    struct text first_torn; /* "results.jsonl:7" */
    size_t last_run;        /* that a line was about */
    const char *last_timed; /* of a line in the usual form; NULL: none */
    struct {
        size_t verdicts, failures, times;
    } named; /* how many of them have their cards */
};

/* Adds what a file holds: a record, a list of costs like properties/fingerprints.txt, or the JSON of `bench
 * --benchmark_out`. False with one line that says where it is wrong. */
bool history_read(struct history *history, const char *path, struct text *why);

/* Whether a device's word stands for two cards: "nvidia is NVIDIA H200 in some runs and NVIDIA H100 in others". */
bool history_mixes_cards(const struct history *history, struct text *which);

/* Names the card of all times, verdicts and failures: "NVIDIA H200, sm_90" after its run's device line, whatever its
 * position; the device's word ("sim32", "nvidia") where there is no such line. False without memory. */
bool history_name_cards(struct history *history);

/* Room for one more element, zeroed, at the end of an array (&history->runs.at); false without memory. */
bool history_grow(void *array, size_t count, size_t size);

/* The strategy that a counted or timed case is about, without its tuning, and the device: "reduce_window", "sim32". */
void case_subject(const char *line, char *subject, size_t room);
void case_device(const char *line, char *device, size_t room);

void history_close(struct history *history);

#endif
