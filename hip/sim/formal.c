/* SPDX-License-Identifier: MIT
 * The formal model of memory: the order that atomics, volatile accesses and fences of ordinary kernels make by the
 * vendors' documents, PTX on warps of 32 lanes, LLVM's AMDGPU on those of 64 (docs/guide/memory-model.md quotes them).
 *
 * A thread knows another one's accesses if it acquires what that one released, each in a scope that has both threads
 * in it. Release: an atomic that says so, or a fence and behind it in the same thread an atomic store. Acquire: an
 * atomic that says so, or an atomic load and behind it in the same thread a fence. atomicAdd and its like are relaxed.
 * Two fences that are sequentially consistent, as __threadfence is, may have a barrier between themselves and the atomic;
 * on AMD any fence may. On AMD a volatile access is no atomic.
 */
#include "know.h"

#include <stdio.h>
#include <stdlib.h>

enum weakness { WEAK_OTHERS_FENCE, WEAK_BLOCK_FENCE, WEAK_VOLATILE, WEAKNESSES };
enum { WEAK_KEPT = 64 };

/* What a fence ordered and the store behind it could not tell, the last times; for reports. */
static struct {
    struct {
        enum weakness weakness;
        uint32_t site;
        struct know *told; /* owned */
    } kept[WEAK_KEPT];
    size_t next;
} weak;

static bool is_ptx(void)
{
    return machine.device->caps.lanes == 32;
}

/* ---- what is told at an address -------------------------------------------------------------------------- */

/* What threads of the block told there; NULL: none did. */
static struct block_told *told_in_block(const struct point *point, uint32_t block)
{
    struct block_told *told = point->in_block;
    while (told && told->block != block)
        told = told->next;
    return told;
}

static void tell_block(struct point *point, uint32_t block, struct know *more)
{
    struct block_told *told = told_in_block(point, block);
    if (!told) {
        told = must(calloc(1, sizeof *told));
        *told = (struct block_told){.block = block, .next = point->in_block};
        point->in_block = told;
    }
    know_learn(&told->know, more);
}

void formal_forget(struct point *point)
{
    know_drop(point->formal);
    know_drop(point->handed_on);
    point->formal = point->handed_on = NULL;
    for (struct block_told *told = point->in_block, *next; told; told = next) {
        next = told->next;
        know_drop(told->know);
        free(told);
    }
    point->in_block = NULL;
}

/* ---- lanes ------------------------------------------------------------------------------------------------- */

void formal_start(struct block *block)
{
    bool formal = block->launch->ordinary && machine.device->model == MODEL_FORMAL;
    if (formal && !block->formal) block->formal = must(calloc(MAX_BLOCK, sizeof *block->formal));
    block->formal_used = false;
    for (uint32_t i = 0; i < block->lanes; i++)
        block->lane[i].formal = formal ? &block->formal[i] : NULL;
}

void formal_end(struct block *block)
{
    for (uint32_t i = 0; block->formal_used && i < block->lanes; i++) {
        struct formal *formal = &block->formal[i];
        know_drop(formal->know);
        for (int scope = 0; scope < IN_NONE; scope++)
            know_drop(formal->fenced[scope]);
        for (int scope = 0; scope <= IN_NONE; scope++)
            know_drop(formal->heard[scope]);
        *formal = (struct formal){0};
    }
    block->formal_used = false;
    for (uint32_t i = 0; i < block->lanes; i++)
        block->lane[i].formal = NULL;
}

void formal_share(struct lane *first, uint64_t lanes, uint32_t count)
{
    if (!first->block->formal_used) return;
    const size_t each = sizeof *first->formal;
    lanes_join(first->formal, each, lanes, offsetof(struct formal, know), count);
    lanes_join(first->formal, each, lanes, offsetof(struct formal, fenced[HANDED_ON]), count);
    lanes_join(first->formal, each, lanes, offsetof(struct formal, heard[HANDED_ON]), count);
}

/* Learns twice, of what is mostly the same. */
static void learn_both(struct know **a, struct know *of_a, struct know **b, struct know *of_b)
{
    bool same = *a == *b && of_a == of_b;
    know_learn(a, of_a);
    if (!same) {
        know_learn(b, of_b);
        return;
    }
    know_drop(*b);
    *b = know_share(*a);
}

/* ---- atomics ----------------------------------------------------------------------------------------------- */

/* The lane reads what was told there. */
static void hear(struct lane *lane, struct point *point, int order, bool of_device, uint32_t site)
{
    struct formal *mine = lane->formal;
    const struct block_told *near = told_in_block(point, lane->block->race_id);
    bool acquired = order_acquires(order);
    if (near) know_learn(acquired ? &mine->know : &mine->heard[IN_BLOCK], near->know);
    learn_both(acquired && of_device ? &mine->know : &mine->heard[IN_DEVICE], point->formal,
               &mine->heard[HANDED_ON], point->handed_on);
    if (!acquired) mine->read_site = site, mine->read_fence_site = 0;
}

/* told: NULL: there was no such fence, and nothing to note. */
static void note_weak(enum weakness weakness, uint32_t site, struct know *told)
{
    if (!told) return;
    size_t at = weak.next++ % WEAK_KEPT;
    know_drop(weak.kept[at].told);
    weak.kept[at].weakness = weakness;
    weak.kept[at].site = site;
    weak.kept[at].told = know_share(told);
}

/* The lane's store tells what it may. A store that does both tells on what it read: a release sequence. */
static void say(struct lane *lane, struct point *point, enum atomic kind, int how, uint32_t site)
{
    struct formal *mine = lane->formal;
    int order = order_of(how);
    bool of_device = how < SIM_OF_BLOCK;
    if (kind == ATOMIC_STORE) formal_forget(point);
    struct know *all = order_releases(order) ? lane_tells(lane, mine->know) : NULL;
    struct know *far = all && of_device ? all : mine->fenced[IN_DEVICE];
    struct know *near = all ? all : mine->fenced[IN_BLOCK];
    learn_both(&point->formal, far, &point->handed_on, mine->fenced[HANDED_ON]);
    if (near) tell_block(point, lane->block->race_id, near);
    know_drop(all);
    if (all) return;
    if (mine->block_fence_site)
        note_weak(WEAK_BLOCK_FENCE, mine->block_fence_site, near);
    else if (mine->fenced[HANDED_ON] != far)
        note_weak(WEAK_OTHERS_FENCE, site, mine->fenced[HANDED_ON]);
}

/* LLVM: "It does not generally provide cross-thread synchronization." */
static void volatile_on_amd(struct lane *lane, struct point *point, enum atomic kind, uint32_t site)
{
    if (kind == ATOMIC_LOAD) {
        know_learn(&lane->formal->heard[IN_NONE], point->formal);
        if (point->formal) lane->formal->read_site = site;
        return;
    }
    formal_forget(point);
    note_weak(WEAK_VOLATILE, site, lane->formal->fenced[HANDED_ON]);
}

static void check_order(enum atomic kind, int order)
{
    if (kind == ATOMIC_LOAD && order_releases(order) && order != __ATOMIC_SEQ_CST)
        lane_fail("order: an atomic load that releases; expected relaxed, acquire or seq_cst");
    if (kind == ATOMIC_STORE && order_acquires(order) && order != __ATOMIC_SEQ_CST)
        lane_fail("order: an atomic store that acquires; expected relaxed, release or seq_cst");
}

void formal_atomic(const void *address, enum atomic kind, int how, uint32_t site)
{
    struct lane *lane = machine.lane;
    lane->block->formal_used = true;
    bool is_volatile = kind & ATOMIC_VOLATILE;
    struct point *point = point_at(address);
    kind = (enum atomic)(kind & ATOMIC_BOTH);
    check_order(kind, order_of(how));
    if (is_volatile && !is_ptx()) {
        volatile_on_amd(lane, point, kind, site);
        return;
    }
    if (kind != ATOMIC_STORE) hear(lane, point, order_of(how), how < SIM_OF_BLOCK, site);
    if (kind != ATOMIC_LOAD) say(lane, point, kind, how, site);
}

/* ---- fences ------------------------------------------------------------------------------------------------ */

static void fence_acquires(struct formal *mine, int from, int to)
{
    const struct know *learnt = NULL;
    for (int scope = from; scope <= to; scope++) {
        if (mine->heard[scope] != learnt) know_learn(&mine->know, mine->heard[scope]);
        if (scope == from) learnt = mine->heard[scope];
    }
    for (int scope = from; scope <= to; scope++) {
        know_drop(mine->heard[scope]);
        mine->heard[scope] = NULL;
    }
}

static void fence_releases(struct lane *lane, int from, int to)
{
    struct know *all = lane_tells(lane, lane->formal->know);
    for (int scope = from; scope <= to; scope++) {
        know_drop(lane->formal->fenced[scope]);
        lane->formal->fenced[scope] = know_share(all);
    }
    know_drop(all);
}

void formal_fence(int how, uint32_t site)
{
    struct lane *lane = machine.lane;
    int order = order_of(how), scope = how & SIM_OF_THREAD;
    if (scope == SIM_OF_THREAD) return;
    lane->block->formal_used = true;
    bool of_device = scope == 0, handed_on = of_device && (order == __ATOMIC_SEQ_CST || !is_ptx());
    int from = of_device ? IN_DEVICE : IN_BLOCK, to = handed_on ? HANDED_ON : IN_BLOCK;
    lane->formal->block_fence_site = lane->formal->read_fence_site = of_device ? 0 : site;
    if (order_acquires(order)) fence_acquires(lane->formal, from, to);
    if (order_releases(order)) fence_releases(lane, from, to);
}

/* ---- reports ----------------------------------------------------------------------------------------------- */

/* A lane of the block that read what told of the access, and has not acquired it. */
static const struct formal *reader_of(const struct block *block, const struct stamp *stamp)
{
    for (uint32_t i = 0; i < block->lanes; i++) {
        const struct formal *its = &block->formal[i];
        for (int scope = 0; its->read_site && scope <= IN_NONE; scope++)
            if (its->heard[scope] && know_covers(its->heard[scope], stamp)) return its;
    }
    return NULL;
}

/* A mistake in words, around the line where it is. */
struct blame {
    const char *before, *after;
    uint32_t site;
};

static const char block_fence[] = " orders the block alone: make it __threadfence()";

static struct blame blame_reader(const struct formal *its)
{
    if (its->read_fence_site) return (struct blame){"the fence at ", block_fence, its->read_fence_site};
    if (its->heard[IN_NONE])
        return (struct blame){"the volatile read at ", " is no atomic: make it one that acquires",
                              its->read_site};
    return (struct blame){"the read at ", " is relaxed: add __threadfence() after it", its->read_site};
}

/* Of the last telling that could not tell of the access. */
static struct blame blame_teller(const struct stamp *stamp)
{
    static const struct blame words[WEAKNESSES] = {
        [WEAK_OTHERS_FENCE] = {"the write at ",
                               " tells of no other thread's fence: add __threadfence() before it", 0},
        [WEAK_BLOCK_FENCE] = {"the fence at ", block_fence, 0},
        [WEAK_VOLATILE] = {"the volatile write at ", " is no atomic: make it one that releases", 0},
    };
    size_t first = weak.next > WEAK_KEPT ? weak.next - WEAK_KEPT : 0;
    for (size_t i = weak.next; i-- > first;) {
        size_t at = i % WEAK_KEPT;
        if (!know_covers(weak.kept[at].told, stamp)) continue;
        struct blame blame = words[weak.kept[at].weakness];
        blame.site = weak.kept[at].site;
        return blame;
    }
    return (struct blame){"nothing that is acquired here was released behind the other access", "", 0};
}

/* Of two atomics that do not reach each other. */
static struct blame blame_scope(const struct stamp *mine, const struct stamp *other)
{
    return (struct blame){"the scope of the atomic at ", " leaves the other thread out: give it the device's",
                          mine->atomic <= other->atomic ? mine->site : other->site};
}

void formal_blame(const struct stamp *mine, const struct stamp *other, char why[MAX_BLAME])
{
    const struct lane *lane = machine.lane;
    why[0] = 0;
    bool atomics = mine->atomic && other->atomic && !(mine->in_shared && other->in_shared);
    if (!lane->formal || !(atomics || lane->block->formal_used)) return;
    const struct formal *reader = reader_of(lane->block, other);
    struct blame blame = atomics  ? blame_scope(mine, other)
                         : reader ? blame_reader(reader)
                                  : blame_teller(other);
    char line[120] = "";
    if (blame.site) source_name(blame.site, line);
    snprintf(why, MAX_BLAME, "; by the formal model of %s: %s%s%s", is_ptx() ? "PTX" : "LLVM AMDGPU",
             blame.before, line, blame.after);
}

void formal_settle(void)
{
    for (size_t i = 0; i < WEAK_KEPT; i++)
        know_drop(weak.kept[i].told), weak.kept[i].told = NULL;
    weak.next = 0;
}
