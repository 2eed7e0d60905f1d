/* SPDX-License-Identifier: MIT
 * The tile of a launcher, which is seen where it launches. Private to this folder. */
#ifndef FOLDCHECK_SEEN_H
#define FOLDCHECK_SEEN_H

#include "fixture.h"

/* How many items one block folds, by the sizes of problems at which a launch has a block more; of a launch that never
 * has more, as many as it has threads. 0 where nothing is seen: on a GPU, or where no problem of a few items is done.
 * The first call for an instance runs some dozens of problems of up to 4096 items; none of them is a case. */
struct seen {
    uint64_t tile;
    uint64_t threads; /* of a block of the launch with the most blocks; 0: not seen */
    bool
        steep; /* accesses grow faster than items: four times as many items took more than eight times as many */
};
struct seen seen_launch(const struct fixture *fixture, const struct instance *instance, const struct op *op);
uint64_t seen_tile(const struct fixture *fixture, const struct instance *instance, const struct op *op);

#endif
