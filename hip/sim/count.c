/* SPDX-License-Identifier: MIT
 * What launches cost, counted at the accessors: bytes, 32-byte sectors, bank conflicts. The lanes of a warp
 * run one after the other here, so their accesses are put together again: those of one instruction (the
 * accessor's return address) that each lane does for the same time since its last barrier, group_sync or
 * shuffle are one access of the warp. Behind a barrier the lanes run together again, however many group_syncs
 * and shuffles only some of them passed before it. */
#include "machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SECTOR = 32, BANKS = 32, WORD = 4, FIRST_ROOM = 64 };

enum place { IN_SHARED, IN_DATA, IN_SCRATCH };

/* An access of a warp. */
struct warp_access {
    uintptr_t site;
    uint64_t epoch;      /* sync words before it */
    uint32_t warp, time; /* how many times since the last one */
    enum place place;
    bool stores;
    uint64_t lanes; /* which took part, a bit each */
    uintptr_t from[MAX_LANES];
    uint32_t bytes[MAX_LANES];
};

/* What a block did so far. */
struct block_counts {
    uint64_t epoch[MAX_BLOCK]; /* barriers that each thread passed << 32, then other sync words */
    struct warp_access *access;
    size_t count, room;
    uint32_t *slot; /* hash table of 2 * room: index in access + 1, or 0 */
};

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

/* The access of the key's warp in which the lane has no part yet. */
static struct warp_access *access_of(struct block_counts *counts, struct warp_access *key, uint32_t lane)
{
    if (counts->count == counts->room && !counts_grow(counts)) lane_fail("the host has no memory to count");
    for (key->time = 0;; key->time++) {
        size_t at = access_slot(counts, key);
        if (!counts->slot[at]) {
            counts->access[counts->count] = *key;
            counts->slot[at] = (uint32_t)++counts->count;
        }
        struct warp_access *access = &counts->access[counts->slot[at] - 1];
        if (!(access->lanes >> lane & 1)) return access;
    }
}

void count_access(const struct access *done, uintptr_t site)
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
    struct warp_access *access = access_of(block->counts, &key, mine);
    access->lanes |= UINT64_C(1) << mine;
    access->from[mine] = done->at;
    access->bytes[mine] = (uint32_t)done->bytes;
}

/* ---- settling ------------------------------------------------------------------------------------------ */

static int ascending(const void *a, const void *b)
{
    uintptr_t left = *(const uintptr_t *)a, right = *(const uintptr_t *)b;
    return (left > right) - (left < right);
}

/* The distinct units (of `unit` bytes) that an access touches, ascending. Returns their number. */
static size_t units_of(const struct warp_access *access, size_t unit, uintptr_t *touched)
{
    size_t count = 0, distinct = 0;
    for (int lane = 0; lane < MAX_LANES; lane++) {
        if (!(access->lanes >> lane & 1)) continue;
        uintptr_t first = access->from[lane] / unit,
                  last = (access->from[lane] + access->bytes[lane] - 1) / unit;
        for (uintptr_t at = first; at <= last; at++)
            touched[count++] = at;
    }
    qsort(touched, count, sizeof *touched, ascending);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || touched[i] != touched[i - 1]) touched[distinct++] = touched[i];
    return distinct;
}

/* Room for every byte of every lane. */
static uintptr_t touched[MAX_LANES * (MAX_STATE_BYTES + 1)];

/* Cycles beyond the fewest: a bank gives one word a cycle, to all lanes that want it. */
static uint64_t bank_conflicts(const struct warp_access *access)
{
    size_t in_bank[BANKS] = {0}, most = 0, words = units_of(access, WORD, touched);
    for (size_t i = 0; i < words; i++) {
        size_t here = ++in_bank[touched[i] % BANKS];
        if (here > most) most = here;
    }
    return most - (words + BANKS - 1) / BANKS;
}

static void settle_global(struct memory_counters *totals, const struct warp_access *access)
{
    uint64_t bytes = 0;
    for (int lane = 0; lane < MAX_LANES; lane++)
        if (access->lanes >> lane & 1) bytes += access->bytes[lane];
    *(access->stores ? &totals->stored : &totals->loaded) += bytes;
    totals->accesses++;
    totals->fewest += (units_of(access, 1, touched) + SECTOR - 1) / SECTOR;
    totals->sectors += units_of(access, SECTOR, touched);
}

void count_end(struct block_counts *counts, struct launch_counters *totals)
{
    for (size_t i = 0; i < counts->count; i++) {
        const struct warp_access *access = &counts->access[i];
        if (access->place == IN_SHARED)
            totals->bank_conflicts += bank_conflicts(access);
        else
            settle_global(access->place == IN_SCRATCH ? &totals->scratch : &totals->data, access);
    }
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
