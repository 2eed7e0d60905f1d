/* SPDX-License-Identifier: MIT
 * `check --every-schedule`: small problems under every schedule. */
#ifndef FOLDCHECK_CLI_EVERY_SCHEDULE_H
#define FOLDCHECK_CLI_EVERY_SCHEDULE_H

#include "run_plan.h"

/* Gives each target its small case, the only one; `lines` keeps them, and must outlive the plan. */
enum status every_schedule_cases(struct run_plan *plan, struct case_list *lines, struct text *why);

#endif
