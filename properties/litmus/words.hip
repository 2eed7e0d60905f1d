/* SPDX-License-Identifier: MIT
 * words DEVICE: every word by which a kernel reaches memory or other lanes, said rightly and wrongly. The kernels
 * are a few lines each; a line of a table says what the simulator must report of one, under every schedule that is
 * tried, or that it must be silent; another table has counts that were worked out by hand. Each wrong kernel has a
 * right twin. Exit status: 0, or 1 with a line for each that was not as expected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hip/tile.hip.h"

const struct strategy *const foldcheck_strategies[] = {nullptr};
const struct operator_code *const foldcheck_operators[] = {nullptr};

namespace FOLDCHECK_NAMESPACE
{

enum { GROUP = 4, RUNS = 60, ARENA = 8192, SHARED_MOST = 227 << 10 };

/* Regions of one allocation, apart from one another; `fresh` and `stale` are never written by the host. */
struct words {
    uint32_t *payload; /* 64 of them */
    uint32_t *flag;    /* 16 */
    uint64_t *number;  /* 8 */
    uint32_t *stale;   /* 64, which count as not written */
    uint32_t *scratch; /* 64, in the region of this name */
};

static bool is(int64_t block, int thread)
{
    return block_id() == block && thread_id() == thread;
}

/* ---- between blocks: orders of loads, stores and read-modify-writes ---------------------------------------- */

static void wait_flag(const uint32_t *flag, uint32_t value)
{
    while (observe_flag(flag) < value)
        spin();
}

static void wait_relaxed(const uint32_t *flag, uint32_t value)
{
    while (sim_atomic_load(flag, sizeof *flag, false) < value)
        spin();
}

static void publish_relaxed(uint32_t *flag, uint32_t value)
{
    sim_atomic_store(flag, value, sizeof *flag, false);
}

static void release_acquire(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), load(w.payload);
}

static void relaxed_word(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_word(w.number, 1);
    if (!is(1, 0)) return;
    while (!observe_word(w.number))
        spin();
    load(w.payload);
}

/* The word itself is all that is told. */
static void word_alone(words w)
{
    if (is(0, 0)) publish_word(w.number, 7);
    if (!is(1, 0)) return;
    while (!observe_word(w.number))
        spin();
    store(w.payload, 1u);
}

static void relaxed_load(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_relaxed(w.flag, 1), load(w.payload);
}

static void relaxed_store(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_relaxed(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), load(w.payload);
}

static void acquire_too_late(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_relaxed(w.flag, 1), load(w.payload), wait_flag(w.flag, 1);
}

static void release_too_early(words w)
{
    if (is(0, 0)) publish_flag(w.flag, 1), store(w.payload, 1u);
    if (is(1, 0)) wait_flag(w.flag, 1), load(w.payload);
}

static void other_flag(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag + 1, 1), publish_relaxed(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), load(w.payload);
}

/* The block that comes second loads what the first one stored. */
static void tickets(words w)
{
    if (thread_id() != 0) return;
    store(w.payload + block_id(), 1u);
    if (take_ticket(w.flag) == 1) load(w.payload + (1 - block_id()));
}

static void numbers(words w)
{
    if (thread_id() != 0) return;
    store(w.payload + block_id(), 1u);
    if (take_number(w.number) == 1) load(w.payload + (1 - block_id()));
}

static void ticket_then_acquire(words w)
{
    if (is(0, 0)) store(w.payload, 1u), take_ticket(w.flag);
    if (is(1, 0)) wait_flag(w.flag, 1), load(w.payload);
}

static void ticket_then_relaxed(words w)
{
    if (is(0, 0)) store(w.payload, 1u), take_ticket(w.flag);
    if (is(1, 0)) wait_relaxed(w.flag, 1), load(w.payload);
}

static void release_then_ticket(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_relaxed(w.flag, 1), take_ticket(w.flag), load(w.payload);
}

static void relaxed_then_ticket(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_relaxed(w.flag, 1);
    if (is(1, 0)) wait_relaxed(w.flag, 1), take_ticket(w.flag), load(w.payload);
}

static void number_then_acquire(words w)
{
    if (is(0, 0)) store(w.payload, 1u), take_number(w.number);
    if (!is(1, 0)) return;
    while (!sim_atomic_load(w.number, sizeof *w.number, true))
        spin();
    load(w.payload);
}

static void release_then_number(words w)
{
    if (is(0, 0)) store(w.payload, 1u), sim_atomic_store(w.number, 1, sizeof *w.number, true);
    if (!is(1, 0)) return;
    while (!observe_word(w.number))
        spin();
    take_number(w.number);
    load(w.payload);
}

/* A read-modify-write hands on what was released before it, whatever its own order; a store does not. */
static void number_between(words w)
{
    if (is(0, 0)) store(w.payload, 1u), sim_atomic_store(w.number, 100, sizeof *w.number, true);
    if (is(1, 0)) {
        while (sim_atomic_load(w.number, sizeof *w.number, false) < 100)
            spin();
        take_number(w.number);
    }
    if (!is(2, 0)) return;
    while (sim_atomic_load(w.number, sizeof *w.number, true) < 101)
        spin();
    load(w.payload);
}

static void store_between(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_relaxed(w.flag, 1), publish_relaxed(w.flag, 2);
    if (is(2, 0)) wait_relaxed(w.flag, 2), observe_flag(w.flag), load(w.payload); /* 1 would order */
}

static void release_between(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), publish_flag(w.flag + 1, 1);
    if (is(2, 0)) wait_flag(w.flag + 1, 1), load(w.payload);
}

static void deaf_between(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_relaxed(w.flag, 1), publish_flag(w.flag + 1, 1);
    if (is(2, 0)) wait_flag(w.flag + 1, 1), load(w.payload);
}

/* A store after another block's load. */
static void store_after_load(words w)
{
    if (is(0, 0)) load(w.payload), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), store(w.payload, 1u);
}

static void store_after_load_relaxed(words w)
{
    if (is(0, 0)) load(w.payload), publish_relaxed(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), store(w.payload, 1u);
}

/* Of two loads before a store only one is told of. */
static void second_load_untold(words w)
{
    if (is(0, 0)) load(w.payload), publish_flag(w.flag, 1);
    if (is(2, 0)) load(w.payload), publish_relaxed(w.flag + 1, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), wait_flag(w.flag + 1, 1), store(w.payload, 1u);
}

static void both_loads_told(words w)
{
    if (is(0, 0)) load(w.payload), publish_flag(w.flag, 1);
    if (is(2, 0)) load(w.payload), publish_flag(w.flag + 1, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), wait_flag(w.flag + 1, 1), store(w.payload, 1u);
}

static void two_stores(words w)
{
    if (thread_id() == 0) store(w.payload, 1u);
}

static void two_loads(words w)
{
    load(w.payload);
}

static void stores_apart(words w)
{
    if (thread_id() == 0) store(w.payload + block_id(), 1u);
}

/* Both halves of a word are read at once; the upper one is stored by another block. */
static void store_of_half_read(words w)
{
    if (is(0, 0)) load(reinterpret_cast<uint64_t *>(w.payload));
    if (is(1, 0)) store(w.payload + 1, 1u);
}

/* Two read both halves; the second one then stores the lower half, which splits what is known of both, and a third
 * one the upper half, with no order to their reads. */
static void store_of_half_read_and_split(words w)
{
    const uint64_t *both = reinterpret_cast<const uint64_t *>(w.payload);
    if (is(0, 0)) load(both), publish_flag(w.flag, 1);
    if (is(2, 0)) wait_flag(w.flag, 1), load(both), store(w.payload, 1u), publish_relaxed(w.flag + 1, 1);
    if (is(1, 0)) wait_relaxed(w.flag + 1, 1), store(w.payload + 1, 1u);
}

/* The upper half of one word and the whole of it. */
static void stores_overlap(words w)
{
    if (is(0, 0)) store(reinterpret_cast<uint64_t *>(w.payload), UINT64_C(1));
    if (is(1, 0)) store(w.payload + 1, 1u);
}

static void plain_beside_atomic_load(words w)
{
    if (is(0, 0)) store(w.flag, 1u);
    if (is(1, 0)) observe_flag(w.flag);
}

static void plain_beside_atomic_store(words w)
{
    if (is(0, 0)) publish_flag(w.flag, 1);
    if (is(1, 0)) load(w.flag);
}

static void atomics_alone(words w)
{
    publish_flag(w.flag, 1);
    observe_flag(w.flag);
    take_ticket(w.flag);
    take_number(w.number);
}

/* Lane 0 tells what its whole block did, after a barrier, and a barrier lets a block know what its lane 0 learnt. */
static void told_by_lane_0(words w)
{
    if (block_id() == 0) {
        store(w.payload + thread_id(), 1u);
        block_sync();
        if (thread_id() == 0) publish_flag(w.flag, 1);
    } else {
        if (thread_id() == 0) wait_flag(w.flag, 1);
        block_sync();
        load(w.payload + thread_id());
    }
}

static void told_without_barrier(words w)
{
    if (block_id() == 0) {
        store(w.payload + thread_id(), 1u);
        if (thread_id() == 0) publish_flag(w.flag, 1);
    } else if (thread_id() == 0) {
        wait_flag(w.flag, 1);
        load(w.payload + 1);
    }
}

static void learnt_without_barrier(words w)
{
    if (block_id() == 0) {
        store(w.payload + thread_id(), 1u);
        block_sync();
        if (thread_id() == 0) publish_flag(w.flag, 1);
    } else {
        if (thread_id() == 0) wait_flag(w.flag, 1), publish_relaxed(w.flag + 1, 1);
        wait_relaxed(w.flag + 1, 1);
        load(w.payload + thread_id());
    }
}

/* ---- inside a block ---------------------------------------------------------------------------------------- */

/* Each lane stores to a slot and loads its neighbour's, in the group or in the next one. */
static void by_group_sync(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync(); /* so that what is loaded too early is old, not fresh */
    store(slot + thread_id(), 2u);
    group_sync<GROUP>();
    load(slot + (thread_id() ^ 1));
}

static void by_nothing(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync(); /* so that what is loaded too early is old, not fresh */
    store(slot + thread_id(), 2u);
    load(slot + (thread_id() ^ 1));
}

static void by_shuffle(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync(); /* so that what is loaded too early is old, not fresh */
    store(slot + thread_id(), 2u);
    lane_first<GROUP>(1);
    load(slot + (thread_id() ^ 1));
}

static void by_ballot(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync(); /* so that what is loaded too early is old, not fresh */
    store(slot + thread_id(), 2u);
    group_ballot<GROUP>(true);
    load(slot + (thread_id() ^ 1));
}

static void by_barrier(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync(); /* so that what is loaded too early is old, not fresh */
    store(slot + thread_id(), 2u);
    block_sync();
    load(slot + (thread_id() ^ GROUP));
}

static void by_group_for_block(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync(); /* so that what is loaded too early is old, not fresh */
    store(slot + thread_id(), 2u);
    group_sync<GROUP>();
    load(slot + (thread_id() ^ GROUP));
}

static void stored_again_too_early(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync();
    load(slot + (thread_id() ^ 1));
    store(slot + thread_id(), 2u);
}

static void stored_again(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    block_sync();
    load(slot + (thread_id() ^ 1));
    block_sync();
    store(slot + thread_id(), 2u);
}

/* In global memory, too. */
static void global_by_barrier(words w)
{
    if (block_id() != 0) return;
    store(w.payload + thread_id(), 1u);
    block_sync();
    load(w.payload + (thread_id() ^ GROUP));
}

static void global_by_nothing(words w)
{
    if (block_id() != 0) return;
    store(w.payload + thread_id(), 1u);
    load(w.payload + (thread_id() ^ GROUP));
}

/* ---- unwritten memory -------------------------------------------------------------------------------------- */

static void reads_stale(words w)
{
    if (is(0, 0)) load(w.stale);
}

static void writes_stale_first(words w)
{
    if (is(0, 0)) store(w.stale, 1u), load(w.stale);
}

static void reads_half_stale(words w)
{
    if (is(0, 0)) store(w.stale, 1u), load(reinterpret_cast<uint64_t *>(w.stale));
}

static void adds_to_stale(words w)
{
    if (is(0, 0)) take_ticket(w.stale);
}

static void observes_stale(words w)
{
    if (is(0, 0)) observe_flag(w.stale);
}

static void publishes_stale_first(words w)
{
    if (is(0, 0)) publish_flag(w.stale, 1), observe_flag(w.stale);
}

/* What an earlier block left in shared memory is not the next one's: here blocks come one after the other. */
static void shared_of_block_before(words)
{
    SHARED(uint32_t, slot, 64);
    if (block_id() == 0)
        store(slot + thread_id(), 1u);
    else
        load(slot + thread_id());
}

static void shared_of_own(words)
{
    SHARED(uint32_t, slot, 64);
    store(slot + thread_id(), 1u);
    load(slot + thread_id());
}

static void shared_fresh(words)
{
    SHARED(uint32_t, slot, 64);
    load(slot + thread_id());
}

/* ---- bounds ------------------------------------------------------------------------------------------------ */

template <int ITEM>
static void loads_item(words w)
{
    if (is(0, 0)) load(w.payload + ITEM);
}

template <int ITEM>
static void stores_item(words w)
{
    if (is(0, 0)) store(w.payload + ITEM, 1u);
}

/* Half of it inside. */
static void loads_over_end(words w)
{
    if (is(0, 0)) touch(w.payload + 62, 12, 4, false);
}

static void atomic_past_end(words w)
{
    if (is(0, 0)) take_ticket(w.payload + 64);
}

template <int ITEM>
static void shared_item(words)
{
    SHARED(uint32_t, before, 16);
    SHARED(uint32_t, slot, 16);
    SHARED(uint32_t, behind, 16);
    store(before + thread_id(), 1u), store(behind + thread_id(), 1u);
    if (thread_id() == 0) store(slot + ITEM, 1u);
}

template <int BYTES>
static void dynamic_bytes(words)
{
    DYNAMIC_SHARED(all, BYTES);
    if (thread_id() == 0) store(all + BYTES - 1, (unsigned char)1);
}

static void shared_whole(words)
{
    SHARED(unsigned char, all, SHARED_MOST);
    if (thread_id() == 0) store(all + SHARED_MOST - 1, (unsigned char)1);
}

static void shared_too_much(words)
{
    SHARED(unsigned char, all, SHARED_MOST + 1);
    if (thread_id() == 0) store(all, (unsigned char)1);
}

/* ---- alignment --------------------------------------------------------------------------------------------- */

template <int WIDTH, int BY>
static void reads_at(words w)
{
    uint32_t word[4];
    if (is(0, 0)) load_words<WIDTH>(reinterpret_cast<unsigned char *>(w.payload) + BY, word);
}

template <int WIDTH, int BY>
static void writes_at(words w)
{
    uint32_t word[4] = {1, 2, 3, 4};
    if (is(0, 0)) store_words<WIDTH>(reinterpret_cast<unsigned char *>(w.payload) + BY, word);
}

template <int BY>
static void streams_at(words w)
{
    unsigned char *at = reinterpret_cast<unsigned char *>(w.payload) + BY;
    if (is(0, 0)) load_stream(at);
}

template <int BY>
static void streams_to(words w)
{
    unsigned char *at = reinterpret_cast<unsigned char *>(w.payload) + BY;
    if (is(0, 0)) store_stream(at, {{1, 2, 3, 4}});
}

template <class T, int BY>
static void element_at(words w)
{
    if (is(0, 0)) touch(reinterpret_cast<unsigned char *>(w.payload) + BY, sizeof(T), alignof(T), false);
}

template <int BY>
static void flag_at(words w)
{
    unsigned char *at = reinterpret_cast<unsigned char *>(w.flag) + BY;
    if (is(0, 0)) sim_atomic_load(at, 4, false);
}

template <int BY>
static void number_at(words w)
{
    unsigned char *at = reinterpret_cast<unsigned char *>(w.number) + BY;
    if (is(0, 0)) sim_atomic_load(at, 8, false);
}

template <int BY>
static void shared_at(words)
{
    SHARED(uint64_t, slot, 8);
    if (is(0, 0)) touch(reinterpret_cast<unsigned char *>(slot) + BY, 8, 8, true);
}

/* ---- who is missing ---------------------------------------------------------------------------------------- */

static void barrier_of_some(words)
{
    if (thread_id() != 3) block_sync();
}

static void barrier_of_all(words)
{
    block_sync();
}

static void group_of_some(words)
{
    if (thread_id() != 3) group_sync<GROUP>();
}

static void shuffle_of_some(words)
{
    if (thread_id() != 3) lane_first<GROUP>(1);
}

static void other_words(words)
{
    if (thread_id() % GROUP == 3)
        lane_first<GROUP>(1);
    else
        group_sync<GROUP>();
}

static void waits_for_nobody(words w)
{
    if (is(1, 0)) wait_flag(w.flag, 1);
}

/* What was told first, and later by another lane behind one more barrier, is learnt in the other order. */
static void older_learnt_last(words w)
{
    if (block_id() == 0) {
        block_sync();
        if (thread_id() == 0) publish_flag(w.flag, 1);
        store(w.payload + thread_id(), 1u);
        block_sync();
        if (thread_id() == 1) publish_flag(w.flag + 1, 1);
    } else if (is(1, 0)) {
        wait_flag(w.flag + 1, 1), wait_flag(w.flag, 1);
        load(w.payload + 5);
    }
}

/* What a lane told first is learnt behind what it told later, and takes nothing of that away. */
static void same_lane_learnt_last(words w)
{
    if (is(0, 0)) {
        store(w.payload, 1u), publish_flag(w.flag, 1);
        store(w.payload + 1, 1u), publish_flag(w.flag + 1, 1);
    }
    if (is(1, 0)) wait_flag(w.flag + 1, 1), wait_flag(w.flag, 1), load(w.payload + 1);
}

template <uint32_t LANE>
static void takes_past_group(words)
{
    uint32_t mine = 1, theirs;
    sim_exchange(&mine, &theirs, sizeof mine, LANE, GROUP);
}

/* ---- what they are expected to say ------------------------------------------------------------------------- */

struct told {
    const char *name;
    void (*kernel)(words);
    const char *report; /* what the report has in it; "" for silence */
    int blocks = 3;
    size_t shared = 0;
    int runs = RUNS;
};

#define RACE "race: "
#define FRESH "uninitialised: "
static const told table[] = {
    {"release_acquire", release_acquire, ""},
    {"relaxed_word", relaxed_word, RACE},
    {"word_alone", word_alone, ""},
    {"relaxed_load", relaxed_load, RACE},
    {"relaxed_store", relaxed_store, RACE},
    {"acquire_too_late", acquire_too_late, RACE},
    {"release_too_early", release_too_early, RACE},
    {"other_flag", other_flag, RACE},
    {"tickets", tickets, "", 2},
    {"numbers", numbers, RACE, 2},
    {"ticket_then_acquire", ticket_then_acquire, ""},
    {"ticket_then_relaxed", ticket_then_relaxed, RACE},
    {"release_then_ticket", release_then_ticket, ""},
    {"relaxed_then_ticket", relaxed_then_ticket, RACE},
    {"number_then_acquire", number_then_acquire, RACE},
    {"release_then_number", release_then_number, RACE},
    {"number_between", number_between, ""},
    {"store_between", store_between, RACE},
    {"release_between", release_between, ""},
    {"deaf_between", deaf_between, RACE},
    {"store_after_load", store_after_load, ""},
    {"store_after_load_relaxed", store_after_load_relaxed, RACE},
    {"second_load_untold", second_load_untold, RACE},
    {"both_loads_told", both_loads_told, ""},
    {"older_learnt_last", older_learnt_last, "", 2},
    {"same_lane_learnt_last", same_lane_learnt_last, "", 2},
    {"takes_past_group<3>", takes_past_group<3>, ""},
    {"takes_past_group<4>", takes_past_group<4>, "takes from lane 4 of a group of 4"},
    {"two_stores", two_stores, RACE},
    {"two_loads", two_loads, ""},
    {"stores_apart", stores_apart, ""},
    {"store_of_half_read", store_of_half_read, RACE},
    {"store_of_half_read_and_split", store_of_half_read_and_split, RACE},
    {"stores_overlap", stores_overlap, RACE},
    {"plain_beside_atomic_load", plain_beside_atomic_load, RACE},
    {"plain_beside_atomic_store", plain_beside_atomic_store, RACE},
    {"atomics_alone", atomics_alone, ""},
    {"told_by_lane_0", told_by_lane_0, "", 2},
    {"told_without_barrier", told_without_barrier, RACE, 2},
    {"learnt_without_barrier", learnt_without_barrier, RACE, 2},
    {"by_group_sync", by_group_sync, ""},
    {"by_nothing", by_nothing, RACE},
    {"by_shuffle", by_shuffle, RACE},
    {"by_ballot", by_ballot, RACE},
    {"by_barrier", by_barrier, ""},
    {"by_group_for_block", by_group_for_block, RACE},
    {"stored_again_too_early", stored_again_too_early, RACE},
    {"stored_again", stored_again, ""},
    {"global_by_barrier", global_by_barrier, ""},
    {"global_by_nothing", global_by_nothing, RACE},
    {"reads_stale", reads_stale, FRESH "read of 4 bytes at item 0 of stale"},
    {"writes_stale_first", writes_stale_first, ""},
    {"reads_half_stale", reads_half_stale, FRESH "read of 8 bytes at item 0 of stale"},
    {"adds_to_stale", adds_to_stale, FRESH},
    {"observes_stale", observes_stale, FRESH},
    {"publishes_stale_first", publishes_stale_first, ""},
    {"shared_of_block_before", shared_of_block_before, FRESH},
    {"shared_of_own", shared_of_own, ""},
    {"shared_fresh", shared_fresh, FRESH},
    {"loads_item<0>", loads_item<0>, ""},
    {"loads_item<63>", loads_item<63>, ""},
    {"loads_item<-1>", loads_item<-1>, "read of 4 bytes at item -1 of payload, which has 64 items"},
    {"loads_item<64>", loads_item<64>, "read of 4 bytes at item 64 of payload, which has 64 items"},
    {"stores_item<0>", stores_item<0>, ""},
    {"stores_item<63>", stores_item<63>, ""},
    {"stores_item<-1>", stores_item<-1>, "write of 4 bytes at item -1 of payload, which has 64 items"},
    {"stores_item<64>", stores_item<64>, "write of 4 bytes at item 64 of payload, which has 64 items"},
    {"loads_item<-4096>", loads_item<-4096>, "read of 4 bytes"},
    {"stores_item<1 << 26>", stores_item<1 << 26>, "write of 4 bytes"},
    {"loads_over_end", loads_over_end, "read of 12 bytes at item 62 of payload runs past its end (64 items)"},
    {"atomic_past_end", atomic_past_end, "write of 4 bytes at item 64 of payload, which has 64 items"},
    {"shared_item<0>", shared_item<0>, ""},
    {"shared_item<15>", shared_item<15>, ""},
    {"shared_item<-1>", shared_item<-1>, "write of 4 bytes at byte "},
    {"shared_item<16>", shared_item<16>, "write of 4 bytes at byte 64 of the shared array of line "},
    {"dynamic_bytes<64>", dynamic_bytes<64>, "", 3, 64},
    {"dynamic_bytes<63>", dynamic_bytes<63>, "", 3, 64},
    {"dynamic_bytes<65>", dynamic_bytes<65>,
     "takes 65 bytes of dynamic shared memory; its launch was told of 64", 3, 64},
    {"shared_whole", shared_whole, ""},
    {"shared_too_much", shared_too_much, "needs 232449 bytes of shared memory; a block has 232448"},
#define WIDTHS(WHAT, W)                                                                                      \
    {#WHAT "<" #W ", 0>", WHAT<W, 0>, ""}, {#WHAT "<" #W ", 16>", WHAT<W, 16>, ""},                          \
        {#WHAT "<" #W ", 1>", WHAT<W, 1>, "misaligned "},                                                    \
    {                                                                                                        \
#WHAT "<" #W ", 2>", WHAT < W, 2>, "misaligned "                                                     \
    }
    WIDTHS(reads_at, 4),
    WIDTHS(reads_at, 8),
    WIDTHS(reads_at, 16),
    WIDTHS(writes_at, 4),
    WIDTHS(writes_at, 8),
    WIDTHS(writes_at, 16),
    {"reads_at<4, 4>", reads_at<4, 4>, ""},
    {"reads_at<8, 4>", reads_at<8, 4>,
     "misaligned read of 8 bytes at item 1 of payload: 4 past a multiple of 8"},
    {"reads_at<8, 8>", reads_at<8, 8>, ""},
    {"reads_at<16, 8>", reads_at<16, 8>,
     "misaligned read of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"reads_at<16, 4>", reads_at<16, 4>,
     "misaligned read of 16 bytes at item 1 of payload: 4 past a multiple of 16"},
    {"writes_at<8, 4>", writes_at<8, 4>,
     "misaligned write of 8 bytes at item 1 of payload: 4 past a multiple of 8"},
    {"writes_at<16, 8>", writes_at<16, 8>,
     "misaligned write of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"streams_at<0>", streams_at<0>, ""},
    {"streams_at<8>", streams_at<8>,
     "misaligned read of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"streams_at<1>", streams_at<1>, "misaligned "},
    {"streams_to<16>", streams_to<16>, ""},
    {"streams_to<8>", streams_to<8>,
     "misaligned write of 16 bytes at item 2 of payload: 8 past a multiple of 16"},
    {"element_at<uint8_t, 1>", element_at<uint8_t, 1>, ""},
    {"element_at<uint16_t, 2>", element_at<uint16_t, 2>, ""},
    {"element_at<uint16_t, 1>", element_at<uint16_t, 1>,
     "misaligned read of 2 bytes at item 0 of payload: 1 past a multiple of 2"},
    {"element_at<uint32_t, 2>", element_at<uint32_t, 2>,
     "misaligned read of 4 bytes at item 0 of payload: 2 past a multiple of 4"},
    {"element_at<double, 4>", element_at<double, 4>,
     "misaligned read of 8 bytes at item 1 of payload: 4 past a multiple of 8"},
    {"flag_at<4>", flag_at<4>, ""},
    {"flag_at<2>", flag_at<2>, "misaligned read of 4 bytes"},
    {"number_at<8>", number_at<8>, ""},
    {"number_at<4>", number_at<4>, "misaligned read of 8 bytes"},
    {"shared_at<8>", shared_at<8>, ""},
    {"shared_at<4>", shared_at<4>, "misaligned write of 8 bytes at byte 4 of the shared array of line "},
    {"barrier_of_some", barrier_of_some, "barrier divergence: "},
    {"barrier_of_all", barrier_of_all, ""},
    {"group_of_some", group_of_some, "absent lane: "},
    {"shuffle_of_some", shuffle_of_some, "absent lane: "},
    {"other_words", other_words, "absent lane: "},
    {"waits_for_nobody", waits_for_nobody, "livelock: ", 3, 0, 2},
};

/* ---- two launches ------------------------------------------------------------------------------------------ */

static void stores_first(words w)
{
    if (is(0, 0)) store(w.payload, 1u);
}

static void loads_first(words w)
{
    if (is(0, 0)) load(w.payload);
}

/* Lane 0 of a block of more than a warp learns, and a barrier lets every lane know. */
static void learnt_by_lane_0(words w)
{
    if (block_id() == 0) {
        if (thread_id() == 0) store(w.payload, 1u), publish_flag(w.flag, 1);
        return;
    }
    if (thread_id() == 0) wait_flag(w.flag, 1);
    block_sync();
    load(w.payload);
}

static void stores_ones(words w)
{
    store(w.payload + thread_id() % 64, 1u);
}

/* ---- counts ------------------------------------------------------------------------------------------------ */

static void counts_row(words w)
{
    load(w.payload + thread_id());
}

static void counts_shifted(words w)
{
    if (thread_id() < 32) load(w.payload + 1 + thread_id());
}

static void counts_strided(words w)
{
    if (thread_id() < 8) store(w.payload + 8 * thread_id(), 1u);
}

static void counts_one_word(words w)
{
    load(w.payload);
}

static void counts_wide(words w)
{
    uint32_t word[4];
    if (thread_id() < 16) load_words<16>(w.payload + 4 * thread_id(), word);
}

static void counts_scratch(words w)
{
    store(w.scratch + thread_id(), 1u);
    load(w.scratch + thread_id());
}

/* Twice the same instruction, which is two accesses of the warp. */
static void counts_loop(words w)
{
    for (int i = 0; i < 2; i++)
        if (thread_id() < 32) load(w.payload + 32 * i + thread_id());
}

/* One instruction, which is another one for each chain of calls that leads to it. */
__attribute__((noinline)) static void load_called(const uint32_t *from)
{
    load(from);
}

__attribute__((noinline)) static void load_called_by(const uint32_t *from)
{
    load_called(from);
}

static void counts_calls(words w)
{
    if (thread_id() < 4) load_called_by(w.payload + thread_id());
    if (thread_id() < 8) load_called_by(w.payload + 8 + thread_id());
}

static void counts_atomics(words w)
{
    take_ticket(w.flag);
    take_number(w.number);
    publish_flag(w.flag + 1, 1);
    observe_flag(w.flag + 1);
}

template <int STEP>
static void counts_banks(words)
{
    SHARED(uint32_t, slot, 64 * STEP);
    if (thread_id() < 32) store(slot + STEP * thread_id(), 1u);
}

template <int STEP>
static void counts_banks_of_8_bytes(words)
{
    SHARED(uint64_t, slot, 64 * STEP);
    if (thread_id() < 32) store(slot + STEP * thread_id(), UINT64_C(1));
}

static void counts_same_word(words)
{
    SHARED(uint32_t, slot, 1);
    if (thread_id() == 0) store(slot, 1u);
    block_sync();
    load(slot);
}

static void counts_syncs(words)
{
    block_sync();
    block_sync();
    group_sync<GROUP>();
    lane_first<GROUP>(1);
    lane_first<32>(1);
    count_combine();
}

/* Two words of another block's, and the flag. */
static void counts_crossings(words w)
{
    if (is(0, 0)) store(reinterpret_cast<uint64_t *>(w.payload), UINT64_C(1)), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_flag(w.flag, 1), load(w.payload), load(w.payload + 1);
}

/* 10 words and 3 bytes, and of what the launch was told of, 20 bytes. */
static void counts_shared(words)
{
    SHARED(uint32_t, some, 10);
    SHARED(unsigned char, few, 3);
    DYNAMIC_SHARED(told, 20);
    if (thread_id() == 0)
        store(some + 9, 1u), store(few + 2, (unsigned char)1), store(told + 19, (unsigned char)1);
}

struct expected {
    const char *name;
    void (*kernel)(words);
    int blocks;
    /* by hand, of blocks of 64 threads, in the order of struct launch_counters: bytes loaded and stored, accesses,
     * sectors and the fewest, of data, then of scratch; launches; bank conflicts; barriers, group syncs, shuffles;
     * atomics, combines; crossings. For 32 lanes, and for 64. */
    uint64_t lanes_32[18], lanes_64[18];
};

/* clang-format off */
static const expected counts[] = {
    /* 64 lanes read 256 bytes: 8 sectors */
    {"counts_row", counts_row, 1,
     {256, 0, 2, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 1, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 128 bytes from the fifth one on touch five sectors, where four would do */
    {"counts_shifted", counts_shifted, 1,
     {128, 0, 1, 5, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {128, 0, 1, 5, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 8 words in a sector each, where one would do */
    {"counts_strided", counts_strided, 1,
     {0, 32, 1, 8, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 32, 1, 8, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* every lane asks for it, and one sector serves a warp */
    {"counts_one_word", counts_one_word, 1,
     {256, 0, 2, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 16 bytes a lane */
    {"counts_wide", counts_wide, 1,
     {256, 0, 1, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 1, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 256 bytes up and down */
    {"counts_scratch", counts_scratch, 1,
     {0, 0, 0, 0, 0, 256, 256, 4, 16, 16, 1, 0, 0, 0, 0, 0, 0, 0},
     {0, 0, 0, 0, 0, 256, 256, 2, 16, 16, 1, 0, 0, 0, 0, 0, 0, 0}},
    {"counts_loop", counts_loop, 1,
     {256, 0, 2, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0},
     {256, 0, 2, 8, 8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 4 lanes read 16 bytes, then 8 lanes 32: a sector each */
    {"counts_calls", counts_calls, 1,
     {48, 0, 2, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {48, 0, 2, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 4 of each of 64 lanes, which move no bytes that count; one block, so that nothing crosses */
    {"counts_atomics", counts_atomics, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 256, 0, 0},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 256, 0, 0}},
    /* a word a bank; every second bank twice; one bank 32 times; a word a bank */
    {"counts_banks<1>", counts_banks<1>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    {"counts_banks<2>", counts_banks<2>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0}},
    {"counts_banks<32>", counts_banks<32>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 31, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 31, 0, 0, 0, 0, 0, 0}},
    {"counts_banks<33>", counts_banks<33>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    /* 64 words take two cycles; 16 bytes apart they lie in 16 banks, and take four */
    {"counts_banks_of_8_bytes<1>", counts_banks_of_8_bytes<1>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
    {"counts_banks_of_8_bytes<2>", counts_banks_of_8_bytes<2>, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0}},
    /* a bank gives one word to all lanes at once */
    {"counts_same_word", counts_same_word, 1,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0}},
    /* 3 blocks of 16 groups of 4 lanes and 2 of 32 */
    {"counts_syncs", counts_syncs, 3,
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 6, 48, 54, 0, 192, 0},
     {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 6, 48, 54, 0, 192, 0}},
};
/* clang-format on */

/* ---- schedules ---- */

enum { ORDERED = 16, ENDED = 1 };

/* In which order blocks come, one after the other or side by side. */
static void notes_order(words w)
{
    if (thread_id() == 0) store(w.payload + block_id(), take_ticket(w.flag));
}

/* Two lanes, when all others of their blocks have ended, take tickets until each has eight; what each took. */
static void notes_turns(words w)
{
    if (block_id() > 1) return;
    if (thread_id() != 0) {
        take_ticket(w.flag + ENDED);
        return;
    }
    wait_relaxed(w.flag + ENDED, 14);
    for (int i = 0; i < 200; i++)
        spin();
    for (int i = 0; i < 8; i++)
        store(w.payload + block_id() * 8 + i, take_ticket(w.flag));
}

/* A swap that expects another upper half does nothing: what it found there, and what is there then. */
static void notes_swap(words w)
{
    if (!is(0, 0)) return;
    store(w.payload + 2,
          (uint32_t)sim_atomic_swap64(w.number, 0, (uint64_t)1 << 32 | 5)); /* found there: 0 */
    store(w.payload, (uint32_t)(sim_atomic_swap64(w.number, 5, 9) >> 32));
    store(w.payload + 1, (uint32_t)sim_atomic_load(w.number, 8, false));
}

/* How many blocks have begun and not ended, as each of them sees it; then it lets others go on. */
static void notes_resident(words w)
{
    if (thread_id() != 0) return;
    uint32_t before = take_ticket(w.flag), ended = (uint32_t)sim_atomic_load(w.flag + ENDED, 4, true);
    store(w.payload + block_id(), before + 1 - ended);
    for (int i = 0; i < 200; i++)
        spin();
    take_ticket(w.flag + ENDED);
}

/* ---- running ----------------------------------------------------------------------------------------------- */

struct bench {
    struct device *device;
    unsigned char *memory;
    words w;
    int wrong;
};

static void region(bench &b, const char *name, uint64_t at, uint32_t item, uint64_t bytes, bool stale)
{
    foldcheck_backend.region(b.device, b.memory + at, bytes, item, stale, name);
}

/* Memory as it was before the first kernel. */
static void lay_out(bench &b)
{
    static const unsigned char zeros[ARENA] = {};
    unsigned char *at = b.memory;
    foldcheck_backend.region(b.device, at, 0, 0, false, nullptr);
    region(b, "numbers", 3072, 8, 64, false); /* in any order */
    region(b, "payload", 1024, 4, 256, false);
    region(b, "scratch", 5120, 4, 256, false);
    region(b, "flags", 2048, 4, 64, false);
    region(b, "stale", 4096, 4, 256, true);
    b.w = {reinterpret_cast<uint32_t *>(at + 1024), reinterpret_cast<uint32_t *>(at + 2048),
           reinterpret_cast<uint64_t *>(at + 3072), reinterpret_cast<uint32_t *>(at + 4096),
           reinterpret_cast<uint32_t *>(at + 5120)};
    foldcheck_backend.put(b.device, nullptr, at, zeros, ARENA, nullptr);
}

static struct schedule nth_schedule(int n)
{
    struct schedule schedule = {};
    schedule.form = n % 4 == 0 ? SCHEDULE_FIFO : n % 4 == 1 ? SCHEDULE_UNIFORM : SCHEDULE_PCT;
    schedule.seed = (uint64_t)n * 7919;
    schedule.resident = 4;
    if (schedule.form == SCHEDULE_PCT) schedule.change_points = n % 3;
    for (int i = 0; i < schedule.change_points; i++)
        schedule.change_point[i] = 1 + splitmix64((uint64_t)(n + i)) % 40;
    return schedule;
}

/* What the simulator said of what was launched; empty: nothing. */
static void finish(bench &b, struct text *report)
{
    report->at[0] = 0;
    if (!foldcheck_backend.sync(b.device, 20, report)) foldcheck_backend.reset(b.device, nullptr);
}

static void say_wrong(bench &b, const char *name, int run, const char *expected, const char *got)
{
    b.wrong++;
    printf("%s, schedule %d: expected %s%s%s, got %s\n", name, run, *expected ? "\"" : "",
           *expected ? expected : "silence", *expected ? "\"" : "", *got ? got : "silence");
}

static void judge(bench &b, const told &line)
{
    struct job job = {};
    for (int run = 0; run < line.runs; run++) {
        struct text report;
        struct schedule schedule = nth_schedule(run);
        lay_out(b);
        foldcheck_backend.schedule(b.device, &schedule);
        if (launch_with_shared(line.name, line.kernel, line.blocks, 8, GROUP, line.shared, &job, b.w,
                               &report))
            finish(b, &report);
        bool right = *line.report ? strstr(report.at, line.report) != nullptr : !*report.at;
        if (right) continue;
        say_wrong(b, line.name, run, line.report, report.at);
        return;
    }
}

/* A region that lies in another one, and was declared later, hides nothing behind it. */
static void judge_overlap(bench &b)
{
    struct text report;
    struct job job = {};
    lay_out(b);
    region(b, "inner", 1024 + 64, 4, 4, false);
    if (launch("stores_item<40>", stores_item<40>, 1, 8, GROUP, &job, b.w, &report)) finish(b, &report);
    if (*report.at) say_wrong(b, "a region in another one", 0, "", report.at);
}

/* A launch knows all of the one before it in its stream, and nothing of another stream's. */
static void judge_streams(bench &b, bool same)
{
    for (int run = 0; run < RUNS; run++) {
        struct text report;
        struct schedule schedule = nth_schedule(run);
        struct stream *stream = foldcheck_backend.stream_open(b.device, &report);
        struct job first = {}, second = {};
        second.stream = same ? nullptr : stream;
        lay_out(b);
        foldcheck_backend.schedule(b.device, &schedule);
        if (launch("stores_first", stores_first, 1, 8, GROUP, &first, b.w, &report) &&
            launch("loads_first", loads_first, 1, 8, GROUP, &second, b.w, &report))
            finish(b, &report);
        foldcheck_backend.stream_close(b.device, stream);
        if (same ? *report.at == 0 : strstr(report.at, RACE) != nullptr) continue;
        say_wrong(b, same ? "one stream" : "two streams", run, same ? "" : RACE, report.at);
        return;
    }
}

static void expect_notes(bench &b, bool right, const char *words)
{
    if (!right) b.wrong++, printf("%s\n", words);
}

static void flatten(const struct launch_counters &t, uint64_t to[18])
{
    const uint64_t all[18] = {t.data.loaded,     t.data.stored,    t.data.accesses,  t.data.sectors,
                              t.data.fewest,     t.scratch.loaded, t.scratch.stored, t.scratch.accesses,
                              t.scratch.sectors, t.scratch.fewest, t.launches,       t.bank_conflicts,
                              t.barriers,        t.group_syncs,    t.shuffles,       t.atomics,
                              t.combines,        t.crossings};
    for (int i = 0; i < 18; i++)
        to[i] = all[i];
}

static void count_launch(bench &b, void (*kernel)(words), int blocks, uint64_t got[18], struct text *report)
{
    struct launch_counters totals = {};
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.counters(b.device, true, nullptr);
    if (launch("counted", kernel, blocks, 64, 32, &job, b.w, report)) finish(b, report);
    foldcheck_backend.counters(b.device, false, &totals);
    flatten(totals, got);
}

static void judge_counts(bench &b, const expected &line, bool wide)
{
    struct text report;
    uint64_t got[18];
    const uint64_t *want = wide ? line.lanes_64 : line.lanes_32;
    count_launch(b, line.kernel, line.blocks, got, &report);
    for (int i = 0; i < 18; i++) {
        if (got[i] == want[i] && !*report.at) continue;
        b.wrong++;
        printf("%s: count %d by hand is %llu, got %llu %s\n", line.name, i, (unsigned long long)want[i],
               (unsigned long long)got[i], report.at);
    }
}

/* One instruction reaches data by some lanes and scratch by others: an access of each, and of each warp. */
static void counts_two_places(words w)
{
    load((thread_id() % 2 ? w.scratch : w.payload) + thread_id());
}

static void judge_places(bench &b, bool wide)
{
    struct text report;
    uint64_t got[18], warps = wide ? 1 : 2;
    count_launch(b, counts_two_places, 1, got, &report);
    expect_notes(b, got[0] == 128 && got[2] == warps && got[5] == 128 && got[7] == warps && !*report.at,
                 "data and scratch that one instruction reaches are not counted apart");
}

/* Of what another block stored in the same launch, two words and the flag; of what an earlier launch did, nothing. */
static void judge_crossings(bench &b)
{
    struct text report;
    uint64_t got[18];
    count_launch(b, counts_crossings, 2, got, &report);
    if (got[17] != 3 || *report.at) {
        b.wrong++;
        printf("counts_crossings: by hand 3, got %llu %s\n", (unsigned long long)got[17], report.at);
    }
}

/* The most that a block of any launch took, apart. */
static void judge_shared(bench &b)
{
    struct text report;
    struct launch_counters totals = {};
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    foldcheck_backend.counters(b.device, true, nullptr);
    if (launch_with_shared("counts_shared", counts_shared, 2, 8, GROUP, 32, &job, b.w, &report) &&
        launch("counts_same_word", counts_same_word, 1, 64, 32, &job, b.w, &report))
        finish(b, &report);
    foldcheck_backend.counters(b.device, false, &totals);
    if (totals.shared_bytes == 43 && totals.dynamic_shared == 20 && !*report.at) return;
    b.wrong++;
    printf("counts_shared: by hand 43 and 20 bytes, got %llu and %llu %s\n",
           (unsigned long long)totals.shared_bytes, (unsigned long long)totals.dynamic_shared, report.at);
}

/* What each block noted under the schedule. */
static void notes(bench &b, void (*kernel)(words), struct schedule schedule, uint32_t noted[ORDERED])
{
    struct text report;
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, &schedule);
    if (launch("noted", kernel, ORDERED, 8, GROUP, &job, b.w, &report)) {
        foldcheck_backend.get(b.device, nullptr, noted, b.w.payload, ORDERED * sizeof noted[0], &report);
        finish(b, &report);
    }
    if (*report.at) say_wrong(b, "a schedule", 0, "", report.at);
}

/* The same line gives the same order; other seeds, and other change points, give other ones. */
static void judge_orders(bench &b, enum schedule_form form, const char *words)
{
    uint32_t first[ORDERED], noted[ORDERED];
    struct schedule schedule = {};
    int others = 0;
    schedule.form = form;
    schedule.resident = 8;
    notes(b, notes_order, schedule, first);
    notes(b, notes_order, schedule, noted);
    expect_notes(b, memcmp(first, noted, sizeof first) == 0, words);
    for (schedule.seed = 1; schedule.seed <= 20; schedule.seed++) {
        notes(b, notes_order, schedule, noted);
        others += memcmp(first, noted, sizeof first) != 0;
    }
    expect_notes(b, others >= 15, words);
}

/* Where a change point is late enough to meet the block that is first, it makes another one go before it. */
static void judge_change_points(bench &b)
{
    uint32_t first[ORDERED], noted[ORDERED];
    struct schedule schedule = {};
    int others = 0;
    schedule.form = SCHEDULE_PCT;
    schedule.resident = 8;
    for (schedule.seed = 1; schedule.seed <= 20; schedule.seed++) {
        schedule.change_points = 0;
        notes(b, notes_order, schedule, first);
        schedule.change_points = 1;
        schedule.change_point[0] = 1;
        notes(b, notes_order, schedule, noted);
        others += memcmp(first, noted, sizeof first) != 0;
    }
    expect_notes(b, others >= 15, "a change point changes nothing");
}

/* Under uniform each of the blocks that are resident at first is the first under some seed, and the last of them. */
static void judge_firsts(bench &b)
{
    uint32_t noted[ORDERED], first = 0, last = 0;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_UNIFORM;
    schedule.resident = ORDERED;
    for (schedule.seed = 1; schedule.seed <= 300; schedule.seed++) {
        notes(b, notes_order, schedule, noted);
        for (int i = 0; i < ORDERED; i++) {
            if (noted[i] == 0) first |= 1u << i;
            if (noted[i] == ORDERED - 1) last |= 1u << i;
        }
    }
    expect_notes(b, first == 0xffff && last == 0xffff,
                 "uniform: some block is never the first, or never the last");
}

/* Under uniform a lane that had its turn may have the next one, too, while another one waits: either lane. */
static void judge_turns(bench &b)
{
    uint32_t noted[ORDERED], again = 0;
    struct schedule schedule = {};
    schedule.form = SCHEDULE_UNIFORM;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 40; schedule.seed++) {
        notes(b, notes_turns, schedule, noted);
        for (int i = 0; i < ORDERED; i++) {
            const uint32_t *other = noted + (i < 8 ? 8 : 0); /* which has begun, and not ended */
            bool both = i % 8 && other[0] < noted[i - 1] && noted[i] < other[7];
            if (both && noted[i] == noted[i - 1] + 1) again |= 1u << i / 8;
        }
    }
    expect_notes(b, again == 3, "uniform: some lane never has two turns in a row");
}

static void judge_swap(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    notes(b, notes_swap, schedule, noted);
    expect_notes(b, noted[0] == 1 && noted[1] == 5 && noted[2] == 0,
                 "a swap compares half of a word, or gives another number than it found");
}

/* Tickets of 2 blocks of 8 lanes, in the order of the lanes. */
static void notes_lanes(words w)
{
    if (block_id() < 2) store(w.payload + block_id() * 8 + thread_id(), take_ticket(w.flag));
}

/* Under pct priorities are of lanes, of warps or of blocks, by the seed: now and then a block is done before the other
 * begins, and now and then their lanes mix. */
static void judge_units(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    int whole = 0, mixed = 0;
    schedule.form = SCHEDULE_PCT;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 30; schedule.seed++) {
        uint32_t of_first = 0;
        notes(b, notes_lanes, schedule, noted);
        for (int i = 0; i < 8; i++)
            of_first += noted[i] < 8;
        (of_first == 0 || of_first == 8 ? whole : mixed)++;
    }
    expect_notes(b, whole >= 8 && mixed >= 4, "pct: priorities are never of blocks, or never of lanes");
}

/* Two blocks take 8 tickets each. */
static void notes_many(words w)
{
    if (thread_id() != 0 || block_id() > 1) return;
    for (int i = 0; i < 8; i++)
        store(w.payload + block_id() * 8 + i, take_ticket(w.flag));
}

/* Under unfair a block falls somewhere on its way: now and then the other one is done in the midst of it, and now
 * and then not. */
static void judge_falls(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    int whole = 0, mixed = 0;
    schedule.form = SCHEDULE_UNFAIR;
    schedule.resident = 2;
    for (schedule.seed = 1; schedule.seed <= 40; schedule.seed++) {
        uint32_t of_first = 0;
        notes(b, notes_many, schedule, noted);
        for (int i = 0; i < 8; i++)
            of_first += noted[i] < 8;
        (of_first == 0 || of_first == 8 ? whole : mixed)++;
    }
    expect_notes(b, whole >= 4 && mixed >= 4, "unfair: blocks fall at their first step alone, or never");
}

/* A group needs all its lanes. */
static void judge_part_of_group(bench &b)
{
    struct text report;
    struct job job = {};
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    if (launch("by_group_sync", by_group_sync, 1, 6, GROUP, &job, b.w, &report)) finish(b, &report);
    if (!strstr(report.at, "absent lane: a group of 4 lanes, but the block of 6 threads has only 2 of them"))
        say_wrong(b, "a block of 6 threads", 0, "absent lane: a group of 4 lanes", report.at);
}

static void ignore(const void *) {}

/* Launches that no device takes, and the largest of those that it does. */
static void judge_launches(bench &b)
{
    static const struct {
        int blocks, block;
        size_t shared;
        bool taken;
    } launches[] = {{0, 8, 0, false},
                    {1, 1024, 0, true},
                    {1, 1025, 0, false},
                    {1, 8, SHARED_MOST, true},
                    {1, 8, SHARED_MOST + 1, false}};
    for (const auto &asked : launches) {
        struct text report;
        struct job job = {};
        lay_out(b);
        report.at[0] = 0;
        bool taken =
            sim_launch_with_shared(nullptr, "two_loads", (uint64_t)asked.blocks, (uint32_t)asked.block, GROUP,
                                   asked.shared, ignore, &job, sizeof job);
        if (taken) finish(b, &report);
        expect_notes(b, taken == asked.taken && !*report.at,
                     "a launch that is too large is taken, or one that is not is refused");
    }
}

/* What is queued behind a launch is done behind it. */
static void judge_queue(bench &b)
{
    struct text report;
    struct job job = {};
    unsigned char got[256] = {};
    lay_out(b);
    if (launch("stores_ones", stores_ones, 1, 8, GROUP, &job, b.w, &report)) {
        foldcheck_backend.fill(b.device, nullptr, b.w.payload, 0xa5, sizeof got, &report);
        foldcheck_backend.get(b.device, nullptr, got, b.w.payload, sizeof got, &report);
        finish(b, &report);
    }
    expect_notes(b, got[0] == 0xa5 && got[31] == 0xa5 && !*report.at,
                 "a fill behind a launch is done before it");
}

/* Of a block of 4 warps. */
static void judge_wide_block(bench &b)
{
    for (int run = 0; run < RUNS / 4; run++) {
        struct text report;
        struct job job = {};
        struct schedule schedule = nth_schedule(run);
        lay_out(b);
        foldcheck_backend.schedule(b.device, &schedule);
        if (launch("learnt_by_lane_0", learnt_by_lane_0, 2, 256, GROUP, &job, b.w, &report))
            finish(b, &report);
        if (*report.at) say_wrong(b, "learnt_by_lane_0", run, "", report.at);
    }
}

/* Where regions overlap, one that is not stale wins: what the host put there may be read. */
static void judge_stale_overlap(bench &b)
{
    static const unsigned char zeros[256] = {};
    struct text report;
    struct job job = {};
    lay_out(b);
    region(b, "stale again", 1024, 4, 256, true);
    foldcheck_backend.put(b.device, nullptr, b.w.payload, zeros, sizeof zeros, &report);
    report.at[0] = 0;
    if (launch("loads_first", loads_first, 1, 8, GROUP, &job, b.w, &report)) finish(b, &report);
    if (*report.at) say_wrong(b, "a stale region over another", 0, "", report.at);
}

/* Memory that was given back is named. */
static void judge_freed(bench &b)
{
    struct text report;
    struct job job = {};
    lay_out(b);
    words w = b.w;
    void *freed = foldcheck_backend.alloc(b.device, 4096, &report);
    w.payload = static_cast<uint32_t *>(freed);
    foldcheck_backend.release(b.device, freed);
    if (launch("loads_first", loads_first, 1, 8, GROUP, &job, w, &report)) finish(b, &report);
    if (!strstr(report.at, "at byte 0 of an allocation that was freed"))
        say_wrong(b, "freed memory", 0, "at byte 0 of an allocation that was freed", report.at);
}

static void judge_fifo(bench &b)
{
    uint32_t noted[ORDERED];
    struct schedule schedule = {};
    bool in_order = true;
    schedule.form = SCHEDULE_FIFO;
    for (schedule.resident = 1; schedule.resident <= 4; schedule.resident++) {
        notes(b, notes_order, schedule, noted);
        for (uint32_t i = 0; i < ORDERED; i++)
            in_order &= noted[i] == i;
    }
    expect_notes(b, in_order, "fifo is not first come, first served");
}

/* As many blocks are resident as the schedule says, and 4 where it says nothing. */
static void judge_resident(bench &b)
{
    static const uint64_t asked[] = {1, 2, 3, 4, 8, 16, 0}, given[] = {1, 2, 3, 4, 8, 16, 4};
    for (size_t r = 0; r < sizeof asked / sizeof asked[0]; r++)
        for (int form = SCHEDULE_FIFO; form <= SCHEDULE_UNIFORM; form++) {
            uint32_t noted[ORDERED], most = 0;
            struct schedule schedule = {};
            schedule.form = (enum schedule_form)form;
            schedule.resident = asked[r];
            notes(b, notes_resident, schedule, noted);
            for (uint32_t now : noted)
                most = now > most ? now : most;
            expect_notes(b, most == given[r], "another number of blocks is resident than was asked for");
        }
}

} // namespace FOLDCHECK_NAMESPACE

int main(int argc, char **argv)
{
    using namespace FOLDCHECK_NAMESPACE;
    struct text why;
    struct device_name name;
    if (argc != 2 || !device_name_parse(argv[1], &name, &why)) {
        fprintf(stderr, "words: expected sim32 or sim64\n");
        return 2;
    }
    bench b = {};
    setenv("PATH", "",
           1); /* without addr2line, which would take most of the time: is_reported asks for source lines */
    b.device = foldcheck_backend.open(name, &why);
    if (b.device) b.memory = static_cast<unsigned char *>(foldcheck_backend.alloc(b.device, ARENA, &why));
    if (!b.memory) {
        fprintf(stderr, "words: %s\n", why.at);
        return 3;
    }
    for (const told &line : table)
        judge(b, line);
    judge_overlap(b);
    judge_streams(b, true);
    judge_streams(b, false);
    for (const expected &line : counts)
        judge_counts(b, line, name.kind == DEVICE_SIM64);
    judge_crossings(b);
    judge_shared(b);
    judge_places(b, name.kind == DEVICE_SIM64);
    judge_orders(b, SCHEDULE_UNIFORM, "uniform: a line has one order, and seeds have others");
    judge_orders(b, SCHEDULE_PCT, "pct: a line has one order, and seeds have others");
    judge_change_points(b);
    judge_firsts(b);
    judge_turns(b);
    judge_units(b);
    judge_falls(b);
    judge_queue(b);
    judge_part_of_group(b);
    judge_launches(b);
    judge_wide_block(b);
    judge_stale_overlap(b);
    judge_freed(b);
    judge_swap(b);
    judge_fifo(b);
    judge_resident(b);
    foldcheck_backend.release(b.device, b.memory);
    foldcheck_backend.close(b.device);
    return b.wrong ? 1 : 0;
}
