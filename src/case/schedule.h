/* SPDX-License-Identifier: MIT
 * The order in which the simulator runs lanes, and the model of memory by which it judges them, as a line has both. */
#ifndef FOLDCHECK_SCHEDULE_H
#define FOLDCHECK_SCHEDULE_H

#include "tuning.h"

/* unfair: no block need go on while others spin. */
enum schedule_form { SCHEDULE_NONE, SCHEDULE_FIFO, SCHEDULE_UNIFORM, SCHEDULE_PCT, SCHEDULE_UNFAIR };
struct schedule {
    enum schedule_form form;
    uint64_t seed;
    int change_points;
    uint64_t change_point[MAX_NAMED];
    uint64_t resident; /* blocks resident at once */
};

/* By what the simulator takes accesses for ordered: what code for GPUs relies on, or the vendors' documents. */
enum memory_model { MODEL_LENIENT, MODEL_FORMAL };

#endif
