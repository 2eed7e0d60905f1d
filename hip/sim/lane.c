/* SPDX-License-Identifier: MIT
 * Lanes, and the words by which they wait for one another: barriers, syncs and exchanges of groups, yields and atomics.
 *
 * A lane that must wait picks the next one and switches to it directly; the thread's own stack (machine.main)
 * only starts and ends blocks. */
#include "explore.h"
#include "know.h"
#include "launch.h"
#include "stale.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lane_switch(struct lane *self)
{
    sched_point(self);
    struct lane *next = sched_next();
    if (!next) lane_leave();
    if (next == self) return;
    machine.lane = next;
    fiber_switch(&self->fiber, &next->fiber);
}

void lane_wait(struct lane *self)
{
    if (self->block->queued == 0 && !warps_relent(self->block)) block_stuck(self->block);
    lane_switch(self);
}

void lane_release(struct lane *lane)
{
    lane->wait = WAIT_NOT;
    sched_ready(lane);
}

void lane_goes_on(struct lane *self)
{
    if (!sched_preempts()) return;
    sched_ready(self);
    lane_switch(self);
}

void lane_main(struct fiber *fiber)
{
    struct lane *self = (struct lane *)fiber;
    struct block *block = self->block;
    self->frame = __builtin_frame_address(0);
    block->launch->body(block->launch->arguments);
    self->wait = WAIT_ENDED;
    stale_put_back();
    machine.idle = 0;
    machine.touched.bytes = 0;
    if (--block->live == 0) {
        machine.lane = NULL;
        machine.ended = block;
        fiber_leave(fiber, &machine.main);
    }
    if (block->launch->ordinary) warp_leave(self);
    if (block->queued == 0 && !warps_relent(block)) block_stuck(block);
    struct lane *next = sched_next();
    if (!next) lane_leave();
    machine.lane = next;
    fiber_leave(fiber, &next->fiber);
}

uint32_t sim_thread(void)
{
    return machine.lane->thread;
}

uint64_t sim_block(void)
{
    return machine.lane->block->index;
}

uint64_t sim_blocks(void)
{
    return machine.lane->block->launch->blocks;
}

void sim_block_sync(void)
{
    struct lane *self = machine.lane;
    struct block *block = self->block;
    lane_tick();
    if (block->counts) count_sync(self, &machine.device->counters.barriers, block->lanes);
    self->wait = WAIT_BARRIER;
    if (++block->at_barrier < block->lanes) {
        lane_wait(self);
        return;
    }
    block->at_barrier = 0;
    block->voted = block->votes;
    block->votes = 0;
    self->wait = WAIT_NOT;
    race_barrier(block);
    explore_meet(block->lane, UINT64_MAX, block->lanes);
    stale_meet(block->lane, UINT64_MAX, block->lanes);
    for (uint32_t i = 0; i < block->lanes; i++)
        if (&block->lane[i] != self) lane_release(&block->lane[i]);
    lane_goes_on(self);
}

static void check_group(const struct lane *self, uint32_t group, size_t bytes)
{
    uint32_t lanes = (uint32_t)machine.device->caps.lanes, threads = self->block->lanes;
    if (group == 0 || (group & (group - 1)) || group > lanes)
        lane_fail("a group of %u lanes, on a device with %u: expected a power of two up to that", group,
                  lanes);
    if (self->thread / group * group + group > threads)
        lane_fail("absent lane: a group of %u lanes, but the block of %u threads has only %u of them", group,
                  threads, threads % group);
    if (bytes > MAX_EXCHANGE)
        lane_fail("an exchange of %zu bytes; at most %d are carried", bytes, MAX_EXCHANGE);
}

/* All of the group have come: fails if not to the same word. */
static void check_agreement(const struct lane *self, const struct lane *first)
{
    for (uint32_t i = 0; i < self->group; i++) {
        const struct lane *other = &first[i];
        if (other->wait != self->wait) fail_absent(self, other);
        if (other->bytes != self->bytes)
            lane_fail("exchanges %zu bytes with thread %u, which exchanges %zu", self->bytes, other->thread,
                      other->bytes);
    }
}

/* Hands over what all lanes of the group gave. All have stopped in sim_exchange but one, which is in it too,
 * so that their variables stand still; `theirs` may be `mine`. */
static void exchange_deliver(const struct lane *first)
{
    static unsigned char given[MAX_LANES * MAX_EXCHANGE];
    size_t bytes = first->bytes;
    for (uint32_t i = 0; i < first->group; i++)
        copy_unwatched(given + i * bytes, first[i].mine, bytes);
    for (uint32_t i = 0; i < first->group; i++)
        copy_unwatched(first[i].theirs, given + first[i].source * bytes, bytes);
}

/* Waits for the lanes of the group; the last one to come lets the others go on. */
static void group_meet(struct lane *self, enum wait wait, uint32_t group, size_t bytes)
{
    struct launch_counters *counters = &machine.device->counters;
    lane_tick();
    check_group(self, group, bytes);
    if (self->block->counts)
        count_sync(self, wait == WAIT_EXCHANGE ? &counters->shuffles : &counters->group_syncs, group);
    self->wait = wait;
    self->group = group;
    self->bytes = bytes;
    struct lane *first = &self->block->lane[self->thread / group * group];
    uint8_t *arrived = &first->arrived[__builtin_ctz(group)];
    if (++*arrived < group) {
        lane_wait(self);
        return;
    }
    *arrived = 0;
    check_agreement(self, first);
    if (wait == WAIT_EXCHANGE)
        exchange_deliver(first);
    else
        race_group(first, group), stale_meet(first, UINT64_MAX >> (64 - group), group);
    explore_meet(first, UINT64_MAX >> (64 - group), group);
    for (uint32_t i = group; i-- > 0;) {
        first[i].wait = WAIT_NOT;
        if (&first[i] != self) sched_ready_first(&first[i]);
    }
    lane_goes_on(self);
}

void sim_group_sync(uint32_t group)
{
    group_meet(machine.lane, WAIT_GROUP_SYNC, group, 0);
}

void sim_exchange(const void *mine, void *theirs, size_t bytes, uint32_t source, uint32_t group)
{
    struct lane *self = machine.lane;
    if (source >= group) lane_fail("takes from lane %u of a group of %u", source, group);
    self->mine = mine;
    self->theirs = theirs;
    self->source = source;
    group_meet(self, WAIT_EXCHANGE, group, bytes);
}

/* " (file:line)" of an ordinary kernel's atomic or volatile access. */
static const char *spins_where(const struct lane *lane)
{
    static char where[124];
    char line[120];
    if (!lane->block->launch->ordinary) return "";
    source_name(lane->site, line);
    snprintf(where, sizeof where, " (%s)", line);
    return where;
}

void sim_yield(void)
{
    struct lane *self = machine.lane;
    lane_tick();
    if (explore_on()) {
        explore_wait(self);
        lane_switch(self);
        return;
    }
    machine.spun = ++machine.idle;
    if (machine.idle > MAX_IDLE_YIELDS) {
        const struct launch *launch = self->block->launch;
        lane_fail("livelock: spins, and in %d yields no lane wrote device memory or ended (%" PRIu64
                  " of %" PRIu64 " blocks started)%s",
                  MAX_IDLE_YIELDS, launch->next_block, launch->blocks, spins_where(self));
    }
    sched_ready(self);
    if (machine.idle % PATIENCE == 0) sched_spun(self);
    lane_switch(self);
}

void lane_fences(int how)
{
    lane_tick();
    if (!stale_on()) return;
    bool in_one_order = explore_on() && (how & SIM_OF_THREAD) == 0 && order_of(how) == __ATOMIC_SEQ_CST;
    if (in_one_order) explore_fence(machine.lane);
    if (in_one_order) lane_switch(machine.lane);
    stale_fence(machine.lane, how);
}

void lane_before_access(const struct access *access, enum atomic kind, int how, uint32_t site)
{
    bool in_one_order = how != STALE_NO_ATOMIC && order_of(how) == __ATOMIC_SEQ_CST;
    if (in_one_order && stale_on()) lane_fences(how);
    if (explore_on()) {
        lane_tick();
        explore_access(machine.lane, access, kind, how, site);
        lane_switch(machine.lane);
        return;
    }
    kind = (enum atomic)(kind & ~(unsigned)ATOMIC_SUMS);
    sim_yield();
    if (!stale_on()) return;
    unsigned choice = sched_value(stale_choices(machine.lane, access, kind, NULL));
    stale_access(machine.lane, access, kind, how, choice, NULL);
}

/* What all atomics do: others may run before, and are told after. */
static void atomic_begin(const void *memory, size_t bytes, enum atomic kind, int how, uint32_t site)
{
    struct access access = {(uintptr_t)memory, bytes, kind != ATOMIC_LOAD};
    lane_before_access(&access, kind, how, site);
    lane_touch(&access, bytes, (enum atomic)(kind & ~(unsigned)ATOMIC_SUMS), site);
    stale_put();
    if (machine.lane->block->counts) machine.device->counters.atomics++;
}

static void atomic_end(void)
{
    explore_done(machine.lane);
    lane_goes_on(machine.lane);
}

uint32_t sim_atomic_add(uint32_t *counter, uint32_t add)
{
    atomic_begin(counter, sizeof *counter, ATOMIC_BOTH, __ATOMIC_ACQ_REL, SITE());
    race_learn(counter);
    race_tell(counter);
    uint32_t old = *counter;
    *counter = old + add;
    atomic_end(); /* or what the lane writes too late would not be missed */
    return old;
}

uint32_t sim_atomic_add32(uint32_t *counter, uint32_t add)
{
    atomic_begin(counter, sizeof *counter, ATOMIC_BOTH, __ATOMIC_RELAXED, SITE());
    uint32_t old = *counter;
    *counter = old + add;
    atomic_end();
    return old;
}

uint64_t sim_atomic_add64(uint64_t *counter, uint64_t add)
{
    atomic_begin(counter, sizeof *counter, ATOMIC_BOTH, __ATOMIC_RELAXED, SITE());
    uint64_t old = *counter;
    *counter = old + add;
    atomic_end();
    return old;
}

void sim_atomic_sum32(uint32_t *word, uint32_t add)
{
    atomic_begin(word, sizeof *word, (enum atomic)(ATOMIC_BOTH | ATOMIC_SUMS), __ATOMIC_RELAXED, SITE());
    *word += add;
    atomic_end();
}

void sim_atomic_sum64(uint64_t *word, uint64_t add)
{
    atomic_begin(word, sizeof *word, (enum atomic)(ATOMIC_BOTH | ATOMIC_SUMS), __ATOMIC_RELAXED, SITE());
    *word += add;
    atomic_end();
}

uint64_t sim_atomic_swap64(uint64_t *word, uint64_t expected, uint64_t next)
{
    atomic_begin(word, sizeof *word, ATOMIC_BOTH, __ATOMIC_RELAXED, SITE());
    uint64_t old = *word;
    if (old != expected) {
        explore_done(machine.lane);
        return old;
    }
    *word = next;
    atomic_end();
    return old;
}

uint64_t sim_atomic_load(const void *memory, size_t bytes, bool acquire)
{
    atomic_begin(memory, bytes, ATOMIC_LOAD, acquire ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED, SITE());
    if (acquire) race_learn(memory);
    explore_done(machine.lane);
    return bytes == sizeof(uint32_t) ? *(const uint32_t *)memory : *(const uint64_t *)memory;
}

void sim_atomic_store(void *memory, uint64_t value, size_t bytes, bool release)
{
    atomic_begin(memory, bytes, ATOMIC_STORE, release ? __ATOMIC_RELEASE : __ATOMIC_RELAXED, SITE());
    if (release)
        race_tell(memory);
    else
        race_tell_nothing(memory);
    if (bytes == sizeof(uint32_t))
        *(uint32_t *)memory = (uint32_t)value;
    else
        *(uint64_t *)memory = value;
    atomic_end();
}
