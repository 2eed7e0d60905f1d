/* SPDX-License-Identifier: MIT
 * The thresholds of auto strategies, one line each in tunables.def, and the file in which `foldcheck tune` leaves those
 * that it measured:
 *
 *     # foldcheck tuning 1
 *     device = NVIDIA H200, sm_90
 *     segreduce_block_mean = 96
 *
 * The first line says the version; other lines that begin with # are comments; an absent name has its default. */
#ifndef FOLDCHECK_TUNED_H
#define FOLDCHECK_TUNED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device_caps;

enum tunable {
#define TUNABLE(name, usual, least, most, what) TUNED_##name,
#include "tunables.def"
#undef TUNABLE
    TUNABLES
};

/* Values in force on a device. */
struct tuned {
    uint32_t value[TUNABLES];
};

/* A line of tunables.def. */
struct tunable_line {
    const char *name;
    uint32_t usual, least, most;
    const char *what;
};
extern const struct tunable_line tunable_lines[TUNABLES];

/* The value of a tunable; tuned NULL: the default. */
static inline uint32_t tuned_value(const struct tuned *tuned, enum tunable tunable)
{
    static const uint32_t usual[] = {
#define TUNABLE(name, usual, least, most, what) usual,
#include "tunables.def"
#undef TUNABLE
    };
    return tuned ? tuned->value[tunable] : usual[tunable];
}

/* All usual values. */
struct tuned tuned_usual(void);

/* Whether a tunable may have a value. */
bool tunable_allows(enum tunable tunable, uint32_t value);

/* The contents of a file. */
struct tuning_file {
    char device[192];
    struct tuned tuned;
};

/* "NVIDIA H200, sm_90": how a file names a device. */
void tuning_device(const struct device_caps *caps, char device[192]);

/* Reads a file. False with the path, the line and what was expected there. */
bool tuning_read(const char *path, struct tuning_file *file, struct text *why);

/* The line that every file begins with. */
extern const char tuning_head[];

/* The thresholds of sessions from now on, on the device that the file names; NULL: the defaults. Copied. Not
 * thread-safe. */
void tuning_use(const struct tuning_file *file);

/* The values for a device, which live as long as the program; NULL where no file is in use that names it. */
const struct tuned *tuning_for(const struct device_caps *caps);

#ifdef __cplusplus
}
#endif
#endif
