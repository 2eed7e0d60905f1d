/* SPDX-License-Identifier: MIT
 * A fold over 1,000 ranks on a network that is simulated: messages take a latency and a time a byte, and every rank has a clock.
 * States are gathered in rounds (Bruck and others, "Efficient algorithms for all-to-all communications in multiport
 * message-passing systems", IEEE TPDS 8(11), 1997), and folded as a rank of ours does. The model of docs/guide/libraries.md has to
 * say when it ends. */
#include "unit.h"

#include "fleet/states.h"
#include "operators/span.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_SIMULATED = 1000, STATE_BYTES = sizeof(struct span_pair) };

/* Seconds: of a message, of a byte, of an item, of a combine of two states. */
static const double latency = 2e-6, per_byte = 1 / 12e9, per_item = 1 / 3e9, per_combine = 5e-9;

static const struct span_pair none = {INT64_MAX, INT64_MIN};
static double clocks[MOST_SIMULATED], started[MOST_SIMULATED];
static struct span_pair held[MOST_SIMULATED]
                            [MOST_SIMULATED]; /* of a rank, the tails of itself and those behind it */
static uint64_t received[MOST_SIMULATED];     /* bytes */

/* Each rank folds its share; rank 0 begins late by `late`. */
static void fold_shares(uint32_t ranks, uint64_t items, double late)
{
    for (uint32_t r = 0; r < ranks; r++) {
        struct share share = share_of(items, 1, ranks, r);
        bool some = share.begin < share.end;
        held[r][0] = some ? span_pair_of((int64_t)share.begin, (int64_t)share.end) : none;
        clocks[r] = (r == 0 ? late : 0) + (double)(share.end - share.begin) * per_item;
        received[r] = 0;
    }
}

/* A round: rank r gets from rank r + have what that has, as much as it lacks. */
static void gather_round(uint32_t ranks, uint32_t have)
{
    uint32_t more = have < ranks - have ? have : ranks - have;
    memcpy(started, clocks, sizeof clocks);
    for (uint32_t r = 0; r < ranks; r++) {
        uint32_t from = (r + have) % ranks;
        double ready = fmax(started[r], started[from]);
        memcpy(&held[r][have], held[from], more * STATE_BYTES);
        received[r] += (uint64_t)more * STATE_BYTES;
        clocks[r] = ready + latency + (double)(more * STATE_BYTES) * per_byte;
    }
}

/* What lies before the share of a rank; all items are one row. */
static struct span_pair fold_before(uint32_t ranks, uint64_t items, uint32_t rank)
{
    struct span_pair before = none;
    struct tails tails = tails_before(0, items, 1, ranks, rank);
    for (uint32_t r = tails.from; r < tails.to; r++)
        before = span_combine(none, before, held[rank][(r + ranks - rank) % ranks]);
    clocks[rank] += (double)(tails.to - tails.from) * per_combine;
    return before;
}

static uint32_t rounds_of(uint32_t ranks)
{
    uint32_t rounds = 0;
    while ((uint64_t)1 << rounds < ranks)
        rounds++;
    return rounds;
}

/* The model: the largest share, the rounds' latencies, the bytes that arrive, and the states that the last rank folds. */
static double model(uint32_t ranks, uint64_t items)
{
    struct share share = share_of(items, 1, ranks, 0);
    return (double)(share.end - share.begin) * per_item + rounds_of(ranks) * latency +
           (double)tails_bytes(ranks, STATE_BYTES) * per_byte + (ranks - 1) * per_combine;
}

static const struct {
    const char *says;
    uint32_t ranks;
    uint64_t items;
    double late;
} folds[] = {{"4 ranks", 4, 1 << 20, 0},
             {"9 ranks", 9, 1 << 20, 0},
             {"100 ranks", 100, 1 << 30, 0},
             {"1000 ranks", 1000, (uint64_t)1 << 40, 0},
             {"1000 ranks of which one is late", 1000, 1000000, 1e-3},
             {"1000 ranks with an item", 1000, 1000, 0},
             {"1000 ranks of which most have nothing", 1000, 3, 0}};

static bool fold_ends_when_the_model_says(size_t row, struct text *why)
{
    const uint32_t ranks = folds[row].ranks;
    const uint64_t items = folds[row].items;
    double end = 0, expected = model(ranks, items) + folds[row].late;
    fold_shares(ranks, items, folds[row].late);
    for (uint32_t have = 1; have < ranks; have *= 2)
        gather_round(ranks, have);
    for (uint32_t r = 0; r < ranks; r++) {
        struct share share = share_of(items, 1, ranks, r);
        struct span_pair before = fold_before(ranks, items, r);
        bool right = share.begin == 0 ? before.first == none.first
                                      : before.first == 0 && before.second == (int64_t)share.begin;
        if (!right)
            return text_say(why, "rank %u of %u: expected [0,%" PRIu64 "), got [%" PRId64 ",%" PRId64 ")", r,
                            ranks, share.begin, before.first, before.second);
        if (received[r] != tails_bytes(ranks, STATE_BYTES))
            return text_say(why, "rank %u of %u got %" PRIu64 " bytes, expected %" PRIu64, r, ranks,
                            received[r], tails_bytes(ranks, STATE_BYTES));
        end = fmax(end, clocks[r]);
    }
    return fabs(end - expected) <= 1e-12 + 1e-9 * expected ||
           text_say(why, "expected %.9g s, got %.9g", expected, end);
}

static const struct unit_test tests[] = {ROWS(fold_ends_when_the_model_says, folds)};
UNIT(shares_network, tests);
