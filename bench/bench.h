/* SPDX-License-Identifier: MIT
 * The benchmarks: every strategy beside its peers and two yardsticks, on one device. A benchmark's name is
 * the case line with the claim `time`; the launch that is timed is the launch that is verified. */
#ifndef FOLDCHECK_BENCH_H
#define FOLDCHECK_BENCH_H

#include <stdbool.h>

#include "test_case.h"
#include "record.h"
#include "status.h"

/* Rows of different lengths, as `rag:` has them: their mean length, at least 1 item, and how lengths fall. */
struct bench_ragged {
    uint64_t mean;
    enum dist dist;
};

/* Keys of a fold by key, and how they fall. */
struct bench_keys {
    uint64_t keys; /* at least 1, below 2^32 */
    enum dist dist;
};

enum { MOST_RAGGED = 32, MOST_KEYS = 32 };

struct bench_request {
    struct device_name device;
    const char *strategies, *operators; /* patterns, as `matches` takes them; NULL strategies: all */
    enum what
        what; /* WHAT_REDUCE, WHAT_SCAN, WHAT_KEYED, or WHAT_TRANSPOSE, whose operators are element types */
    unsigned least, most;           /* sizes 2^least .. 2^most items; most <= 40 */
    bool rows;                      /* several rows: of each size those of 2^least_rows .. 2^most_rows rows */
    unsigned least_rows, most_rows; /* that have an item each at least; a transposition's are one matrix's */
    /* Rows of different lengths instead, of each size as many as it has items for, where that are two or more; no
     * transpositions. */
    struct bench_ragged ragged[MOST_RAGGED];
    int ragged_count; /* 0: rows of one length */
    struct bench_keys keys[MOST_KEYS];
    int keys_count;        /* of WHAT_KEYED at least 1, else 0 */
    const char *figures;   /* a pattern of documents' figures, instead of all the above; NULL: none */
    uint64_t fewer;        /* divides the document's number of items; at least 1 */
    bool keep_one;         /* ask for the first of a result's columns alone */
    bool lines;            /* Google Benchmark's, one for each benchmark, before the table */
    bool from_idle;        /* time a launch from an idle device, so that the host's part counts */
    struct record *record; /* where the samples go, too */
    bool (*matches)(const char *pattern, const char *name);
};

/* Runs the benchmarks that Google Benchmark's flags in argv choose, on the device; prints them as they come and a
 * table at the end. A refused problem is no benchmark. Host memory does not grow with the size, but by the 8
 * bytes that say where each row of different lengths begins, and by items of folds by key, which are made here: all
 * others are made on the device, and the expected value is
 * folded from one item at a time; every timed launch is held against it, and a warm-up's transposition or map-out
 * array item by item (past 2^22 items in pieces of as many; of folds by key at a few places). Device memory: three
 * times the largest input. Returns STATUS_OK, STATUS_FAIL (a timed launch gave a wrong result), STATUS_USAGE (an
 * argument that is none, a pattern that matches nothing) or STATUS_BROKEN (the device failed); why says what, except
 * where Google Benchmark has said it on stderr. */
enum status bench_run(const struct bench_request *request, int argc, char **argv, struct text *why);

#endif
