/* SPDX-License-Identifier: MIT
 * Device memory and shared memory, and the check that every access passes. */
#define _DEFAULT_SOURCE 1 /* msync */
#include "stale.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Nothing of the host's lies so near to an allocation: an access there is one past its end. */
enum { NEAR = 1 << 20, LARGE = 4 << 20 };

/* Where `at` belongs in the list: the number of allocations that begin at or before it. */
static size_t allocations_before(const struct memory *memory, uintptr_t at)
{
    size_t low = 0, high = memory->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memory->allocation[middle].from <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The allocation in which `at` lies, or NULL. */
static struct allocation *allocation_at(const struct memory *memory, uintptr_t at)
{
    size_t before = allocations_before(memory, at);
    if (before == 0 || at >= memory->allocation[before - 1].to) return NULL;
    return &memory->allocation[before - 1];
}

/* Room for one more element of an array that doubles. Returns the array, or NULL if there is no memory. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room) return array;
    size_t more = *room ? 2 * *room : 16;
    void *grown = realloc(array, more * size);
    if (grown) *room = more;
    return grown;
}

static bool allocation_add(struct memory *memory, uintptr_t from, uint64_t bytes)
{
    struct allocation *list =
        grow(memory->allocation, memory->count, &memory->room, sizeof *memory->allocation);
    if (!list) return false;
    memory->allocation = list;
    size_t at = allocations_before(memory, from);
    memmove(list + at + 1, list + at, (memory->count - at) * sizeof *list);
    list[at] = (struct allocation){.from = from, .to = from + bytes};
    memory->count++;
    return true;
}

static uint64_t whole_pages(uint64_t bytes)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    return bytes ? (bytes + page - 1) / page * page : page;
}

/* Memory between two ranges that stay empty. NULL: the host has none. */
static void *map_apart(uint64_t bytes)
{
    uint64_t whole = whole_pages(bytes);
    const int how = MAP_PRIVATE | MAP_ANONYMOUS;
    unsigned char *range = mmap(NULL, whole + 2 * NEAR, PROT_NONE, how | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) return NULL;
    const int filled = whole < LARGE ? MAP_POPULATE : 0;
    void *block = mmap(range + NEAR, whole, PROT_READ | PROT_WRITE, how | MAP_FIXED | filled, -1, 0);
    if (block == MAP_FAILED) {
        munmap(range, whole + 2 * NEAR);
        return NULL;
    }
    if (!filled) madvise(block, whole, MADV_HUGEPAGE); /* its pages come when it is filled */
    return block;
}

static void unmap(uintptr_t from, uint64_t bytes)
{
    munmap((void *)(from - NEAR), whole_pages(bytes) + 2 * NEAR);
}

/* Its pages go, its addresses stay: nothing else comes to lie there. */
static bool unmap_in_place(uintptr_t from, uint64_t bytes)
{
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    return mmap((void *)from, whole_pages(bytes), PROT_NONE, how, -1, 0) != MAP_FAILED;
}

static void freed_forget(struct freed *freed)
{
    if (freed->stays) unmap(freed->from, freed->to - freed->from);
    *freed = (struct freed){0};
}

void *memory_alloc(struct memory *memory, uint64_t bytes, struct text *why)
{
    uint64_t most = memory->most;
    if (bytes > most || memory->bytes > most - bytes) {
        text_say(why,
                 "the simulator has %" PRIu64 " bytes of memory, %" PRIu64 " in use: no room for %" PRIu64,
                 most, memory->bytes, bytes);
        return NULL;
    }
    void *block = map_apart(bytes);
    if (!block || !allocation_add(memory, (uintptr_t)block, bytes)) {
        if (block) unmap((uintptr_t)block, bytes);
        text_say(why, "the host has no memory for %" PRIu64 " bytes of the simulator's", bytes);
        return NULL;
    }
    memset(block, POISON, bytes);
    race_fresh(block, bytes);
    memory->bytes += bytes;
    return block;
}

void memory_release(struct memory *memory, void *block)
{
    if (!block) return;
    size_t before = allocations_before(memory, (uintptr_t)block);
    assert(before > 0 && memory->allocation[before - 1].from == (uintptr_t)block);
    struct allocation *freed = &memory->allocation[before - 1];
    uint64_t freed_bytes = freed->to - freed->from;
    memory->bytes -= freed_bytes;
    struct freed *kept = &memory->freed[memory->freed_next];
    freed_forget(kept);
    *kept = (struct freed){freed->from, freed->to, freed->module && unmap_in_place(freed->from, freed_bytes)};
    memory->freed_next = (memory->freed_next + 1) % FREED_KEPT;
    free(freed->region);
    memmove(freed, freed + 1, (memory->count - before) * sizeof *freed);
    memory->count--;
    race_fresh(block, freed_bytes);
    if (!kept->stays) unmap((uintptr_t)block, freed_bytes);
}

void memory_give(struct memory *memory, const void *block, const struct module *module)
{
    struct allocation *allocation = allocation_at(memory, (uintptr_t)block);
    if (allocation) allocation->module = module;
}

void memory_release_of(struct memory *memory, const struct module *module)
{
    for (size_t i = memory->count; i-- > 0;)
        if (memory->allocation[i].module == module)
            memory_release(memory, (void *)memory->allocation[i].from);
}

bool memory_begins(const struct memory *memory, const void *block)
{
    size_t before = allocations_before(memory, (uintptr_t)block);
    return before > 0 && memory->allocation[before - 1].from == (uintptr_t)block;
}

uint64_t memory_bytes(const struct memory *memory, const void *block)
{
    const struct allocation *allocation = allocation_at(memory, (uintptr_t)block);
    return memory_begins(memory, block) ? allocation->to - allocation->from : 0;
}

void memory_free(struct memory *memory)
{
    for (size_t i = 0; i < FREED_KEPT; i++)
        freed_forget(&memory->freed[i]);
    for (size_t i = 0; i < memory->count; i++) {
        const struct allocation *allocation = &memory->allocation[i];
        race_fresh((void *)allocation->from, allocation->to - allocation->from);
        unmap(allocation->from, allocation->to - allocation->from);
        free(allocation->region);
    }
    free(memory->allocation);
}

/* From region `at` on, says how far regions reach. */
static void regions_reach(struct allocation *allocation, size_t at)
{
    uintptr_t reach = at ? allocation->region[at - 1].reach : 0;
    for (; at < allocation->regions; at++) {
        if (allocation->region[at].to > reach) reach = allocation->region[at].to;
        allocation->region[at].reach = reach;
    }
}

void memory_region(struct memory *memory, void *from, uint64_t bytes, uint32_t item, bool stale,
                   const char *name)
{
    uintptr_t first = (uintptr_t)from;
    struct allocation *allocation = allocation_at(memory, first);
    assert(allocation && bytes <= allocation->to - first);
    if (!name) {
        allocation->regions = 0;
        race_fresh((void *)allocation->from, allocation->to - allocation->from);
        return;
    }
    struct region *list =
        grow(allocation->region, allocation->regions, &allocation->room, sizeof *allocation->region);
    if (!list) abort(); /* a few dozen small records: the host has no memory left at all */
    allocation->region = list;
    size_t at = allocation->regions++;
    for (; at > 0 && list[at - 1].from > first; at--)
        list[at] = list[at - 1];
    if (item == 0) item = bytes && bytes <= UINT32_MAX ? (uint32_t)bytes : 1;
    list[at] = (struct region){.from = first, .to = first + bytes, .item = item, .stale = stale};
    snprintf(list[at].name, sizeof list[at].name, "%s", name);
    regions_reach(allocation, at);
}

/* [from, to) was filled; what of it is the region's? */
static void region_filled(const struct region *region, uintptr_t from, uintptr_t to)
{
    if (region->from > from) from = region->from;
    if (region->to < to) to = region->to;
    if (from < to) (region->stale ? race_fresh : race_filled)((void *)from, to - from);
}

void memory_filled(const struct memory *memory, const void *from, uint64_t bytes)
{
    const struct allocation *allocation = allocation_at(memory, (uintptr_t)from);
    if (!allocation) return;
    race_filled(from, bytes);
    for (int stale = 1; stale >= 0; stale--)
        for (size_t i = 0; i < allocation->regions; i++)
            if (allocation->region[i].stale == stale)
                region_filled(&allocation->region[i], (uintptr_t)from, (uintptr_t)from + bytes);
}

bool memory_holds(const struct memory *memory, const char *what, const void *from, uint64_t bytes,
                  struct text *why)
{
    if (bytes == 0) return true;
    struct allocation *allocation = allocation_at(memory, (uintptr_t)from);
    if (!allocation)
        return text_say(why, "%s of %" PRIu64 " bytes: %p is no device memory", what, bytes, from);
    uint64_t room = allocation->to - (uintptr_t)from;
    if (bytes <= room) return true;
    return text_say(why, "%s of %" PRIu64 " bytes runs past the end of an allocation, %" PRIu64 " bytes on",
                    what, bytes, room);
}

/* ---- every access -------------------------------------------------------------------------------------- */

static const char *access_name(const struct access *access)
{
    return access->stores ? "write" : "read";
}

/* The number of regions that begin at or before `at`. */
static size_t regions_before(const struct allocation *allocation, uintptr_t at)
{
    size_t low = 0, high = allocation->regions;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (allocation->region[middle].from <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A region that holds the whole access, or NULL. Regions may overlap: results over the input, say. */
static const struct region *region_holding(const struct allocation *allocation, const struct access *access)
{
    size_t i = regions_before(allocation, access->at);
    while (i--) {
        const struct region *region = &allocation->region[i];
        if (region->reach <= access->at) return NULL;
        if (access->at < region->to && access->bytes <= region->to - access->at) return region;
    }
    return NULL;
}

/* The region that the access most likely meant: the one it begins in, else the nearest one. */
static const struct region *region_near(const struct allocation *allocation, uintptr_t at)
{
    const struct region *best = NULL;
    uintptr_t least = UINTPTR_MAX;
    for (size_t i = 0; i < allocation->regions; i++) {
        const struct region *region = &allocation->region[i];
        uintptr_t apart = at < region->from ? region->from - at : at < region->to ? 0 : at - region->to + 1;
        if (apart >= least) continue;
        least = apart;
        best = region;
    }
    return best;
}

/* " (file:line)" of the access that fails. */
static const char *said_where(void)
{
    static char where[124];
    char line[120];
    source_name(machine.site, line);
    snprintf(where, sizeof where, " (%s)", line);
    return where;
}

static _Noreturn void fail_in_region(const struct region *region, const struct access *access)
{
    int64_t apart = (int64_t)(access->at - region->from), item = region->item;
    int64_t index = apart >= 0 ? apart / item : -((-apart + item - 1) / item);
    uint64_t items = (region->to - region->from + (uint64_t)item - 1) / (uint64_t)item;
    const char *plural = items == 1 ? "" : "s";
    if ((uint64_t)index < items)
        lane_fail("%s of %zu bytes at item %" PRId64 " of %s runs past its end (%" PRIu64 " item%s)%s",
                  access_name(access), access->bytes, index, region->name, items, plural, said_where());
    lane_fail("%s of %zu bytes at item %" PRId64 " of %s, which has %" PRIu64 " item%s%s",
              access_name(access), access->bytes, index, region->name, items, plural, said_where());
}

static _Noreturn void fail_in_allocation(const struct allocation *allocation, const struct access *access)
{
    const struct region *region = region_near(allocation, access->at);
    if (region) fail_in_region(region, access);
    lane_fail("%s of %zu bytes at byte %" PRIdPTR " of an allocation, which has %" PRIuPTR " bytes%s",
              access_name(access), access->bytes, (intptr_t)(access->at - allocation->from),
              allocation->to - allocation->from, said_where());
}

bool memory_is_mapped(const void *from, uint64_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)from / page * page;
    return msync((void *)first, (uintptr_t)from - first + bytes, MS_ASYNC) == 0;
}

/* What is no device memory. */
static const char *whose_memory(uintptr_t at)
{
    return memory_is_mapped((const void *)at, 1) ? ": the host's, by a host pointer on the device" : "";
}

/* Not in any allocation of the device. */
static _Noreturn void fail_outside(const struct memory *memory, const struct access *access)
{
    for (size_t i = memory->freed_next + FREED_KEPT; i-- > memory->freed_next;) { /* the last one first */
        uintptr_t from = memory->freed[i % FREED_KEPT].from;
        if (from <= access->at && access->at < memory->freed[i % FREED_KEPT].to)
            lane_fail("%s of %zu bytes at byte %" PRIuPTR " of an allocation that was freed%s",
                      access_name(access), access->bytes, access->at - from, said_where());
    }
    size_t before = allocations_before(memory, access->at);
    const struct allocation *below = before ? &memory->allocation[before - 1] : NULL;
    const struct allocation *above = before < memory->count ? &memory->allocation[before] : NULL;
    if (below && access->at - below->to < NEAR) fail_in_allocation(below, access);
    if (above && above->from - access->at < NEAR) fail_in_allocation(above, access);
    lane_fail("%s of %zu bytes at %#" PRIxPTR ", which is no device memory%s%s", access_name(access),
              access->bytes, access->at, said_where(), whose_memory(access->at));
}

static const struct shared_array *shared_holding(const struct block *block, const struct access *access)
{
    for (size_t i = 0; i < block->shared_count; i++) {
        const struct shared_array *array = &block->shared[i];
        if (array->from <= access->at && access->at < array->to && access->bytes <= array->to - access->at)
            return array;
    }
    return NULL;
}

/* "item 3 of shared sums", or "byte 12 of the shared array of line 40". */
static void shared_place(const struct shared_array *array, const struct access *access, char out[MAX_PLACE])
{
    int64_t past = (int64_t)(access->at - array->from);
    const struct sim_variable *variable = array->variable;
    if (variable)
        snprintf(out, MAX_PLACE, "item %" PRId64 " of shared %.80s", past / (int64_t)variable->item,
                 variable->name);
    else
        snprintf(out, MAX_PLACE, "byte %" PRId64 " of the shared array of line %u", past, array->slot);
}

/* Blames the last array that begins at or before the access. */
static _Noreturn void fail_shared(const struct block *block, const struct access *access)
{
    const struct shared_array *array = block->shared;
    for (size_t i = 1; i < block->shared_count; i++)
        if (block->shared[i].from <= access->at) array = &block->shared[i];
    char place[MAX_PLACE];
    shared_place(array, access, place);
    lane_fail("%s of %zu bytes at %s, which has %" PRIuPTR " %s%s", access_name(access), access->bytes, place,
              (array->to - array->from) / (array->variable ? array->variable->item : 1),
              array->variable ? "items" : "bytes", said_where());
}

static bool is_argument(const struct lane *lane, const struct access *access)
{
    const struct launch *launch = lane->block->launch;
    return access->at - (uintptr_t)launch->arguments < launch->bytes;
}

/* The lane's own: its stack and the launch's arguments. */
static bool is_private(const struct lane *lane, const struct access *access)
{
    const struct fiber *fiber = &lane->fiber;
    return access->at - (uintptr_t)fiber->stack < fiber->stack_bytes || is_argument(lane, access);
}

enum space { SPACE_PRIVATE, SPACE_SHARED, SPACE_STATIC, SPACE_GLOBAL };

/* Finds what the access touches, or fails. Remembers a region for the next access. */
static enum space access_check(const struct access *access)
{
    const struct lane *lane = machine.lane;
    const struct block *block = lane->block;
    if (access->at - (uintptr_t)block->memory < block->shared_end - (uintptr_t)block->memory) {
        if (!shared_holding(block, access)) fail_shared(block, access);
        return SPACE_SHARED;
    }
    const struct memory *memory = &machine.device->memory;
    const struct allocation *allocation = allocation_at(memory, access->at);
    if (!allocation) {
        if (is_private(lane, access)) return SPACE_PRIVATE;
        if (lane->block->launch->ordinary && is_static_data(access)) return SPACE_STATIC;
        fail_outside(memory, access);
    }
    uintptr_t from = allocation->from, to = allocation->to;
    if (allocation->regions) {
        const struct region *region = region_holding(allocation, access);
        if (!region) fail_in_allocation(allocation, access);
        from = region->from, to = region->to;
    } else if (access->bytes > to - access->at)
        fail_in_allocation(allocation, access);
    machine.near_from = from;
    machine.near_bytes = to - from;
    return SPACE_GLOBAL;
}

void access_place(const struct access *access, char out[MAX_PLACE])
{
    const struct shared_array *array = shared_holding(machine.lane->block, access);
    const struct allocation *allocation = allocation_at(&machine.device->memory, access->at);
    const struct region *region = allocation ? region_holding(allocation, access) : NULL;
    if (array)
        shared_place(array, access, out);
    else if (region)
        snprintf(out, MAX_PLACE, "item %" PRIuPTR " of %s", (access->at - region->from) / region->item,
                 region->name);
    else if (allocation)
        snprintf(out, MAX_PLACE, "byte %" PRIuPTR " of an allocation", access->at - allocation->from);
    else if (is_static_data(access))
        snprintf(out, MAX_PLACE, "a __device__ variable");
    else
        snprintf(out, MAX_PLACE, "shared memory outside its arrays");
}

/* Names the place of a misaligned access. */
static _Noreturn void fail_misaligned(const struct access *access, size_t align)
{
    const char *name = access_name(access);
    uintptr_t past = access->at & (align - 1);
    const struct shared_array *array = shared_holding(machine.lane->block, access);
    char place[MAX_PLACE];
    if (array) {
        shared_place(array, access, place);
        lane_fail("misaligned %s of %zu bytes at %s: %" PRIuPTR " past a multiple of %zu%s", name,
                  access->bytes, place, past, align, said_where());
    }
    const struct allocation *allocation = allocation_at(&machine.device->memory, access->at);
    const struct region *region = allocation ? region_holding(allocation, access) : NULL;
    if (region)
        lane_fail("misaligned %s of %zu bytes at item %" PRIuPTR " of %s: %" PRIuPTR
                  " past a multiple of %zu%s",
                  name, access->bytes, (access->at - region->from) / region->item, region->name, past, align,
                  said_where());
    lane_fail("misaligned %s of %zu bytes at %#" PRIxPTR ": %" PRIuPTR " past a multiple of %zu%s", name,
              access->bytes, access->at, past, align, said_where());
}

void lane_touch(const struct access *access, size_t align, enum atomic atomic, uint32_t site)
{
    uintptr_t offset = access->at - machine.near_from;
    if (stale_lies) stale_put_back();
    machine.site = site;
    lane_tick();
    bool near = offset < machine.near_bytes && access->bytes <= machine.near_bytes - offset;
    enum space space = near ? SPACE_GLOBAL : access_check(access);
    if (access->stores && space != SPACE_SHARED) machine.idle = 0; /* a spin may keep its notes there */
    if (access->at & (align - 1)) fail_misaligned(access, align);
    if (space == SPACE_STATIC) race_written((void *)access->at, access->bytes);
    if (space == SPACE_STATIC && access->stores) module_stored(access);
    if (access->stores && machine.lane->block->launch->unwaited) unwaited_store(access);
    if (access->stores && !atomic && stale_on()) stale_plain(machine.lane, access);
    if (machine.checks && space != SPACE_PRIVATE) race_access(access, atomic, site);
    if (!atomic) machine.touched = *access;
}

void unwaited_store(const struct access *access)
{
    const char *name = memory_name(&machine.device->memory, access->at);
    char place[MAX_PLACE];
    if (!name || !*name) return; /* the launcher's own */
    access_place(access, place);
    lane_fail("unordered: write at %s, in a stream of the launcher's own for which nothing waits%s", place,
              said_where());
}

void lane_plain_access(const struct access *access, uintptr_t code, const struct frame *word)
{
    const struct block *block = machine.lane->block;
    bool shared = access->at - (uintptr_t)block->memory < block->shared_end - (uintptr_t)block->memory;
    char place[MAX_PLACE], here[120];
    if (!machine.checks || is_argument(machine.lane, access)) return; /* what most plain accesses are */
    if (!shared && !allocation_at(&machine.device->memory, access->at)) return;
    machine.device->unexamined = true;
    access_place(access, place);
    source_name(site_number(code, word), here);
    lane_fail("unexamined: plain %s of %zu bytes at %s (%s), which no accessor announced: expected load and "
              "store of tile.hip.h",
              access_name(access), access->bytes, place, here);
}

const char *memory_name(const struct memory *memory, uintptr_t at)
{
    const struct allocation *allocation = allocation_at(memory, at);
    if (!allocation) return NULL;
    const struct region *region = region_holding(allocation, &(struct access){at, 1, false});
    return region ? region->name : "";
}

uintptr_t memory_offset(const struct memory *memory, uintptr_t at)
{
    const struct allocation *allocation = allocation_at(memory, at);
    return allocation ? at - allocation->from : at;
}

void sim_touch(const void *memory, size_t bytes, size_t align, bool stores)
{
    struct access access = {(uintptr_t)memory, bytes, stores};
    uint32_t site = SITE();
    lane_touch(&access, align, NO_ATOMIC, site);
    if (machine.lane->block->counts) count_access(&access, site);
}

/* ---- shared memory ------------------------------------------------------------------------------------- */

/* Unowned bytes after each array, so that a step past its end is seen. */
enum { SHARED_GAP = 64 };

struct shared_array *shared_add(struct block *block, uint32_t slot, size_t bytes)
{
    if (bytes > SHARED_BYTES - block->shared_bytes)
        lane_fail("needs %zu bytes of shared memory; a block has %d", block->shared_bytes + bytes,
                  SHARED_BYTES);
    if (block->shared_count == MAX_SHARED_ARRAYS)
        lane_fail("declares more than %d shared arrays", MAX_SHARED_ARRAYS);
    uintptr_t from = (block->shared_end + SHARED_GAP - 1) / SHARED_GAP * SHARED_GAP;
    struct shared_array *array = &block->shared[block->shared_count++];
    *array = (struct shared_array){.slot = slot, .from = from, .to = from + bytes};
    block->shared_bytes += bytes;
    block->shared_end = from + bytes + SHARED_GAP;
    fill_unwatched((void *)from, POISON, bytes);
    race_fresh((void *)from, bytes);
    return array;
}

void *sim_shared(uint32_t slot, size_t bytes, size_t align)
{
    struct block *block = machine.lane->block;
    for (size_t i = 0; i < block->shared_count; i++) {
        const struct shared_array *array = &block->shared[i];
        if (array->slot != slot || array->variable) continue;
        if (array->to - array->from != bytes)
            lane_fail("declares the shared array of line %u with %zu bytes, where it had %" PRIuPTR, slot,
                      bytes, array->to - array->from);
        return (void *)array->from;
    }
    assert(align && (align & (align - 1)) == 0 && align <= SHARED_GAP);
    return (void *)shared_add(block, slot, bytes)->from;
}

void *sim_dynamic_shared(uint32_t slot, size_t bytes, size_t align)
{
    size_t told = machine.lane->block->launch->shared;
    if (bytes > told)
        lane_fail("takes %zu bytes of dynamic shared memory; its launch was told of %zu", bytes, told);
    machine.lane->block->dynamic_bytes = bytes;
    return sim_shared(slot, bytes, align);
}
