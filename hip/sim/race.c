/* SPDX-License-Identifier: MIT
 * Races by happens-before, and reads of what was never written.
 *
 * Every lane has a clock, which goes up by one whenever the lane lets others know what it did so far. An access
 * is stamped with its block's number (which no other block has until all stamps are forgotten), its thread and
 * its lane's clock; shadow memory (shadow.h) keeps, for each word, the stamp of the last store and those of the loads
 * after it. A load must know the last store, a store the last store and all loads since (know.h); else the two could
 * have come the other way round, whatever the order was this time. Volatile accesses of one warp to shared memory race
 * as others do, because the lanes of a warp need not be in step. */
#define _GNU_SOURCE 1 /* dladdr */
#include "know.h"
#include "shadow.h"

#include <stdio.h>
#include <stdlib.h>

static const char *kind_of(const struct stamp *stamp)
{
    return stamp->in_shared ? "volatile " : stamp->atomic ? "atomic " : "";
}

/* Are the lane that runs and the other one of the same warp of an ordinary launch? */
static bool in_one_warp(const struct stamp *other)
{
    const struct lane *lane = machine.lane;
    uint32_t lanes = (uint32_t)machine.device->caps.lanes;
    return lane->block->launch->ordinary && other->block == lane->block->race_id &&
           other->thread / lanes == lane->thread / lanes;
}

static _Noreturn void fail_race(const struct access *access, const struct stamp *mine,
                                const struct stamp *other, const char *does)
{
    char place[MAX_PLACE], here[120], there[120], kernel[120] = "", why[MAX_BLAME];
    const struct launched *launch = launch_of(other->block);
    access_place(access, place);
    source_name(mine->site, here);
    source_name(other->site, there);
    if (launch->first != machine.lane->block->launch->race_first)
        snprintf(kernel, sizeof kernel, "%s, ", launch->kernel);
    formal_blame(mine, other, why);
    lane_fail("race: %s%s at %s (%s) has no order with the %s%s by %sblock %u, thread %u (%s)%s%s",
              kind_of(mine), access->stores ? "write" : "read", place, here, kind_of(other), does, kernel,
              other->block - launch->first, other->thread, there,
              !*why && in_one_warp(other) ? ": lanes of one warp need not be in step" : "", why);
}

static void readers_put(struct readers *readers, const struct stamp *stamp)
{
    uint32_t at = (stamp->block * 0x9e3779b9u + stamp->thread * 0x85ebca6bu) >> 7;
    for (;; at++) {
        struct stamp *slot = &readers->stamp[at & (readers->room - 1)];
        if (slot->block && (slot->block != stamp->block || slot->thread != stamp->thread)) continue;
        readers->count += !slot->block;
        *slot = *stamp;
        return;
    }
}

/* At most half full. */
static struct readers *readers_grow(struct readers *old)
{
    uint32_t room = old ? 2 * old->room : 8;
    struct readers *grown = must(calloc(1, sizeof *grown + room * sizeof grown->stamp[0]));
    grown->room = room;
    for (uint32_t i = 0; old && i < old->room; i++)
        if (old->stamp[i].block) readers_put(grown, &old->stamp[i]);
    free(old);
    return grown;
}

/* Does each of two atomics reach the other's thread? */
static bool reach_each_other(const struct stamp *mine, const struct stamp *other)
{
    uint32_t lanes = (uint32_t)machine.device->caps.lanes;
    uint8_t nearer = mine->atomic < other->atomic ? mine->atomic : other->atomic;
    if (nearer == OF_DEVICE) return true;
    if (mine->block != other->block) return false;
    return nearer == OF_BLOCK || (nearer == OF_WARP && mine->thread / lanes == other->thread / lanes);
}

/* Two atomics may come either way round; what is no stamp is known to all. */
static bool in_order(const struct lane *lane, const struct stamp *mine, const struct stamp *other)
{
    if (mine->atomic && other->atomic && !(mine->in_shared && other->in_shared && in_one_warp(other)))
        return reach_each_other(mine, other) || knows(lane, other);
    return knows(lane, other);
}

/* Fails unless the lane knows the last store there; an atomic must know the last one that was none. */
static void check_stores(const struct cell *cell, const struct access *access, const struct stamp *mine)
{
    const struct lane *lane = machine.lane;
    if (!in_order(lane, mine, &cell->write)) fail_race(access, mine, &cell->write, "write");
    if (mine->atomic && !knows(lane, &cell->plain) &&
        !(cell->plain.atomic && reach_each_other(mine, &cell->plain)))
        fail_race(access, mine, &cell->plain, "write");
}

/* Notes that the lane learns what another block of its launch did to these bytes. */
static void count_crossing(const struct cell *cell, size_t bytes)
{
    const struct launch *launch = machine.lane->block->launch;
    uint32_t other = cell->write.block;
    if (other == machine.lane->block->race_id) return;
    if (other - launch->race_first < launch->blocks) machine.device->counters.crossings += (bytes + 3) / 4;
}

static void cell_load(struct cell *cell, const struct access *access, const struct stamp *mine, size_t bytes)
{
    const struct lane *lane = machine.lane;
    check_stores(cell, access, mine);
    if (lane->block->counts) count_crossing(cell, bytes);
    bool alone = !cell->readers || cell->read.block < history.settled;
    if (alone && knows(lane, &cell->read)) {
        if (cell->readers) free(cell->readers);
        cell->readers = NULL;
        cell->read = *mine;
        return;
    }
    if (!cell->readers) cell->readers = readers_grow(NULL);
    if (2 * cell->readers->count >= cell->readers->room) cell->readers = readers_grow(cell->readers);
    readers_put(cell->readers, mine);
}

/* Fails unless the lane knows all that was done there. */
static void cell_check(const struct cell *cell, const struct access *access, const struct stamp *mine)
{
    const struct lane *lane = machine.lane;
    check_stores(cell, access, mine);
    if (cell->read.block >= history.settled) {
        if (!in_order(lane, mine, &cell->read)) fail_race(access, mine, &cell->read, "read");
        for (uint32_t i = 0; cell->readers && i < cell->readers->room; i++) {
            const struct stamp *read = &cell->readers->stamp[i];
            if (!in_order(lane, mine, read)) fail_race(access, mine, read, "read");
        }
    }
}

/* cell->plain behind the store. A plain store of its own block stays behind an atomic of the block: its other threads
 * must know it. */
static struct stamp plain_behind(const struct cell *cell, const struct stamp *mine)
{
    bool stays = mine->atomic && !cell->plain.atomic && cell->plain.block == mine->block;
    return stays || mine->atomic == OF_DEVICE ? cell->plain : *mine;
}

static inline void cell_store(struct cell *cell, const struct access *access, const struct stamp *mine)
{
    cell_check(cell, access, mine);
    if (cell->readers) free(cell->readers);
    *cell = (struct cell){.write = *mine, .plain = plain_behind(cell, mine)};
}

/* An access to [from, to), which are not one cell yet. */
static void cells_access(struct page *page, size_t from, size_t to, const struct access *access,
                         const struct stamp *mine)
{
    head_put(page, from);
    head_put(page, to);
    for (size_t at = from, next; at < to; at = next) {
        struct cell *cell = cell_at(page, at);
        next = head_after(page, at);
        if (access->stores)
            cell_store(cell, access, mine);
        else
            cell_load(cell, access, mine, next - at);
    }
}

static _Noreturn void fail_fresh(const struct access *access, const struct stamp *mine)
{
    char place[MAX_PLACE], here[120];
    access_place(access, place);
    source_name(mine->site, here);
    lane_fail("uninitialised: read of %zu bytes at %s (%s), not all of them written before", access->bytes,
              place, here);
}

static bool is_shared(const struct block *block, const struct access *access)
{
    return access->at - (uintptr_t)block->memory < block->shared_end - (uintptr_t)block->memory;
}

/* fresh: bytes may be read that nothing has written. */
static void access_to(const struct access *access, enum atomic atomic, uint32_t site, bool fresh)
{
    const struct lane *lane = machine.lane;
    struct stamp mine = {.block = lane->block->race_id,
                         .clock = lane->clock,
                         .site = site,
                         .thread = (uint16_t)lane->thread,
                         .atomic = atomic ? OF_DEVICE - (atomic >> ATOMIC_SCOPE_BIT & ATOMIC_SCOPE) : PLAIN,
                         .in_shared = (atomic & ATOMIC_VOLATILE) && is_shared(lane->block, access)};
    uintptr_t to = access->at + access->bytes;
    for (uintptr_t at = access->at, end; at < to; at = end) {
        end = piece_end(at, to);
        struct page *page = page_make(at >> PAGE_BITS);
        size_t from = at % PAGE, past = from + (end - at);
        bool reads = !access->stores || (atomic & ATOMIC_BOTH) == ATOMIC_BOTH;
        if (reads && !fresh && !is_written(page, from, past)) fail_fresh(access, &mine);
        if (access->stores) mark_written(page, from, past);
        if (!page->cell) cells_make(page);
        if (!is_cell(page, from, past))
            cells_access(page, from, past, access, &mine);
        else if (access->stores)
            cell_store(cell_at(page, from), access, &mine);
        else
            cell_load(cell_at(page, from), access, &mine, past - from);
    }
}

void race_access(const struct access *access, enum atomic atomic, uint32_t site)
{
    access_to(access, atomic, site, false);
}

void race_move(const struct access *access)
{
    access_to(access, NO_ATOMIC, 0, true);
}
