/* SPDX-License-Identifier: MIT
 * Shared by the folds by key in which a block folds a whole row, window by window of an item a thread: Timcheck's
 * problem, a block that has a buffer of tagged items. Tables lie in shared memory; each has one entry more, for items
 * whose key is none of the row's. */
#ifndef FOLDCHECK_KEYED_WINDOW_HIP_H
#define FOLDCHECK_KEYED_WINDOW_HIP_H

#include "hip/keyed/peers.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Shared memory of a block's tables. */
enum { TABLE_BYTES = 24 * 1024 };

/* An item that a thread took: its state and its key, a.keys if it has none of them or is not there. */
template <class M>
struct tagged_state {
    typename M::state state;
    uint32_t key;
};

/* Item i, if it lies before `last`. */
template <class M>
FN tagged_state<M> take_tagged(const keyed_arguments<M> &a, int64_t i, int64_t last)
{
    tagged_state<M> taken = {M::identity(a.source.params), (uint32_t)a.keys};
    if (i >= last) return taken;
    taken.state = take_state<M>(a.source, i);
    uint32_t key = load_key(a, i);
    if (key < a.keys) taken.key = key;
    return taken;
}

/* Fills entries of tables with the identity; all threads, which must meet afterwards. */
template <class M, int BLOCK>
FN void clear_tables(const typename M::params &params, typename M::state *table, int64_t entries)
{
    for (int64_t at = thread_id(); at < entries; at += BLOCK)
        store(table + at, M::identity(params));
}

/* Folds `count` tables of `entries` states, in order, onto the block's, and clears them. All threads meet before and
 * afterwards. */
template <class M, int BLOCK>
FN void take_tables(const keyed_arguments<M> &a, typename M::state *all, typename M::state *table, int count)
{
    int64_t entries = a.keys + 1;
    block_sync();
    for (int64_t k = thread_id(); k < a.keys; k += BLOCK) {
        typename M::state acc = load(all + k);
        for (int t = 0; t < count; t++) {
            acc = M::combine(a.source.params, acc, load(table + t * entries + k)); /* covers tables 0 to t */
            store(table + t * entries + k, M::identity(a.source.params));
        }
        store(all + k, acc);
    }
    block_sync();
}

/* The row's results; all threads, which have met. Each reads the entries that clear_tables lets it write. */
template <class M, int BLOCK>
FN void put_row(const keyed_arguments<M> &a, int64_t row, const typename M::state *all)
{
    for (int64_t k = thread_id(); k < a.keys; k += BLOCK) {
        typename M::state acc = load(all + k);
        store_fields<state_traits<M>>(a.out, row * a.keys + k, &acc);
    }
}

/* Tables of all keys in TABLE_BYTES of shared memory. S is the strategy; S::entry_bytes are those of a key in all
 * tables. */
template <class S>
struct keyed_in_window : keyed_fold {
    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return keyed_traffic(job, 1);
    }

    static constexpr uint64_t shared_bytes(const op_sizes &, const struct launch_shape &)
    {
        return TABLE_BYTES;
    }

    /* There is room for a key, and for items without one. */
    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return 2 * S::entry_bytes(sizes.state, shape) <= TABLE_BYTES;
    }

    static uint64_t most_keys(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t entries = TABLE_BYTES / S::entry_bytes(state_bytes(job), *shape);
        return entries ? entries - 1 : 0;
    }
};

/* One block a row. */
template <class M>
static inline bool enqueue_rows(const char *name, void (*kernel)(keyed_arguments<M>), int block, int group,
                                const struct job *job, struct text *why)
{
    int64_t blocks = smaller(MOST_BLOCKS, (int64_t)job->rows);
    return blocks == 0 ||
           launch(name, kernel, blocks, block, group, job, keyed_of<M>(job, 1, sharing()), why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
