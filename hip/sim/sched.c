/* SPDX-License-Identifier: MIT
 * Which lane runs next, in one of eight orders. Each is made of the schedule and of what the lanes do alone, so
 * that the same line runs the same way every time.
 *
 * fifo     Blocks take turns, and in its turn a block runs each of its lanes that can run once, up to the
 *          lane's next word that may switch; so the blocks of all streams interleave. Lanes that met as a group
 *          go on before the others of their block, because what they touch is still in the cache.
 * uniform  Any lane that can run, of any resident block, with equal chance.
 * pct      Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic guarantees
 *          of finding bugs", ASPLOS 2010: what can run has a random priority, the highest runs, and the lane that
 *          comes to scheduling point number k, where k is a change point, falls below all that never fell. The
 *          seed gives the priorities to lanes, to warps or to whole blocks (lanes that share one take
 *          turns), because a bug between blocks needs whole blocks to lag. A spinning block falls, too, or would spin
 *          for ever.
 * unfair   As pct of whole blocks, but a block falls once in its life, at a point of its own, and never because it
 *          spins: it then stands still until all that have not fallen are done, as on a device that promises no
 *          progress. That of a cooperative launch does, so there it falls when it spins, too.
 * weak     As uniform, and a lane may find old values (stale.c).
 * obe      As uniform, and blocks start in an order of the seed's, 0: from the last one on. Occupancy-bound execution promises that
 *          blocks go on which have begun, and no more (Sorensen, Evrard, Donaldson, "GPU Schedulers: How Fair Is Fair Enough?",
 *          CONCUR 2018). If they start from the first one on, as under uniform, that is linear occupancy-bound execution.
 * hsa      As uniform, and a block stands still from a point of its own on, until it is the first of those that have not ended:
 *          the HSA's specification promises that that one goes on, and no more (the same).
 * path     As the path chooses, and every: all paths, one after the other (explore.c). */
#include "explore.h"
#include "stale.h"

#include <assert.h>
#include <stdlib.h>

static struct block *turn; /* fifo: whose turn it is, in the ring of resident blocks */

/* A lane that can run; of a heap with the next one on top under pct and unfair, in no order under uniform. */
struct ready {
    uint64_t priority, since; /* the older of two goes first */
    struct lane *lane;
};

/* Where the next lane comes from: the blocks' turns, the heap's top, any place of what can run, a block that goes on (hsa), or a path. */
enum way { WAY_TURNS, WAY_HEAP, WAY_ANY, WAY_GOING, WAY_PATH };

static struct {
    enum schedule_form form;
    enum way way;
    uint64_t random;        /* SplitMix64's state */
    uint64_t points, falls; /* scheduling points so far; falls of those who spin, of blocks under unfair */
    uint32_t unit;          /* pct: lanes that share a priority */
    struct schedule schedule;
    struct ready *ready; /* owned */
    size_t count, room;
    uint64_t pushed;
} order;

/* Priorities: those who never fell, then the change points, the line's first one lowest, then those who spun, the last
 * one lowest. Under unfair: those who never fell, then the others, the last one lowest. */
static const uint64_t never_fell = UINT64_C(1) << 63, fell = UINT64_C(1) << 62;

static uint64_t next_random(void)
{
    order.random += 0x9e3779b97f4a7c15U;
    return splitmix64(order.random);
}

static uint32_t random_below(size_t bound)
{
    return (uint32_t)((next_random() >> 32) * bound >> 32);
}

/* ---- the heap ------------------------------------------------------------------------------------------ */

static bool goes_before(const struct ready *a, const struct ready *b)
{
    return a->priority != b->priority ? a->priority > b->priority : a->since < b->since;
}

static void sift_up(size_t at)
{
    struct ready moved = order.ready[at];
    for (; at > 0 && goes_before(&moved, &order.ready[(at - 1) / 2]); at = (at - 1) / 2)
        order.ready[at] = order.ready[(at - 1) / 2];
    order.ready[at] = moved;
}

static void sift_down(size_t at)
{
    struct ready moved = order.ready[at];
    for (size_t child; (child = 2 * at + 1) < order.count; at = child) {
        if (child + 1 < order.count && goes_before(&order.ready[child + 1], &order.ready[child])) child++;
        if (!goes_before(&order.ready[child], &moved)) break;
        order.ready[at] = order.ready[child];
    }
    order.ready[at] = moved;
}

/* The lane that holds its unit's priority. */
static struct lane *unit_of(const struct lane *lane)
{
    return &lane->block->lane[lane->thread - lane->thread % order.unit];
}

static struct ready *ready_at(size_t i)
{
    assert(i < order.count);
    return &order.ready[i];
}

/* The lane's unit falls to the priority, unless it fell lower before. */
static void fall(const struct lane *lane, uint64_t priority)
{
    struct lane *unit = unit_of(lane);
    if (unit->priority <= priority) return;
    unit->priority = priority;
    for (size_t i = 0; i < order.count; i++) {
        struct ready *ready = ready_at(i);
        if (unit_of(ready->lane) == unit) ready->priority = priority;
    }
    for (size_t i = order.count / 2; i-- > 0;)
        sift_down(i);
}

static void push(struct lane *lane)
{
    struct ready *pushed = &order.ready[order.count++];
    pushed->lane = lane;
    if (order.way != WAY_HEAP) return;
    pushed->since = order.pushed++;
    pushed->priority = unit_of(lane)->priority;
    sift_up(order.count - 1);
}

/* hsa: the first block of those that are resident. */
static const struct block *first_block(void)
{
    const struct block *first = turn;
    for (const struct block *block = turn->next; block != turn; block = block->next)
        if (block->index < first->index) first = block;
    return first;
}

/* hsa: where a lane is of the first block, or of one that does not stand still. */
static size_t place_of_going_one(void)
{
    const struct block *first = first_block();
    size_t chosen = 0, going = 0;
    for (size_t i = 0; i < order.count; i++) {
        const struct block *block = ready_at(i)->lane->block;
        bool goes_on = block == first || block->points < block->falls_at;
        if (goes_on && random_below(++going) == 0) chosen = i;
    }
    return chosen;
}

static struct lane *take(size_t at)
{
    assert(order.count);
    struct lane *lane = ready_at(at)->lane;
    order.ready[at].lane = order.ready[--order.count].lane;
    lane->block->queued--;
    return lane;
}

static struct lane *take_top(void)
{
    struct ready last = *ready_at(order.count - 1);
    struct lane *lane = take(0);
    order.ready[0] = last;
    if (order.count > 0) sift_down(0);
    return lane;
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

static enum way way_of(enum schedule_form form)
{
    if (explore_on()) return WAY_PATH;
    switch (form) {
    case SCHEDULE_FIFO:
        return WAY_TURNS;
    case SCHEDULE_PCT:
    case SCHEDULE_UNFAIR:
        return WAY_HEAP;
    case SCHEDULE_HSA:
        return WAY_GOING;
    default:
        return WAY_ANY;
    }
}

void sched_begin(const struct schedule *schedule)
{
    order.schedule = *schedule;
    order.form = schedule->form == SCHEDULE_NONE ? SCHEDULE_FIFO : schedule->form;
    order.way = way_of(order.form);
    order.random = schedule->seed;
    order.points = order.falls = order.pushed = 0;
    order.count = 0;
    order.unit = MAX_BLOCK;
    if (order.form != SCHEDULE_PCT) return;
    uint32_t units[] = {1, (uint32_t)machine.device->caps.lanes, MAX_BLOCK};
    order.unit = units[random_below(sizeof units / sizeof units[0])];
}

/* Room for all lanes of one more block. */
static bool grow(uint32_t lanes)
{
    size_t resident = lanes;
    for (const struct block *block = turn; block; block = block->next == turn ? NULL : block->next)
        resident += block->lanes;
    if (resident <= order.room) return true;
    struct ready *grown = realloc(order.ready, 2 * resident * sizeof *grown);
    if (!grown) return false;
    order.ready = grown;
    order.room = 2 * resident;
    return true;
}

/* The new block is the last to have its turn. */
bool sched_add(struct block *block)
{
    if (order.way == WAY_PATH) explore_block(block);
    if (order.form != SCHEDULE_FIFO && !grow(block->lanes)) return false;
    block->first = block->last = NULL;
    block->queued = block->turns = 0;
    block->points = 0;
    bool falls = order.form == SCHEDULE_UNFAIR || order.form == SCHEDULE_HSA;
    block->falls_at = falls ? 1 + random_below((size_t)1 << random_below(12)) : 0;
    if (order.way == WAY_HEAP)
        for (uint32_t i = 0; i < block->lanes; i++)
            block->lane[i].priority = never_fell | next_random();
    if (!turn) {
        turn = block->next = block->previous = block;
        return true;
    }
    struct block *before = turn->turns ? turn->previous : turn;
    block->previous = before;
    block->next = before->next;
    block->previous->next = block->next->previous = block;
    if (before == turn) turn = block; /* a turn that is over comes last */
    return true;
}

static uint64_t common_factor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A number that shares no factor with `blocks`, so that its multiples come to all. */
static uint64_t coprime(uint64_t start, uint64_t blocks)
{
    uint64_t number = 1 + start % blocks;
    while (common_factor(blocks, number) != 1)
        number = number % blocks + 1;
    return number;
}

uint64_t sched_nth_block(uint64_t n, uint64_t blocks)
{
    uint64_t seed = order.schedule.seed;
    if (order.form != SCHEDULE_OBE) return n;
    if (seed == 0) return blocks - 1 - n;
    return (coprime(splitmix64(seed), blocks) * n + splitmix64(seed + 1) % blocks) % blocks;
}

void sched_remove(struct block *block)
{
    if (turn == block) {
        turn = block->next == block ? NULL : block->next;
        if (turn) turn->turns = turn->queued;
    }
    block->previous->next = block->next;
    block->next->previous = block->previous;
}

struct block *sched_any(void)
{
    return turn;
}

void sched_free(void)
{
    explore_free();
    stale_free();
    free(order.ready);
    order.ready = NULL;
    order.room = 0;
}

/* ---- lanes --------------------------------------------------------------------------------------------- */

void sched_ready(struct lane *lane)
{
    struct block *block = lane->block;
    block->queued++;
    if (order.way != WAY_TURNS) {
        if (order.way == WAY_PATH)
            explore_ready(lane);
        else
            push(lane);
        return;
    }
    lane->next = NULL;
    if (block->first)
        block->last->next = lane;
    else
        block->first = lane;
    block->last = lane;
}

void sched_ready_first(struct lane *lane)
{
    struct block *block = lane->block;
    if (order.way != WAY_TURNS) {
        sched_ready(lane);
        return;
    }
    block->queued++;
    lane->next = block->first;
    block->first = lane;
    if (!lane->next) block->last = lane;
}

bool sched_preempts(void)
{
    return order.way != WAY_TURNS && order.way != WAY_PATH;
}

void sched_point(const struct lane *lane)
{
    if (++lane->block->points == lane->block->falls_at && order.form == SCHEDULE_UNFAIR)
        fall(lane, fell - ++order.falls);
    if (order.form != SCHEDULE_PCT) return;
    order.points++;
    for (int i = 0; i < order.schedule.change_points; i++)
        if (order.schedule.change_point[i] == order.points) fall(lane, fell + (uint64_t)i);
}

/* The last one, half of the time. */
unsigned sched_value(unsigned values)
{
    if (values == 1 || random_below(2)) return 0;
    return random_below(values);
}

void sched_spun(const struct lane *lane)
{
    bool keeps_going = order.form == SCHEDULE_UNFAIR && lane->block->launch->meeting;
    if (order.form == SCHEDULE_PCT || keeps_going) fall(lane, fell - ++order.falls);
}

static struct lane *next_in_turn(void)
{
    if (turn->turns == 0) {
        do
            turn = turn->next;
        while (!turn->first);
        turn->turns = turn->queued;
    }
    struct lane *lane = turn->first;
    turn->first = lane->next;
    turn->queued--;
    turn->turns--;
    return lane;
}

struct lane *sched_next(void)
{
    assert(turn);
    if (stale_lies) stale_put_back();
    switch (order.way) {
    case WAY_TURNS:
        return next_in_turn();
    case WAY_HEAP:
        return take_top();
    case WAY_ANY:
        return take(random_below(order.count));
    case WAY_GOING:
        return take(place_of_going_one());
    case WAY_PATH:
        break;
    }
    return explore_take();
}
