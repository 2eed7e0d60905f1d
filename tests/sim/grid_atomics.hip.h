/* SPDX-License-Identifier: MIT
 * Kernels of litmus.hip: orders of loads, stores and read-modify-writes between blocks. */
#ifndef FOLDCHECK_LITMUS_GRID_ATOMICS_HIP_H
#define FOLDCHECK_LITMUS_GRID_ATOMICS_HIP_H

#include "memory.hip.h"

namespace FOLDCHECK_NAMESPACE
{

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

/* A store that releases tells what its own block did; what another told there before is gone. */
static void release_over(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (is(1, 0)) wait_relaxed(w.flag, 1), publish_flag(w.flag, 2);
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

/* Both load. The load of the block that then stores does not hide the other one. */
static void plain_behind_both_atomic_loads(words w)
{
    if (is(0, 0)) observe_flag(w.flag);
    if (is(1, 0)) observe_flag(w.flag), store(w.flag, 1u);
}

static void plain_beside_atomic_store(words w)
{
    if (is(0, 0)) publish_flag(w.flag, 1);
    if (is(1, 0)) load(w.flag);
}

/* An atomic of the lane that stored comes between; it orders nothing. */
static void atomic_behind_store_and_atomic(words w)
{
    if (is(0, 0)) store(w.flag, 1u), publish_relaxed(w.flag, 2);
    if (is(1, 0)) wait_relaxed(w.flag, 2);
}

/* Two blocks publish. The first one was told of the store before, the second one if TOLD. */
template <bool TOLD>
static void publishes_behind_store(words w)
{
    if (is(0, 0)) store(w.flag, 1u), publish_flag(w.flag + 1, 1);
    if (is(1, 0)) wait_flag(w.flag + 1, 1), publish_relaxed(w.flag, 2), publish_relaxed(w.flag + 2, 1);
    if (is(2, 0)) {
        TOLD ? wait_flag(w.flag + 1, 1) : wait_relaxed(w.flag + 2, 1);
        publish_relaxed(w.flag, 3);
    }
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

/* One lane learns, and the sync of its group lets the others know: those of its group alone. */
template <int LEARNS, int LOADS>
static void learnt_in_group(words w)
{
    if (is(0, 0)) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (block_id() != 1) return;
    if (thread_id() == LEARNS) wait_flag(w.flag, 1), publish_relaxed(w.flag + 1, 1);
    wait_relaxed(w.flag + 1, 1);
    group_sync<GROUP>();
    if (thread_id() == LOADS) load(w.payload);
}

/* Block 1 learns, and ends; block 4 takes its place on the device, but nothing of what it knew. */
template <bool TOLD>
static void takes_place_of_one_that_knew(words w)
{
    if (thread_id() != 0) return;
    if (block_id() == 0) store(w.payload, 1u), publish_flag(w.flag, 1);
    if (block_id() == 1) wait_flag(w.flag, 1);
    if (block_id() == 4)
        TOLD ? wait_flag(w.flag, 1) : wait_relaxed(w.flag, 1), load(w.payload),
            publish_relaxed(w.flag + 1, 1);
    if (block_id() != 1) wait_relaxed(w.flag + 1, 1); /* so that block 1 is the first one to end */
}

/* Groups of earlier blocks met often; the last block has the place of one of them, and knows nothing of that. */
template <bool MEETS>
static void takes_place_of_ones_that_met(words w)
{
    for (int i = 0; block_id() < 8 && i < 20; i++)
        group_sync<8>();
    if (is(8, 5)) store(w.payload, 1u);
    if (MEETS && block_id() == 8 && thread_id() < 2) group_sync<2>();
    if (is(8, 0)) load(w.payload);
}

/* Each flag tells what was done before it alone. */
static void tells_by_many_flags(words w)
{
    for (int i = 0; i < 16; i++)
        store(w.payload + i, 1u), publish_flag(w.flag + i, 1);
}

template <bool NEXT>
static void learns_by_many_flags(words w)
{
    if (is(0, 0)) tells_by_many_flags(w);
    if (!is(1, 0)) return;
    wait_relaxed(w.flag + 15, 1);
    for (int i = 0; i < 16; i++)
        observe_flag(w.flag + i), load(w.payload + (i + NEXT));
}

template <int FLAG>
static void learns_by_one_of_many_flags(words w)
{
    if (is(0, 0)) tells_by_many_flags(w);
    if (is(1, 0)) wait_relaxed(w.flag + 15, 1), observe_flag(w.flag + FLAG), load(w.payload + (FLAG + 1));
}

/* Lanes load what one lane then stores; each tells, but for one. */
template <int UNTOLD>
static void many_loads_told(words w)
{
    int reader = (int)block_id() / 2 * 8 + thread_id();
    if (block_id() != 1) {
        load(w.payload);
        if (reader == UNTOLD)
            publish_relaxed(w.flag + reader, 1);
        else
            publish_flag(w.flag + reader, 1);
    } else if (thread_id() == 0) {
        for (int i = 0; i < 16; i++)
            wait_flag(w.flag + i, 1);
        store(w.payload, 1u);
    }
}

/* The same where each has loaded before, and told that. */
template <int UNTOLD>
static void loads_again_untold(words w)
{
    int reader = (int)block_id() / 2 * 8 + thread_id();
    if (block_id() != 1) {
        load(w.payload), publish_flag(w.flag + reader, 1);
        wait_relaxed(w.flag + 15, 1);
        if (reader == UNTOLD || thread_id() == 2) load(w.payload);
        if (reader == UNTOLD)
            publish_relaxed(w.flag + reader, 2);
        else
            publish_flag(w.flag + reader, 2);
    } else if (thread_id() == 0) {
        for (int i = 0; i < 16; i++)
            wait_relaxed(w.flag + i, 1), observe_flag(w.flag + i), wait_flag(w.flag + i, 2);
        store(w.payload, 1u);
    }
}

/* Blocks 2, 8, 16, 26 and so on load, a lane each; one of them does not tell. Block 1 stores. */
template <int UNTOLD>
static void loads_of_many_blocks(words w)
{
    if (thread_id() != 0) return;
    for (int i = 0; i < 16; i++) {
        if (block_id() != 2 + i * (i + 5)) continue;
        load(w.payload);
        if (i == UNTOLD)
            publish_relaxed(w.flag + i, 1);
        else
            publish_flag(w.flag + i, 1);
    }
    for (int i = 0; block_id() == 1 && i < 16; i++)
        wait_flag(w.flag + i, 1);
    if (block_id() == 1) store(w.payload, 1u);
}

/* Of two atomic loads before a plain store, neither is told of. */
static void store_after_atomic_loads(words w)
{
    if (block_id() != 1 && thread_id() < 3) observe_flag(w.flag), publish_flag(w.flag + 1 + block_id(), 1);
    if (is(1, 0)) wait_relaxed(w.flag + 1, 1), wait_relaxed(w.flag + 3, 1), store(w.flag, 1u);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
