/* SPDX-License-Identifier: MIT
 * The keys of real data, which `foldcheck run` folds by key. */
#ifndef FOLDCHECK_REAL_KEYS_H
#define FOLDCHECK_REAL_KEYS_H

#include "input.h"

enum { NO_KEYS = -1 }; /* as --key-count: not given */

/* Zero-initialise it. */
struct real_keys {
    uint64_t count;      /* keys are 0 to count - 1; 0: there are none */
    const uint32_t *key; /* of each item */
    struct input file;
};

/* Opens a column of u32 with a key for each of `items` items. `count`: how many keys there are (NO_KEYS as uint64_t:
 * one more than the greatest). Returns false with one line for another number of keys than items, for a key that is not
 * below the count, and for what input_open refuses. */
bool real_keys_open(struct real_keys *keys, const char *name, uint64_t count, uint64_t items,
                    struct text *why);
void real_keys_close(struct real_keys *keys);

#endif
