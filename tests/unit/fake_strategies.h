/* SPDX-License-Identifier: MIT
 * The strategies of a device on paper, in plain C: fake_device.h says which. Private to this folder. */
#ifndef FOLDCHECK_PAPER_STRATEGIES_H
#define FOLDCHECK_PAPER_STRATEGIES_H

#include "lab.h"

extern const struct strategy *const paper_strategies[]; /* NULL behind the last */
extern const struct instance paper_instances[];
extern const size_t paper_instance_count;

/* Item i of a tuple into its columns, but those without a base. */
void paper_write(const struct columns *columns, const struct tuple *tuple, uint64_t i, const void *from);

#endif
