/* SPDX-License-Identifier: MIT
 * `check --every-schedule`: small problems under every schedule. */
#ifndef FOLDCHECK_CLI_EVERY_SCHEDULE_H
#define FOLDCHECK_CLI_EVERY_SCHEDULE_H

#include "roster.h"

/* Gives each target its small case, the only one; `lines` keeps them, and must outlive the roster. */
enum status every_schedule_cases(struct roster *roster, struct case_list *lines, struct text *why);

#endif
