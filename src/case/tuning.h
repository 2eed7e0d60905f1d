/* SPDX-License-Identifier: MIT
 * Numbers with names, and tunings, which are lists of them. */
#ifndef FOLDCHECK_TUNING_H
#define FOLDCHECK_TUNING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_NAMED = 6, MAX_NAME = 48 };

struct named {
    char name[MAX_NAME];
    int64_t value;
};

/* A strategy's tuning as printed: {block=256,items=4,group=64}. ITEMS is after scaling. */
struct tuning {
    int count;
    struct named pair[MAX_NAMED];
};
/* The value of a named entry, or `otherwise`. */
int64_t tuning_get(const struct tuning *tuning, const char *name, int64_t otherwise);

#ifdef __cplusplus
}
#endif
#endif
