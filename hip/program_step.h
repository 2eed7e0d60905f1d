/* SPDX-License-Identifier: MIT
 * A step of a program between its folds: a map, a gather, a scatter or a permutation of columns that stay on the
 * device. hip/programs/ has the kernels, steps.def there their lines; a backend's table lists them (device.h).
 *
 * A step does one thing for each of `count` numbers from 0 on. Arrays are contiguous, on the device, of the types and in
 * the order of the step's line, and none overlaps another. No step stores outside its arrays, whatever lies in those that
 * it reads: places that come from a wrong scan and lie outside are left out. */
#ifndef FOLDCHECK_PROGRAM_STEP_H
#define FOLDCHECK_PROGRAM_STEP_H

#include "status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct device_caps;
struct stream; /* a backend's own */

enum { MAX_STEP_ARRAYS = 8, MAX_STEP_NUMBERS = 6 };

/* One launch of a step. NULL for an array that the step may do without. */
struct program_call {
    uint64_t count;
    const void *in[MAX_STEP_ARRAYS];
    void *out[MAX_STEP_ARRAYS];
    int64_t number[MAX_STEP_NUMBERS];
    struct stream *stream; /* NULL: the default stream */
};

struct program_step {
    const char *name;
    const char *does;              /* what it does for number i, in one sentence */
    const char *in, *out, *number; /* "u32 keys, u32 values": what it reads, writes and is told */
    /* Enqueues it; never waits. False with the reason. */
    bool (*launch)(const struct program_call *call, struct text *why);
};

#ifdef __cplusplus
}
#endif
#endif
