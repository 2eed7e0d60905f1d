/* SPDX-License-Identifier: MIT
 * The commands that show a case again. */
#ifndef FOLDCHECK_RECORD_AGAIN_H
#define FOLDCHECK_RECORD_AGAIN_H

#include "history.h"

/* Measures the times of a case, or counts its costs, with the plugins that its run had. */
void again_times(const char *timed, const struct past_run *run, struct text *command);
void again_costs(const char *counted, const struct past_run *run, struct text *command);

#endif
