/* SPDX-License-Identifier: MIT
 * The expected result of a timed launch, made once for each operator and size: the oracle's fold, or its scan at a few
 * places; the last one covers every item of its row. */
#ifndef FOLDCHECK_BENCH_EXPECTED_H
#define FOLDCHECK_BENCH_EXPECTED_H

#include "device.h"
#include "keys.h"
#include "slack.h"
#include "test_case.h"

enum { MOST_PLACES = 16 };

/* One of the results. */
struct expected_place {
    uint64_t at;    /* its index */
    uint64_t items; /* that it covers, of its row; of a transposition one */
    struct slack slack;
    _Alignas(16) unsigned char state[MAX_STATE_BYTES]; /* or the map-out's item */
};

/* Zero-initialise it once. */
struct expected {
    char problem[MAX_LINE]; /* whose results they are; "": none yet */
    uint64_t items, rows;
    int count;
    struct expected_place place[MOST_PLACES];
    struct item_keys keys; /* of a problem by key; owned */
    int mapouts;           /* places of the map-out array; 0 without one */
    struct expected_place mapout[MOST_PLACES];
};

/* Folds or scans a problem item by item, unless that is what it holds already: one row, or of many rows a few, of
 * different lengths about the longest of them. A few ns an item. Of a transposition and of a map-out array it takes
 * the first place, the last, and some anywhere between. Of folds by key the first, the last, some keys and the keys of
 * some items; False with the reason: no memory. */
bool expected_take(struct expected *expected, const struct problem *problem, struct text *why);

void expected_free(struct expected *expected);

/* Compares a state with what is expected at a place. Floats may differ by what a fold in which no item passes through
 * more than `depth` combines can lose (UINT64_MAX: unknown; then a warp's lanes are taken to share the row), or be to
 * the bit what one thread gets that folds them in order. *bounds: as difference_bounds. False with one line where they
 * differ by more. */
bool expected_holds(const struct expected_place *expected, const struct op *op, uint64_t depth,
                    const void *state, double *bounds, struct text *why);

#endif
