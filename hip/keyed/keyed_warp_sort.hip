/* SPDX-License-Identifier: MIT
 * keyed_warp_sort: the items of a window are sorted by key within each group, in registers, and folded by shuffles that
 * stop where the neighbour's key differs; the first lane of each run writes its group's table. Then each key's entries
 * of the groups' tables are folded in order onto the block's. The sort is stable, so that the order is kept.
 *
 * ID, source    T9: Timcheck, report (2017), chapter 3, "Optimized Approach", which leaves sort and reduction to the
 *               reader
 * Laws          associative
 * Memory        n items and keys read, results written
 * Scratch       none
 * Progress      none needed
 * Cannot        more keys than a table a group has room for in shared memory */
#ifndef FOLDCHECK_KEYED_WARP_SORT_HIP
#define FOLDCHECK_KEYED_WARP_SORT_HIP
#include "hip/keyed/window.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The place of the highest bit of a set that has n bits below it, n < its bits: by halves. */
template <int GROUP>
FN int nth_bit(lane_set<GROUP> set, int n)
{
    int place = 0;
    for (int half = GROUP / 2; half > 0; half /= 2) {
        int below = bit_count((lane_set<GROUP>)(set >> place & lanes_before<GROUP>(half)));
        if (n < below) continue;
        n -= below;
        place += half;
    }
    return place;
}

/* Sorts a group's items by key, stable: a split by each bit, from the lowest, whose lanes fetch what is theirs. */
template <class M, int GROUP>
FN tagged_state<M> sort_group(const tagged_state<M> &mine, int bits)
{
    uint32_t key = mine.key;
    int from = lane_id<GROUP>();
    for (int b = 0; b < bits; b++) {
        lane_set<GROUP> ones = group_ballot<GROUP>(key >> b & 1);
        lane_set<GROUP> zeros = (lane_set<GROUP>)(~ones & lanes_to<GROUP>(GROUP - 1));
        int lane = lane_id<GROUP>(), count = bit_count(zeros);
        int source = lane < count ? nth_bit<GROUP>(zeros, lane) : nth_bit<GROUP>(ones, lane - count);
        key = lane_take<GROUP>(key, source);
        from = lane_take<GROUP>(from, source);
    }
    return {lane_take<GROUP>(mine.state, from), key};
}

/* Folds runs of one key of a sorted group onto their first lanes, and writes these to the group's table. */
template <class M, int GROUP>
FN void fold_runs(const keyed_arguments<M> &a, tagged_state<M> mine, typename M::state *table)
{
    int lane = lane_id<GROUP>();
    for (int d = 1; d < GROUP; d *= 2) {
        typename M::state right = lane_down<GROUP>(mine.state, d);
        uint32_t key = lane_down<GROUP>(mine.key, d);
        if (lane + d < GROUP && key == mine.key)
            mine.state =
                M::combine(a.source.params, mine.state, right); /* covers [lane, lane + 2d) of the run */
    }
    uint32_t before = lane_up<GROUP>(mine.key, 1);
    if (lane == 0 || before != mine.key) store(table + mine.key, mine.state);
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
keyed_warp_sort_kernel(keyed_arguments<M> a)
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
            /* ---- a window: an item a thread; each group sorts and folds its own ---- */
            tagged_state<M> mine = take_tagged<M>(a, at + thread_id(), last);
            mine = sort_group<M, GROUP>(mine, bits_up_to(a.keys));
            fold_runs<M, GROUP>(a, mine, table + group_id<GROUP>() * entries);
            /* ---- the groups' tables: `all` covers [first, at + BLOCK) ---- */
            take_tables<M, BLOCK>(a, all, table, GROUPS);
        }
        put_row<M, BLOCK>(a, row, all);
    }
}

struct keyed_warp_sort : keyed_in_window<keyed_warp_sort> {
    static constexpr const char
        *ids = "T9",
        *does =
            "a block a row: groups sort by key and fold runs by shuffles, then each key is folded over the "
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
        return enqueue_rows<M>("keyed_warp_sort", keyed_warp_sort_kernel<M, BLOCK, GROUP>, BLOCK, GROUP, job,
                               why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
