/* SPDX-License-Identifier: MIT
 * Old values that an atomic load may find beside the last one stored, by the model of memory.
 *
 * A place has the values that were stored there, oldest first, in the order in which the stores were executed. A lane's view
 * says of each place from which value on it may still find them: not before one that it stored or found (coherence), nor one that
 * it knows by what it acquired. A store that releases leaves its lane's view with the value, as does one behind a fence that
 * releases; a load that acquires takes it over, or a fence behind the load. Sequentially consistent fences of the device have
 * one more view, which each takes over and adds to. So loads see what views allow: the model is that of RC11 without
 * load buffering, and with stores to a place in the order in which they are executed. A read-modify-write finds the last value.
 *
 * The knowledge by which races are found (order.c, formal.c) is told with each value, too: a lane that finds an old one learns what
 * was told with that. */
#include "stale.h"

#include "know.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 128, MOST_OF_PLACE = 64, MOST_VALUES = 2048 };

/* From which value of each place on, by number. */
struct view {
    uint16_t from[MOST_PLACES];
};

/* Of a lane: what it may find; what its fences left for its stores, and its loads for its fences, by scope as in formal.c. */
struct lane_view {
    struct view now, fenced[IN_NONE], heard[IN_NONE];
};

struct stored {
    uint64_t value;    /* once there is a later one; the last one is in memory */
    struct point told; /* likewise; owned */
    uint32_t block;    /* of the lane that stored */
    struct view view[IN_NONE];
};

struct place {
    uintptr_t at;
    size_t bytes;
    uint32_t count; /* values so far */
    bool last_only; /* accessed by other sizes, too, or there were too many values */
    uint16_t stored[MOST_OF_PLACE];
};

bool stale_lies;

static struct {
    bool wanted, on;
    bool left_out;  /* there were more values than are kept */
    uint64_t lanes; /* of the launch */
    struct place place[MOST_PLACES];
    uint32_t places, values;
    struct stored *stored; /* owned, as is lane: MOST_VALUES and RESIDENT_LANES */
    struct lane_view *lane;
    struct view fences;     /* of sequentially consistent fences */
    struct access found_at; /* by the load under way, */
    struct stored *found;   /* if it is an old value */
    uint64_t last_value;    /* while old bytes lie there: what belongs there */
} all;

static void view_learn(struct view *mine, const struct view *other)
{
    for (uint32_t i = 0; i < all.places; i++)
        if (mine->from[i] < other->from[i]) mine->from[i] = other->from[i];
}

static struct lane_view *view_of(const struct lane *lane)
{
    return &all.lane[lane->block->index * lane->block->lanes + lane->thread];
}

/* ---- what a place has told ----------------------------------------------------------------------------------- */

static void told_copy(struct point *to, const struct point *from)
{
    *to = (struct point){.address = from->address,
                         .know = know_share(from->know),
                         .formal = know_share(from->formal),
                         .handed_on = know_share(from->handed_on)};
    for (const struct block_told *told = from->in_block; told; told = told->next) {
        struct block_told *copy = must(calloc(1, sizeof *copy));
        *copy = (struct block_told){told->block, know_share(told->know), to->in_block};
        to->in_block = copy;
    }
}

static void told_drop(struct point *point)
{
    know_drop(point->know);
    point->know = NULL;
    formal_forget(point);
}

static void told_swap(struct stored *stored)
{
    struct point *point = point_at((const void *)all.found_at.at), kept = *point;
    *point = stored->told;
    point->address = kept.address;
    stored->told = kept;
}

/* ---- places and values --------------------------------------------------------------------------------------- */

static uint64_t bytes_at(const struct access *access)
{
    uint64_t value = 0;
    copy_unwatched(&value, (const void *)access->at,
                   access->bytes < sizeof value ? access->bytes : sizeof value);
    return value;
}

static bool overlaps(const struct place *place, const struct access *access)
{
    return place->at < access->at + access->bytes && access->at < place->at + place->bytes;
}

/* A place of exactly these bytes; those that share some of them have their last values alone. NULL: there is none. */
static struct place *place_find(const struct access *access)
{
    struct place *found = NULL;
    bool shared = false;
    for (uint32_t i = 0; i < all.places; i++) {
        struct place *place = &all.place[i];
        if (!overlaps(place, access)) continue;
        if (place->at == access->at && place->bytes == access->bytes)
            found = place;
        else
            place->last_only = shared = true;
    }
    if (found && shared) found->last_only = true;
    all.left_out |= shared;
    return found;
}

static void value_add(struct place *place, uint32_t block)
{
    if (place->count == MOST_OF_PLACE || all.values == MOST_VALUES) {
        place->last_only = all.left_out = true;
        return;
    }
    struct stored *stored = &all.stored[all.values];
    memset(stored, 0, sizeof *stored);
    stored->block = block;
    place->stored[place->count++] = (uint16_t)all.values++;
}

/* NULL: there is no room for it. */
static struct place *place_of(const struct access *access)
{
    struct place *place = place_find(access);
    if (place) return place;
    if (all.places == MOST_PLACES || access->bytes > sizeof(uint64_t)) {
        all.left_out = true;
        return NULL;
    }
    place = &all.place[all.places++];
    *place = (struct place){.at = access->at, .bytes = access->bytes};
    value_add(place, 0);
    return place_find(access);
}

static uint32_t number_of(const struct place *place)
{
    return (uint32_t)(place - all.place);
}

static struct stored *value_of(const struct place *place, uint32_t number)
{
    return &all.stored[place->stored[number]];
}

/* Another value is about to be stored. */
static void value_next(struct place *place, const struct lane *lane)
{
    struct stored *last = value_of(place, place->count - 1);
    struct access access = {place->at, place->bytes, true};
    uint32_t before = place->count;
    last->value = bytes_at(&access);
    value_add(place, lane->block->race_id);
    if (place->count > before && machine.checks) told_copy(&last->told, point_at((const void *)place->at));
}

/* ---- orders ---------------------------------------------------------------------------------------------------- */

static void hear(const struct lane *lane, const struct stored *stored, int how)
{
    struct lane_view *mine = view_of(lane);
    bool acquired = order_acquires(order_of(how)), of_device = how < SIM_OF_BLOCK;
    bool near = stored->block == lane->block->race_id;
    if (near) view_learn(acquired ? &mine->now : &mine->heard[IN_BLOCK], &stored->view[IN_BLOCK]);
    view_learn(acquired && of_device ? &mine->now : &mine->heard[IN_DEVICE], &stored->view[IN_DEVICE]);
    view_learn(&mine->heard[HANDED_ON], &stored->view[HANDED_ON]);
}

static void say(const struct lane *lane, struct stored *stored, int how)
{
    const struct lane_view *mine = view_of(lane);
    bool released = order_releases(order_of(how)), of_device = how < SIM_OF_BLOCK;
    view_learn(&stored->view[IN_DEVICE], released && of_device ? &mine->now : &mine->fenced[IN_DEVICE]);
    view_learn(&stored->view[IN_BLOCK], released ? &mine->now : &mine->fenced[IN_BLOCK]);
    view_learn(&stored->view[HANDED_ON], &mine->fenced[HANDED_ON]);
}

void stale_fence(struct lane *lane, int how)
{
    if (!all.on) return;
    int order = order_of(how), scope = how & SIM_OF_THREAD;
    struct lane_view *mine = view_of(lane);
    if (scope == SIM_OF_THREAD) return;
    bool of_device = scope == 0, all_of_them = of_device && order == __ATOMIC_SEQ_CST;
    bool handed_on = of_device && (all_of_them || machine.device->caps.lanes != 32);
    int from = of_device ? IN_DEVICE : IN_BLOCK, to = handed_on ? HANDED_ON : IN_BLOCK;
    for (int s = from; order_acquires(order) && s <= to; s++)
        view_learn(&mine->now, &mine->heard[s]);
    if (all_of_them) view_learn(&mine->now, &all.fences);
    if (all_of_them) view_learn(&all.fences, &mine->now);
    for (int s = from; order_releases(order) && s <= to; s++)
        mine->fenced[s] = mine->now;
}

/* ---- accesses --------------------------------------------------------------------------------------------------- */

/* The number of the value that is `choice` back, of those that may be found; -1: there is none. */
static int64_t choose(const struct lane *lane, const struct place *place, unsigned choice,
                      const uint64_t *but)
{
    uint32_t last = place->count - 1, least = view_of(lane)->now.from[number_of(place)];
    for (uint32_t number = last;; number--) {
        bool fits = number == last || !but || value_of(place, number)->value != *but;
        if (fits && choice-- == 0) return number;
        if (number <= least || place->last_only) break;
    }
    return -1;
}

unsigned stale_choices(const struct lane *lane, const struct access *access, enum atomic kind,
                       const uint64_t *but)
{
    if (!all.on || (kind & ATOMIC_BOTH) != ATOMIC_LOAD) return 1;
    const struct place *place = place_find(access);
    unsigned count = 1;
    if (!place) return 1;
    while (choose(lane, place, count, but) >= 0)
        count++;
    return count;
}

bool stale_covers(const struct access *access)
{
    const struct place *place = all.on ? place_find(access) : NULL;
    return place && !place->last_only;
}

static uint32_t load(struct lane *lane, struct place *place, int how, unsigned choice, const uint64_t *but)
{
    int64_t number = choose(lane, place, choice, but);
    struct view *now = &view_of(lane)->now;
    uint32_t found = number < 0 ? place->count - 1 : (uint32_t)number;
    struct stored *stored = value_of(place, found);
    all.found = found + 1 < place->count ? stored : NULL;
    if (how != STALE_NO_ATOMIC) hear(lane, stored, how);
    if (now->from[number_of(place)] < found) now->from[number_of(place)] = (uint16_t)found;
    return found;
}

static uint32_t store(struct lane *lane, struct place *place, enum atomic kind, int how)
{
    uint32_t before = place->count;
    if (kind == ATOMIC_BOTH) load(lane, place, how, 0, NULL);
    value_next(place, lane);
    uint32_t number = place->count - 1;
    struct stored *stored = value_of(place, number);
    view_of(lane)->now.from[number_of(place)] = (uint16_t)number;
    if (kind == ATOMIC_BOTH && place->count > before) { /* a release sequence goes on */
        const struct stored *last = value_of(place, number - 1);
        for (int s = 0; s < IN_NONE; s++)
            if (s != IN_BLOCK || last->block == stored->block) view_learn(&stored->view[s], &last->view[s]);
    }
    if (how != STALE_NO_ATOMIC) say(lane, stored, how);
    return number;
}

uint32_t stale_access(struct lane *lane, const struct access *access, enum atomic kind, int how,
                      unsigned choice, const uint64_t *but)
{
    all.found = NULL;
    if (!all.on) return 0;
    struct place *place = place_of(access);
    if (!place) return 0;
    all.found_at = *access;
    kind = (enum atomic)(kind & ATOMIC_BOTH);
    return kind == ATOMIC_LOAD ? load(lane, place, how, choice, but) : store(lane, place, kind, how);
}

void stale_plain(struct lane *lane, const struct access *access)
{
    for (uint32_t i = 0; all.on && i < all.places; i++) {
        struct place *place = &all.place[i];
        if (!overlaps(place, access)) continue;
        value_next(place, lane);
        view_of(lane)->now.from[i] = (uint16_t)(place->count - 1);
    }
}

uint64_t stale_found(const struct access *access)
{
    return all.on && all.found ? all.found->value : bytes_at(access);
}

void stale_put(void)
{
    if (!all.found) return;
    all.last_value = bytes_at(&all.found_at);
    copy_unwatched((void *)all.found_at.at, &all.found->value, all.found_at.bytes);
    if (machine.checks) told_swap(all.found);
    stale_lies = true;
}

void stale_put_back(void)
{
    if (!stale_lies) return;
    copy_unwatched((void *)all.found_at.at, &all.last_value, all.found_at.bytes);
    if (machine.checks) told_swap(all.found);
    all.found = NULL;
    stale_lies = false;
}

bool stale_left_out(void)
{
    bool left_out = all.left_out;
    all.left_out = false;
    return left_out;
}

/* ---- launches --------------------------------------------------------------------------------------------------- */

void stale_switch(bool on)
{
    all.wanted = on;
}

bool stale_on(void)
{
    return all.on;
}

void stale_launch(const struct launch *launch)
{
    const struct block *other = sched_any();
    all.lanes = launch->blocks * launch->block;
    all.on = all.wanted && machine.device->model == MODEL_FORMAL && all.lanes <= RESIDENT_LANES &&
             (!other || other->launch == launch);
    if (!all.on) return;
    if (!all.stored) all.stored = must(calloc(MOST_VALUES, sizeof *all.stored));
    if (!all.lane) all.lane = must(calloc(RESIDENT_LANES, sizeof *all.lane));
    stale_forget();
}

void stale_block(const struct block *block)
{
    if (block->index == 0) stale_launch(block->launch);
    if (!all.on) return;
    for (uint32_t i = 0; i < block->lanes; i++)
        memset(view_of(&block->lane[i]), 0, sizeof(struct lane_view));
}

void stale_meet(const struct lane *first, uint64_t lanes, uint32_t count)
{
    static struct view now, fenced, heard;
    if (!all.on) return;
    memset(&now, 0, sizeof now);
    memset(&fenced, 0, sizeof fenced);
    memset(&heard, 0, sizeof heard);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_among(lanes, i)) continue;
        const struct lane_view *its = view_of(&first[i]);
        view_learn(&now, &its->now);
        view_learn(&fenced, &its->fenced[HANDED_ON]);
        view_learn(&heard, &its->heard[HANDED_ON]);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!is_among(lanes, i)) continue;
        struct lane_view *its = view_of(&first[i]);
        its->now = now;
        its->fenced[HANDED_ON] = fenced;
        its->heard[HANDED_ON] = heard;
    }
}

void stale_forget(void)
{
    stale_put_back();
    for (uint32_t i = 0; i < all.values; i++)
        told_drop(&all.stored[i].told);
    all.places = all.values = 0;
    memset(&all.fences, 0, sizeof all.fences);
}

void stale_free(void)
{
    stale_forget();
    free(all.stored);
    free(all.lane);
    all.stored = NULL, all.lane = NULL;
    all.on = false;
}
