/* SPDX-License-Identifier: MIT
 * Every shape of one strategy in one tuning, with a witness (a span, or a tally where operands must commute):
 * so a run speaks about all associative operators that run the same code. Chong, Donaldson, Ketema, "A
 * sound and complete abstraction for reasoning about parallel prefix sums", POPL 2014.
 *
 *     sweep_open(&sweep, context, &about, &why)
 *     while (from < sweep.count)      one queue of launches, one copy down
 *         sweep_run(&sweep, from, to = sweep_batch(&sweep, from), &outcome)
 *     sweep_close(&sweep)
 *
 * The items are made once, on the device, and every launch reads a prefix of them; each shape has its results,
 * and a map-out array, of its own. A scan is swept inclusive and exclusive, each result compared. All of both is
 * compared, and the space behind each. A read past the prefix that changes nothing is not seen here: the ordinary
 * checks look for those. */
#ifndef FOLDCHECK_EXHAUSTIVE_H
#define FOLDCHECK_EXHAUSTIVE_H

#include "device.h"
#include "runner.h"

struct fixture;

/* Up to that many items every rows x len is a shape. */
enum { SWEEP_ROWS_ITEMS = 64 };

/* How the input is read: 16 bytes at a time from a boundary, or from one item past it, or item by item. */
enum sweep_loads { LOADS_WIDE, LOADS_WIDE_PAST, LOADS_SINGLE, SWEEP_LOADS };

/* Which code is run, with which witness, and up to how many items where the tuning is tiny. */
struct sweep_about {
    const struct instance *instance;
    const struct op *op;
    enum sweep_loads loads;
    bool exclusive; /* a scan's; sweeps of scans come in both kinds */
    uint64_t most;  /* N: items */
    uint64_t seed;  /* of a tally's weights */
};

struct sweep {
    struct fixture *fixture;
    struct sweep_about about;
    struct device_name device;
    enum memory_model model;
    uint64_t tile;            /* items that a block folds at a time; 0: a library does not say */
    uint64_t edge_tiles;      /* the last edges of large tunings: 4, or 2 of sweeps of less than 128 items */
    bool rows;                /* the strategy does several rows */
    uint64_t longest;         /* items of the longest that it does */
    bool fitting;             /* rows must fit into a block */
    uint64_t *shape;          /* numbers of items; owned, one piece with the next three */
    uint64_t *row;            /* how many rows these are */
    uint64_t *before;         /* items of the shapes before number i, and one more for each */
    uint64_t *results_before; /* their results, and one more for each */
    size_t count;
    struct op as_if;        /* the operator, where it lacks a law and the refusal is overridden */
    unsigned char *memory;  /* on the device */
    unsigned char *down;    /* owned */
    unsigned char *mapouts; /* of all items; behind what is brought down */
    struct columns in;
    uint64_t results_at, mapout_at, scratch_at; /* bytes from memory's start */
    uint64_t folded;                            /* items that `fold` covers, from item 0 */
    _Alignas(16) unsigned char fold[MAX_STATE_BYTES];
};

struct sweep_outcome {
    enum verdict verdict; /* PASS, FAIL: a wrong result; BROKEN: the device said no */
    size_t at;            /* FAIL: the first shape that is wrong */
    struct text why;      /* FAIL, BROKEN */
    uint64_t verified, refused;
    uint64_t
        counted; /* of those verified, over enough tiles to say something: 3, of a scan more than two windows */
    uint64_t over_3_tiles;
    uint64_t tiles; /* the most that one of them crossed */
    struct text refusal;
};

/* Whether an operator is a witness for a strategy that needs these laws: of order, or, where operands must
 * commute, of every item being used once. (A transposition's are the element types, whose items are numbered.) */
bool sweep_witnesses(const struct op *op, unsigned needs);

/* The laws without which an open context's strategy does not run: none where refusals are overridden. */
unsigned sweep_needs(const void *context, const struct strategy *strategy);

/* Whether what an open context sees of a strategy in one schedule holds in all: blocks do not communicate, and a
 * race would be found. */
bool sweep_any_schedule(const void *context, const struct strategy *strategy);

/* Number `index` of what an open context (properties_open) can sweep, for a strategy and a witness: its
 * instances, each with all loads. False past the last. */
bool sweep_nth(void *context, const char *strategy, const struct op *op, size_t index,
               struct sweep_about *about);

/* Lists the shapes (tiny tunings: one row of all of 0..most items, and, of a strategy that does rows, all rows x len
 * of up to SWEEP_ROWS_ITEMS and rows of every length that hold about `most`; others k * tile + {-1, 0, 1}, k up to
 * sweep->edge_tiles, and three rows of about a tile each; of a transposition one matrix: all r x c of up to `most` items,
 * or sides at the edges of tiles) and makes the items.
 * False with the reason. Close it either way. */
bool sweep_open(struct sweep *sweep, void *context, const struct sweep_about *about, struct text *why);
void sweep_close(struct sweep *sweep);

/* The end of the batch that begins at shape number `from`: as many as are launched before the host waits. */
size_t sweep_batch(const struct sweep *sweep, size_t from);

/* Launches shapes [from, to), a batch or a part of one, waits, and compares. */
void sweep_run(struct sweep *sweep, size_t from, size_t to, struct sweep_outcome *outcome);

/* The claim that a sweep of such strategies is about: reduce_equals_oracle, scan_equals_oracle or
 * transpose_equals_oracle. */
const char *sweep_claim(enum what what);

/* One shape as that claim is checked, in a launch of its own. */
enum verdict sweep_run_alone(struct sweep *sweep, size_t at, struct finding *finding);

/* Makes a device that failed usable again; false where only a fresh process helps. */
bool sweep_recover(struct sweep *sweep, struct text *why);

/* The ordinary case of one shape: the claim about the strategy in this tuning. */
void sweep_case(const struct sweep *sweep, size_t at, struct test_case *one);

#endif
