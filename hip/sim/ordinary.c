/* SPDX-License-Identifier: MIT
 * The words of ordinary kernels: the indices, shared memory, atomics and fences, and what becomes of the loads and
 * stores that the compiler reports. */
#define _GNU_SOURCE 1 /* dl_iterate_phdr */
#include "explore.h"
#include "stale.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

/* ---- who is running ------------------------------------------------------------------------------------ */

#define INDEX(NAME, OF, AXIS)                                                                                \
    uint32_t NAME(void)                                                                                      \
    {                                                                                                        \
        return machine.lane->OF[AXIS];                                                                       \
    }
INDEX(sim_thread_x, at, 0)
INDEX(sim_thread_y, at, 1)
INDEX(sim_thread_z, at, 2)
INDEX(sim_block_x, block->at, 0)
INDEX(sim_block_y, block->at, 1)
INDEX(sim_block_z, block->at, 2)
INDEX(sim_threads_x, block->launch->threads, 0)
INDEX(sim_threads_y, block->launch->threads, 1)
INDEX(sim_threads_z, block->launch->threads, 2)
INDEX(sim_blocks_x, block->launch->grid, 0)
INDEX(sim_blocks_y, block->launch->grid, 1)
INDEX(sim_blocks_z, block->launch->grid, 2)

uint32_t sim_lanes(void)
{
    return (uint32_t)machine.device->caps.lanes;
}

uint32_t sim_lane(void)
{
    return machine.lane->thread % sim_lanes();
}

static const char *name_of_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void sim_assertion(const char *what, const char *file, unsigned line)
{
    if (machine.lane)
        lane_fail("assertion: '%.200s' does not hold (%.60s:%u)", what, name_of_file(file), line);
}

void sim_trap(const char *file, unsigned line)
{
    if (machine.lane)
        lane_fail("trap: the kernel ends itself by __trap (%.60s:%u)", name_of_file(file), line);
}

void sim_collective(const char *who, uint32_t threads)
{
    char here[120];
    if (!machine.lane || machine.lane->block->lanes == threads) return;
    source_name(SITE(), here);
    lane_fail("block size: %s for %u threads in a block of %u (%s)", who, threads, machine.lane->block->lanes,
              here);
}

uint32_t *sim_grid_meeting(void)
{
    char here[120];
    if (!machine.lane || machine.lane->block->launch->meeting)
        return machine.lane ? machine.lane->block->launch->meeting : NULL;
    source_name(SITE(), here);
    lane_fail("grid sync: in a launch that is not cooperative (%s)", here);
}

void sim_pause(void)
{
    if (machine.lane) sim_yield();
}

long long sim_clock(void)
{
    static long long cycles;
    return cycles += 100;
}

/* ---- shared memory ------------------------------------------------------------------------------------- */

enum { EXTERN_SLOT = UINT32_MAX };

/* Fails the launch where the card has less than its block needs with so many bytes more. */
static void check_room(const struct block *block, size_t bytes)
{
    const struct sim_limits *limits = sim_limits();
    size_t most = block->launch->shared_most, needed = block->shared_bytes + bytes;
    if (!block->launch->ordinary || needed <= most) return;
    lane_fail("needs %zu bytes of shared memory; a block has %zu%s (%s)", needed, most,
              most < limits->shared_asked ? " without cudaFuncSetAttribute" : "", limits->card);
}

void *sim_shared_variable(const struct sim_variable *variable, size_t bytes)
{
    struct block *block = machine.lane->block;
    for (size_t i = 0; i < block->shared_count; i++)
        if (block->shared[i].variable == variable) return (void *)block->shared[i].from;
    check_room(block, bytes);
    struct shared_array *added = shared_add(block, variable->line, bytes);
    added->variable = variable;
    return (void *)added->from;
}

/* Named and measured by the first declaration that the block comes to. */
void *sim_shared_extern(const struct sim_variable *variable)
{
    struct block *block = machine.lane->block;
    for (size_t i = 0; i < block->shared_count; i++)
        if (block->shared[i].slot == EXTERN_SLOT) return (void *)block->shared[i].from;
    check_room(block, block->launch->shared);
    struct shared_array *added = shared_add(block, EXTERN_SLOT, block->launch->shared);
    added->variable = variable;
    return (void *)added->from;
}

uint32_t sim_block_vote(bool yes)
{
    machine.lane->block->votes += yes;
    machine.lane->site = SITE();
    sim_block_sync();
    return (uint32_t)machine.lane->block->voted;
}

/* ---- what the compiler reports --------------------------------------------------------------------------- */

struct search {
    const struct access *access;
    bool found;
};

static int search_object(struct dl_phdr_info *object, size_t size, void *context)
{
    struct search *search = context;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        uintptr_t at = search->access->at - object->dlpi_addr - header->p_vaddr;
        if (header->p_type == PT_LOAD && at < header->p_memsz &&
            search->access->bytes <= header->p_memsz - at)
            search->found = true;
    }
    return search->found;
}

bool is_static_data(const struct access *access)
{
    struct search search = {access, false};
    dl_iterate_phdr(search_object, &search);
    return search.found;
}

/* The launch's arguments, which a lane may only read. */
static bool is_of_arguments(const struct access *access)
{
    const struct launch *launch = machine.lane->block->launch;
    return access->at - (uintptr_t)launch->arguments < launch->bytes;
}

void ordinary_access(const struct access *access, size_t align, uintptr_t code, const struct frame *word)
{
    if (is_of_arguments(access)) return;
    uint32_t site = site_number(code, word);
    lane_touch(access, align, NO_ATOMIC, site);
    if (machine.lane->block->counts) count_access(access, site);
}

/* The scope of an atomic as race_access wants it: under the lenient model all reach as far as they may. */
static enum atomic kind_with_scope(enum atomic kind, int how)
{
    if (!machine.lane->formal) return kind;
    return (enum atomic)(kind | (how / SIM_OF_BLOCK & ATOMIC_SCOPE) << ATOMIC_SCOPE_BIT);
}

/* Others may run before it. What it stores is not there yet, but no lane runs in between. */
void ordinary_volatile(const struct access *access, uintptr_t code, const struct frame *word)
{
    if (is_of_arguments(access)) return;
    uint32_t site = site_number(code, word);
    enum atomic kind = access->stores ? ATOMIC_STORE : ATOMIC_LOAD;
    machine.lane->site = site;
    lane_before_access(access, kind, sim_lanes() == 32 ? __ATOMIC_RELAXED : STALE_NO_ATOMIC, site);
    lane_touch(access, access->bytes, (enum atomic)(kind | ATOMIC_VOLATILE), site);
    stale_put();
    if (access->stores) machine.idle = 0;
    if (machine.lane->formal)
        formal_atomic((const void *)access->at, (enum atomic)(kind | ATOMIC_VOLATILE), __ATOMIC_RELAXED,
                      site);
    else
        race_atomic((const void *)access->at, kind, __ATOMIC_RELAXED);
    explore_done(machine.lane);
    if (machine.lane->block->counts) count_access(access, site);
}

/* ---- atomics and fences ---------------------------------------------------------------------------------- */

/* The atomic under way. */
static uint32_t idle_before;
static struct {
    const void *address;
    enum atomic kind;
    int how;
} under_way;

void ordinary_atomic(const struct access *access, enum atomic kind, int how, uintptr_t code,
                     const struct frame *word)
{
    uint32_t site = site_number(code, word);
    machine.lane->site = site;
    lane_before_access(access, kind, how, site);
    idle_before = machine.idle;
    lane_touch(access, access->bytes, kind_with_scope(kind, how), site);
    if (!machine.lane->formal) race_atomic((const void *)access->at, kind, how & (SIM_OF_BLOCK - 1));
    under_way.address = (const void *)access->at, under_way.kind = kind, under_way.how = how;
    if (machine.lane->block->counts) machine.device->counters.atomics++;
    machine.touched = (struct access){access->at, access->bytes, true};
    stale_put();
}

/* A lock that is taken, say, is no progress. */
void ordinary_atomic_done(bool changed)
{
    machine.idle = changed ? 0 : idle_before;
    machine.touched.bytes = 0;
    if (machine.lane->formal)
        formal_atomic(under_way.address, under_way.kind, under_way.how, machine.lane->site);
    explore_done(machine.lane);
    lane_goes_on(machine.lane);
}

void sim_atomic_enter(const volatile void *memory, size_t bytes, int kind, int how)
{
    struct access access = {(uintptr_t)memory, bytes, kind != ATOMIC_LOAD};
    ordinary_atomic(&access, (enum atomic)kind, how, (uintptr_t)__builtin_return_address(0),
                    __builtin_frame_address(0));
}

void sim_atomic_failed(int how)
{
    under_way.kind = ATOMIC_LOAD;
    under_way.how = how;
}

void sim_atomic_leave(bool changed)
{
    ordinary_atomic_done(changed);
}

static void fence(int how, uint32_t site)
{
    lane_fences(how);
    if (machine.lane->formal)
        formal_fence(how, site);
    else
        race_fence();
}

void sim_fence(void)
{
    if (machine.lane) fence(__ATOMIC_SEQ_CST, SITE());
}

void sim_fence_of(int how)
{
    if (machine.lane) fence(how, SITE());
}
