/* SPDX-License-Identifier: MIT
 * keyed_shuffle: as keyed_warp_sort, but nothing is sorted: votes on the bits of the keys tell each lane which others
 * have its own, and their states are folded by shuffles that jump from one to the next. Shuffles do not cross a group's
 * edge, so that the groups' tables remain to be folded: that is why the report set it aside.
 *
 * ID, source    T11: Timcheck, report (2017), chapter 3, a reduction by shuffles alone
 * Laws          associative
 * Memory        n items and keys read, results written
 * Scratch       none
 * Progress      none needed
 * Cannot        more keys than a table a group has room for in shared memory */
#ifndef FOLDCHECK_KEYED_SHUFFLE_HIP
#define FOLDCHECK_KEYED_SHUFFLE_HIP
#include "hip/keyed/window.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
keyed_shuffle_kernel(keyed_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, all, TABLE_BYTES / sizeof(typename M::state));
    int64_t entries = a.keys + 1;
    typename M::state *table = all + entries;
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        int64_t first = row * a.length, last = first + a.length;
        clear_tables<M, BLOCK>(a.source.params, all, (GROUPS + 1) * entries);
        block_sync();
        for (int64_t at = first; at < last; at += BLOCK) {
            /* ---- a window: an item a thread; the first lane of a key has its group's fold of it ---- */
            tagged_state<M> mine = take_tagged<M>(a, at + thread_id(), last);
            lane_set<GROUP> peers = group_peers<GROUP>(mine.key, bits_up_to(a.keys));
            mine.state = fold_peers<M, GROUP>(a.source.params, mine.state, peers);
            if (is_first_peer<GROUP>(peers))
                store(table + group_id<GROUP>() * entries + mine.key, mine.state);
            /* ---- the groups' tables: `all` covers [first, at + BLOCK) ---- */
            take_tables<M, BLOCK>(a, all, table, GROUPS);
        }
        put_row<M, BLOCK>(a, row, all);
    }
}

struct keyed_shuffle : keyed_in_window<keyed_shuffle> {
    static constexpr const char *ids = "T11", *does = "a block a row: votes find the lanes of a key, "
                                                      "shuffles fold them, then each key is folded over the "
                                                      "groups";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},     {16, 1, 4, TINY},   {256, 1, 32, USUAL},
                                                {256, 1, 64, USUAL}, {128, 1, 32, MORE}, {512, 1, 32, MORE}};

    static constexpr uint64_t entry_bytes(uint64_t state, const struct launch_shape &shape)
    {
        return (shape.block / shape.group + 1) * state;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_rows<M>("keyed_shuffle", keyed_shuffle_kernel<M, BLOCK, GROUP>, BLOCK, GROUP, job,
                               why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
