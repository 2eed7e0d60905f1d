/* SPDX-License-Identifier: MIT
 * The part of backend.hip that differs where several cards of one host are the device, `nccl`; its number says how many. One
 * thread feeds all; the first card is the current one between calls, and events and the caller's streams are its. Memory
 * is contiguous, its pages lie on all cards (pages.hip.h), so that a card's share of a large problem's items is its own
 * (hip/fleet/card_pages.h). Included by backend.hip alone. */
#ifndef FOLDCHECK_GPU_CARDS_HIP_H
#define FOLDCHECK_GPU_CARDS_HIP_H

#include "hip/gpu/communicators.hip.h"
#include "hip/gpu/pages.hip.h"

#include <string.h>

namespace FOLDCHECK_NAMESPACE
{

/* Microseconds for which the device is kept busy, of one that is asked for: the host enqueues for all cards. */
enum { BUSY_TIMES = 20 };

/* ---- opening ---- */

/* All are of the first one's kind. The device has the memory and caches of all; what a launch can count on is one
 * card's. */
static bool read_all_caps(int count, struct device_caps *caps, struct text *why)
{
    if (!read_caps(0, caps, why)) return false;
    for (int c = 1; c < count; c++) {
        struct device_caps other = {};
        if (!read_caps(c, &other, why)) return false;
        if (strcmp(other.name, caps->name) != 0 || strcmp(other.arch, caps->arch) != 0)
            return text_say(why,
                            "%s: card %d is %.60s (%s), card 0 is %.60s (%s): expected cards of one kind",
                            OUR_NAME, c, other.name, other.arch, caps->name, caps->arch) != 0;
    }
    char name[sizeof caps->name];
    snprintf(name, sizeof name, "%.100s", caps->name);
    snprintf(caps->name, sizeof caps->name, "%d x %.100s", count, name);
    caps->cards = count;
    caps->memory_bytes *= (uint64_t)count;
    caps->l2_bytes *= (uint64_t)count;
    return true;
}

/* Whether each card reaches the memory of every other; else which does not. */
static bool cards_reach(int count, struct text *why)
{
    for (int c = 0; c < count; c++) {
        if (!pages_usable((uint32_t)c, why)) return false;
        for (int other = 0; other < count; other++) {
            int reaches = c == other;
            if (!reaches &&
                !card_did(hipDeviceCanAccessPeer(&reaches, c, other), c, "asking for its peers", why))
                return false;
            if (!reaches)
                return text_say(why, "%s: card %d does not reach the memory of card %d", OUR_NAME, c,
                                other) != 0;
        }
    }
    return true;
}

/* A card's stream and event, and room for an empty collective. */
static bool card_open(int card, struct text *why)
{
    return card_did(hipSetDevice(card), card, "choosing the device", why) &&
           card_did(hipStreamCreateWithFlags(&cards.stream[card], hipStreamNonBlocking), card,
                    "opening a stream", why) &&
           card_did(hipMalloc(&cards.room[card], 256 + 16 * MOST_CARDS), card, "allocating", why) &&
           card_did(hipEventCreateWithFlags(&cards.done[card], hipEventDisableTiming), card,
                    "making an event", why);
}

static void cards_close(void)
{
    for (int c = 0; c < cards.count; c++) {
        (void)hipSetDevice(c);
        (void)hipDeviceSynchronize();
        if (cards.comm[c] && !cards.aborted) (void)ncclCommDestroy(cards.comm[c]);
        if (cards.done[c]) (void)hipEventDestroy(cards.done[c]);
        if (cards.room[c]) (void)hipFree(cards.room[c]);
        if (cards.stream[c]) (void)hipStreamDestroy(cards.stream[c]);
    }
    (void)hipSetDevice(0);
    if (cards.begun) (void)hipEventDestroy(cards.begun);
    cards = open_cards();
}

/* The first card is the current one then, opened or not. */
static bool cards_open(int count, struct text *why)
{
    bool done = true;
    cards = open_cards();
    cards.count = count;
    for (int c = 0; c < count && done; c++)
        done = card_open(c, why);
    done = done && card_did(hipSetDevice(0), 0, "choosing the device", why) &&
           card_did(hipEventCreateWithFlags(&cards.begun, hipEventDisableTiming), 0, "making an event", why);
    if (!done) cards_close();
    return done;
}

/* `nccl` and nccl:0: all cards, or as many as are taken. */
static struct device *device_open(struct device_name name, struct text *why)
{
    int there = device_count(name.kind, why), most = there < MOST_CARDS ? there : MOST_CARDS;
    if (there == 0) return nullptr;
    if (name.index > (uint32_t)most) {
        text_say(why, "%s:%u asks for %u cards: there are %d, and at most %d are taken", OUR_NAME, name.index,
                 name.index, there, (int)MOST_CARDS);
        return nullptr;
    }
    int count = name.index ? (int)name.index : most;
    struct device_caps *caps = static_cast<struct device_caps *>(calloc(1, sizeof *caps));
    if (caps && read_all_caps(count, caps, why) && cards_reach(count, why) && cards_open(count, why))
        return reinterpret_cast<struct device *>(caps);
    free(caps);
    return nullptr;
}

static void device_close(struct device *device)
{
    cards_close();
    free(device);
}

/* ---- memory ---- */

static void *device_alloc(struct device *device, uint64_t bytes, struct text *why)
{
    int error = 0;
    void *memory = pages_alloc(bytes, (uint32_t)device_caps_of(device)->cards, &error);
    if (!memory)
        text_say(why, "%s: no %llu bytes of device memory left: error %d of the driver", OUR_NAME,
                 (unsigned long long)bytes, error);
    return memory;
}

static bool wait_for_all(struct text *why)
{
    bool done = true;
    for (int c = 0; c < cards.count; c++)
        done = card_did(hipSetDevice(c), c, "choosing the device", why) &&
               card_did(hipDeviceSynchronize(), c, "waiting for the device", why) && done;
    return card_did(hipSetDevice(0), 0, "choosing the device", why) && done;
}

static void device_release(struct device *, void *memory)
{
    (void)wait_for_all(nullptr);
    pages_release(memory);
}

/* Items of a region that is large go to the cards that have them in their shares. */
static void device_region(struct device *, void *memory, uint64_t bytes, uint32_t item, bool,
                          const char *name)
{
    struct pages *pages = pages_of(memory);
    uint32_t count = (uint32_t)cards.count;
    if (!name || !pages || bytes < (uint64_t)2 * CARD_PAGE * count) return;
    uint64_t offset = (uint64_t)(static_cast<char *>(memory) - pages->base), end = offset + bytes;
    bool waited = false;
    for (uint64_t p = offset / CARD_PAGE; p * CARD_PAGE < end; p++) {
        uint64_t middle = p * CARD_PAGE + CARD_PAGE / 2;
        if (middle < offset || middle >= end) continue;
        uint32_t owner = cards_owner(bytes, item, count, middle - offset);
        if (owner == pages->card[p]) continue;
        if (!waited) waited = wait_for_all(nullptr);
        page_move(pages, p, owner, count);
    }
}

/* Calls `work(card, offset, bytes)` for each stretch of [at, at + bytes) that lies on one card. */
template <class Work>
static bool each_run(const void *at, uint64_t bytes, Work work)
{
    bool done = true;
    for (uint64_t offset = 0; offset < bytes && done;) {
        uint32_t card;
        uint64_t run = run_on_card(static_cast<const char *>(at) + offset, bytes - offset, &card);
        done = work(card, offset, run);
        offset += run;
    }
    return done;
}

static bool device_put(struct device *, struct stream *stream, void *to, const void *from, uint64_t bytes,
                       struct text *why)
{
    return each_run(to, bytes, [=](uint32_t, uint64_t offset, uint64_t run) {
        return fine(hipMemcpyAsync(static_cast<char *>(to) + offset, static_cast<const char *>(from) + offset,
                                   run, hipMemcpyHostToDevice, as_stream(stream)),
                    "copying to the device", why);
    });
}

static bool device_get(struct device *, struct stream *stream, void *to, const void *from, uint64_t bytes,
                       struct text *why)
{
    return each_run(from, bytes, [=](uint32_t, uint64_t offset, uint64_t run) {
        return fine(hipMemcpyAsync(static_cast<char *>(to) + offset, static_cast<const char *>(from) + offset,
                                   run, hipMemcpyDeviceToHost, as_stream(stream)),
                    "copying from the device", why);
    });
}

static bool device_fill(struct device *, struct stream *stream, void *to, int byte, uint64_t bytes,
                        struct text *why)
{
    return each_run(to, bytes, [=](uint32_t, uint64_t offset, uint64_t run) {
        return fine(hipMemsetAsync(static_cast<char *>(to) + offset, byte, run, as_stream(stream)),
                    "filling device memory", why);
    });
}

/* ---- work on all cards side by side: the yardsticks ---- */

/* Each card does `work(stream, offset, bytes)` for what it has of [at, at + bytes). */
template <class Work>
static bool on_all_cards(struct stream *stream, const void *at, uint64_t bytes, Work work, struct text *why)
{
    struct job job = {}, mine = {};
    job.stream = stream;
    bool done =
        fleet_fork(&job, why) && each_run(at, bytes, [&](uint32_t card, uint64_t offset, uint64_t run) {
            return fleet_on(&job, card, &mine, why) && work(mine.stream, offset, run);
        });
    return fleet_join(&job, done ? why : nullptr) && done;
}

/* Each card copies what it has. */
static bool device_copy(struct device *, struct stream *stream, void *to, const void *from, uint64_t bytes,
                        struct text *why)
{
    auto copy = [=](struct stream *own, uint64_t offset, uint64_t run) {
        return fine(hipMemcpyAsync(static_cast<char *>(to) + offset, static_cast<const char *>(from) + offset,
                                   run, hipMemcpyDeviceToDevice, as_stream(own)),
                    "copying on the device", why);
    };
    return on_all_cards(stream, to, bytes, copy, why);
}

static bool device_read_only(struct device *device, struct stream *stream, const void *from, uint64_t bytes,
                             void *sink, struct text *why)
{
    auto read = [=](struct stream *own, uint64_t offset, uint64_t run) {
        return read_on_card(device, own, static_cast<const char *>(from) + offset, run, sink, why);
    };
    return on_all_cards(stream, from, bytes, read, why);
}

/* ---- what a fold costs beside its bytes ---- */

struct empty_arguments {
    uint32_t *sink;
};

template <class A>
KERNEL(1, 1)
empty_kernel(A)
{
}

/* A launch on the first card; or what all cards wait for, gather and are waited for with, of a state of 16 bytes each. */
static bool device_empty(struct device *, struct stream *stream, bool collective, struct text *why)
{
    struct job job = {};
    struct empty_arguments a = {nullptr};
    void *own[MOST_CARDS], *all[MOST_CARDS];
    job.stream = stream;
    if (!collective) return launch("empty", empty_kernel<empty_arguments>, 1, 1, 1, &job, a, why);
    for (int c = 0; c < cards.count; c++) {
        own[c] = cards.room[c];
        all[c] = static_cast<char *>(cards.room[c]) + 256;
    }
    bool done = fleet_fork(&job, why) && fleet_gather_bytes(&job, own, all, 16, why);
    return fleet_join(&job, done ? why : nullptr) && done;
}

/* ---- waiting ---- */

/* Whether a card's work is done; an error of one lets all others go. */
static bool card_asked(int card, bool *done, struct text *why)
{
    hipError_t error = hipSetDevice(card);
    if (error == hipSuccess) error = hipStreamQuery(card ? cards.stream[card] : nullptr);
    *done = error == hipSuccess;
    if (error == hipErrorNotReady) (void)hipGetLastError(); /* or the next launch takes it for its own */
    if (error == hipSuccess || error == hipErrorNotReady) {
        ncclResult_t state = ncclSuccess;
        if (cards.aborted || !cards.comm[card] ||
            ncclCommGetAsyncError(cards.comm[card], &state) != ncclSuccess)
            return true;
        return state == ncclInProgress || cards_did(state, "waiting for the cards", why);
    }
    cards_abort();
    return card_did(error, card, "waiting for the device", why);
}

/* Asks all cards in turn, so that one that fails is seen while others wait for it: the first card's default stream stands
 * for its others, which end when those of the other cards have. How long a kernel may hang is the
 * worker's watchdog's to say, as with one card. */
static bool device_sync(struct device *, double, struct text *why)
{
    for (bool all = false; !all;) {
        all = true;
        for (int c = 0; c < cards.count; c++) {
            bool done = false;
            if (!card_asked(c, &done, why)) return false;
            all = all && done;
        }
    }
    return wait_for_all(why);
}

/* Streams and communicators of several cards do not outlive a reset: a fresh process has new ones. */
static bool device_reset(struct device *, struct text *why)
{
    return text_say(why, "%s: several cards are not reset; a new process opens them again", OUR_NAME) != 0;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
