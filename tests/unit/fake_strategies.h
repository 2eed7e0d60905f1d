/* SPDX-License-Identifier: MIT
 * The strategies of the fake device, in plain C: fake_device.h says which. */
#ifndef FOLDCHECK_FAKE_STRATEGIES_H
#define FOLDCHECK_FAKE_STRATEGIES_H

#include "fixture.h"

extern const struct strategy *const fake_strategies[]; /* NULL behind the last */
extern const struct instance fake_instances[];
extern const size_t fake_instance_count;

/* Item i of a tuple into its columns, but those without a base. */
void fake_write(const struct columns *columns, const struct tuple *tuple, uint64_t i, const void *from);

/* All but a number of blocks; and the refuse of a strategy that takes them. */
enum {
    FAKE_TAKES =
        TAKES_ALL & ~(TAKES_GRID | TAKES_THREADS | TAKES_CARDS | TAKES_INIT_REDUCTION | TAKES_BY_COLUMN)
};

enum refusal refuse_nothing(const struct strategy *strategy, const struct job *job,
                            const struct launch_shape *shape, struct text *why);

#endif
