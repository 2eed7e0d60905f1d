/* SPDX-License-Identifier: MIT
 * keyed_stream: a reduction stream. There are as many workers as the hardware keeps busy. A worker goes through its
 * share of a row from left to right and folds items onto a table of its own in shared memory. Then tables are folded
 * key by key, in order: a block's first, and by a second kernel those of all blocks (H12: a reduction of vectors is a
 * map of reductions). A worker is a thread, whose items lie one behind the other, or a group (gather=1), which takes a
 * window of neighbours at a time: votes find the lanes of a key, shuffles fold them, and the first of them updates the
 * group's table.
 *
 * Source        after H10, H11 (keyed_stream_threads): Henriksen, slides (2016), "Computing Cluster Sizes": streamRed
 * Laws          associative
 * Memory        n items and keys read once; G tables written and read
 * Scratch       a state a key and block
 * Progress      none needed
 * Cannot        more keys than a table a worker has room for in shared memory */
#ifndef FOLDCHECK_KEYED_STREAM_HIP
#define FOLDCHECK_KEYED_STREAM_HIP
#include "hip/keyed/window.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A thread's share of the row, windows of ITEMS items, onto its table: key k of thread t at k * BLOCK + t, where
 * neighbours meet no bank conflicts. */
template <class M, int BLOCK, int ITEMS>
FN void stream_thread(const keyed_arguments<M> &a, int64_t begin, int64_t part, typename M::state *table)
{
    share mine = share_of(a.windows, part * BLOCK + thread_id());
    int64_t last = smaller(begin + mine.last * ITEMS, begin + a.length);
    for (int64_t i = begin + mine.first * ITEMS; i < last; i++) {
        tagged_state<M> item = take_tagged<M>(a, i, last);
        typename M::state *entry = table + item.key * BLOCK + thread_id();
        store(entry, M::combine(a.source.params, load(entry), item.state)); /* covers [mine.first, i] */
    }
}

/* A group's share, windows of GROUP * ITEMS neighbours, onto its table: key k of group g at k * GROUPS + g. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN void stream_group(const keyed_arguments<M> &a, int64_t begin, int64_t part, typename M::state *table)
{
    constexpr int GROUPS = BLOCK / GROUP;
    share mine = share_of(a.windows, part * GROUPS + group_id<GROUP>());
    int64_t last = smaller(begin + mine.last * GROUP * ITEMS, begin + a.length);
    int bits = bits_up_to(a.keys);
    for (int64_t at = begin + mine.first * GROUP * ITEMS; at < last; at += GROUP) {
        tagged_state<M> item = take_tagged<M>(a, at + lane_id<GROUP>(), last);
        lane_set<GROUP> peers = group_peers<GROUP>(item.key, bits);
        item.state = fold_peers<M, GROUP>(a.source.params, item.state, peers);
        typename M::state *entry = table + item.key * GROUPS + group_id<GROUP>();
        if (is_first_peer<GROUP>(peers)) /* covers the share before `at` + GROUP */
            store(entry, M::combine(a.source.params, load(entry), item.state));
        group_sync<GROUP>(); /* another lane may be the first of the key's next items */
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
keyed_stream_kernel(keyed_arguments<M> a)
{
    constexpr int TABLES = GATHER ? BLOCK / GROUP : BLOCK;
    SHARED(typename M::state, table, TABLE_BYTES / sizeof(typename M::state));
    for (int64_t work = block_id(); work < a.rows * a.parts; work += block_count()) {
        int64_t row = work / a.parts, part = work % a.parts;
        clear_tables<M, BLOCK>(a.source.params, table, (a.keys + 1) * TABLES);
        block_sync();
        /* ---- every worker: its share, left to right; n items and keys read ---- */
        if constexpr (GATHER != 0)
            stream_group<M, BLOCK, ITEMS, GROUP>(a, row * a.length, part, table);
        else
            stream_thread<M, BLOCK, ITEMS>(a, row * a.length, part, table);
        block_sync();
        /* ---- every block: its workers' tables, in order ---- */
        for (int64_t k = thread_id(); k < a.keys; k += BLOCK) {
            typename M::state acc = load(table + k * TABLES); /* covers worker 0 */
            for (int t = 1; t < TABLES; t++)
                acc = M::combine(a.source.params, acc,
                                 load(table + k * TABLES + t)); /* covers workers 0 to t */
            put_part<M>(a, row, k, part, acc);
        }
        block_sync(); /* the tables are used again */
    }
}

struct keyed_stream : keyed_in_window<keyed_stream> {
    static constexpr const char *does =
        "a private table a thread or group, then each key folded over the tables";
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    /* Gather: a table a group. */
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY, 1},
                                                {8, 3, 4, TINY},
                                                {256, 4, 32, USUAL, 1},
                                                {256, 4, 64, USUAL, 1},
                                                {64, 4, 32, PICKED}};

    static constexpr uint32_t workers(const struct launch_shape &shape)
    {
        return shape.gather ? shape.block / shape.group : shape.block;
    }

    static constexpr uint64_t entry_bytes(uint64_t state, const struct launch_shape &shape)
    {
        return workers(shape) * state;
    }

    static int64_t windows(const struct job *job, const struct launch_shape *shape)
    {
        int64_t window = (int64_t)shape->items * (shape->gather ? shape->group : 1);
        return larger(1, ceiling((int64_t)job->length, window));
    }

    static int64_t parts_of(const struct job *job, const struct launch_shape *shape)
    {
        return row_parts(job, ceiling(windows(job, shape), workers(*shape)), shape->block,
                         least_windows(shape));
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return tables_bytes(job, parts_of(job, shape));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return keyed_traffic(job, 1) + 2 * scratch_bytes(job, shape);
    }

    /* A thread's items are a share apart from its neighbour's. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return shape->gather ? keyed_sectors(job, shape) : 32;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t parts = parts_of(job, shape), works = (int64_t)job->rows * parts;
        keyed_arguments<M> a =
            keyed_of<M>(job, parts, share_out(windows(job, shape), parts * workers(*shape)));
        return works == 0 || (launch("keyed_stream", keyed_stream_kernel<M, BLOCK, ITEMS, GROUP, GATHER>,
                                     smaller(MOST_BLOCKS, works), BLOCK, GROUP, job, a, why) &&
                              fold_tables<M, BLOCK, GROUP>(job, a, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
