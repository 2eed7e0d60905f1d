/* SPDX-License-Identifier: MIT
 * What a timed launch must have left: the oracle's fold, made once for each operator and size. */
#ifndef FOLDCHECK_BENCH_EXPECTED_H
#define FOLDCHECK_BENCH_EXPECTED_H

#include "device.h"
#include "slack.h"

/* Zero-initialise it once. */
struct expected {
    const char *op; /* whose fold it is; NULL: none yet */
    uint64_t items;
    struct slack slack;
    _Alignas(16) unsigned char state[MAX_STATE_BYTES];
};

/* Folds a problem of one row, item by item, unless that is what it holds already. A few ns an item. */
void expected_take(struct expected *expected, const struct problem *problem);

/* Compares a state with it. Floats may differ by what a fold of blocks of `block` threads (0: unknown) that
 * fill the device can lose on the whole numbers of data `small`. False with one line where they differ by
 * more. */
bool expected_holds(const struct expected *expected, const struct op *op, const struct device_caps *caps,
                    uint32_t block, const void *state, struct text *why);

#endif
