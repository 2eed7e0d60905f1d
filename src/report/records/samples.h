/* SPDX-License-Identifier: MIT
 * Order statistics of a benchmark's samples. */
#ifndef FOLDCHECK_RECORD_SAMPLES_H
#define FOLDCHECK_RECORD_SAMPLES_H

#include "history.h"

/* Keeps the spread of samples that will not change any more. */
void samples_note(struct past_times *times);

/* What samples_note kept, else what the samples have now. */
struct spread samples_spread(const struct past_times *times);

#endif
