/* SPDX-License-Identifier: MIT
 * Private to this folder. */
#ifndef FOLDCHECK_TOLERANCES_H
#define FOLDCHECK_TOLERANCES_H

#include "status.h"

#include <stdbool.h>

/* Whether tolerances judge as written down by hand; else the first that does not. */
bool tolerances_hold(struct text *why);

#endif
