/* SPDX-License-Identifier: MIT
 * One allocation for one problem: where its input, result, map-out and scratch lie, with guard zones around
 * them, and what the zones look like afterwards. Pure: knows offsets and host images, neither a device nor an
 * operator's functions.
 *
 *     guard | input | guard | result | guard | map-out | guard | row starts | guard | params | guard | scratch | guard
 *
 * Every guard holds at least GUARD_BYTES of a pattern that depends on the position, so that a copied or a
 * shifted guard is seen too; so do the gaps inside strided columns, the padding of C structs and the space
 * between columns. Results and scratch start as the byte STALE_BYTE. */
#ifndef FOLDCHECK_ARENA_H
#define FOLDCHECK_ARENA_H

#include "layout.h"
#include "status.h"

enum { GUARD_BYTES = 256, STALE_BYTE = 0xA5, MAX_REGIONS = 3 * MAX_COLUMNS + 3 };

enum arena_part {
    ARENA_INPUT,
    ARENA_RESULT,
    ARENA_MAPOUT,
    ARENA_ROWS,
    ARENA_PARAMS,
    ARENA_SCRATCH,
    ARENA_PARTS
};

/* A stretch that a kernel may touch, for the simulator and for messages. */
struct region {
    char name[32]; /* "input column 0", "result structs", "scratch" */
    enum arena_part part;
    uint64_t offset, bytes; /* from the arena's start */
    uint32_t item;          /* bytes from an item to the next; 0 where that means nothing */
};

/* One side of the problem inside the arena. */
struct arena_side {
    struct tuple tuple;
    struct side side;
    uint64_t count; /* items that lie there; 1 for `one`, whatever the shape */
    struct placement placement;
    uint64_t offset; /* of the placement, from the arena's start; 256-byte aligned */
};

/* Whether the columns of one can lie over those of the other: the same types in the same order. */
bool tuples_agree(const struct tuple *a, const struct tuple *b);

struct arena {
    struct arena_side side[ARENA_SCRATCH]; /* by enum arena_part; tuple.count 0: absent */
    bool input_overwritten;                /* an output lies over it */
    uint64_t scratch_offset, scratch_bytes;
    uint64_t bytes; /* of the whole allocation */
    struct region region[MAX_REGIONS];
    int regions;
};

/* A request to place columns. */
struct arena_request {
    const struct tuple *input, *result, *mapout; /* mapout may be NULL or empty */
    uint64_t inputs, results;                    /* items; a map-out has as many as the input */
    uint64_t row_starts;                         /* numbers of 8 bytes, from which strategies only read */
    uint64_t param_words;                        /* as many more, which hold params that vary by row */
    const struct layout *layout;
    uint64_t scratch_bytes;
};

/* Places a problem. Returns false, and why, where the bytes do not fit 63 bits, or where a side lies over the
 * input although their columns differ or the result has other items. */
bool arena_place(struct arena *arena, const struct arena_request *request, struct text *why);

/* Places (again) the scratch of a placed arena, `bytes` from `at`, which arena_place chose: scratch_offset.
 * For a caller that learns how much it needs from the other parts' places. */
bool arena_place_scratch(struct arena *arena, uint64_t at, uint64_t bytes, struct text *why);

/* The columns of a part (not scratch) when the arena starts at `base` (host or device). */
struct columns arena_columns(const struct arena *arena, enum arena_part part, void *base);

/* Fills an image of arena->bytes bytes as it is before a launch, without the input's items: guards and gaps,
 * stale results and scratch. */
void arena_fill(const struct arena *arena, void *image);

/* Compares the image that came back with the one that went up: every byte that is neither an element of the
 * result or of the map-out nor scratch must be as it was. Returns true if it is; else false with one line
 * such as "byte 3 after result column 1: expected 0x5f, got 0x00" (guards) or "input column 0, item 7: ..."
 * in `where`. `input_only` looks at the elements of the input, of the row starts and of the params alone, else at
 * everything but them. */
bool arena_check(const struct arena *arena, const void *before, const void *after, bool input_only,
                 struct text *where);

#endif
