/* SPDX-License-Identifier: MIT
 * keyed_sorted_runs: a stable radix sort by row and key brings the items of a key together, in the order in which
 * they lie; each group then folds the runs of equal keys in its share of the sorted items, and writes those that end
 * there. The first and the last run of a share may go on in its neighbours': their folds lie side by side in
 * scratch, and a block folds those of a key. Any number of keys takes the same time.
 *
 * Source        after P4 (the libraries' own calls, hip/peers/runs.hip.h): Thrust, reduce_by_key behind a stable
 *               sort_by_key
 * Laws          associative
 * Memory        keys read twice; three numbers an item read and two written for every 8 bits of the number of keys;
 *               items read once, wherever they lie; results written twice
 * Scratch       four numbers an item; a count for each digit and block, and two states for each group
 * Progress      none needed
 * Cannot        2^31 items or more; rows times keys that 32 bits do not number */
#ifndef FOLDCHECK_KEYED_SORTED_RUNS_HIP
#define FOLDCHECK_KEYED_SORTED_RUNS_HIP
#include "hip/keyed/sort.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct runs_arguments {
    keyed_arguments<M> keyed;
    tag_list<M> tags; /* sorted by slot */
    int64_t parts;    /* shares, one a group */
    sharing windows;
    uint32_t *
        edge_slot; /* of the first and of the last run of share p, at 2 p and 2 p + 1; NO_SLOT: it has no tags */
    typename M::state
        *edge_state; /* the same runs' folds in the share; of a single run, its fold and the identity */
};

/* ---- the first kernel: every key has no items ---- */
template <class M, int BLOCK>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
clear_results_kernel(keyed_arguments<M> a)
{
    typename M::state none = M::identity(a.source.params);
    for (int64_t at = block_id() * BLOCK + thread_id(); at < a.rows * a.keys; at += block_count() * BLOCK)
        store_fields<state_traits<M>>(a.out, at, &none);
}

template <class M>
FN void put_slot(const keyed_arguments<M> &a, uint32_t slot, const typename M::state &acc)
{
    store_fields<state_traits<M>>(a.out, slot, &acc);
}

/* A run of a share, which has ended: if it is the share's first, another share may have begun it. */
template <class M>
FN void put_run(const runs_arguments<M> &a, int64_t part, uint32_t first_slot, uint32_t slot,
                const typename M::state &acc)
{
    if (slot == first_slot)
        store(a.edge_state + 2 * part, acc);
    else
        put_slot<M>(a.keyed, slot, acc);
}

/* The lanes of my run, where `heads` are the lanes at which runs begin. */
template <int GROUP>
FN lane_set<GROUP> run_lanes(lane_set<GROUP> heads)
{
    int head = highest_bit((lane_set<GROUP>)(heads & lanes_to<GROUP>(lane_id<GROUP>())));
    int next = next_peer<GROUP>(heads);
    return lanes_to<GROUP>(next < 0 ? GROUP - 1 : next - 1) & ~lanes_before<GROUP>(head);
}

/* A group's run that may go on in its next window; the same in all lanes. */
template <class M>
struct open_run {
    typename M::state acc;
    uint32_t slot;
};

/* A sorted item. */
template <class M>
struct slotted_state {
    typename M::state state;
    uint32_t slot;
};

/* Tag i's, if it lies before `end`. */
template <class M>
FN slotted_state<M> take_slotted(const runs_arguments<M> &a, int64_t i, int64_t end)
{
    slotted_state<M> taken = {M::identity(a.keyed.source.params), NO_SLOT};
    if (i >= end) return taken;
    taken.slot = load(a.tags.slot + i);
    taken.state = state_of_load<M>(a.keyed.source, load(a.tags.load + i));
    return taken;
}

/* Folds the runs of a window of items, of which `lanes` are there, behind the open run; writes those that have
 * ended. */
template <class M, int GROUP>
FN void fold_window_runs(const runs_arguments<M> &a, const slotted_state<M> &taken, int64_t lanes,
                         int64_t part, uint32_t first_slot, open_run<M> *open)
{
    const typename M::params &params = a.keyed.source.params;
    bool live = lane_id<GROUP>() < lanes; /* those that are not are a run of their own */
    uint32_t slot = taken.slot;
    typename M::state acc = taken.state;
    uint32_t before = lane_up<GROUP>(slot, 1);
    if (lane_id<GROUP>() == 0) before = open->slot;
    lane_set<GROUP> heads = group_ballot<GROUP>(slot != before), all = heads | 1;
    lane_set<GROUP> mine = run_lanes<GROUP>(all);
    acc = fold_peers<M, GROUP>(params, acc, mine); /* a run's first lane: covers its part of the window */
    if (lane_id<GROUP>() == 0) {
        if (heads & 1)
            put_run<M>(a, part, first_slot, open->slot, open->acc);
        else
            acc = M::combine(params, open->acc, acc);
    }
    int last = highest_bit((lane_set<GROUP>)(all & lanes_to<GROUP>((int)lanes - 1))); /* the open run's */
    if (live && is_first_peer<GROUP>(mine) && lane_id<GROUP>() < last)
        put_run<M>(a, part, first_slot, slot, acc);
    open->acc = lane_take<GROUP>(acc, last);
    open->slot = lane_take<GROUP>(slot, last);
}

/* ---- the second kernel: a group folds the runs of its share; n tags and items read ---- */
template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
fold_runs_kernel(runs_arguments<M> a)
{
    int64_t part = block_id() * (BLOCK / GROUP) + group_id<GROUP>();
    if (part >= a.parts) return;
    share mine = share_of(a.windows, part);
    int64_t end = smaller(mine.last * GROUP, load(a.tags.count));
    uint32_t first_slot = mine.first * GROUP < end ? load(a.tags.slot + mine.first * GROUP) : NO_SLOT;
    open_run<M> open = {M::identity(a.keyed.source.params), first_slot};
    slotted_state<M> next = take_slotted<M>(a, mine.first * GROUP + lane_id<GROUP>(), end);
    for (int64_t w = mine.first; w * GROUP < end; w++) {
        slotted_state<M> taken = next;
        next = take_slotted<M>(a, (w + 1) * GROUP + lane_id<GROUP>(), end); /* under way meanwhile */
        fold_window_runs<M, GROUP>(a, taken, smaller(GROUP, end - w * GROUP), part, first_slot, &open);
    }
    if (lane_id<GROUP>() != 0) return;
    bool single = open.slot == first_slot;
    store(a.edge_slot + 2 * part, first_slot);
    store(a.edge_slot + 2 * part + 1, open.slot);
    if (single) store(a.edge_state + 2 * part, open.acc);
    store(a.edge_state + 2 * part + 1, single ? M::identity(a.keyed.source.params) : open.acc);
}

/* The first edge behind number `at` that has another slot. */
template <class M>
FN int64_t edges_end(const runs_arguments<M> &a, int64_t at, uint32_t slot)
{
    int64_t low = at + 1, high = 2 * a.parts;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (load(a.edge_slot + middle) == slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- the third kernel: a block folds the edges of a slot, in order ---- */
template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
fold_edges_kernel(runs_arguments<M> a)
{
    SHARED(typename M::state, partial, BLOCK / GROUP);
    const typename M::params &params = a.keyed.source.params;
    for (int64_t at = block_id(); at < 2 * a.parts; at += block_count()) {
        uint32_t slot = load(a.edge_slot + at);
        if (slot == NO_SLOT || (at > 0 && load(a.edge_slot + at - 1) == slot))
            continue; /* that is the block's of its first edge */
        int64_t end = edges_end(a, at, slot), each = ceiling(end - at, BLOCK);
        int64_t from = at + thread_id() * each, to = smaller(from + each, end);
        typename M::state acc = M::identity(params); /* covers edges [from, from) */
        for (int64_t e = from; e < to; e++)
            acc = M::combine(params, acc, load(a.edge_state + e));
        acc = group_combine<M, GROUP>(params, acc);
        acc = block_combine<M, BLOCK, GROUP>(params, acc, partial);
        if (thread_id() == 0) put_slot<M>(a.keyed, slot, acc); /* covers the slot's edges */
        block_sync();                                          /* partial is used again */
    }
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

/* Shares of the sorted items: one a group, as many as run at once. */
inline int64_t runs_parts(const struct job *job, const struct launch_shape *shape)
{
    int64_t windows = ceiling((int64_t)job_items(job), shape->group), groups = shape->block / shape->group;
    int64_t most = ceiling(windows, (int64_t)shape->items * least_windows(shape));
    return larger(1, smaller(resident_blocks(job, shape->block) * groups, most));
}

/* Enqueues the kernels behind the sort. */
template <class M, int BLOCK, int GROUP>
static inline bool runs_enqueue(const struct job *job, const struct launch_shape *shape,
                                const keyed_arguments<M> &keyed, const tag_list<M> &sorted, struct text *why)
{
    int64_t parts = runs_parts(job, shape), items = (int64_t)job_items(job), edges = 2 * parts;
    unsigned char *at = static_cast<unsigned char *>(job->scratch) + sort_scratch(job, shape, slot_bits(job));
    uint32_t *slot = reinterpret_cast<uint32_t *>(at);
    at += up_to_256((uint64_t)edges * sizeof(uint32_t));
    runs_arguments<M> a = {keyed, sorted,
                           parts, share_out(ceiling(items, GROUP), parts),
                           slot,  reinterpret_cast<typename M::state *>(at)};
    return launch("fold_runs", fold_runs_kernel<M, BLOCK, GROUP>, ceiling(parts, BLOCK / GROUP), BLOCK, GROUP,
                  job, a, why) &&
           launch("fold_edges", fold_edges_kernel<M, BLOCK, GROUP>, smaller(edges, MOST_BLOCKS), BLOCK, GROUP,
                  job, a, why);
}

struct keyed_sorted_runs : keyed_fold {
    static constexpr auto depth = depth_by_group; /* a group walks a run of equal keys */
    static constexpr bool asks_for_shared = true,
                          blocks_communicate = true; /* digits are counted by atomics */
    static constexpr const char *does = "a stable radix sort by key, then runs of equal keys folded";
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    /* How many results have items, and how long the search for a slot's edges is, are the keys'. */
    static constexpr auto traffic = nullptr;
    static constexpr uint64_t most_items = MOST_SORTED_ITEMS;
    /* Items are the windows that a group has at least. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 8, 32, USUAL}, {256, 8, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        uint64_t states = sizes.state * (shape.block / shape.group), counts = count_shared(shape);
        return move_shared(sizes, shape) + (states > counts ? states : counts);
    }

    static constexpr auto most_keys = most_slots;
    static constexpr auto own_rule = slots_rule;

    static uint64_t edges_of(const struct job *job, const struct launch_shape *shape)
    {
        return 2 * (uint64_t)runs_parts(job, shape);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t edges = edges_of(job, shape);
        return sort_scratch(job, shape, slot_bits(job)) + up_to_256(edges * sizeof(uint32_t)) +
               edges * state_bytes(job);
    }

    /* Tags are written, and wide items read, wherever they lie. */
    static double sectors(const struct job *, const struct launch_shape *)
    {
        return 32;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        keyed_arguments<M> keyed = keyed_of<M>(job, 1, sharing());
        int64_t blocks = smaller(MOST_BLOCKS, ceiling(job_results(job), BLOCK));
        tag_list<M> sorted;
        if (blocks == 0) return true;
        if (!launch("clear_results", clear_results_kernel<M, BLOCK>, blocks, BLOCK, GROUP, job, keyed, why))
            return false;
        return job_items(job) == 0 ||
               (sort_enqueue<M, BLOCK, GROUP, true>(job, shape, keyed, 0, slot_bits(job), &sorted, why) &&
                runs_enqueue<M, BLOCK, GROUP>(job, shape, keyed, sorted, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
