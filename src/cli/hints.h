/* SPDX-License-Identifier: MIT
 * "Did you mean" for the names that the program knows: properties, operators, and the strategies of backends. */
#ifndef FOLDCHECK_HINTS_H
#define FOLDCHECK_HINTS_H

#include "cli.h"

/* Each appends to why the name that is nearest to one that was given, if one is near; returns 0. A known name, a
 * pattern and NULL are near to nothing. */
int hint_property(const char *given, struct text *why);
int hint_operator(const char *given, struct text *why);
int hint_strategy(const char *given, const struct device_list *devices, struct text *why);

#endif
