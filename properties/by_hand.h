/* SPDX-License-Identifier: MIT
 * Parts of oracle_equals_values_by_hand that have files of their own. Private to this folder. */
#ifndef FOLDCHECK_BY_HAND_H
#define FOLDCHECK_BY_HAND_H

#include "runner.h"

/* False with the reason in finding->first_at. */
bool sums_are_right(struct finding *finding);
bool places_are_right(struct finding *finding);

#endif
