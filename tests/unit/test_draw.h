/* SPDX-License-Identifier: MIT
 * Draws against values typed by hand; a part of oracle_equals_values_by_hand. Private to this folder. */
#ifndef FOLDCHECK_CHOICES_BY_HAND_H
#define FOLDCHECK_CHOICES_BY_HAND_H

#include "properties.h"

/* False, and where, if a choice or bytes give another draw than by hand. */
bool draws_are_right(struct finding *finding);

#endif
