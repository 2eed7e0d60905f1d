/* SPDX-License-Identifier: MIT
 * Shared by load_plan.c and load.c. Private. */
#ifndef FOLDCHECK_LOAD_PLAN_H
#define FOLDCHECK_LOAD_PLAN_H

#include "load.h"

/* The room of params that vary by row, in numbers of 8 bytes. */
uint64_t load_param_words(const struct problem *problem);

/* Points the job's columns, rows, params and scratch into the device's memory. */
void load_point_columns(struct load *load);

#endif
