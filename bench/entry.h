/* SPDX-License-Identifier: MIT
 * Shared by the files of this folder: one entry a benchmark. Private. */
#ifndef FOLDCHECK_BENCH_ENTRY_H
#define FOLDCHECK_BENCH_ENTRY_H

#include "bench.h"
#include "bench_shim.h"
#include "expected.h"
#include "peers/peers.h"
#include "load.h"

/* The last two are measured on several cards, and are no benchmarks of their own. */
enum entry_kind {
    ENTRY_COPY,
    ENTRY_READ,
    ENTRY_HOST,
    ENTRY_OURS,
    ENTRY_PEER,
    ENTRY_EMPTY_LAUNCH,
    ENTRY_EMPTY_COLLECTIVE
};

enum { MOST_SAMPLES = 31 };

/* Subjects of ENTRY_HOST. */
#define HOST_BY_ROWS "host_by_rows"
#define HOST_BY_COLUMNS "host_by_columns"

struct bench;

struct entry {
    struct bench *bench;
    enum entry_kind kind;
    struct problem problem;
    const struct instance *instance; /* NULL for the yardsticks */
    const char *subject;             /* the strategy's name, "copy", "read_only", or the host's */
    bool unchecked;      /* a peer's: the operator lacks a law; the result may differ and is not compared */
    unsigned log2_items; /* of rows of different lengths: the size that they were made for */
    unsigned log2_rows;  /* 0 for one row, and for rows of different lengths */
    uint64_t traffic;    /* bytes that the strategy says it moves; 0 before it was prepared */
    double seconds[MOST_SAMPLES]; /* of the samples that were taken */
    int samples;
    double bounds;       /* how many bounds the farthest result of a float operator was off; 0: none was */
    bool wrong;          /* a timed launch gave another result than the oracle */
    bool failed;         /* a sample could not be taken, or was wrong; */
    struct text failure; /* says why, and no more are taken */
};

/* The matrix of the current ENTRY_HOST, whose items are of 32 bits. Memory is owned. */
struct host_rows {
    uint32_t *item, *sum;
    bool transposed;
};

struct bench {
    const struct bench_request *request;
    struct session session;
    struct load load;
    const struct peers *peers; /* NULL: none on this device */
    struct entry *entry;       /* owned */
    size_t count, room;
    struct entry *current;    /* whose problem lies on the device; NULL: none */
    struct expected expected; /* of the current entry */
    char placed[MAX_LINE];    /* the problem by key whose items the load has; "": none */
    void *from, *to;          /* yardsticks: yard_bytes on the device each */
    uint64_t yard_bytes;
    struct host_rows host;
    double copy_rate; /* bytes a second, read and written, of the largest copy; the unit of `of_copy` */
    double empty_launch, empty_collective; /* seconds, on several cards; else 0 */
    struct event *start, *stop;
    bool broken; /* the device failed */
};

/* Of all rows. */
uint64_t entry_items(const struct entry *entry);

/* Do all rows of the entry have one length? */
bool entry_is_even(const struct entry *entry);

/* Do two entries measure the same problem? */
bool entry_same_problem(const struct entry *a, const struct entry *b);

/* Adds an entry to the list, whose entries move then. False: no memory. */
bool entry_add(struct bench *bench, const struct entry *entry);

/* Adds all that the request asks for; entries no longer move afterwards, so the shim may hold them by address. */
bool entries_add(struct bench *bench, struct text *why);

/* Why there is nothing to measure. */
/* Whether --strategy, if it was given, names anything here; else the reason. */
bool entries_named(const struct bench *bench, struct text *why);

void entries_say_none(const struct bench_request *request, struct text *why);

/* Returns `done`, and remembers a device that failed. */
bool device_did(struct bench *bench, bool done);

/* Overwrites the result and the map-out, so that a launch that writes nothing cannot pass on what the one before it
 * left. */
bool result_spoil(struct bench *bench, struct text *why);

/* Compares what the last launch left with the expected places; false with a line, and the entry wrong, where it
 * differs. */
bool result_holds(struct entry *entry, struct text *why);

/* The same of every item of a transposition, or of a map-out array: past 2^22 items of as many in pieces. */
bool arrays_hold(struct entry *entry, struct text *why);

/* Makes the matrix of an ENTRY_HOST, and again frees it. False: no memory. */
bool host_prepare(struct entry *entry, struct text *why);
void host_close(struct host_rows *host);

/* Sums its rows once, by the host's clock. False with a line, and the entry wrong, where a sum is not what it should
 * be. */
bool host_time(struct entry *entry, double *seconds, struct text *why);

/* Has the rows of a strategy for column-major matrices lie so. */
void entry_lay(struct entry *entry);

/* The problem of a shape, in the layout and with the data that all benchmarks have. */
struct problem problem_of(enum what what, const struct op *op, const struct shape *shape);

/* Adds what the figures that are asked for measure. False: no memory. */
bool figures_add(struct bench *bench);

/* Prints every ratio beside the document's. */
void figures_print(struct bench *bench);

/* The fewest bytes that the entry's work must read and write. */
uint64_t entry_fewest(const struct entry *entry);

/* Enqueues what the entry measures and waits for it: seconds between the device's events. */
bool launch_time(struct entry *entry, double *seconds, struct text *why);

/* Of several cards: measures a launch and a collective that do nothing. */
bool cards_measure(struct bench *bench, struct text *why);

/* Of several cards: for each of ours the model's time, bytes / copy + collective + launch, with each term, and the time
 * that was measured beside it and beside the least that its bytes take. */
void cards_print(const struct bench *bench);

/* Median of the entry's samples in seconds; 0 without any. */
double entry_median(const struct entry *entry);

/* Prints the table: for each operator and size the yardsticks, the peer, the best of ours and what
 * the strategy that picks lost against it. Of transpositions every strategy's share of the largest copy instead. */
void table_print(const struct bench *bench);

#endif
