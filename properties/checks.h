/* SPDX-License-Identifier: MIT
 * The check of every line of properties.def: <name>_check. A check draws nothing: every choice is in the
 * case. Private to this folder. */
#ifndef FOLDCHECK_CHECKS_H
#define FOLDCHECK_CHECKS_H

#include "properties.h"

#define PROPERTY(name, subject, where, generator, claim)                                                     \
    enum verdict name##_check(void *context, const struct test_case *checked, struct finding *finding);
#include "properties.def"
#undef PROPERTY

#endif
