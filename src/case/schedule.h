/* SPDX-License-Identifier: MIT
 * The order in which the simulator runs lanes, and the model of memory by which it judges them, as a line has both. */
#ifndef FOLDCHECK_SCHEDULE_H
#define FOLDCHECK_SCHEDULE_H

#include "tuning.h"

/* unfair: no block need go on while others spin. path: as its digits choose. every: all paths, one after the other.
 * weak: as uniform, and loads find old values that the model allows. obe: as uniform, and blocks start in any order. hsa: as uniform, and of the
 * blocks only the first one that has not ended need go on. */
enum schedule_form {
    SCHEDULE_NONE,
    SCHEDULE_FIFO,
    SCHEDULE_UNIFORM,
    SCHEDULE_PCT,
    SCHEDULE_UNFAIR,
    SCHEDULE_PATH,
    SCHEDULE_EVERY,
    SCHEDULE_WEAK,
    SCHEDULE_OBE,
    SCHEDULE_HSA
};

/* A path's digits, 16 a word, the first one lowest; those behind the last that is not 0 are 0. */
enum { PATH_WORDS = 16, PATH_DIGITS = 16 * PATH_WORDS };

struct schedule {
    enum schedule_form form;
    uint64_t seed;
    int change_points;
    uint64_t change_point[MAX_NAMED];
    uint64_t resident; /* blocks resident at once */
    uint64_t path[PATH_WORDS];
};

static inline bool schedule_has_seed(enum schedule_form form)
{
    return form == SCHEDULE_UNIFORM || form == SCHEDULE_PCT || form == SCHEDULE_UNFAIR ||
           form >= SCHEDULE_WEAK;
}

static inline unsigned path_digit(const struct schedule *schedule, unsigned at)
{
    return at < PATH_DIGITS ? (unsigned)(schedule->path[at / 16] >> 4 * (at % 16) & 15) : 0;
}

static inline void path_put(struct schedule *schedule, unsigned at, unsigned digit)
{
    uint64_t *word = &schedule->path[at / 16];
    *word = (*word & ~(UINT64_C(15) << 4 * (at % 16))) | (uint64_t)digit << 4 * (at % 16);
}

/* How many digits there are up to the last that is not 0. */
static inline unsigned path_length(const struct schedule *schedule)
{
    unsigned length = PATH_DIGITS;
    while (length > 0 && path_digit(schedule, length - 1) == 0)
        length--;
    return length;
}

/* By what the simulator takes accesses for ordered: what code for GPUs relies on, or the vendors' documents. */
enum memory_model { MODEL_LENIENT, MODEL_FORMAL };

#endif
