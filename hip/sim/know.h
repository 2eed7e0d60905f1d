/* SPDX-License-Identifier: MIT
 * The knowledge of a lane: the accesses of other lanes that it knows to have come before.
 *
 * Cheapest first:
 *   itself      its own stamps
 *   block       what its block did before the last barrier: clocks below block->since. A barrier lifts all clocks
 *               to one value above every clock of the block, which is the new `since`; so it costs nothing a word.
 *   bundle      what the MAX_LANES aligned lanes around it did after that barrier, by group_sync: lane->seen,
 *               a clock a lane, valid while lane->seen_since is block->since. Every group lies in one bundle, and
 *               its lanes share what they know since they met.
 *   launch      all of an earlier launch in its stream, and all before the device's last sync (`settled`); of the same
 *               graph's launches those from which edges lead to it
 *   know        what it learnt by atomics: of each block the clocks below a bound and those of single lanes
 * A stamp with block < settled is known to all; block 0 is no stamp. */
#ifndef FOLDCHECK_SIM_KNOW_H
#define FOLDCHECK_SIM_KNOW_H

#include "shadow.h"

enum { MAX_BLAME = 280 };

/* Of one block: everything before clock `before`, and of single lanes what lists[lanes] says: how many, then
 * thread and clock of each, by thread. */
struct entry {
    uint32_t before, lanes;
};

/* Immutable once it is shared. */
struct know {
    uint32_t references, first, count; /* of blocks [first, first + count) */
    struct entry entry[];
};

struct launched {
    uint32_t first; /* block */
    const struct stream *stream;
    struct graph_run *run; /* of a graph's node; a reference; else NULL */
    size_t node;
    char kernel[96];
};

/* What threads of a block told at an address, in whatever scope. */
struct block_told {
    uint32_t block;
    struct know *know;       /* owned */
    struct block_told *next; /* of another block; owned */
};

/* Released by the atomics of an address. */
struct point {
    const void *address;
    struct know *know; /* owned */
    /* By the formal model: told in the scope of the device, by its sequentially consistent fences, and in a block's or a
     * wider scope for that block; owned. */
    struct know *formal, *handed_on;
    struct block_told *in_block;
};

/* Of all launches since the last sync. */
struct history {
    uint32_t next, settled;  /* block numbers */
    struct launched *launch; /* since the last sync, by `first`; owned */
    size_t launches, launch_room;
    bool streams;   /* these launches are of several */
    uint32_t *list; /* see struct entry; owned */
    size_t listed, list_room;
    struct point *point; /* open addressing; owned */
    size_t points, point_room;
};

extern struct history history;

/* What was told at the address, or may be. */
struct point *point_at(const void *address);
/* All that the lane knows if that is `know`, with what it did itself; a new one. */
struct know *lane_tells(struct lane *lane, const struct know *know);
/* Each of the lanes' knowledge, at `offset` in a struct of that size a lane, becomes that of them all: of those of
 * `count` lanes that have a bit. */
void lanes_join(void *first, size_t size, uint64_t lanes, size_t offset, uint32_t count);

/* What an order with a scope says by the formal model: its order, and whether that acquires, or releases. */
static inline int order_of(int how)
{
    int order = how & (SIM_OF_BLOCK - 1);
    return order == SIM_UNORDERED ? __ATOMIC_RELAXED : order;
}

static inline bool order_acquires(int order)
{
    return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static inline bool order_releases(int order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/* The formal model, formal.c: what is told at a point, or was of old, goes. */
void formal_forget(struct point *point);
void formal_settle(void);
/* The block's launch is judged by it, or not; lets go of what its lanes know. */
void formal_start(struct block *block);
void formal_end(struct block *block);
/* The lanes, a bit each, have met. */
void formal_share(struct lane *first, uint64_t lanes, uint32_t count);
/* Of a race that the formal model finds, of two atomics or in a block that has used atomics, volatile accesses or fences:
 * what is missing, and where. Of another one "". */
void formal_blame(const struct stamp *mine, const struct stamp *other, char why[MAX_BLAME]);

void know_drop(struct know *know);

/* One more reference. */
struct know *know_share(struct know *know);

/* Room for a list of that many words, which is being written. */
uint32_t *list_room(size_t words);

/* Adds the lane to the list that is being written, if its clock is not below the bound. */
void list_lane(uint32_t *list, uint32_t thread, uint32_t clock, uint32_t before);

/* Keeps the list that was written; returns its place. */
uint32_t list_keep(const uint32_t *list);

/* What both entries of a block know together. */
struct entry entry_join(struct entry a, struct entry b);

/* Both together, with room for `block` if that is not 0; a new one. */
struct know *know_join(const struct know *a, const struct know *b, uint32_t block);

/* *mine learns what the other one knows. */
void know_learn(struct know **mine, struct know *other);

/* The launch that the block belongs to. */
const struct launched *launch_of(uint32_t block);

bool know_covers(const struct know *know, const struct stamp *stamp);

bool launch_is_over(uint32_t block, const struct launch *launch);

/* Does the lane know of the access? */
static inline bool knows(const struct lane *lane, const struct stamp *stamp)
{
    const struct block *block = lane->block;
    if (stamp->block == block->race_id) {
        if (stamp->thread == lane->thread || stamp->clock < block->since) return true;
        bool near = stamp->thread / MAX_LANES == lane->thread / MAX_LANES && lane->seen_since == block->since;
        if (near && stamp->clock <= lane->seen[stamp->thread % MAX_LANES]) return true;
    } else if (stamp->block < history.settled || launch_is_over(stamp->block, block->launch))
        return true;
    const struct know *know = lane->formal ? lane->formal->know : lane->know;
    return know && know_covers(know, stamp);
}

#endif
