/* SPDX-License-Identifier: MIT
 * A reduction that communicates in every way that a kernel can, and copies of it that each say one word too few
 * or the wrong one, to test the simulator's race detector. Every lane folds a run of items; then
 * lanes meet in their group, groups in their block, blocks by a ticket. litmus_right must pass in silence, every
 * other one must be reported, whatever the data and the schedule were, and also where its result is right.
 * litmus_secret is right, too, but hides that its blocks communicate. */
#ifndef FOLDCHECK_LITMUS_HIP_H
#define FOLDCHECK_LITMUS_HIP_H

#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum litmus_case {
    LITMUS_RIGHT,
    /* in a group */
    LITMUS_NO_GROUP_SYNC, /* between store and load */
    LITMUS_SHUFFLE,       /* in its place: orders no memory */
    LITMUS_REUSED,        /* stored to again before all have loaded */
    /* in a block */
    LITMUS_NO_BLOCK_SYNC,
    LITMUS_GROUP_FOR_BLOCK, /* a group_sync where groups meet */
    LITMUS_SAME_VALUE,      /* every thread stores the same */
    LITMUS_FRESH_SHARED,
    /* between blocks */
    LITMUS_EARLY_TICKET,  /* taken before the result is stored */
    LITMUS_PLAIN_COUNTER, /* a load and a store for the ticket */
    LITMUS_PLAIN_LOOK,    /* a load of the counter beside the ticket */
    LITMUS_NO_TICKET,     /* the last block is the one with the highest number */
    LITMUS_LANE_0_ONLY,   /* lane 0 has the ticket, but all lanes load */
    LITMUS_FRESH_SCRATCH,
    LITMUS_PAST_OWN, /* an index past the end of an array of the kernel's own */
    /* past the accessors */
    LITMUS_UNSEEN_READ,
    LITMUS_UNSEEN_WRITE,
    LITMUS_UNSEEN_SHARED,
    LITMUS_UNSEEN_COPY,
    LITMUS_UNSEEN_AFTER /* shared memory that an accessor announced before the last barrier */
};

enum { LITMUS_BLOCKS = 3 };

/* What every lane of the group says between its store and lane 0's loads. */
template <int GROUP, int CASE>
FN void litmus_meet_group(void)
{
    if (CASE == LITMUS_NO_GROUP_SYNC) return;
    if (CASE == LITMUS_SHUFFLE)
        lane_first<GROUP>(0);
    else
        group_sync<GROUP>();
}

/* Folds count states in shared memory, in order. */
template <class M>
FN typename M::state litmus_fold(const typename M::params &params, const typename M::state *from, int count)
{
    typename M::state acc = M::identity(params);
    for (int i = 0; i < count; i++)
        acc = M::combine(params, acc, load(from + i));
    return acc;
}

/* Lane 0 of each group gets the group's states, through the group's slots. */
template <class M, int GROUP, int CASE>
FN typename M::state litmus_group(const typename M::params &params, const typename M::state &acc,
                                  typename M::state *slots)
{
    typename M::state all = acc;
    store(slots + lane_id<GROUP>(), acc);
    litmus_meet_group<GROUP, CASE>();
    if (lane_id<GROUP>() == 0) all = litmus_fold<M>(params, slots, GROUP);
    if (CASE != LITMUS_REUSED) group_sync<GROUP>();
    store(slots + lane_id<GROUP>(), all);
    return all;
}

/* Thread 0 gets the groups' states, through slots. */
template <class M, int BLOCK, int GROUP, int CASE>
FN typename M::state litmus_block(const typename M::params &params, const typename M::state &acc,
                                  typename M::state *slots)
{
    if (lane_id<GROUP>() == 0) store(slots + group_id<GROUP>(), acc);
    if (CASE == LITMUS_GROUP_FOR_BLOCK)
        group_sync<GROUP>();
    else if (CASE != LITMUS_NO_BLOCK_SYNC)
        block_sync();
    return thread_id() == 0 ? litmus_fold<M>(params, slots, BLOCK / GROUP) : acc;
}

/* All threads agree on a word, and look at one that is written before, or should be. */
template <int CASE>
FN void litmus_agree(uint32_t *word)
{
    if (CASE == LITMUS_SAME_VALUE || thread_id() == 0) store(word, 1u);
    if (CASE != LITMUS_FRESH_SHARED && thread_id() == 1) store(word + 1, 1u);
    block_sync();
    load(word);
    if (thread_id() == 2) load(word + 1);
}

/* Is this block the last one to come here? Lane 0 has left the block's state. */
template <class M, int CASE>
FN uint32_t litmus_ticket(typename M::state *partial, const typename M::state &acc, uint32_t *counter)
{
    uint32_t ticket;
    if (CASE != LITMUS_EARLY_TICKET) store(partial + block_id(), acc);
    if (CASE == LITMUS_NO_TICKET) return (uint32_t)block_id();
    if (CASE == LITMUS_PLAIN_COUNTER) {
        ticket = load(counter);
        store(counter, ticket + 1);
    } else
        ticket = take_ticket(counter);
    if (CASE == LITMUS_EARLY_TICKET) store(partial + block_id(), acc);
    if (CASE == LITMUS_PLAIN_LOOK) load(counter);
    return ticket;
}

template <class M, int GROUP, int CASE>
FN void litmus_blocks(const flat_arguments<M, item_source<M>> &a, const typename M::state &mine)
{
    uint32_t ticket = 0;
    if (lane_id<GROUP>() == 0) ticket = litmus_ticket<M, CASE>(a.partial, mine, a.counter);
    if (lane_first<GROUP>(ticket) != LITMUS_BLOCKS - 1) return;
    if (CASE != LITMUS_LANE_0_ONLY) group_sync<GROUP>();
    typename M::state acc = M::identity(a.source.params), part = acc; /* covers no block */
    if (lane_id<GROUP>() < LITMUS_BLOCKS) part = load(a.partial + lane_id<GROUP>());
    acc = group_combine<M, GROUP>(a.source.params, part); /* lane 0: covers all blocks */
    if (CASE == LITMUS_FRESH_SCRATCH) load(a.partial + LITMUS_BLOCKS);
    if (lane_id<GROUP>() != 0) return;
    put_result<M>(a.target, 0, acc);
    store(a.counter, 0u);
}

/* Thread 0 looks at the last of a few words of its own, or at what lies behind it. */
template <int CASE>
FN void litmus_own(uint32_t *word)
{
    uint32_t own[4] = {1, 2, 3, 4};
    if (thread_id() != 0) return;
    uint32_t seen = own[thread_id() + (CASE == LITMUS_PAST_OWN ? 4 : 3)];
    store(word, seen);
}

/* Moves a state from one place to another, neither of which anything else touches, and one of the two by a plain
 * pointer: a right result, but a wrong one would not have been seen. */
template <class State, int CASE>
FN void litmus_move(State *scratch, State *shared, const State &acc)
{
    if (thread_id() == 0) store(shared, acc);
    if (CASE == LITMUS_UNSEEN_AFTER) block_sync();
    if (thread_id() != 0 || block_id() != 0) return;
    if (CASE == LITMUS_UNSEEN_READ) {
        store(scratch, acc);
        store(shared, *scratch);
    } else if (CASE == LITMUS_UNSEEN_WRITE)
        *scratch = load(shared);
    else if (CASE == LITMUS_UNSEEN_COPY)
        memcpy(scratch, &acc, sizeof acc);
    else if (CASE == LITMUS_UNSEEN_SHARED)
        store(scratch, *shared);
    else {
        State moved = *shared;
        store(scratch, moved);
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP, int CASE>
KERNEL(BLOCK, 1)
litmus_kernel(flat_arguments<M, item_source<M>> a)
{
    SHARED(typename M::state, lanes, BLOCK);
    SHARED(typename M::state, groups, BLOCK / GROUP);
    SHARED(uint32_t, words, 3);
    SHARED(typename M::state, moved, 1);
    share mine = share_of(a.windows, block_id() * BLOCK + thread_id());
    typename M::state acc = M::identity(a.source.params); /* covers items [mine.first, mine.first) */
    for (int64_t i = mine.first; i < mine.last; i++)
        acc = M::combine(a.source.params, acc, take_state<M>(a.source, i));
    store(lanes + thread_id(), acc); /* so that what is loaded too early is old, not fresh */
    if (thread_id() < BLOCK / GROUP) store(groups + thread_id(), acc);
    litmus_agree<CASE>(words);
    litmus_own<CASE>(words + 2);
    if (CASE >= LITMUS_UNSEEN_READ)
        litmus_move<typename M::state, CASE>(a.partial + LITMUS_BLOCKS, moved, acc);
    acc = litmus_group<M, GROUP, CASE>(a.source.params, acc, lanes + group_id<GROUP>() * GROUP);
    acc = litmus_block<M, BLOCK, GROUP, CASE>(a.source.params, acc, groups);
    if (group_id<GROUP>() == 0) litmus_blocks<M, GROUP, CASE>(a, acc);
}

template <class M>
struct litmus_scratch {
    typename M::state *partial;
    uint32_t *counter;
    typename M::params params;
};

/* The blocks' states in scratch before the kernel: a launch orders what comes after it in its stream. */
template <class M>
KERNEL(LITMUS_BLOCKS, 1)
litmus_old_states(litmus_scratch<M> a)
{
    store(a.partial + thread_id(), M::identity(a.params));
}

template <int CASE>
struct litmus : any_strategy {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr bool blocks_communicate = true;
    static constexpr auto prepare = prepare_counter;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {64, 1, 32, USUAL}};

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *)
    {
        return COUNTER_BYTES + (LITMUS_BLOCKS + 1) * state_bytes(job);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return flat_traffic(job) + 2 * LITMUS_BLOCKS * state_bytes(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        flat_arguments<M, item_source<M>> a =
            single_pass<M>(job, (int64_t)job->length, LITMUS_BLOCKS * BLOCK);
        litmus_scratch<M> old = {a.partial, a.counter, a.source.params};
        a.source.lead = a.source.wide = 0;
        return launch("litmus_old_states", litmus_old_states<M>, 1, LITMUS_BLOCKS, 1, job, old, why) &&
               launch("litmus", litmus_kernel<M, BLOCK, ITEMS, GROUP, CASE>, LITMUS_BLOCKS, BLOCK, GROUP, job,
                      a, why);
    }
};

#define LITMUS(NAME, CASE, DOES)                                                                             \
    struct litmus_##NAME : litmus<LITMUS_##CASE> {                                                           \
        static constexpr const char *does = DOES;                                                            \
    };

LITMUS(right, RIGHT, "communicates in every way, rightly")
LITMUS(no_group_sync, NO_GROUP_SYNC, "loads what its group stored, unsynced")
LITMUS(shuffle, SHUFFLE, "takes a shuffle for a group's sync")
LITMUS(reused, REUSED, "stores again to what its group still loads")
LITMUS(no_block_sync, NO_BLOCK_SYNC, "loads what its block stored, without a barrier")
LITMUS(group_for_block, GROUP_FOR_BLOCK, "takes a group's sync for a barrier")
LITMUS(same_value, SAME_VALUE, "stores the same value from every thread")
LITMUS(fresh_shared, FRESH_SHARED, "loads shared memory that was not stored to")
LITMUS(early_ticket, EARLY_TICKET, "takes its ticket before it stores")
LITMUS(plain_counter, PLAIN_COUNTER, "counts blocks without an atomic")
LITMUS(plain_look, PLAIN_LOOK, "loads a counter that others add to")
LITMUS(no_ticket, NO_TICKET, "takes the block with the highest number for the last")
LITMUS(lane_0_only, LANE_0_ONLY, "lets all lanes load what only lane 0's ticket ordered")
LITMUS(fresh_scratch, FRESH_SCRATCH, "loads scratch that was not stored to")
LITMUS(past_own, PAST_OWN, "looks past the end of an array of its own")
LITMUS(unseen_read, UNSEEN_READ, "reads scratch by a plain pointer")
LITMUS(unseen_write, UNSEEN_WRITE, "writes scratch by a plain pointer")
LITMUS(unseen_shared, UNSEEN_SHARED, "reads shared memory by a plain pointer")
LITMUS(unseen_copy, UNSEEN_COPY, "copies to scratch by memcpy")
LITMUS(unseen_after, UNSEEN_AFTER, "reads shared memory that it announced before a barrier")

struct litmus_secret : litmus<LITMUS_RIGHT> {
    static constexpr const char *does = "communicates rightly, and says that it does not";
    static constexpr bool blocks_communicate = false;
};

} // namespace FOLDCHECK_NAMESPACE
#endif
