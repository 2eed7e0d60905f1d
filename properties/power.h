/* SPDX-License-Identifier: MIT
 * At which places among a case's items the loss of an item would have changed a result, seen while the results are
 * compared. Private to this folder. */
#ifndef FOLDCHECK_POWER_H
#define FOLDCHECK_POWER_H

#include "fixture.h"
#include "loss.h"

/* An item that is looked at: the bit of its place, or of a border that it lies at. */
struct power_place {
    uint64_t item;
    uint32_t bit;
    bool is_border;
};

enum { MOST_POWER_PLACES = POWER_PLACES + 2 * POWER_KINDS * POWER_BORDERS };

struct power_look {
    const struct load *load;
    uint64_t depth;
    struct power seen;
    uint32_t borders_missed; /* the loss of an item on one side would not have shown */
    int count, next;
    struct power_place place[MOST_POWER_PLACES]; /* by their items */
    struct state before;                         /* of a scan: the result in front of place[next] */
    bool has_before;
};

/* Chooses the places of a planned load. `tile`: items of a tile, or 0. A look that is not to be had has no places. */
void power_begin(struct power_look *look, const struct load *load, uint64_t tile);

/* The results of a row are known, one of a reduction or one a key; slack: what went into each, or NULL. */
void power_row(struct power_look *look, uint64_t row, const struct slack *slack);

/* Result `at` of a scan is known, the next in order, and what went into it. */
void power_result(struct power_look *look, uint64_t at, const void *state, const struct slack *slack);

/* Puts what was seen into the finding. */
void power_end(struct power_look *look, struct finding *finding);

/* The same of a drawn case that is not run, by the oracle alone. False where nothing is known: it is refused, or its items
 * have keys. */
bool power_of_draw(struct fixture *fixture, const struct test_case *drawn, struct finding *finding);

#endif
