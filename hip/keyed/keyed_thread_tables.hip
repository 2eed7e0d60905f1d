/* SPDX-License-Identifier: MIT
 * keyed_thread_tables: a table for each thread in shared memory, and items dealt out to neighbouring threads in runs. A
 * thread folds its items onto its own table, one after the other, where no other thread comes by: no atomics and no
 * votes. Entries of a key lie side by side, a thread a bank, so that lanes never meet in a bank and any keys take the
 * same time. A block takes as much shared memory as the keys need, and the next items are under way while the last ones
 * are folded.
 *
 * ID, source    none: H10 of Henriksen, slides (2016), with the items of a worker apart from one another
 * Laws          associative, commutes: a thread's items are no neighbours
 * Memory        n items and keys read once, in 16-byte accesses where columns allow; G tables written and read
 * Scratch       a state a key and block
 * Progress      none needed
 * Cannot        more keys than tables of all threads of a block have room for in shared memory */
#ifndef FOLDCHECK_KEYED_THREAD_TABLES_HIP
#define FOLDCHECK_KEYED_THREAD_TABLES_HIP
#include "hip/keyed/batch.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The thread's items, onto its table: key k at k * BLOCK. Entry a.keys takes those of no fold. */
template <class M, int BLOCK, int ITEMS>
FN void fold_batch(const keyed_arguments<M> &a, const tagged_batch<M, ITEMS> &batch, typename M::state *table)
{
    UNROLL_FOR_SPEED for (int i = 0; i < ITEMS; i++)
    {
        typename M::state *entry = table + (int)batch.key[i] * BLOCK;
        typename M::state item = M::lift(a.source.params, batch.item[i]);
        store(entry, M::combine(a.source.params, load(entry), item)); /* covers the thread's items up to i */
    }
}

/* The share's windows, onto the thread's table, which begins as identities. */
template <class M, int BLOCK, int ITEMS, int GROUP>
FN void fold_dealt(const batch_arguments<M> &b, int64_t row, int64_t part, typename M::state *table)
{
    const keyed_arguments<M> &a = b.keyed;
    share mine = share_of(a.windows, part);
    tagged_batch<M, ITEMS> next;
    batch_place place = {row, mine.last, true};
    take_batch<M, BLOCK, ITEMS, GROUP>(b, place, mine.first, &next);
    for (int64_t k = 0; k <= a.keys; k++)
        store(table + k * BLOCK, M::identity(a.source.params));
    for (int64_t w = mine.first; w < mine.last; w++) {
        tagged_batch<M, ITEMS> batch = next;
        take_batch<M, BLOCK, ITEMS, GROUP>(b, place, w + 1, &next);
        fold_batch<M, BLOCK, ITEMS>(a, batch, table); /* covers windows [mine.first, w] */
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 2)
keyed_thread_tables_kernel(batch_arguments<M> b)
{
    const keyed_arguments<M> &a = b.keyed;
    TOLD_SHARED(tables, (size_t)((a.keys + 1) * BLOCK) * sizeof(typename M::state));
    typename M::state *table = reinterpret_cast<typename M::state *>(tables);
    for (int64_t work = block_id(); work < a.rows * a.parts; work += block_count()) {
        int64_t row = work / a.parts, part = work % a.parts;
        /* ---- every thread: its items, onto its table; n items and keys read ---- */
        fold_dealt<M, BLOCK, ITEMS, GROUP>(b, row, part, table + thread_id());
        block_sync();
        /* ---- a thread a key: the tables, from another one on in each lane, which meets no bank conflicts ---- */
        for (int64_t k = thread_id(); k < a.keys; k += BLOCK) {
            typename M::state acc = M::identity(a.source.params); /* covers t tables */
            for (int t = 0; t < BLOCK; t++) {
                int from = thread_id() + t < BLOCK ? thread_id() + t : thread_id() + t - BLOCK;
                acc = M::combine(a.source.params, acc, load(table + k * BLOCK + from));
            }
            put_part<M>(a, row, k, part, acc);
        }
        block_sync(); /* the tables are used again */
    }
}

/* Bytes of a block's tables of `keys` keys. */
inline uint64_t thread_tables_bytes(const struct job *job, const struct launch_shape *shape)
{
    return (job->keys + 1) * shape->block * state_bytes(job);
}

/* Parts of a row: as many as make all blocks busy that run at once. */
inline int64_t thread_tables_parts(const struct job *job, const struct launch_shape *shape)
{
    int64_t fit = (int64_t)(job->caps->shared_bytes / (thread_tables_bytes(job, shape) + 1024));
    int64_t blocks = job->caps->processors * larger(1, smaller(2, fit));
    int64_t each = ceiling(blocks, larger(1, (int64_t)job->rows));
    return larger(1, smaller(each, batch_windows(job, shape) / least_windows(shape)));
}

struct keyed_thread_tables : keyed_fold {
    static constexpr const char *does = "a table a thread in shared memory, items dealt out in runs";
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr auto sectors = batch_sectors;
    /* With 224 threads, 257 entries of 4 bytes fit into the 227 KB of an H200's block. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {224, 16, 32, USUAL}, {256, 16, 64, USUAL}, {224, 8, 32, PICKED}};

    /* A table of one key and of items without one; what a launch asks for goes by its keys. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return 2 * shape.block * sizes.state;
    }

    static uint64_t most_keys(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t entries = job->caps->shared_bytes / (shape->block * state_bytes(job));
        return entries ? entries - 1 : 0;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return tables_bytes(job, thread_tables_parts(job, shape));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return keyed_traffic(job, 1) + 2 * scratch_bytes(job, shape);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t parts = thread_tables_parts(job, shape), works = (int64_t)job->rows * parts;
        batch_arguments<M> b = batches_of<M>(job, shape, parts);
        return works == 0 ||
               (launch_with_shared("keyed_thread_tables", keyed_thread_tables_kernel<M, BLOCK, ITEMS, GROUP>,
                                   smaller(MOST_BLOCKS, works), BLOCK, GROUP, thread_tables_bytes(job, shape),
                                   job, b, why) &&
                fold_tables<M, BLOCK, GROUP>(job, b.keyed, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
