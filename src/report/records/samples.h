/* SPDX-License-Identifier: MIT
 * Order statistics of a benchmark's samples. */
#ifndef FOLDCHECK_RECORD_SAMPLES_H
#define FOLDCHECK_RECORD_SAMPLES_H

#include "history.h"

/* In seconds; 0 without samples. The quartiles are samples, too. */
struct spread {
    double least, lower, median, upper, most;
};
struct spread samples_spread(const struct past_times *times);

#endif
