/* SPDX-License-Identifier: MIT
 * Races by happens-before, and reads of what was never written.
 *
 * Every lane has a clock, which goes up by one whenever the lane lets others know what it did so far. An access
 * is stamped with its block's number (which no other block has until all stamps are forgotten), its thread and
 * its lane's clock; shadow memory keeps, for each word, the stamp of the last store and those of the loads after
 * it. A load must know the last store, a store the last store and all loads since; else the two could have come
 * the other way round, whatever the order was this time.
 *
 * The knowledge of a lane, cheapest first:
 *   itself      its own stamps
 *   block       what its block did before the last barrier: clocks below block->since. A barrier lifts all clocks
 *               to one value above every clock of the block, which is the new `since`; so it costs nothing a word.
 *   bundle      what the MAX_LANES aligned lanes around it did after that barrier, by group_sync: lane->seen,
 *               a clock a lane, valid while lane->seen_since is block->since. Every group lies in one bundle, and
 *               its lanes share what they know since they met.
 *   launch      all of an earlier launch in its stream, and all before the device's last sync (`settled`)
 *   know        what it learnt by atomics: of each block the clocks below a bound and those of single lanes
 * An atomic that releases tells at its address; one that acquires learns there what was told last (if it stores, too,
 * it hands that on: such atomics of an address stand in one order). A store that does not release takes what was told
 * there away: its value is nobody's to learn from. Shuffles, yields and the end of a block order nothing.
 *
 * Of an ordinary kernel, an atomic or volatile access that orders nothing does so together with fences: it tells what its
 * lane knew at its last fence, and what was told there is known behind the lane's next one. atomicAdd and its like
 * learn at once, as code for such devices relies on. Volatile accesses of one warp to shared memory race as others do,
 * because the lanes of a warp need not be in step.
 *
 * Invariants
 *   - a stamp with block < settled is known to all; block 0 is no stamp
 *   - a store forgets the loads before it, which it knew: a lane that knows the store knows them
 *   - cell->readers, if there, holds every load since the last store, also the one in cell->read, and means
 *     something only while cell->read is not settled
 *   - a cell covers the bytes from its head to the next one; an access makes its ends heads. Cells stay apart until the
 *     host writes there or memory is fresh: what is stored whole and loaded in parts would be split anew each time
 *   - fresh bytes have no page or a bit of 0; bytes that the host copies or fills are written, but by no lane */
#define _GNU_SOURCE 1 /* dladdr */
#include "machine.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shadow memory -------------------------------------------------------------------------------------- */

enum { PAGE_BITS = 10, PAGE = 1 << PAGE_BITS, NEAR_PAGES = 256, WIDEST = 4 };

struct stamp {
    uint32_t block, clock;
    uint32_t site;
    uint16_t thread;
    bool atomic, in_shared; /* in_shared: by a volatile lvalue, in shared memory */
};

/* Stamps by block and thread: open addressing, `room` a power of two. */
struct readers {
    uint32_t count, room;
    struct stamp stamp[];
};

struct cell {
    struct stamp write, read;
    struct readers *readers; /* owned; NULL while `read` alone is enough */
};

struct page {
    uintptr_t number;
    struct page *next;           /* in its bucket */
    struct cell *cell;           /* owned; NULL until a lane comes */
    unsigned granule;            /* the cell of the head at a byte is cell[offset >> granule] */
    uint64_t head[PAGE / 64];    /* a bit a byte; where there are cells, that of byte 0 is set */
    uint64_t written[PAGE / 64]; /* a bit a byte */
};

static struct {
    struct page **bucket; /* owned */
    size_t buckets, pages;
    struct page *near[NEAR_PAGES];
} shadow;

static _Noreturn void no_memory(void)
{
    if (machine.lane)
        lane_fail("the host has no memory for race checks; FOLDCHECK_SIM_CHECKS=off does without");
    fputs("foldcheck: the host has no memory for race checks; FOLDCHECK_SIM_CHECKS=off does without\n",
          stderr);
    abort();
}

static void *must(void *memory)
{
    if (!memory) no_memory();
    return memory;
}

static struct page **bucket_of(uintptr_t number)
{
    return &shadow.bucket[(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (shadow.buckets - 1)];
}

static void shadow_grow(void)
{
    struct page **old = shadow.bucket;
    size_t count = shadow.buckets;
    struct page **grown = must(calloc(count ? 4 * count : 256, sizeof(struct page *)));
    shadow.bucket = grown;
    shadow.buckets = count ? 4 * count : 256;
    for (size_t i = 0; i < count; i++)
        for (struct page *page = old[i], *next; page; page = next) {
            struct page **bucket = bucket_of(page->number);
            next = page->next;
            page->next = *bucket;
            *bucket = page;
        }
    free(old);
}

/* The page with this number, or NULL. */
static struct page *page_find(uintptr_t number)
{
    struct page **near = &shadow.near[number % NEAR_PAGES];
    if (*near && (*near)->number == number) return *near;
    if (!shadow.buckets) return NULL;
    struct page *page = *bucket_of(number);
    while (page && page->number != number)
        page = page->next;
    if (page) *near = page;
    return page;
}

static struct page *page_make(uintptr_t number)
{
    struct page *page = page_find(number);
    if (page) return page;
    if (shadow.pages >= shadow.buckets) shadow_grow();
    page = must(calloc(1, sizeof *page));
    page->number = number;
    struct page **bucket = bucket_of(number);
    page->next = *bucket;
    *bucket = page;
    shadow.pages++;
    return page;
}

/* ---- cells ---- */

/* The part of a page's bitmap word that [from, to) covers; offsets in the page. */
static uint64_t bits_of(size_t word, size_t from, size_t to)
{
    size_t low = from > 64 * word ? from - 64 * word : 0, high = to - 64 * word;
    uint64_t above = high >= 64 ? UINT64_MAX : (UINT64_C(1) << high) - 1;
    return above & UINT64_MAX << low;
}

static struct cell *cell_at(const struct page *page, size_t head)
{
    return &page->cell[head >> page->granule];
}

/* The last head at or before the byte. */
static size_t head_before(const struct page *page, size_t at)
{
    size_t word = at / 64;
    uint64_t heads = page->head[word] & UINT64_MAX >> (63 - at % 64);
    while (!heads)
        heads = page->head[--word];
    return 64 * word + 63 - (size_t)__builtin_clzll(heads);
}

/* The first head behind the byte, or the page's end. */
static size_t head_after(const struct page *page, size_t at)
{
    size_t word = ++at / 64;
    if (at == PAGE) return PAGE;
    uint64_t heads = page->head[word] & UINT64_MAX << at % 64;
    while (!heads && ++word < PAGE / 64)
        heads = page->head[word];
    return heads ? 64 * word + (size_t)__builtin_ctzll(heads) : PAGE;
}

/* One cell without stamps. */
static void cells_make(struct page *page)
{
    page->cell = must(malloc((PAGE >> WIDEST) * sizeof *page->cell));
    page->granule = WIDEST;
    memset(page->head, 0, sizeof page->head);
    page->head[0] = 1;
    page->cell[0] = (struct cell){0};
}

/* Makes room for a head every 1 << granule bytes. */
static void cells_spread(struct page *page, unsigned granule)
{
    struct cell *spread = must(malloc(((size_t)PAGE >> granule) * sizeof *spread));
    for (size_t at = 0; at < PAGE; at = head_after(page, at))
        spread[at >> granule] = *cell_at(page, at);
    free(page->cell);
    page->cell = spread;
    page->granule = granule;
}

/* The cell that covers the byte is split there: each half has its stamps. */
static void cell_split(struct page *page, size_t at)
{
    if (at & ((1U << page->granule) - 1)) cells_spread(page, (unsigned)__builtin_ctzll(at));
    struct cell *right = cell_at(page, at);
    *right = *cell_at(page, head_before(page, at));
    page->head[at / 64] |= UINT64_C(1) << at % 64;
    if (!right->readers) return;
    size_t bytes = sizeof *right->readers + right->readers->room * sizeof right->readers->stamp[0];
    const struct readers *left = right->readers;
    right->readers = must(malloc(bytes));
    copy_unwatched(right->readers, left, bytes);
}

/* Do exactly these bytes, on one word of the bitmap, make a cell? What most accesses meet. */
static inline bool is_cell(const struct page *page, size_t from, size_t to)
{
    size_t bytes = to - from;
    if (from % 64 + bytes > 64) return false;
    uint64_t heads = page->head[from / 64] >> from % 64 & UINT64_MAX >> (64 - bytes);
    return heads == 1 && (to == PAGE || (page->head[to / 64] >> to % 64 & 1));
}

static inline void head_put(struct page *page, size_t at)
{
    if (at < PAGE && !(page->head[at / 64] >> at % 64 & 1)) cell_split(page, at);
}

/* Makes these bytes one cell without stamps. */
static void cells_clear(struct page *page, size_t from, size_t to)
{
    if (!page->cell) return;
    head_put(page, from);
    head_put(page, to);
    for (size_t at = from; at < to; at = head_after(page, at))
        free(cell_at(page, at)->readers);
    for (size_t word = (from + 1) / 64; 64 * word < to; word++)
        page->head[word] &= ~bits_of(word, from + 1, to);
    *cell_at(page, from) = (struct cell){0};
}

static void page_free(uintptr_t number)
{
    if (!page_find(number)) return;
    struct page **link = bucket_of(number);
    while ((*link)->number != number)
        link = &(*link)->next;
    struct page *page = *link;
    *link = page->next;
    shadow.near[number % NEAR_PAGES] = NULL;
    shadow.pages--;
    cells_clear(page, 0, PAGE);
    free(page->cell);
    free(page);
}

static void mark_written(struct page *page, size_t from, size_t to)
{
    for (size_t word = from / 64; 64 * word < to; word++)
        page->written[word] |= bits_of(word, from, to);
}

static void mark_fresh(struct page *page, size_t from, size_t to)
{
    for (size_t word = from / 64; 64 * word < to; word++)
        page->written[word] &= ~bits_of(word, from, to);
}

static bool is_written(const struct page *page, size_t from, size_t to)
{
    for (size_t word = from / 64; 64 * word < to; word++)
        if (bits_of(word, from, to) & ~page->written[word]) return false;
    return true;
}

/* The end of the piece of [at, to) that lies in at's page. */
static uintptr_t piece_end(uintptr_t at, uintptr_t to)
{
    uintptr_t end = (at | (PAGE - 1)) + 1;
    return end < to ? end : to;
}

void race_written(const void *memory, uint64_t bytes)
{
    uintptr_t to = (uintptr_t)memory + bytes;
    for (uintptr_t at = (uintptr_t)memory, end; machine.checks && at < to; at = end) {
        end = piece_end(at, to);
        mark_written(page_make(at >> PAGE_BITS), at % PAGE, at % PAGE + (end - at));
    }
}

void race_fresh(const void *memory, uint64_t bytes)
{
    uintptr_t to = (uintptr_t)memory + bytes;
    for (uintptr_t at = (uintptr_t)memory, end; machine.checks && at < to; at = end) {
        end = piece_end(at, to);
        if (end - at == PAGE) {
            page_free(at >> PAGE_BITS);
            continue;
        }
        struct page *page = page_find(at >> PAGE_BITS);
        size_t from = at % PAGE;
        if (!page) continue;
        mark_fresh(page, from, from + (end - at));
        cells_clear(page, from, from + (end - at));
    }
}

void race_filled(const void *memory, uint64_t bytes)
{
    uintptr_t to = (uintptr_t)memory + bytes;
    for (uintptr_t at = (uintptr_t)memory, end; machine.checks && at < to; at = end) {
        end = piece_end(at, to);
        struct page *page = page_make(at >> PAGE_BITS);
        size_t from = at % PAGE;
        mark_written(page, from, from + (end - at));
        cells_clear(page, from, from + (end - at));
    }
}

/* ---- what is known of blocks ---------------------------------------------------------------------------- */

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

static struct {
    uint32_t next, settled;  /* block numbers */
    struct launched *launch; /* since the last sync, by `first`; owned */
    size_t launches, launch_room;
    bool streams;   /* these launches are of several */
    uint32_t *list; /* see struct entry; owned */
    size_t listed, list_room;
    struct point *point; /* open addressing; owned */
    size_t points, point_room;
} history = {.next = 1, .settled = 1, .listed = 1};

static void know_drop(struct know *know)
{
    if (know && --know->references == 0) free(know);
}

static struct know *know_share(struct know *know)
{
    if (know) know->references++;
    return know;
}

static uint32_t *list_room(size_t words)
{
    if (history.listed + words > UINT32_MAX) no_memory();
    if (history.listed + words > history.list_room) {
        size_t room = 2 * history.list_room + words + 1024;
        history.list = must(realloc(history.list, room * sizeof *history.list));
        history.list_room = room;
    }
    return history.list + history.listed;
}

/* Adds the lane to the list that is being written, if its clock is not below the bound. */
static void list_lane(uint32_t *list, uint32_t thread, uint32_t clock, uint32_t before)
{
    if (clock < before) return;
    uint32_t *at = list + 1 + 2 * list[0]++;
    at[0] = thread;
    at[1] = clock;
}

/* Keeps the list that was written; returns its place. */
static uint32_t list_keep(const uint32_t *list)
{
    uint32_t place = (uint32_t)history.listed;
    if (list[0] == 0) return 0;
    history.listed += 1 + 2 * (size_t)list[0];
    return place;
}

static uint32_t list_count(uint32_t place)
{
    return place ? history.list[place] : 0;
}

static struct entry entry_join(struct entry a, struct entry b)
{
    if (a.before == b.before && a.lanes == b.lanes) return a;
    if (b.before == 0) return a;
    if (a.before == 0) return b;
    struct entry both = {.before = a.before > b.before ? a.before : b.before};
    uint32_t na = list_count(a.lanes), nb = list_count(b.lanes);
    uint32_t *list = list_room(1 + 2 * ((size_t)na + nb));
    const uint32_t *la = history.list + a.lanes + 1, *lb = history.list + b.lanes + 1;
    list[0] = 0;
    while (na || nb) {
        bool take_a = na && (!nb || la[0] <= lb[0]), take_b = nb && (!na || lb[0] <= la[0]);
        uint32_t thread = take_a ? la[0] : lb[0], clock = take_a ? la[1] : 0;
        if (take_b && lb[1] > clock) clock = lb[1];
        list_lane(list, thread, clock, both.before);
        if (take_a) la += 2, na--;
        if (take_b) lb += 2, nb--;
    }
    both.lanes = list_keep(list);
    return both;
}

/* A new one that has room for blocks [first, first + count) and holds nothing. */
static struct know *know_new(uint32_t first, uint32_t count)
{
    struct know *know = must(calloc(1, sizeof *know + count * sizeof know->entry[0]));
    know->references = 1;
    know->first = first;
    know->count = count;
    return know;
}

static void know_add(struct know *to, const struct know *from)
{
    struct entry *entry = to->entry + (from->first - to->first);
    for (uint32_t i = 0; i < from->count; i++)
        entry[i] = entry_join(entry[i], from->entry[i]);
}

/* Both together, with room for `block` if that is not 0; a new one. */
static struct know *know_join(const struct know *a, const struct know *b, uint32_t block)
{
    const struct know *each[] = {a, b};
    uint32_t from = block ? block : UINT32_MAX, to = block ? block + 1 : 0;
    for (int i = 0; i < 2; i++) {
        if (!each[i]) continue;
        if (each[i]->first < from) from = each[i]->first;
        if (each[i]->first + each[i]->count > to) to = each[i]->first + each[i]->count;
    }
    struct know *both = know_new(from, to - from);
    for (int i = 0; i < 2; i++)
        if (each[i]) know_add(both, each[i]);
    return both;
}

/* *mine learns what the other one knows. */
static void know_learn(struct know **mine, struct know *other)
{
    if (!other || *mine == other) return;
    struct know *both = *mine ? know_join(*mine, other, 0) : know_share(other);
    know_drop(*mine);
    *mine = both;
}

static bool know_covers(const struct know *know, const struct stamp *stamp)
{
    if (stamp->block < know->first || stamp->block - know->first >= know->count) return false;
    struct entry entry = know->entry[stamp->block - know->first];
    if (stamp->clock < entry.before) return true;
    const uint32_t *lane = history.list + entry.lanes + 1;
    for (uint32_t i = list_count(entry.lanes); i > 0; i--, lane += 2)
        if (lane[0] == stamp->thread) return stamp->clock <= lane[1];
    return false;
}

/* The launch that the block belongs to. */
static const struct launched *launch_of(uint32_t block)
{
    size_t low = 0, high = history.launches;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (history.launch[middle].first <= block)
            low = middle;
        else
            high = middle;
    }
    return &history.launch[low];
}

static bool launch_is_over(uint32_t block, const struct launch *launch)
{
    if (!history.streams) return block < launch->race_first;
    const struct launched *other = launch_of(block);
    return other->stream == launch->stream && other->first < launch->race_first;
}

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

/* ---- what orders ---------------------------------------------------------------------------------------- */

void race_launch(struct launch *launch)
{
    if (!machine.checks) return;
    if (history.launches == history.launch_room) {
        history.launch_room = 2 * history.launch_room + 16;
        history.launch = must(realloc(history.launch, history.launch_room * sizeof *history.launch));
    }
    history.streams |= history.launches > 0 && history.launch[0].stream != launch->stream;
    struct launched *started = &history.launch[history.launches++];
    *started = (struct launched){.first = history.next, .stream = launch->stream};
    snprintf(started->kernel, sizeof started->kernel, "%s", launch->kernel);
    launch->race_first = history.next;
    assert(launch->blocks < UINT32_MAX - history.next);
    history.next += (uint32_t)launch->blocks;
}

void race_block_start(struct block *block)
{
    if (!machine.checks) return;
    block->race_id = block->launch->race_first + (uint32_t)block->index;
    block->since = 1;
    if (!block->seen) block->seen = must(malloc(sizeof(uint32_t) * 2 * MAX_BLOCK * MAX_LANES));
    for (uint32_t i = 0; i < block->lanes; i++) {
        block->lane[i].clock = 1;
        block->lane[i].seen_since = 0;
    }
}

void race_block_end(struct block *block)
{
    for (uint32_t i = 0; i < block->lanes; i++) {
        struct lane *lane = &block->lane[i];
        know_drop(lane->know);
        know_drop(lane->fenced);
        know_drop(lane->heard);
        lane->know = lane->fenced = lane->heard = NULL;
    }
}

/* Each of the lanes' knowledge at `offset` in struct lane becomes that of them all. */
static void lanes_join(struct lane *first, uint64_t lanes, size_t offset, uint32_t count)
{
    struct know *all = NULL, **each;
    bool same = true;
    for (uint32_t i = 0; i < count; i++) {
        if (i < 64 && count <= 64 && !(lanes >> i & 1)) continue;
        each = (struct know **)((char *)&first[i] + offset);
        same &= !all || *each == all;
        know_learn(&all, *each);
        same &= *each == all;
    }
    for (uint32_t i = 0; !same && i < count; i++) {
        if (i < 64 && count <= 64 && !(lanes >> i & 1)) continue;
        each = (struct know **)((char *)&first[i] + offset);
        know_drop(*each);
        *each = know_share(all);
    }
    know_drop(all);
}

/* The lanes, a bit each where there are at most 64, know from now on what any of them learnt by atomics; and what one
 * told by a fence, the others may pass on. */
static void lanes_share(struct lane *first, uint64_t lanes, uint32_t count)
{
    lanes_join(first, lanes, offsetof(struct lane, know), count);
    if (first->block->launch->ordinary) lanes_join(first, lanes, offsetof(struct lane, fenced), count);
}

void race_barrier(struct block *block)
{
    if (!machine.checks) return;
    for (uint32_t i = 0; i < block->lanes; i++)
        if (block->lane[i].clock >= block->since) block->since = block->lane[i].clock + 1;
    for (uint32_t i = 0; i < block->lanes; i++)
        block->lane[i].clock = block->since;
    lanes_share(block->lane, UINT64_MAX, block->lanes);
}

/* Where the lanes of a group keep what they know of their bundle. Each group of each size has a place of its own: in
 * it is what all of the group knew when they last met, and that is what a lane knows until it meets others. */
static uint32_t *seen_of(const struct lane *first, uint32_t group)
{
    uint32_t bundle = first->thread / MAX_LANES, within = first->thread % MAX_LANES;
    return first->block->seen + (bundle * 2 * MAX_LANES + (MAX_LANES + within) / group) * MAX_LANES;
}

/* The clocks that all of some lanes of a bundle know together. */
static void clocks_join(const struct lane *first, uint64_t lanes, uint32_t all[MAX_LANES])
{
    const struct block *block = first->block;
    const uint32_t *last = NULL;
    for (; lanes; lanes &= lanes - 1) {
        const struct lane *lane = &first[__builtin_ctzll(lanes)];
        if (lane->seen_since == block->since && lane->seen != last) {
            last = lane->seen;
            for (int k = 0; k < MAX_LANES; k++)
                all[k] = all[k] < last[k] ? last[k] : all[k];
        }
        all[lane->thread % MAX_LANES] = lane->clock;
    }
}

void race_group(struct lane *first, uint32_t group)
{
    if (!machine.checks) return;
    const struct block *block = first->block;
    uint32_t *seen = seen_of(first, group), all[MAX_LANES] = {0};
    clocks_join(first, UINT64_MAX >> (64 - group), all);
    copy_unwatched(seen, all, sizeof all);
    for (uint32_t i = 0; i < group; i++) {
        first[i].seen = seen;
        first[i].seen_since = block->since;
        first[i].clock++;
    }
    lanes_share(first, UINT64_MAX, group);
}

/* As race_group, for any lanes of a warp: each keeps what all know in its own place, that of a group of one lane. */
void race_lanes(struct lane *first, uint64_t lanes)
{
    if (!machine.checks) return;
    uint32_t all[MAX_LANES] = {0};
    clocks_join(first, lanes, all);
    for (uint64_t left = lanes; left; left &= left - 1) {
        struct lane *lane = &first[__builtin_ctzll(left)];
        uint32_t *seen = seen_of(lane, 1);
        copy_unwatched(seen, all, sizeof all);
        lane->seen = seen;
        lane->seen_since = lane->block->since;
        lane->clock++;
    }
    lanes_share(first, lanes, (uint32_t)machine.device->caps.lanes);
}

/* Where the address is, or would be; at most half of the room is taken. */
static struct point *point_slot(struct point *point, size_t room, const void *address)
{
    size_t at = (size_t)((uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    while (point[at & (room - 1)].address && point[at & (room - 1)].address != address)
        at++;
    return &point[at & (room - 1)];
}

static void points_grow(void)
{
    size_t room = history.point_room ? 2 * history.point_room : 16;
    struct point *grown = must(calloc(room, sizeof *grown));
    for (size_t i = 0; i < history.point_room; i++)
        if (history.point[i].address) *point_slot(grown, room, history.point[i].address) = history.point[i];
    free(history.point);
    history.point = grown;
    history.point_room = room;
}

static struct know **point_of(const void *address)
{
    if (2 * history.points >= history.point_room) points_grow();
    struct point *point = point_slot(history.point, history.point_room, address);
    history.points += !point->address;
    point->address = address;
    return &point->know;
}

/* The lane's knowledge of its own block. */
static struct entry entry_of(const struct lane *lane)
{
    const struct block *block = lane->block;
    uint32_t *list = list_room(1 + 2 * MAX_LANES), first = lane->thread / MAX_LANES * MAX_LANES;
    list[0] = 0;
    for (uint32_t k = 0; k < MAX_LANES; k++) {
        uint32_t clock = lane->seen_since == block->since ? lane->seen[k] : 0;
        list_lane(list, first + k, first + k == lane->thread ? lane->clock : clock, block->since);
    }
    return (struct entry){block->since, list_keep(list)};
}

void race_learn(const void *address)
{
    if (machine.checks) know_learn(&machine.lane->know, *point_of(address));
}

/* All that the lane knows, with what it did itself; a new one. */
static struct know *all_of(struct lane *lane)
{
    struct know *told = know_join(lane->know, NULL, lane->block->race_id);
    struct entry *own = &told->entry[lane->block->race_id - told->first];
    *own = entry_join(*own, entry_of(lane));
    lane->clock++;
    return told;
}

void race_tell(const void *address)
{
    if (!machine.checks) return;
    struct know **point = point_of(address);
    struct know *told = all_of(machine.lane);
    know_drop(*point);
    *point = told;
}

void race_tell_nothing(const void *address)
{
    if (!machine.checks) return;
    struct know **point = point_of(address);
    know_drop(*point);
    *point = NULL;
}

/* What was told at the address; NULL if nothing was. */
static struct know *told_at(const void *address)
{
    if (!history.point_room) return NULL;
    return point_slot(history.point, history.point_room, address)->know;
}

static bool acquires(int order)
{
    return order == SIM_UNORDERED || order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME ||
           order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static bool releases(int order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

void race_atomic(const void *address, enum atomic kind, int order)
{
    if (!machine.checks) return;
    struct lane *lane = machine.lane;
    struct know *before = told_at(address), *told;
    if (kind != ATOMIC_STORE) know_learn(acquires(order) ? &lane->know : &lane->heard, before);
    if (kind == ATOMIC_LOAD) return;
    told = releases(order) ? all_of(lane) : know_share(lane->fenced);
    if (kind == ATOMIC_BOTH) know_learn(&told, before); /* a release sequence goes on */
    if (!told && !before) return;
    struct know **point = point_of(address);
    know_drop(*point);
    *point = told;
}

void race_fence(void)
{
    if (!machine.checks) return;
    struct lane *lane = machine.lane;
    know_learn(&lane->know, lane->heard);
    know_drop(lane->heard);
    know_drop(lane->fenced);
    lane->heard = NULL;
    lane->fenced = all_of(lane);
}

static void stamps_forget(void)
{
    for (size_t i = 0; i < shadow.buckets; i++)
        for (struct page *page = shadow.bucket[i]; page; page = page->next)
            cells_clear(page, 0, PAGE);
    history.next = 1;
}

void race_settle(void)
{
    enum { MANY = 1 << 30 };
    for (size_t i = 0; history.points && i < history.point_room; i++) {
        know_drop(history.point[i].know);
        history.point[i] = (struct point){0};
    }
    history.points = history.launches = 0;
    history.streams = false;
    history.listed = 1;
    if (history.next > MANY) stamps_forget();
    history.settled = history.next;
}

void race_free(void)
{
    for (size_t i = 0; i < shadow.buckets; i++)
        while (shadow.bucket[i])
            page_free(shadow.bucket[i]->number);
    free(shadow.bucket);
    shadow.bucket = NULL;
    shadow.buckets = 0;
    free(history.launch);
    free(history.list);
    free(history.point);
    history.launch = NULL, history.list = NULL, history.point = NULL;
    history.launch_room = history.list_room = history.point_room = 0;
}

/* ---- every access --------------------------------------------------------------------------------------- */

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
    char place[160], here[120], there[120], kernel[120] = "";
    const struct launched *launch = launch_of(other->block);
    access_place(access, place);
    source_name(mine->site, here);
    source_name(other->site, there);
    if (launch->first != machine.lane->block->launch->race_first)
        snprintf(kernel, sizeof kernel, "%s, ", launch->kernel);
    lane_fail("race: %s%s at %s (%s) has no order with the %s%s by %sblock %u, thread %u (%s)%s",
              kind_of(mine), access->stores ? "write" : "read", place, here, kind_of(other), does, kernel,
              other->block - launch->first, other->thread, there,
              in_one_warp(other) ? ": lanes of one warp need not be in step" : "");
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

/* Two atomics may come either way round. */
static bool in_order(const struct lane *lane, const struct stamp *mine, const struct stamp *other)
{
    if (mine->atomic && other->atomic && !(mine->in_shared && other->in_shared && in_one_warp(other)))
        return true;
    return knows(lane, other);
}

/* Notes that the lane learns what another block of its launch did to these bytes. */
static void count_crossing(const struct cell *cell, size_t bytes)
{
    const struct launch *launch = machine.lane->block->launch;
    uint32_t other = cell->write.block;
    if (other == machine.lane->block->race_id) return;
    if (other >= launch->race_first && other - launch->race_first < launch->blocks)
        machine.device->counters.crossings += (bytes + 3) / 4;
}

static void cell_load(struct cell *cell, const struct access *access, const struct stamp *mine, size_t bytes)
{
    const struct lane *lane = machine.lane;
    if (cell->write.block && !in_order(lane, mine, &cell->write))
        fail_race(access, mine, &cell->write, "write");
    if (lane->block->counts) count_crossing(cell, bytes);
    bool alone = !cell->readers || cell->read.block < history.settled;
    if (alone && (cell->read.block < history.settled || knows(lane, &cell->read))) {
        if (cell->readers) free(cell->readers);
        cell->readers = NULL;
        cell->read = *mine;
        return;
    }
    if (!cell->readers) {
        cell->readers = readers_grow(NULL);
        readers_put(cell->readers, &cell->read);
    }
    if (2 * cell->readers->count >= cell->readers->room) cell->readers = readers_grow(cell->readers);
    readers_put(cell->readers, mine);
    cell->read = *mine;
}

/* Fails unless the lane knows all that was done there. */
static void cell_check(const struct cell *cell, const struct access *access, const struct stamp *mine)
{
    const struct lane *lane = machine.lane;
    if (cell->write.block && !in_order(lane, mine, &cell->write))
        fail_race(access, mine, &cell->write, "write");
    if (cell->read.block >= history.settled) {
        if (!in_order(lane, mine, &cell->read)) fail_race(access, mine, &cell->read, "read");
        for (uint32_t i = 0; cell->readers && i < cell->readers->room; i++) {
            const struct stamp *read = &cell->readers->stamp[i];
            if (read->block && !in_order(lane, mine, read)) fail_race(access, mine, read, "read");
        }
    }
}

static inline void cell_store(struct cell *cell, const struct access *access, const struct stamp *mine)
{
    cell_check(cell, access, mine);
    if (cell->readers) free(cell->readers);
    *cell = (struct cell){.write = *mine};
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
    char place[160], here[120];
    access_place(access, place);
    source_name(mine->site, here);
    lane_fail("uninitialised: read of %zu bytes at %s (%s), not all of them written before", access->bytes,
              place, here);
}

static bool is_shared(const struct block *block, const struct access *access)
{
    return access->at - (uintptr_t)block->memory < block->shared_end - (uintptr_t)block->memory;
}

void race_access(const struct access *access, enum atomic atomic, uint32_t site)
{
    const struct lane *lane = machine.lane;
    struct stamp mine = {.block = lane->block->race_id,
                         .clock = lane->clock,
                         .site = site,
                         .thread = (uint16_t)lane->thread,
                         .atomic = atomic != NO_ATOMIC,
                         .in_shared = (atomic & ATOMIC_VOLATILE) && is_shared(lane->block, access)};
    uintptr_t to = access->at + access->bytes;
    for (uintptr_t at = access->at, end; at < to; at = end) {
        end = piece_end(at, to);
        struct page *page = page_make(at >> PAGE_BITS);
        size_t from = at % PAGE, past = from + (end - at);
        if ((!access->stores || atomic == ATOMIC_BOTH) && !is_written(page, from, past))
            fail_fresh(access, &mine);
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
