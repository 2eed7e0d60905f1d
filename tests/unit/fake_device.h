/* SPDX-License-Identifier: MIT
 * The fake device: host memory behind a backend's table, and strategies in plain C that read nothing but their job
 * and are right. A fixture with it takes every check from the problem to the verdict without a device, and what a launch
 * left can be changed before it is copied down: so that the checks themselves can be checked. Private to this
 * folder. */
#ifndef FOLDCHECK_FAKE_DEVICE_H
#define FOLDCHECK_FAKE_DEVICE_H

#include "fixture.h"

/* Changes what a finished launch of the load left in load->memory, its arena. */
typedef void fake_fault(void *context, struct load *load);

/* What happens to one of the launches that follow; the others stay right. */
struct fake_plan {
    uint64_t launch; /* counted from 0, in the order in which they are copied down */
    fake_fault *fault;
    void *context;
    bool writes_nothing; /* that launch leaves memory as it found it */
    bool flips;          /* a bit of byte flip_at of what is copied down after that launch is another one */
    uint64_t flip_at;
    bool no_streams;    /* none can be opened */
    uint64_t put_fails; /* the number of the copy to the device that fails, from 1; 0: none does */
    bool fails;         /* that launch ends with an error of the device ... */
    bool unexamined;    /* ... which did not see all of it */
    const struct launch_counters
        *counted; /* what each launch is said to have cost, by its number; or NULL: nothing counts */
};

enum { FAKE_TRAFFIC = 1000, FAKE_SHORT = 5, FAKE_SHARED = 100, FAKE_KEYS = 7, FAKE_ITEMS = 40 };

/* A fixture with the fake device, of so many lanes and of this kind; NULL with the reason. properties_close closes it.
 * Strategies: reduce_auto, segreduce_auto, scan_lookback, segscan_flags, transpose_naive, which are right; two
 * policies that pick reduce_auto; three whose refusals are wrong: accepts_anyway (needs a law and never refuses),
 * refuses_a_law (that holds), refuses_in_silence; and flawed ones, for which some claim does not hold:
 * wrong_if_strided, remembers (its first row's result, in scratch), mixes_rows and mixes_scanned_rows (a row begins
 * with the fold of the one before it), forgets_init, resets (a scan begins anew at every fifth item) and drops_tail
 * (items of a row from the sixth on). short_rows, short_scans, short_keyed and short_matrices refuse rows of more than
 * PAPER_SHORT items; few_items takes at most PAPER_ITEMS, too_many_items says so and takes any number. Folds by key:
 * keyed_stream; keyed_drops_tail (items of a key from the fourth on), keyed_mixes_rows (a key begins with the fold of
 * the one before it, from the second row on), keyed_mixes_keys (items of key 1 belong to key 0), keyed_takes_all
 * (keys past the last are the last), keyed_empty_is_zero (not the identity), keyed_swaps_pairs (the second of two
 * neighbours goes first), keyed_stops (at an item whose key is past the last), keyed_library, which does the same and
 * has no shape, as libraries, and keyed_policy, which has none and picks keyed_stream. keeps_order gives matrices as they
 * are, fills_absent puts the first item where there is none. All claim PAPER_TRAFFIC bytes, coalesced accesses and
 * PAPER_SHARED bytes of shared memory; waits, which needs progress, too; of asks the launch asks for the shared
 * memory. */
struct fixture *fake_open(enum device_kind kind, struct text *why);

/* The plan for the launches from now on, which are counted from 0 again; NULL: all of them are right. */
void fake_set(struct fixture *fixture, const struct fake_plan *plan);

/* What is left when the device is closed, noted from now on: allocations and streams that were not given back, and how
 * often something was given back that was not there. */
struct fake_left {
    bool closed;
    uint64_t memory, streams, strangers;
};
void fake_watch(struct fixture *fixture, struct fake_left *left);

/* Launches copied down since the last fake_set, and copies to the device. */
uint64_t fake_launches(const struct fixture *fixture);
uint64_t fake_puts(const struct fixture *fixture);

/* Different schedules that launches were given since then, of which it knows 16. */
uint64_t fake_schedules(const struct fixture *fixture);
const struct schedule *fake_schedule_at(const struct fixture *fixture, uint64_t at);

/* Different numbers of resident blocks among them. */
uint64_t fake_residents(const struct fixture *fixture);

#endif
