/* SPDX-License-Identifier: MIT
 * Names that the program knows, properties, operators, and the strategies of backends: whether one was given, and
 * "Did you mean" for those that were not. */
#ifndef FOLDCHECK_HINTS_H
#define FOLDCHECK_HINTS_H

#include "cli.h"

/* Each appends to why the name that is nearest to one that was given, if one is near; returns 0. A known name, a
 * pattern and NULL are near to nothing. */
int hint_property(const char *given, struct text *why);
int hint_operator(const char *given, struct text *why);
int hint_strategy(const char *given, const struct device_list *devices, struct text *why);

/* What was asked for: names and patterns between commas; NULL: all. */
struct asked_names {
    const char *property, *strategy, *op;
};

/* Whether each name there, as far as it is no pattern, is one: of a property, of a strategy of one of the devices' backends (with
 * no device any name is), of an operator or an element type. False with the reason. */
bool names_exist(const struct asked_names *named, const struct device_list *devices, struct text *why);

#endif
