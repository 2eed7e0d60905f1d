/* SPDX-License-Identifier: MIT
 * Meetings of a warp's lanes in ordinary kernels: by a mask that says who comes, as CUDA's *_sync words have it, or of
 * the lanes that come, as HIP's and the older ones. A mask that does not name its own lane is a mistake; a lane that
 * is named and never comes shows when no lane of the block can run. */
#include "explore.h"
#include "stale.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *sim_warp_word(enum warp_word word)
{
    static const char *const words[] = {"__syncwarp", "shuffle", "vote", "__activemask"};
    return words[word];
}

static uint32_t lanes_of_warp(void)
{
    return (uint32_t)machine.device->caps.lanes;
}

static struct lane *warp_first(const struct lane *lane)
{
    return &lane->block->lane[lane->thread / lanes_of_warp() * lanes_of_warp()];
}

static struct warp *warp_of(const struct lane *lane)
{
    return &lane->block->warp[lane->thread / lanes_of_warp()];
}

bool warps_start(struct block *block)
{
    uint32_t lanes = lanes_of_warp();
    if (!block->warp) block->warp = calloc(MAX_BLOCK / 32, sizeof *block->warp);
    if (!block->warp) return false;
    for (uint32_t from = 0; from < block->lanes; from += lanes) {
        uint32_t count = block->lanes - from < lanes ? block->lanes - from : lanes;
        block->warp[from / lanes].live = UINT64_MAX >> (64 - count);
        block->warp[from / lanes].open = 0;
    }
    return true;
}

/* ---- the end of a meeting ------------------------------------------------------------------------------- */

/* What the lane gets is any bytes. what: "absent lane: a shuffle ..." */
static void take_undefined(const struct lane *lane, void *value, size_t bytes, uint32_t site,
                           const char *what)
{
    struct device *device = machine.device;
    struct took *took = device->took;
    fill_unwatched(value, device->undefined_byte ? device->undefined_byte : POISON, bytes);
    if (took->any && took->site == site && strcmp(took->what, what) == 0) return;
    if (took->any) took++;
    if (took->any) return;
    *took = (struct took){.any = true, .block = lane->block->index, .thread = lane->thread, .site = site};
    snprintf(took->what, sizeof took->what, "%s", what);
    snprintf(took->kernel, sizeof took->kernel, "%s", lane->block->launch->kernel);
}

static void take_from_absent(struct lane *lane, size_t bytes)
{
    char what[sizeof machine.device->took->what];
    snprintf(what, sizeof what, "absent lane: a shuffle takes from lane %u of the warp, which is not there",
             lane->source);
    take_undefined(lane, lane->theirs, bytes, lane->site, what);
}

void sim_take_undefined(void *value, size_t bytes, const char *what)
{
    if (machine.lane) take_undefined(machine.lane, value, bytes, SITE(), what);
}

void took_forget(struct took took[MOST_TAKEN])
{
    for (int i = 0; i < MOST_TAKEN; i++)
        took[i].any = false;
}

bool took_undefined(const struct took took[MOST_TAKEN], struct text *what)
{
    char here[120], there[120];
    if (!took->any || !what) return took->any;
    source_name(took->site, here);
    text_say(what, "%s: block %" PRIu64 ", thread %u: %s (%s)", took->kernel, took->block, took->thread,
             took->what, here);
    const char *other = took[1].any ? strstr(took[1].what, ": ") : NULL;
    if (!other) return true;
    source_name(took[1].site, there);
    if (strcmp(here, there) != 0 || strncmp(took->what, "absent", 6) != 0)
        text_add(what, ", or %s (%s)", other + 2, there);
    return true;
}

/* All have stopped in their word but one, which is in it too. */
static void deliver(struct lane *first, uint64_t came)
{
    static unsigned char given[MAX_LANES * MAX_EXCHANGE];
    size_t bytes = first[__builtin_ctzll(came)].bytes;
    for (uint64_t left = came; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        if (first[i].bytes != bytes)
            lane_fail("shuffles %zu bytes with thread %u, which shuffles %zu", bytes, first[i].thread,
                      first[i].bytes);
        copy_unwatched(given + (size_t)i * bytes, first[i].mine, bytes);
    }
    for (uint64_t left = came; left; left &= left - 1) {
        struct lane *lane = &first[__builtin_ctzll(left)];
        if (lane->source < MAX_LANES && came >> lane->source & 1)
            copy_unwatched(lane->theirs, given + (size_t)lane->source * bytes, bytes);
        else
            take_from_absent(lane, bytes);
    }
}

static uint64_t yeses(const struct lane *first, uint64_t came)
{
    uint64_t yes = 0;
    for (uint64_t left = came; left; left &= left - 1)
        if (first[__builtin_ctzll(left)].vote) yes |= left & -left;
    return yes;
}

/* Lets those go on that came; the meeting is gone then, and another one may have its place. */
static void meeting_end(struct lane *first, struct warp *warp, struct meeting *meeting)
{
    uint64_t came = meeting->came, answer = came;
    enum warp_word word = meeting->word;
    struct meeting *last = &warp->meeting[--warp->open]; /* takes its place */
    for (uint64_t left = meeting != last ? last->came : 0; left; left &= left - 1)
        first[__builtin_ctzll(left)].meeting = meeting;
    *meeting = *last;
    if (word == WARP_EXCHANGE) deliver(first, came);
    if (word == WARP_VOTE) answer = yeses(first, came);
    if (word == WARP_SYNC) race_lanes(first, came), stale_meet(first, came, lanes_of_warp());
    explore_meet(first, came, lanes_of_warp());
    for (uint64_t left = came; left;) {
        int i = 63 - __builtin_clzll(left);
        left &= ~(UINT64_C(1) << i);
        first[i].vote = answer;
        first[i].wait = WAIT_NOT;
        first[i].meeting = NULL;
        if (&first[i] != machine.lane) sched_ready_first(&first[i]);
    }
}

/* Whether no lane is missing. */
static bool meeting_is_full(const struct warp *warp, const struct meeting *meeting)
{
    uint64_t wanted = meeting->mask ? meeting->mask & warp->live : warp->live;
    return !(wanted & ~meeting->came);
}

void warp_leave(struct lane *lane)
{
    struct warp *warp = warp_of(lane);
    warp->live &= ~(UINT64_C(1) << lane->thread % lanes_of_warp());
    for (uint32_t i = warp->open; i-- > 0;)
        if (meeting_is_full(warp, &warp->meeting[i])) meeting_end(warp_first(lane), warp, &warp->meeting[i]);
}

bool warps_relent(struct block *block)
{
    if (!block->launch->ordinary) return false;
    for (uint32_t from = 0; from < block->lanes; from += lanes_of_warp()) {
        struct warp *warp = &block->warp[from / lanes_of_warp()];
        for (uint32_t i = 0; i < warp->open; i++) {
            if (warp->meeting[i].mask) continue;
            struct lane *self = machine.lane;
            meeting_end(&block->lane[from], warp, &warp->meeting[i]);
            if (self->wait == WAIT_NOT) sched_ready_first(self); /* it was about to wait */
            return true;
        }
    }
    return false;
}

uint64_t warp_absent(const struct lane *lane)
{
    return lane->meeting->mask & warp_of(lane)->live & ~lane->meeting->came;
}

/* ---- the words ------------------------------------------------------------------------------------------ */

static struct meeting *meeting_join(struct warp *warp, uint64_t mask, enum warp_word word, uintptr_t code)
{
    for (uint32_t i = 0; i < warp->open; i++) {
        struct meeting *meeting = &warp->meeting[i];
        if (meeting->mask == mask && meeting->word == word && (mask || meeting->code == code)) return meeting;
    }
    warp->meeting[warp->open] = (struct meeting){.mask = mask, .word = word, .code = code};
    return &warp->meeting[warp->open++];
}

static void check_mask(const struct lane *lane, uint64_t mask, enum warp_word word)
{
    uint32_t number = lane->thread % lanes_of_warp();
    char here[120];
    if (!mask || (mask >> number & 1)) return;
    source_name(lane->site, here);
    lane_fail("absent lane: %s with mask %#" PRIx64 ", which does not name its own lane, %u of %u (%s)",
              sim_warp_word(word), mask, number, lanes_of_warp(), here);
}

static void meet(uint64_t mask, enum warp_word word, uintptr_t code, uint32_t site)
{
    struct lane *self = machine.lane;
    struct warp *warp = warp_of(self);
    struct launch_counters *counters = &machine.device->counters;
    lane_tick();
    if (lanes_of_warp() < 64) mask &= (UINT64_C(1) << lanes_of_warp()) - 1;
    self->site = site;
    check_mask(self, mask, word);
    if (self->block->counts)
        count_sync(self, word == WARP_SYNC ? &counters->group_syncs : &counters->shuffles, lanes_of_warp());
    struct meeting *meeting = meeting_join(warp, mask, word, code);
    meeting->came |= UINT64_C(1) << self->thread % lanes_of_warp();
    self->wait = WAIT_WARP;
    self->meeting = meeting;
    if (!meeting_is_full(warp, meeting)) {
        lane_wait(self);
        return;
    }
    meeting_end(warp_first(self), warp, meeting);
    lane_goes_on(self);
}

/* The site is asked for here: where this is a word's last call, its frame is gone in the callee. */
#define MEET(MASK, WORD) meet(MASK, WORD, (uintptr_t)__builtin_return_address(0), SITE())

void sim_warp_sync(uint64_t mask)
{
    MEET(mask, WARP_SYNC);
}

void sim_warp_exchange(uint64_t mask, const void *mine, void *theirs, size_t bytes, uint32_t source)
{
    struct lane *self = machine.lane;
    if (bytes > MAX_EXCHANGE)
        lane_fail("a shuffle of %zu bytes; at most %d are carried", bytes, MAX_EXCHANGE);
    self->mine = mine;
    self->theirs = theirs;
    self->bytes = bytes;
    self->source = source;
    MEET(mask, WARP_EXCHANGE);
}

uint64_t sim_warp_vote(uint64_t mask, bool yes)
{
    machine.lane->vote = yes;
    MEET(mask, WARP_VOTE);
    return machine.lane->vote;
}

uint64_t sim_warp_active(void)
{
    MEET(0, WARP_ACTIVE);
    return machine.lane->vote;
}
