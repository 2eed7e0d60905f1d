/* SPDX-License-Identifier: MIT
 * Sites in kernels: the chain of calls from the kernel to a word of sim.h. A function that a kernel calls twice, or
 * that two kernels call, is compiled once; its accesses are told apart by the calls that lead to them. Kernels are
 * compiled with frame pointers, so that a chain costs two loads a call.
 *
 * A site is known by a hash of 64 bits: that two of 10^5 sites share one has a probability of 10^-9. Sites are kept
 * as long as the process runs. */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

/* Of a deeper chain, what lies between the first calls and the kernel is left out of its name. */
enum { MOST_CALLS = 16, FIRST_ROOM = 1024 };

struct slot {
    uint64_t hash;
    uint32_t site; /* 0: the slot is free */
};

struct calls {
    size_t count;
    uintptr_t back[MOST_CALLS]; /* return addresses, innermost first */
};

static struct {
    struct slot *slot;   /* open addressing, at most half full; owned */
    struct calls *calls; /* by site; owned */
    uint32_t room, count;
} sites = {.count = 1}; /* number 0 is no site */

/* Is this the frame of a function that called that of `inner`? Code without frame pointers leaves anything there. */
static inline bool is_outer(const struct frame *frame, const struct frame *inner)
{
    const struct fiber *fiber = &machine.lane->fiber;
    return frame > inner && (uintptr_t)frame - (uintptr_t)fiber->stack < fiber->stack_bytes - sizeof *frame;
}

/* The frame around `frame`, NULL if `frame` is the kernel's: that is called by a body (sim_launch), which the frame
 * lane->frame calls. */
static inline const struct frame *frame_around(const struct frame *frame)
{
    const struct frame *outer = frame->caller;
    return is_outer(outer, frame) && outer->caller != machine.lane->frame ? outer : NULL;
}

static _Noreturn void no_memory(void)
{
    lane_fail("the host has no memory for the sites of accesses");
}

static struct slot *slot_of(uint64_t hash)
{
    uint32_t at = (uint32_t)(hash >> 32) & (sites.room - 1);
    while (sites.slot[at].site && sites.slot[at].hash != hash)
        at = (at + 1) & (sites.room - 1);
    return &sites.slot[at];
}

static void sites_grow(void)
{
    uint32_t old_room = sites.room, room = old_room ? 2 * old_room : FIRST_ROOM;
    struct slot *old = sites.slot, *slot = calloc(room, sizeof *slot);
    struct calls *calls = slot ? realloc(sites.calls, room / 2 * sizeof *calls) : NULL;
    if (!calls) {
        free(slot);
        no_memory();
    }
    sites.slot = slot;
    sites.calls = calls;
    sites.room = room;
    for (uint32_t i = 0; i < old_room; i++)
        if (old[i].site) *slot_of(old[i].hash) = old[i];
    free(old);
}

static void calls_note(struct calls *calls, uintptr_t code, const struct frame *frame)
{
    calls->count = 1;
    calls->back[0] = code;
    for (const struct frame *outer; (outer = frame_around(frame)) != NULL; frame = outer) {
        calls->count += calls->count < MOST_CALLS;
        calls->back[calls->count - 1] = frame->back;
    }
}

static uint32_t site_add(uint64_t hash, uintptr_t code, const struct frame *frame)
{
    if (2 * sites.count >= sites.room) sites_grow();
    calls_note(&sites.calls[sites.count], code, frame);
    *slot_of(hash) = (struct slot){hash, sites.count};
    return sites.count++;
}

uint32_t site_number(uintptr_t code, const struct frame *word)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t hash = code * odd;
    const struct frame *first = word->caller;
    if (!is_outer(first, word))
        first = word; /* no frame pointers: the word's own call is all that is known */
    for (const struct frame *frame = first, *outer; (outer = frame_around(frame)) != NULL; frame = outer)
        hash = ((hash ^ frame->back) << 7 | (hash ^ frame->back) >> 57) * odd;
    if (sites.slot) {
        const struct slot *slot = slot_of(hash);
        if (slot->site) return slot->site;
    }
    return site_add(hash, code, first);
}

size_t site_calls(uint32_t site, const uintptr_t **back)
{
    *back = sites.calls[site].back;
    return sites.calls[site].count;
}
