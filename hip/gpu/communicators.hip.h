/* SPDX-License-Identifier: MIT
 * The functions of several_cards.hip.h. Each card has a stream, the first card's being the job's, and a communicator of NCCL or
 * of RCCL, which has NCCL's names. Included by backend.hip alone. */
#ifndef FOLDCHECK_GPU_COMMUNICATORS_HIP_H
#define FOLDCHECK_GPU_COMMUNICATORS_HIP_H

#include "hip/fleet/several_cards.hip.h"

#include <stdlib.h>
#include <string.h>

#if defined(__CUDACC__)
#include <nccl.h>
#else
#include <rccl/rccl.h>
#endif

namespace FOLDCHECK_NAMESPACE
{

/* What the backend opened; there is one such device a process. */
struct open_cards {
    int count;
    hipStream_t stream[MOST_CARDS]; /* of cards 1, 2 ... */
    hipEvent_t begun, done[MOST_CARDS];
    ncclComm_t comm[MOST_CARDS];
    void *room[MOST_CARDS]; /* of an empty collective: a state's, 256 bytes further the states of all */
    bool aborted;           /* the communicators are no more */
};

static struct open_cards cards;

/* One line for an error of the run-time library; true if there was none. */
static bool card_did(hipError_t error, int card, const char *doing, struct text *why)
{
    if (error == hipSuccess) return true;
    return text_say(why, "card %d: %s: %s", card, doing, hipGetErrorString(error)) != 0;
}

/* No card waits for another from now on: kernels of collectives that have begun end. */
static void cards_abort(void)
{
    if (cards.aborted) return;
    cards.aborted = true;
    for (int c = 0; c < cards.count; c++)
        if (cards.comm[c]) (void)ncclCommAbort(cards.comm[c]);
}

/* As card_did, of the communicators' library: where one call fails, all cards are let go. */
static bool cards_did(ncclResult_t result, const char *doing, struct text *why)
{
    if (result == ncclSuccess) return true;
    text_say(why, "%s: %s; all cards' communicators are given up", doing, ncclGetErrorString(result));
    cards_abort();
    return false;
}

/* Before the first gathering, for it takes a second. NVLink's multicast stays off. */
static bool communicators_open(struct text *why)
{
    int list[MOST_CARDS];
    if (cards.comm[0]) return true;
    for (int c = 0; c < cards.count; c++)
        list[c] = c;
    setenv("NCCL_NVLS_ENABLE", "0", 1);
    ncclResult_t result = ncclCommInitAll(cards.comm, cards.count, list);
    if (result != ncclSuccess) memset(cards.comm, 0, sizeof cards.comm); /* there are none to be given up */
    return cards_did(result, "opening the cards' communicators", why);
}

static hipStream_t stream_of_card(const struct job *job, uint32_t card)
{
    return card ? cards.stream[card] : reinterpret_cast<hipStream_t>(job->stream);
}

bool fleet_fork(const struct job *job, struct text *why)
{
    if (cards.aborted) return text_say(why, "the cards' communicators were given up before") != 0;
    if (!card_did(hipEventRecord(cards.begun, reinterpret_cast<hipStream_t>(job->stream)), 0,
                  "recording an event", why))
        return false;
    for (int c = 1; c < cards.count; c++)
        if (!card_did(hipStreamWaitEvent(cards.stream[c], cards.begun, 0), c, "waiting for the first card",
                      why))
            return false;
    return true;
}

bool fleet_on(const struct job *job, uint32_t card, struct job *share, struct text *why)
{
    share->stream = reinterpret_cast<struct stream *>(stream_of_card(job, card));
    return card_did(hipSetDevice((int)card), (int)card, "choosing the device", why);
}

bool fleet_gather_bytes(const struct job *job, void *const own[], void *const all[], uint64_t bytes,
                        struct text *why)
{
    if (!communicators_open(why)) return false;
    ncclResult_t result = ncclGroupStart(), ended;
    for (int c = 0; c < cards.count && result == ncclSuccess; c++)
        result =
            ncclAllGather(own[c], all[c], bytes, ncclUint8, cards.comm[c], stream_of_card(job, (uint32_t)c));
    ended = ncclGroupEnd();
    return cards_did(result == ncclSuccess ? ended : result, "gathering the cards' states", why);
}

/* Without a stream of its own a job has the current card's default stream: the first card's, before it waits. */
bool fleet_join(const struct job *job, struct text *why)
{
    bool done = true;
    for (int c = 1; c < cards.count && done; c++)
        done = card_did(hipSetDevice(c), c, "choosing the device", why) &&
               card_did(hipEventRecord(cards.done[c], cards.stream[c]), c, "recording an event", why);
    done = card_did(hipSetDevice(0), 0, "choosing the device", why) && done;
    for (int c = 1; c < cards.count && done; c++)
        done = card_did(hipStreamWaitEvent(reinterpret_cast<hipStream_t>(job->stream), cards.done[c], 0), 0,
                        "waiting for another card", why);
    return done;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
