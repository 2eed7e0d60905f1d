/* SPDX-License-Identifier: MIT
 * Kernels of litmus.hip: words inside a block, unwritten memory, bounds, alignment and missing lanes. */
#ifndef FOLDCHECK_LITMUS_BLOCK_PRIMITIVES_HIP_H
#define FOLDCHECK_LITMUS_BLOCK_PRIMITIVES_HIP_H

#include "memory.hip.h"

namespace FOLDCHECK_NAMESPACE
{

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

/* A column of items of type T, which begins BY bytes behind the payload's start. */
template <class T, int BY>
static column column_at(words w)
{
    return {reinterpret_cast<unsigned char *>(w.payload) + BY, sizeof(T)};
}

template <class T, int BY>
static void element_at(words w)
{
    T item;
    if (is(0, 0)) load_field<sizeof(T)>(column_at<T, BY>(w), 0, &item);
}

template <class T, int BY>
static void element_to(words w)
{
    const T item = {};
    if (is(0, 0)) store_field<sizeof(T)>(column_at<T, BY>(w), 0, &item);
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

/* Lane 0 is of another group. */
static void group_without_first(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_relaxed(w.flag, 1);
    if (block_id() == 0 && thread_id() >= GROUP) wait_relaxed(w.flag, 1), group_sync<GROUP>();
    if (is(0, 5)) load(w.payload);
}

/* Of blocks 0 and 2 something is known, of the block between them nothing. */
static void learnt_on_both_sides(words w)
{
    if (is(0, 5)) publish_flag(w.flag, 1);
    if (is(2, 0)) wait_flag(w.flag, 1), publish_flag(w.flag + 1, 1);
    if (is(1, 1)) store(w.payload, 1u), publish_relaxed(w.flag + 2, 1);
    if (is(3, 0)) wait_flag(w.flag + 1, 1), wait_relaxed(w.flag + 2, 1), load(w.payload);
}

template <int LANE>
static void takes_past_group(words)
{
    lane_exchange<GROUP, LANE_NUMBER>(1u, LANE);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
