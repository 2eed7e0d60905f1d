/* SPDX-License-Identifier: MIT
 * Costs of launches, counted at the accessors: bytes, 32-byte sectors, bank conflicts, active lanes. The lanes of a
 * warp run one after the other here, so their accesses are put together again: those of one site (site.c)
 * that each lane does for the same time since its last barrier, group_sync or
 * shuffle are one access of the warp. Behind a barrier the lanes run together again, however many group_syncs
 * and shuffles only some of them passed before it. */
#include "machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SECTOR = 32, BANKS = 32, WORD = 4, FIRST_ROOM = 64, LASTS = 4 };

enum place { IN_SHARED, IN_DATA, IN_SCRATCH };

/* An access of a warp. */
struct warp_access {
    uint32_t site;
    uint64_t epoch;      /* sync words before it */
    uint32_t warp, time; /* how many times since the last one */
    enum place place;
    bool stores;
    uint64_t lanes; /* which took part, a bit each */
    uintptr_t from[MAX_LANES];
    uint32_t bytes[MAX_LANES];
};

/* A lane's part in an access, by which its part in the next one of the same instruction is found at once. */
struct part {
    uint32_t site;
    uint64_t epoch;
    uint32_t time;
    enum place place;
    bool stores;
};

/* Counts of a block so far. */
struct block_counts {
    struct part last[MAX_BLOCK][LASTS]; /* of each thread, a few instructions by their sites */
    uint64_t epoch[MAX_BLOCK];          /* barriers that each thread passed << 32, then other sync words */
    struct warp_access *access;
    size_t count, room;
    uint32_t *slot; /* hash table of 2 * room: index in access + 1, or 0 */
};

void count_launch(const struct launch *launch, struct launch_counters *totals)
{
    totals->launches++;
    if (launch->blocks <= totals->blocks) return;
    totals->blocks = launch->blocks;
    totals->threads = launch->block;
}

struct block_counts *count_begin(void)
{
    return calloc(1, sizeof(struct block_counts));
}

/* ---- finding a warp's access --------------------------------------------------------------------------- */

static size_t access_slot(const struct block_counts *counts, const struct warp_access *key)
{
    uint64_t hash = (key->site ^ key->epoch << 12 ^ key->epoch >> 32) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ key->warp ^ (uint64_t)key->time << 36) * 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 29;
    size_t mask = 2 * counts->room - 1, at = hash & mask;
    for (; counts->slot[at]; at = (at + 1) & mask) {
        const struct warp_access *other = &counts->access[counts->slot[at] - 1];
        if (other->site == key->site && other->warp == key->warp && other->epoch == key->epoch &&
            other->time == key->time && other->place == key->place && other->stores == key->stores)
            break;
    }
    return at;
}

static bool counts_grow(struct block_counts *counts)
{
    size_t room = counts->room ? 2 * counts->room : FIRST_ROOM;
    struct warp_access *access = realloc(counts->access, room * sizeof *access);
    if (!access) return false;
    counts->access = access;
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    if (!slot) return false;
    free(counts->slot);
    counts->slot = slot;
    counts->room = room;
    for (size_t i = 0; i < counts->count; i++)
        slot[access_slot(counts, &access[i])] = (uint32_t)i + 1;
    return true;
}

/* How many of the key's accesses the thread is known to have a part in; `last` gets room for the next. */
static uint32_t parts_known(struct part *last, const struct warp_access *key)
{
    bool same = last->site == key->site && last->epoch == key->epoch && last->place == key->place &&
                last->stores == key->stores;
    uint32_t known = same ? last->time + 1 : 0;
    *last = (struct part){key->site, key->epoch, known, key->place, key->stores};
    return known;
}

/* The access of the key's warp in which the lane has no part yet. */
static struct warp_access *access_of(struct block_counts *counts, struct warp_access *key,
                                     const struct lane *thread, uint32_t lane)
{
    if (counts->count == counts->room && !counts_grow(counts)) lane_fail("the host has no memory to count");
    struct part *last = &counts->last[thread->thread][key->site % LASTS];
    for (key->time = parts_known(last, key);; key->time++) {
        size_t at = access_slot(counts, key);
        if (!counts->slot[at]) {
            counts->access[counts->count] = *key;
            counts->slot[at] = (uint32_t)++counts->count;
        }
        struct warp_access *access = &counts->access[counts->slot[at] - 1];
        last->time = key->time;
        if (!(access->lanes >> lane & 1)) return access;
    }
}

void count_access(const struct access *done, uint32_t site)
{
    const struct lane *lane = machine.lane;
    const struct block *block = lane->block;
    uint32_t lanes = (uint32_t)machine.device->caps.lanes, mine = lane->thread % lanes;
    struct warp_access key = {.site = site,
                              .warp = lane->thread / lanes,
                              .epoch = block->counts->epoch[lane->thread],
                              .place = IN_SHARED,
                              .stores = done->stores};
    if (done->at - (uintptr_t)block->memory >= block->shared_end - (uintptr_t)block->memory) {
        const char *name = memory_name(&machine.device->memory, done->at);
        if (!name) return; /* the lane's own */
        key.place = strcmp(name, "scratch") == 0 ? IN_SCRATCH : IN_DATA;
    }
    struct warp_access *access = access_of(block->counts, &key, lane, mine);
    access->lanes |= UINT64_C(1) << mine;
    access->from[mine] = done->at;
    access->bytes[mine] = (uint32_t)done->bytes;
}

/* ---- settling ------------------------------------------------------------------------------------------ */

/* Bytes [from, to) of a lane. */
struct extent {
    uintptr_t from, to;
};

/* What the lanes touch, by `from`: they mostly come in that order. Returns how many lanes. */
static size_t extents_of(const struct warp_access *access, struct extent extent[MAX_LANES])
{
    size_t count = 0;
    for (int lane = 0; lane < MAX_LANES; lane++) {
        if (!(access->lanes >> lane & 1)) continue;
        struct extent next = {access->from[lane], access->from[lane] + access->bytes[lane]};
        size_t at = count++;
        for (; at > 0 && extent[at - 1].from > next.from; at--)
            extent[at] = extent[at - 1];
        extent[at] = next;
    }
    return count;
}

/* The distinct units (of `unit` bytes) in ascending extents; if `in_bank`, counts them by bank. */
static size_t units_of(const struct extent *extent, size_t count, size_t unit, size_t *in_bank)
{
    size_t units = 0;
    uintptr_t seen = 0; /* units below it */
    for (; count > 0; count--, extent++) {
        uintptr_t first = extent->from / unit, end = (extent->to - 1) / unit + 1;
        if (first < seen) first = seen;
        if (first >= end) continue;
        for (uintptr_t at = first; in_bank && at < end; at++)
            in_bank[at % BANKS]++;
        units += end - first;
        seen = end;
    }
    return units;
}

/* Cycles beyond the fewest: a bank gives one word a cycle, to all lanes that want it. */
static uint64_t bank_conflicts(const struct extent *extent, size_t count)
{
    size_t in_bank[BANKS] = {0}, most = 0, words = units_of(extent, count, WORD, in_bank);
    for (size_t i = 0; i < BANKS; i++)
        if (in_bank[i] > most) most = in_bank[i];
    return most - (words + BANKS - 1) / BANKS;
}

static void settle_global(uint64_t *moved, struct memory_counters *totals, const struct extent *extent,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        *moved += extent[i].to - extent[i].from;
    totals->accesses++;
    totals->fewest += (units_of(extent, count, 1, NULL) + SECTOR - 1) / SECTOR;
    totals->sectors += units_of(extent, count, SECTOR, NULL);
}

static void settle(const struct warp_access *access, struct launch_counters *totals)
{
    struct extent extent[MAX_LANES];
    size_t count = extents_of(access, extent);
    totals->accesses++;
    totals->active_lanes += count;
    if (access->place == IN_SHARED) {
        totals->bank_conflicts += bank_conflicts(extent, count);
        return;
    }
    struct memory_counters *global = access->place == IN_SCRATCH ? &totals->scratch : &totals->data;
    settle_global(access->stores ? &global->stored : &global->loaded, global, extent, count);
}

void count_end(struct block_counts *counts, struct launch_counters *totals)
{
    for (size_t i = 0; i < counts->count; i++)
        settle(&counts->access[i], totals);
    free(counts->access);
    free(counts->slot);
    free(counts);
}

/* ---- words --------------------------------------------------------------------------------------------- */

void count_sync(const struct lane *lane, uint64_t *words, uint32_t lanes)
{
    struct block_counts *counts = lane->block->counts;
    uint64_t *epoch = &counts->epoch[lane->thread];
    *epoch = lanes == lane->block->lanes ? ((*epoch >> 32) + 1) << 32 : *epoch + 1;
    if (lane->thread % lanes == 0) ++*words;
}

void sim_combined(void)
{
    if (machine.lane->block->counts) machine.device->counters.combines++;
}
