/* SPDX-License-Identifier: MIT
 * keyed_onehot: each item becomes a vector with an entry for every key, which holds the item at its own key and the
 * identity elsewhere; the vectors are reduced entry by entry. A pass over the items does TILE entries of the vectors,
 * so that there are K / TILE passes: O(n * K) work, which is why the source calls it bad. A group walks its share of a
 * row window by window, a block folds its groups' results, a second kernel the blocks' tables, all in order.
 *
 * ID, source    H9: Henriksen, slides (2016), "Computing Cluster Sizes": map to one-hot vectors, then a vectorised
 *               reduce
 * Laws          associative
 * Memory        n items and keys read K / TILE times; G tables written and read
 * Scratch       a state a key and block
 * Progress      none needed
 * Cannot        more than MOST_ONEHOT_KEYS keys */
#ifndef FOLDCHECK_KEYED_ONEHOT_HIP
#define FOLDCHECK_KEYED_ONEHOT_HIP
#include "hip/keyed/keyed.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { ONEHOT_TILE = 4, MOST_ONEHOT_KEYS = 256 };

/* The group's window of items [at, at + GROUP), of which those below `last` are there: entries [first, first + TILE) of
 * their vectors, folded onto lane 0's acc. */
template <class M, int GROUP>
FN void fold_vectors(const keyed_arguments<M> &a, int64_t at, int64_t last, int64_t first,
                     typename M::state *acc)
{
    typename M::state state = M::identity(a.source.params);
    int64_t i = at + lane_id<GROUP>(), key = -1;
    if (i < last) {
        typename M::input item;
        load_fields<input_traits<M>>(a.source.in, i, &item);
        if (first == 0) emit_item<M>(a.source, i, item);
        state = M::lift(a.source.params, item);
        key = load_key(a, i);
    }
    for (int e = 0; e < ONEHOT_TILE; e++) {
        typename M::state entry = key == first + e ? state : M::identity(a.source.params);
        entry = group_combine<M, GROUP>(a.source.params,
                                        entry); /* lane 0: covers the window's items of the key */
        acc[e] = M::combine(a.source.params, acc[e], entry);
    }
}

/* Entries [first, first + TILE) of the groups' tables, in order, become the block's. */
template <class M, int BLOCK, int GROUP>
FN void put_entries(const keyed_arguments<M> &a, int64_t work, int64_t first, const typename M::state *acc,
                    typename M::state *shared)
{
    constexpr int GROUPS = BLOCK / GROUP;
    int e = thread_id();
    if (lane_id<GROUP>() == 0)
        for (int k = 0; k < ONEHOT_TILE; k++)
            store(shared + k * GROUPS + group_id<GROUP>(), acc[k]);
    block_sync();
    if (e < ONEHOT_TILE && first + e < a.keys) {
        typename M::state all = load(shared + e * GROUPS); /* covers group 0 */
        for (int g = 1; g < GROUPS; g++)
            all = M::combine(a.source.params, all, load(shared + e * GROUPS + g)); /* covers groups 0 to g */
        put_part<M>(a, work / a.parts, first + e, work % a.parts, all);
    }
    block_sync(); /* shared is used again */
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
keyed_onehot_kernel(keyed_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    SHARED(typename M::state, shared, ONEHOT_TILE * GROUPS);
    for (int64_t work = block_id(); work < a.rows * a.parts; work += block_count()) {
        int64_t begin = work / a.parts * a.length, end = begin + a.length;
        share mine = share_of(a.windows, work % a.parts * GROUPS + group_id<GROUP>());
        for (int64_t first = 0; first < a.keys; first += ONEHOT_TILE) {
            /* ---- every group: its windows, left to right; n items and keys read ---- */
            typename M::state acc[ONEHOT_TILE]; /* lane 0: entries of the vectors of [mine.first, w) */
            for (int e = 0; e < ONEHOT_TILE; e++)
                acc[e] = M::identity(a.source.params);
            for (int64_t w = mine.first; w < mine.last; w++)
                for (int k = 0; k < ITEMS; k++)
                    fold_vectors<M, GROUP>(a, begin + w * WINDOW + k * GROUP, end, first, acc);
            /* ---- every block: its groups ---- */
            put_entries<M, BLOCK, GROUP>(a, work, first, acc, shared);
        }
    }
}

struct keyed_onehot : keyed_fold {
    static constexpr auto depth = depth_by_block;
    static constexpr const char *ids = "H9",
                                *does = "vectors with an entry a key, a few entries a pass over the items";
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return ONEHOT_TILE * sizes.state * (shape.block / shape.group);
    }

    static uint64_t most_keys(const struct job *, const struct launch_shape *)
    {
        return MOST_ONEHOT_KEYS;
    }

    static int64_t windows(const struct job *job, const struct launch_shape *shape)
    {
        return larger(1, ceiling((int64_t)job->length, (int64_t)shape->group * shape->items));
    }

    static int64_t parts_of(const struct job *job, const struct launch_shape *shape)
    {
        int64_t groups = shape->block / shape->group;
        return row_parts(job, ceiling(windows(job, shape), groups), shape->block, least_windows(shape));
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return tables_bytes(job, parts_of(job, shape));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return keyed_traffic(job, (uint64_t)ceiling((int64_t)job->keys, ONEHOT_TILE)) +
               2 * scratch_bytes(job, shape);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t parts = parts_of(job, shape), works = (int64_t)job->rows * parts;
        keyed_arguments<M> a =
            keyed_of<M>(job, parts, share_out(windows(job, shape), parts * (BLOCK / GROUP)));
        return works == 0 || (launch("keyed_onehot", keyed_onehot_kernel<M, BLOCK, ITEMS, GROUP>,
                                     smaller(MOST_BLOCKS, works), BLOCK, GROUP, job, a, why) &&
                              fold_tables<M, BLOCK, GROUP>(job, a, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
