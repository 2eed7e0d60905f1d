/* SPDX-License-Identifier: MIT
 * A case as a choice sequence: one fixed slot a field, 0 where the field is simplest. It is a bijection
 * between the cases of a kind (same claim, subject, device, what and operator) and their sequences, and it
 * orders them. */
#ifndef FOLDCHECK_CHOICES_H
#define FOLDCHECK_CHOICES_H

#include "test_case.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NAME_SLOTS = MAX_NAME / 8,
    NAMED_SLOTS = 1 + MAX_NAMED * (NAME_SLOTS + 1), /* a count, then names and values */
    /* Where groups of slots begin. What is written first in the sequence weighs most when cases of equal
     * length are compared; what stands last makes a sequence long. */
    SLOT_TUNING = 0,
    SLOT_DATA = SLOT_TUNING + NAMED_SLOTS,     /* form, seed, count, literals */
    SLOT_SHAPE = SLOT_DATA + 3 + MAX_LITERALS, /* form, count, keys, dist twice, listed keys, seed, sizes */
    SLOT_KEYS = SLOT_SHAPE + 2,
    SLOT_SHAPE_SEED = SLOT_SHAPE + 6 + MAX_LIST,
    SLOT_SIZES = SLOT_SHAPE_SEED + 1,
    SLOT_ARGS = SLOT_SIZES + MAX_LIST,  /* distances from the defaults */
    SLOT_LAYOUT = SLOT_ARGS + MAX_ARGS, /* sides, then form, skew and gap of each */
    SLOT_ONLY = SLOT_LAYOUT + 10,       /* there or not, from, how many */
    SLOT_INIT = SLOT_ONLY + 3,
    SLOT_VARY = SLOT_INIT + 2,
    SLOT_KEEP = SLOT_VARY + 1 + MAX_NAMED,
    SLOT_WITH = SLOT_KEEP + 1 + MAX_NAMED,
    SLOT_MODEL = SLOT_WITH + NAMED_SLOTS,
    SLOT_SCHEDULE = SLOT_MODEL + 1, /* form, seed, count, change points, a path's digits, resident */
    MAX_CHOICES = SLOT_SCHEDULE + 4 + MAX_NAMED + PATH_WORDS,
};

/* at[count - 1] is not 0; all slots from count on are. */
struct choices {
    size_t count;
    uint64_t at[MAX_CHOICES];
};

/* Whether a slot holds a piece of a name (which cannot be made smaller) instead of a number. */
bool choices_is_name(size_t slot);

/* The sequence of a case. */
void choices_from_case(const struct test_case *from, struct choices *choices);

/* The case of a sequence; claim, subject, device, what and operator are those of `kind`. `made` may be
 * `kind`. Returns false where the sequence is no case: a choice beyond its bound, or a case that
 * case_is_sound refuses. */
bool case_from_choices(const struct test_case *kind, const struct choices *choices, struct test_case *made);

/* As case_from_choices, without asking case_is_sound. */
bool choices_decode(const struct test_case *kind, const struct choices *choices, struct test_case *made);

/* Whether a line exists that case_parse takes and that gives exactly this case. */
bool case_is_sound(const struct test_case *judged);

/* Items that keep their data: those inside `only`, or all. 0 without a problem. */
uint64_t case_live_items(const struct test_case *of);

/* Simpler is less: by live items, then by all items, then by the length of the sequence, then by its choices
 * one by one. Negative, 0 or positive. Nothing is promised of a case that is not sound. */
int case_compare(const struct test_case *a, const struct test_case *b);

#ifdef __cplusplus
}
#endif
#endif
