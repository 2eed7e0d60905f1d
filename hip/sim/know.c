/* SPDX-License-Identifier: MIT
 * Sets of accesses, by block: joined, shared and asked. */
#define _GNU_SOURCE 1 /* dladdr */
#include "know.h"
#include "graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct history history = {.next = 1, .settled = 1, .listed = 1};

void know_drop(struct know *know)
{
    if (know && --know->references == 0) free(know);
}

struct know *know_share(struct know *know)
{
    if (know) know->references++;
    return know;
}

uint32_t *list_room(size_t words)
{
    if (history.listed + words > UINT32_MAX) no_memory();
    if (history.listed + words > history.list_room) {
        size_t room = 2 * history.list_room + words + 1024;
        history.list = must(realloc(history.list, room * sizeof *history.list));
        history.list_room = room;
    }
    return history.list + history.listed;
}

void list_lane(uint32_t *list, uint32_t thread, uint32_t clock, uint32_t before)
{
    if (clock < before) return;
    uint32_t *at = list + 1 + 2 * list[0]++;
    at[0] = thread;
    at[1] = clock;
}

uint32_t list_keep(const uint32_t *list)
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

/* Whether an entry says no less than what was joined: a new list of each joining takes a gigabyte where thousands of blocks take
 * a ticket. */
static bool says_as_much(struct entry entry, struct entry both, const uint32_t *list)
{
    uint32_t count = list_count(entry.lanes);
    return entry.before == both.before && count == list[0] &&
           (count == 0 ||
            memcmp(history.list + entry.lanes + 1, list + 1, 2 * (size_t)count * sizeof *list) == 0);
}

struct entry entry_join(struct entry a, struct entry b)
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
    if (says_as_much(a, both, list)) return a;
    if (says_as_much(b, both, list)) return b;
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

/* The knowledge of a block that there is room for. */
static struct entry known_of(const struct know *know, uint32_t block)
{
    assert(block - know->first < know->count);
    return know->entry[block - know->first];
}

static void know_add(struct know *to, const struct know *from)
{
    struct entry *entry = to->entry + (from->first - to->first);
    for (uint32_t i = 0; i < from->count; i++)
        entry[i] = entry_join(entry[i], known_of(from, from->first + i));
}

struct know *know_join(const struct know *a, const struct know *b, uint32_t block)
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

void know_learn(struct know **mine, struct know *other)
{
    if (!other || *mine == other) return;
    struct know *both = *mine ? know_join(*mine, other, 0) : know_share(other);
    know_drop(*mine);
    *mine = both;
}

bool know_covers(const struct know *know, const struct stamp *stamp)
{
    if (stamp->block - know->first >= know->count) return false;
    struct entry entry = known_of(know, stamp->block);
    if (stamp->clock < entry.before) return true;
    const uint32_t *lane = history.list + entry.lanes + 1;
    for (uint32_t i = list_count(entry.lanes); i > 0; i--, lane += 2)
        if (lane[0] == stamp->thread) return stamp->clock <= lane[1];
    return false;
}

const struct launched *launch_of(uint32_t block)
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

bool launch_is_over(uint32_t block, const struct launch *launch)
{
    if (!history.streams) return block < launch->race_first;
    const struct launched *other = launch_of(block);
    if (other->run && other->run == launch->run)
        return nodes_have(&launch->run->graph->node[launch->node].before, other->node);
    return other->stream == launch->stream && other->first < launch->race_first;
}
