/* SPDX-License-Identifier: MIT
 * Streams' queues, and the blocks and lanes of launches with the words by which lanes wait for one another.
 *
 * A lane that must wait picks the next one and switches to it directly; the thread's own stack (machine.main)
 * only starts and ends blocks. */
#define _GNU_SOURCE 1 /* clock_gettime */
#include "machine.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct machine machine = {.words = WORDS_A_CLOCK};

/* Shared arrays begin at multiples of a gap, and each has one behind it. */
enum { BLOCK_MEMORY = SHARED_BYTES + (MAX_SHARED_ARRAYS + 1) * 2 * 64 };

static struct block *pool[16]; /* blocks that are not resident, with their stacks */
static size_t pooled;
static struct text launch_error;

/* ---- failing ------------------------------------------------------------------------------------------- */

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds that this process has computed: a time limit counts these, since others may keep the host busy, too. */
static double busy_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool time_is_up(void)
{
    machine.words = WORDS_A_CLOCK;
    return machine.deadline > 0 && busy_seconds() > machine.deadline;
}

/* Drops the lane that runs and goes back to device_run, which drops all the others. */
static _Noreturn void fail_at(const struct lane *lane, const char *format, va_list more)
{
    char message[sizeof(struct text)];
    const struct block *block = lane->block;
    vsnprintf(message, sizeof message, format, more);
    text_say(&machine.device->error, "%s: block %" PRIu64 ", thread %u: %s", block->launch->kernel,
             block->index, lane->thread, message);
    struct lane *self = machine.lane;
    machine.lane = NULL;
    machine.ended = NULL;
    fiber_leave(&self->fiber, &machine.main);
}

_Noreturn void lane_fail(const char *format, ...)
{
    va_list more;
    va_start(more, format);
    fail_at(machine.lane, format, more);
}

/* As lane_fail, for a lane that waits. */
static _Noreturn void waiting_fail(const struct lane *lane, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static _Noreturn void waiting_fail(const struct lane *lane, const char *format, ...)
{
    va_list more;
    va_start(more, format);
    fail_at(lane, format, more);
}

void lane_clock(void)
{
    if (time_is_up()) lane_fail("still running when the time limit of %g s was up", machine.limit);
}

/* Where an absent lane waits, as a clause; of an ordinary kernel with the line. */
static void waits_where(const struct lane *lane, char out[200])
{
    char line[120];
    switch (lane->wait) {
    case WAIT_NOT:
        snprintf(out, 200, "runs on");
        return;
    case WAIT_ENDED:
        snprintf(out, 200, "has ended");
        return;
    case WAIT_BARRIER:
        snprintf(out, 200, "waits at the block's barrier");
        break;
    case WAIT_GROUP_SYNC:
        snprintf(out, 200, "waits at a sync of %u lanes", lane->group);
        break;
    case WAIT_EXCHANGE:
        snprintf(out, 200, "waits in an exchange of %u lanes", lane->group);
        break;
    case WAIT_WARP:
        snprintf(out, 200, "waits in a %s of its warp", sim_warp_word(lane->meeting->word));
        break;
    }
    if (!lane->block->launch->ordinary) return;
    source_name(lane->site, line);
    snprintf(out + strlen(out), 200 - strlen(out), " (%s)", line);
}

static bool waits_in_group(const struct lane *lane)
{
    return lane->wait == WAIT_GROUP_SYNC || lane->wait == WAIT_EXCHANGE;
}

/* A lane that this one waits for, but which waits elsewhere (or, if `ended`, has ended); NULL if there is
 * none. */
static const struct lane *absent_for(const struct lane *lane, bool ended)
{
    const struct block *block = lane->block;
    uint32_t first = 0, count = block->lanes;
    if (waits_in_group(lane)) {
        first = lane->thread / lane->group * lane->group;
        count = lane->group;
    }
    if (lane->wait == WAIT_WARP) {
        uint64_t absent = warp_absent(lane);
        uint32_t lanes = (uint32_t)machine.device->caps.lanes;
        return absent ? &block->lane[lane->thread / lanes * lanes + (uint32_t)__builtin_ctzll(absent)] : NULL;
    }
    for (uint32_t i = first; i < first + count; i++) {
        const struct lane *other = &block->lane[i];
        bool same = other->wait == lane->wait && (!waits_in_group(lane) || other->group == lane->group);
        if (ended ? other->wait == WAIT_ENDED : !same) return other;
    }
    return NULL;
}

static _Noreturn void fail_absent(const struct lane *lane, const struct lane *absent)
{
    char here[200], there[200];
    waits_where(lane, here);
    waits_where(absent, there);
    waiting_fail(lane, "%s: %s for thread %u, which %s",
                 lane->wait == WAIT_BARRIER ? "barrier divergence" : "absent lane", here, absent->thread,
                 there);
}

/* No lane of the block can run, and some have not ended. A lane that has ended is the better explanation. */
static _Noreturn void block_stuck(const struct block *block)
{
    for (int ended = 1; ended >= 0; ended--)
        for (uint32_t i = 0; i < block->lanes; i++) {
            const struct lane *lane = &block->lane[i];
            if (lane->wait == WAIT_ENDED) continue;
            const struct lane *absent = absent_for(lane, ended);
            if (absent) fail_absent(lane, absent);
        }
    lane_fail("deadlock: no lane of the block can run");
}

/* ---- lanes --------------------------------------------------------------------------------------------- */

static void lane_switch(struct lane *self)
{
    sched_point(self);
    struct lane *next = sched_next();
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

static void lane_main(struct fiber *fiber)
{
    struct lane *self = (struct lane *)fiber;
    struct block *block = self->block;
    self->frame = __builtin_frame_address(0);
    block->launch->body(block->launch->arguments);
    self->wait = WAIT_ENDED;
    machine.idle = 0;
    machine.touched.bytes = 0;
    if (--block->live == 0) {
        machine.lane = NULL;
        machine.ended = block;
        fiber_leave(fiber, &machine.main);
    }
    if (block->launch->ordinary) warp_leave(self);
    if (block->queued == 0 && !warps_relent(block)) block_stuck(block);
    machine.lane = sched_next();
    fiber_leave(fiber, &machine.lane->fiber);
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
        if (other->wait != self->wait || other->group != self->group) fail_absent(self, other);
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
        race_group(first, group);
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
    if (++machine.idle > MAX_IDLE_YIELDS) {
        const struct launch *launch = self->block->launch;
        lane_fail("livelock: spins, and in %d yields no lane wrote device memory or ended (%" PRIu64
                  " of %" PRIu64 " blocks started)%s",
                  MAX_IDLE_YIELDS, launch->next_block, launch->blocks, spins_where(self));
    }
    sched_ready(self);
    if (machine.idle % PATIENCE == 0) sched_spun(self);
    lane_switch(self);
}

/* What all atomics do: others may run before, and are told after. */
static void atomic_begin(const void *memory, size_t bytes, enum atomic kind, uint32_t site)
{
    sim_yield();
    struct access access = {(uintptr_t)memory, bytes, kind != ATOMIC_LOAD};
    lane_touch(&access, bytes, kind, site);
    if (machine.lane->block->counts) machine.device->counters.atomics++;
}

uint32_t sim_atomic_add(uint32_t *counter, uint32_t add)
{
    atomic_begin(counter, sizeof *counter, ATOMIC_BOTH, SITE());
    race_learn(counter);
    race_tell(counter);
    uint32_t old = *counter;
    *counter = old + add;
    lane_goes_on(machine.lane); /* or nobody would miss what the lane writes too late */
    return old;
}

uint64_t sim_atomic_add64(uint64_t *counter, uint64_t add)
{
    atomic_begin(counter, sizeof *counter, ATOMIC_BOTH, SITE());
    uint64_t old = *counter;
    *counter = old + add;
    lane_goes_on(machine.lane);
    return old;
}

uint64_t sim_atomic_swap64(uint64_t *word, uint64_t expected, uint64_t next)
{
    atomic_begin(word, sizeof *word, ATOMIC_BOTH, SITE());
    uint64_t old = *word;
    if (old != expected) return old;
    *word = next;
    lane_goes_on(machine.lane);
    return old;
}

uint64_t sim_atomic_load(const void *memory, size_t bytes, bool acquire)
{
    atomic_begin(memory, bytes, ATOMIC_LOAD, SITE());
    if (acquire) race_learn(memory);
    return bytes == sizeof(uint32_t) ? *(const uint32_t *)memory : *(const uint64_t *)memory;
}

void sim_atomic_store(void *memory, uint64_t value, size_t bytes, bool release)
{
    atomic_begin(memory, bytes, ATOMIC_STORE, SITE());
    if (release)
        race_tell(memory);
    else
        race_tell_nothing(memory);
    if (bytes == sizeof(uint32_t))
        *(uint32_t *)memory = (uint32_t)value;
    else
        *(uint64_t *)memory = value;
    lane_goes_on(machine.lane);
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

static struct block *block_take(void)
{
    if (pooled) return pool[--pooled];
    struct block *block = calloc(1, sizeof *block);
    if (block) block->memory = malloc(BLOCK_MEMORY);
    if (block && !block->memory) {
        free(block);
        return NULL;
    }
    return block;
}

static void block_free(struct block *block)
{
    for (uint32_t i = 0; i < MAX_BLOCK; i++)
        fiber_free(&block->lane[i].fiber);
    free(block->memory);
    free(block->seen);
    free(block->warp);
    free(block);
}

static void block_give(struct block *block)
{
    if (pooled < sizeof pool / sizeof pool[0])
        pool[pooled++] = block;
    else
        block_free(block);
}

void launch_free_pool(void)
{
    while (pooled)
        block_free(pool[--pooled]);
    sched_free();
}

/* Number `at` of a box, x first. */
static void index_of(uint32_t index[3], const uint32_t size[3], uint64_t at)
{
    index[0] = (uint32_t)(at % size[0]);
    index[1] = (uint32_t)(at / size[0] % size[1]);
    index[2] = (uint32_t)(at / size[0] / size[1]);
}

/* Puts a lane at the start of the kernel. */
static bool lane_start(struct block *block, uint32_t thread)
{
    struct lane *lane = &block->lane[thread];
    if (!fiber_make(&lane->fiber, lane_main, thread)) return false;
    lane->block = block;
    lane->thread = thread;
    if (block->launch->ordinary) index_of(lane->at, block->launch->threads, thread);
    memset(lane->arrived, 0, sizeof lane->arrived);
    lane_release(lane);
    return true;
}

/* Starts the launch's next block. Returns false if the host has no memory for it. */
static bool block_start(struct launch *launch)
{
    struct block *block = block_take();
    if (!block) return false;
    if (launch->next_block == 0) race_launch(launch);
    block->launch = launch;
    block->index = launch->next_block++;
    block->lanes = block->live = launch->block;
    block->at_barrier = 0;
    block->shared_count = block->shared_bytes = 0;
    block->shared_end = (uintptr_t)block->memory;
    block->counts = NULL;
    block->votes = 0;
    if (launch->ordinary) index_of(block->at, launch->grid, block->index);
    if ((launch->ordinary && !warps_start(block)) || !sched_add(block)) {
        block_give(block);
        return false;
    }
    launch->running++;
    machine.idle = 0;
    race_block_start(block);
    if (machine.device->counting) {
        if (launch->next_block == 1) machine.device->counters.launches++;
        block->counts = count_begin();
        if (!block->counts) return false;
    }
    for (uint32_t i = 0; i < block->lanes; i++)
        if (!lane_start(block, i)) return false;
    return true;
}

static void block_end(struct block *block)
{
    if (block->counts) count_end(block->counts, &machine.device->counters);
    block->counts = NULL;
    block->launch->running--;
    race_block_end(block);
    sched_remove(block);
    block_give(block);
}

/* ---- streams ------------------------------------------------------------------------------------------- */

static void operation_free(struct operation *operation)
{
    if (operation->kind == DO_LAUNCH) free(operation->launch.arguments);
    free(operation->own);
    free(operation);
}

static void read_all(const unsigned char *from, uint64_t bytes)
{
    uint64_t sum = 0, word;
    for (; bytes >= sizeof word; from += sizeof word, bytes -= sizeof word) {
        memcpy(&word, from, sizeof word);
        sum += word;
    }
    volatile uint64_t sink = sum; /* or the loop would go */
    (void)sink;
}

static void operation_wrote(const struct operation *operation)
{
    const struct memory *memory = &machine.device->memory;
    if (!operation->ordinary)
        memory_filled(memory, operation->to, operation->bytes);
    else if (memory_name(memory, (uintptr_t)operation->to))
        race_filled(operation->to, operation->bytes);
}

/* Does what needs no lanes. */
static void operation_do(const struct operation *operation)
{
    size_t bytes = operation->bytes;
    switch (operation->kind) {
    case DO_LAUNCH:
        break;
    case DO_COPY:
        if (bytes) memmove(operation->to, operation->own ? operation->own : operation->from, bytes);
        operation_wrote(operation);
        break;
    case DO_FILL:
        if (bytes) memset(operation->to, operation->byte, bytes);
        operation_wrote(operation);
        break;
    case DO_READ:
        read_all(operation->from, bytes);
        break;
    case DO_EVENT:
        if (!operation->event) break; /* closed meanwhile */
        operation->event->ms = 1e3 * clock_seconds();
        operation->event->recorded = true;
        break;
    }
}

bool stream_do(struct stream *stream, const struct operation *operation)
{
    bool waits = operation->kind == DO_LAUNCH || operation->kind == DO_EVENT;
    if (!stream->first && !waits) {
        operation_do(operation);
        free(operation->own);
        return true;
    }
    struct operation *queued = malloc(sizeof *queued);
    if (!queued) return false;
    *queued = *operation;
    queued->next = NULL;
    queued->launch.stream = stream;
    if (stream->first)
        stream->last->next = queued;
    else
        stream->first = queued;
    stream->last = queued;
    return true;
}

static void stream_pop(struct stream *stream)
{
    struct operation *done = stream->first;
    stream->first = done->next;
    operation_free(done);
}

void stream_drop(struct stream *stream)
{
    while (stream->first)
        stream_pop(stream);
}

/* How many blocks of the launch may be resident: their stacks are the host's memory. */
static uint64_t resident_blocks(const struct launch *launch)
{
    uint64_t wanted = launch->stream->device->schedule.resident, most = RESIDENT_LANES / launch->block;
    if (wanted == 0) wanted = RESIDENT_BLOCKS;
    return wanted < most ? wanted : most;
}

/* Does what is at the head of the stream, up to a launch that still runs, whose blocks it starts while there
 * is room for them. Returns false if the host has no memory. */
static bool stream_advance(struct stream *stream)
{
    while (stream->first) {
        struct launch *launch = &stream->first->launch;
        if (stream->first->kind == DO_LAUNCH) {
            while (launch->running < resident_blocks(launch) && launch->next_block < launch->blocks)
                if (!block_start(launch)) return false;
            if (launch->running) return true;
        }
        operation_do(stream->first);
        stream_pop(stream);
    }
    return true;
}

/* ---- the device ---------------------------------------------------------------------------------------- */

/* Drops every lane, block and operation of the device. */
static void device_abandon(struct device *device)
{
    for (struct block *block = sched_any(); block; block = sched_any())
        block_end(block);
    for (struct stream *stream = &device->usual; stream; stream = stream->next)
        stream_drop(stream);
}

/* Runs lanes until the last lane of some block ends. Returns that block's stream, or NULL if a launch failed. */
static struct stream *device_step(struct device *device)
{
    struct lane *lane = sched_next();
    machine.lane = lane;
    fiber_switch(&machine.main, &lane->fiber);
    if (!machine.ended) return NULL;
    struct launch *launch = machine.ended->launch;
    block_end(machine.ended);
    if (--machine.words == 0 && time_is_up()) {
        text_say(&device->error, "%s: still running when the time limit of %g s was up", launch->kernel,
                 machine.limit);
        return NULL;
    }
    return launch->stream;
}

static bool device_drain(struct device *device)
{
    bool memory = true;
    for (struct stream *stream = &device->usual; stream && memory; stream = stream->next)
        memory = stream_advance(stream);
    while (memory && sched_any()) {
        struct stream *stream = device_step(device);
        if (!stream) return false;
        memory = stream_advance(stream);
    }
    if (!memory) text_say(&device->error, "the host has no memory for the simulator's lanes");
    return memory;
}

bool device_run(struct device *device, double seconds, struct text *why)
{
    assert(!machine.lane);
    machine.device = device;
    device->unexamined = false;
    machine.near_bytes = 0;
    machine.words = WORDS_A_CLOCK;
    machine.idle = 0;
    machine.limit = seconds;
    machine.deadline = seconds > 0 ? busy_seconds() + seconds : 0;
    sched_begin(&device->schedule);
    bool done = device_drain(device);
    if (!done) device_abandon(device);
    race_settle();
    return done || text_say(why, "%s", device->error.at);
}

bool sim_launch(struct stream *stream, const char *kernel, uint64_t blocks, uint32_t block, uint32_t group,
                void (*body)(const void *arguments), const void *arguments, size_t bytes)
{
    return sim_launch_with_shared(stream, kernel, blocks, block, group, 0, body, arguments, bytes);
}

bool sim_launch_with_shared(struct stream *stream, const char *kernel, uint64_t blocks, uint32_t block,
                            uint32_t group, size_t shared, void (*body)(const void *arguments),
                            const void *arguments, size_t bytes)
{
    if (!stream) stream = &machine.device->usual;
    uint32_t lanes = (uint32_t)stream->device->caps.lanes;
    if (group > lanes)
        return text_say(&launch_error, "groups of %u lanes; the device has %u lanes", group, lanes);
    struct launch launch = {.blocks = blocks, .block = block, .body = body, .shared = shared, .bytes = bytes};
    snprintf(launch.kernel, sizeof launch.kernel, "%s", kernel);
    return launch_queue(stream, &launch, arguments);
}

bool launch_queue(struct stream *stream, struct launch *launch, const void *arguments)
{
    if (launch->blocks == 0) return text_say(&launch_error, "a launch of 0 blocks; expected 1 or more");
    if (launch->block == 0 || launch->block > MAX_BLOCK)
        return text_say(&launch_error, "a block of %u threads; expected 1 to %d", launch->block, MAX_BLOCK);
    if (launch->shared > SHARED_BYTES)
        return text_say(&launch_error, "%zu bytes of dynamic shared memory; a block has %d", launch->shared,
                        SHARED_BYTES);
    struct operation operation = {.kind = DO_LAUNCH, .launch = *launch};
    operation.launch.arguments = malloc(launch->bytes ? launch->bytes : 1);
    if (operation.launch.arguments && launch->bytes)
        memcpy(operation.launch.arguments, arguments, launch->bytes);
    if (operation.launch.arguments && stream_do(stream, &operation)) return true;
    free(operation.launch.arguments);
    return text_say(&launch_error, "the host has no memory to queue a launch");
}

const char *sim_error(void)
{
    return launch_error.at;
}
