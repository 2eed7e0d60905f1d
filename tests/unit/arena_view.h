/* SPDX-License-Identifier: MIT
 * The owner of each byte of a load's arena, worked out from the pointers that the job holds, not from the arena.
 * */
#ifndef FOLDCHECK_ARENA_VIEW_H
#define FOLDCHECK_ARENA_VIEW_H

#include "fixture.h"

enum { LEAST_GUARD = 256, LONG_ZONE = 24, SAMPLE = 61 };
enum { PARTS = 5 };
extern const char *const part_name[PARTS];

/* An element: a column of an item of a part. */
struct element {
    int part, column;
    uint64_t item;
};

/* A part of the job: its columns, and the tuple and the form in which they were asked for. */
struct part_view {
    struct columns columns;
    struct tuple tuple;
    uint64_t items;
    bool structs;
};

/* One stretch that has a name in messages. */
struct named_stretch {
    char name[32];
    uint64_t from, to, item; /* bytes from the arena's start; from an item to the next */
    int part;
};

enum { OWNER_ZONE = -1, OWNER_SCRATCH = PARTS, MOST_STRETCHES = 40 };

/* A planned and finished load, byte by byte. */
struct view {
    const struct load *load;
    struct part_view part[PARTS];
    struct named_stretch stretch[MOST_STRETCHES];
    int stretches;
    struct element *owner; /* of every byte; part OWNER_ZONE: none */
    unsigned char *right;  /* the arena as the right launch left it */
    uint64_t scratch_bytes;
};

uint64_t offset_of(const struct view *view, const void *at);

/* Does it lie over the input? Then it is a part of the input's in all messages about zones. */
bool over_input(const struct view *view, int part);

bool view_open(struct view *view, const struct load *load, struct finding *finding);

/* Guards of 256 bytes at least before the first stretch, behind the last and between any two that are not columns of
 * one block of memory. */
bool guards_are_wide(const struct view *view, struct finding *finding);

/* Rows of one length are a number to a strategy; lists and ragged rows have row starts, be they equal, one alone or
 * none. */
bool rows_lie_as_asked(const struct view *view, struct finding *finding);

/* Before a launch every element of a result or a map-out is stale, and so are the bytes that scratch had before it was
 * prepared: what a launch does not write is seen. */
bool outputs_are_stale(const struct view *view, struct finding *finding);

/* The simulator is told of the same stretches, and of no others. */
bool regions_are_stretches(const struct view *view, struct finding *finding);

#endif
