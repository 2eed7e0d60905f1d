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
 *   launch      all of an earlier launch in its stream, and all before the device's last sync (`settled`)
 *   know        what it learnt by atomics: of each block the clocks below a bound and those of single lanes
 * A stamp with block < settled is known to all; block 0 is no stamp. */
#ifndef FOLDCHECK_SIM_KNOW_H
#define FOLDCHECK_SIM_KNOW_H

#include "shadow.h"

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
    char kernel[96];
};

/* Released by the atomics of an address. */
struct point {
    const void *address;
    struct know *know; /* owned */
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
    return lane->know && know_covers(lane->know, stamp);
}

#endif
