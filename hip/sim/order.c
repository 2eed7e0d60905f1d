/* SPDX-License-Identifier: MIT
 * The order of accesses: launches, barriers, syncs of groups, atomics and fences tell lanes of others' accesses.
 *
 * An atomic that releases tells at its address; one that acquires learns there what was told last (if it stores, too,
 * it hands that on: such atomics of an address stand in one order). A store that does not release takes what was told
 * there away: no load learns from its value. Shuffles, yields and the end of a block order nothing.
 *
 * Of an ordinary kernel, an atomic or volatile access that orders nothing does so together with fences: it tells what
 * its lane knew at its last fence, and what was told there is known behind the lane's next one. atomicAdd and its like
 * learn at once, as code for such devices relies on. */
#define _GNU_SOURCE 1 /* dladdr */
#include "graph.h"
#include "know.h"
#include "shadow.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void race_launch(struct launch *launch)
{
    if (!machine.checks) return;
    if (history.launches == history.launch_room) {
        history.launch_room = 2 * history.launch_room + 16;
        history.launch = must(realloc(history.launch, history.launch_room * sizeof *history.launch));
    }
    history.streams |= launch->run || (history.launches > 0 && history.launch[0].stream != launch->stream);
    struct launched *started = &history.launch[history.launches++];
    *started = (struct launched){
        .first = history.next, .stream = launch->stream, .run = run_share(launch->run), .node = launch->node};
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
    formal_start(block);
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
    formal_end(block);
}

void lanes_join(void *first, size_t size, uint64_t lanes, size_t offset, uint32_t count)
{
    struct know *all = NULL, **each, **one = NULL;
    bool same = true;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_among(lanes, i)) continue;
        each = (struct know **)((char *)first + i * size + offset);
        if (!one) one = each;
        same &= *each == *one;
        know_learn(&all, *each);
    }
    for (uint32_t i = 0; !same && i < count; i++) {
        if (!is_among(lanes, i)) continue;
        each = (struct know **)((char *)first + i * size + offset);
        know_drop(*each);
        *each = know_share(all);
    }
    know_drop(all);
}

/* The lanes, a bit each where there are at most 64, know from now on what any of them learnt by atomics; and what one
 * told by a fence, the others may pass on. */
static void lanes_share(struct lane *first, uint64_t lanes, uint32_t count)
{
    const size_t each = sizeof *first;
    if (first->formal) {
        formal_share(first, lanes, count);
        return;
    }
    lanes_join(first, each, lanes, offsetof(struct lane, know), count);
    if (first->block->launch->ordinary) lanes_join(first, each, lanes, offsetof(struct lane, fenced), count);
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

struct point *point_at(const void *address)
{
    if (2 * history.points >= history.point_room) points_grow();
    struct point *point = point_slot(history.point, history.point_room, address);
    history.points += !point->address;
    point->address = address;
    return point;
}

static struct know **point_of(const void *address)
{
    return &point_at(address)->know;
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

struct know *lane_tells(struct lane *lane, const struct know *know)
{
    struct know *told = know_join(know, NULL, lane->block->race_id);
    struct entry *own = &told->entry[lane->block->race_id - told->first];
    *own = entry_join(*own, entry_of(lane));
    lane->clock++;
    return told;
}

static struct know *all_of(struct lane *lane)
{
    return lane_tells(lane, lane->know);
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
    shadow_forget();
    history.next = 1;
}

void race_settle(void)
{
    enum { MANY = 1 << 30 };
    for (size_t i = 0; history.points && i < history.point_room; i++) {
        know_drop(history.point[i].know);
        formal_forget(&history.point[i]);
        history.point[i] = (struct point){0};
    }
    for (size_t i = 0; i < history.launches; i++)
        run_drop(history.launch[i].run);
    history.points = history.launches = 0;
    history.streams = false;
    formal_settle();
    history.listed = 1;
    if (history.next > MANY) stamps_forget();
    history.settled = history.next;
}

void race_free(void)
{
    shadow_free();
    free(history.launch);
    free(history.list);
    free(history.point);
    history.launch = NULL, history.list = NULL, history.point = NULL;
    history.launch_room = history.list_room = history.point_room = 0;
}
