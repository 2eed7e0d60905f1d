/* SPDX-License-Identifier: MIT
 * keyed_sort_tree: a block sorts a window of its row by key, then folds it by a tree over neighbours in shared memory:
 * where both sides of a node have the same key they are combined; else the right side's first run is complete on its
 * left, and is flushed to its key's aggregate, and the node keeps the left side. The sort is stable, and of a key
 * flushes come from left to right, so that the order is kept. The report's listing lacks the barriers between levels,
 * and takes key 0 for the leftmost run's.
 *
 * ID, source    T8: Timcheck, report (2017), chapter 3, "Naive Approach"
 * Laws          associative
 * Memory        n items and keys read, results written
 * Scratch       none
 * Progress      none needed
 * Cannot        more keys than fit into shared memory */
#ifndef FOLDCHECK_KEYED_SORT_TREE_HIP
#define FOLDCHECK_KEYED_SORT_TREE_HIP
#include "hip/keyed/window.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* What the sort and the tree work in: a key, a number and a state a thread, a count a group. */
template <class M>
struct sort_room {
    uint32_t *key, *from, *zeros;
    typename M::state *state;
};

/* How many threads before mine have a zero bit, and how many all have. */
template <int BLOCK, int GROUP>
FN int zeros_before(bool zero, uint32_t *counts, int *all)
{
    lane_set<GROUP> zeros = group_ballot<GROUP>(zero);
    if (lane_id<GROUP>() == 0) store(counts + group_id<GROUP>(), (uint32_t)bit_count(zeros));
    block_sync();
    int before = bit_count((lane_set<GROUP>)(zeros & lanes_before<GROUP>(lane_id<GROUP>())));
    *all = 0;
    for (int g = 0; g < BLOCK / GROUP; g++) {
        int count = (int)load(counts + g);
        if (g < group_id<GROUP>()) before += count;
        *all += count;
    }
    return before;
}

/* Sorts the block's items by key, stable: a split by each bit, from the lowest. Leaves keys and states in the room,
 * sorted, behind a barrier. */
template <class M, int BLOCK, int GROUP>
FN void sort_block(const tagged_state<M> &mine, int bits, const sort_room<M> &room)
{
    uint32_t key = mine.key, from = (uint32_t)thread_id();
    for (int b = 0; b < bits; b++) {
        int all, before = zeros_before<BLOCK, GROUP>(!(key >> b & 1), room.zeros, &all);
        int to = key >> b & 1 ? all + thread_id() - before : before;
        store(room.key + to, key);
        store(room.from + to, from);
        block_sync();
        key = load(room.key + thread_id());
        from = load(room.from + thread_id());
    }
    store(room.state + thread_id(), mine.state);
    block_sync();
    typename M::state state = load(room.state + from);
    block_sync(); /* all have read */
    store(room.key + thread_id(), key);
    store(room.state + thread_id(), state);
    block_sync();
}

/* The tree: node t covers [t, t + 2d) of the sorted items, and its state those of its first key; later keys' are
 * flushed. */
template <class M, int BLOCK>
FN void fold_sorted(const keyed_arguments<M> &a, const sort_room<M> &room, typename M::state *all)
{
    int t = thread_id();
    for (int d = 1; d < BLOCK; d *= 2) {
        if (t % (2 * d) == 0) {
            uint32_t left = load(room.key + t), right = load(room.key + t + d);
            typename M::state *onto = left == right ? room.state + t : all + right;
            store(onto, M::combine(a.source.params, load(onto), load(room.state + t + d)));
        }
        block_sync();
    }
    if (t == 0) { /* the leftmost run, whatever its key */
        typename M::state *onto = all + load(room.key);
        store(onto, M::combine(a.source.params, load(onto), load(room.state)));
    }
    block_sync();
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
keyed_sort_tree_kernel(keyed_arguments<M> a)
{
    SHARED(typename M::state, all, TABLE_BYTES / sizeof(typename M::state));
    SHARED(uint32_t, key, BLOCK);
    SHARED(uint32_t, from, BLOCK);
    SHARED(uint32_t, zeros, BLOCK / GROUP);
    SHARED(typename M::state, state, BLOCK);
    sort_room<M> room = {key, from, zeros, state};
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        int64_t first = row * a.length, last = first + a.length;
        clear_tables<M, BLOCK>(a.source.params, all, a.keys + 1);
        block_sync();
        for (int64_t at = first; at < last; at += BLOCK) {
            /* ---- a window: an item a thread ---- */
            tagged_state<M> mine = take_tagged<M>(a, at + thread_id(), last);
            /* ---- sort, tree: `all` covers [first, at + BLOCK) ---- */
            sort_block<M, BLOCK, GROUP>(mine, bits_up_to(a.keys), room);
            fold_sorted<M, BLOCK>(a, room, all);
        }
        put_row<M, BLOCK>(a, row, all);
    }
}

struct keyed_sort_tree : keyed_in_window<keyed_sort_tree> {
    static constexpr const char
        *ids = "T8",
        *does = "a block a row: a stable sort by key, then a tree over neighbours that flushes finished runs";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},     {16, 1, 4, TINY},   {256, 1, 32, USUAL},
                                                {256, 1, 64, USUAL}, {128, 1, 32, MORE}, {512, 1, 32, MORE}};

    static constexpr uint64_t entry_bytes(uint64_t state, const struct launch_shape &)
    {
        return state;
    }

    /* A table, two numbers and a state a thread, a number a group. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return TABLE_BYTES + shape.block * (2 * sizeof(uint32_t) + sizes.state) +
               shape.block / shape.group * sizeof(uint32_t) + 64;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_rows<M>("keyed_sort_tree", keyed_sort_tree_kernel<M, BLOCK, GROUP>, BLOCK, GROUP, job,
                               why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
