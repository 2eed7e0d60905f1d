/* SPDX-License-Identifier: MIT
 * Chances of drawn numbers, worked out by hand. */
#ifndef FOLDCHECK_SHARES_H
#define FOLDCHECK_SHARES_H

#include "draws.h"

/* A number that one part of a problem, drawn by itself, is to have in [from, to] with some chance: 0 never, 1 always; else within
 * four standard deviations of the mean of DRAWS_MEASURED draws. */
struct share {
    const char *words;
    uint64_t (*of)(struct draw *draw);
    uint64_t from, to;
    double chance;
};

/* False with what was drawn and expected in finding->first_at. */
bool share_is_right(const struct share *share, struct finding *finding);

#endif
