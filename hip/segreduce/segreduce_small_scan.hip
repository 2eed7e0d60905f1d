/* SPDX-License-Identifier: MIT
 * segreduce_small_scan: a block takes as many whole rows as it has threads for, an item a thread, and scans its items
 * in shared memory, where an array of flags beside them says where rows begin:
 *
 *     (x, fx) o (y, fy) = (fy ? y : x op y, fx || fy)
 *
 * Each group scans its part with ascending offsets, the first group the last entries of all parts, and an entry whose
 * part has no flag up to it takes what is left of the part. The thread of a row's last item stores the row's result.
 *
 * ID, source    L19: Larsen, thesis (2017), 5.1.3, listing 5.3, and 6.2.2, algorithm 6.2 (where the prototype and the
 *               compiler differ: as the compiler; its flags and values lie in local memory)
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more items than a block has threads; one that is longer than half of them is alone in its
 *               block */
#ifndef FOLDCHECK_SEGREDUCE_SMALL_SCAN_HIP
#define FOLDCHECK_SEGREDUCE_SMALL_SCAN_HIP
#include "hip/segreduce/small.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A scan's entries in shared memory. A flag says: a row begins in what the entry covers. */
template <class M>
struct flagged_entries {
    typename M::state *value;
    uint8_t *flag;
};

/* The group's lanes scan `count` entries, at most one a lane. */
template <class M, int GROUP>
FN void scan_flagged_entries(const typename M::params &params, const flagged_entries<M> &entries, int count)
{
    int lane = lane_id<GROUP>();
    UNROLL for (int d = 1; d < GROUP; d *= 2)
    {
        bool takes = d <= lane && lane < count && !load(entries.flag + lane);
        typename M::state both = M::identity(params);
        uint8_t begins = 0;
        if (takes) {
            both = M::combine(params, load(entries.value + lane - d), load(entries.value + lane));
            begins = load(entries.flag + lane - d);
        }
        group_sync<GROUP>(); /* everybody has read */
        if (takes) {
            store(entries.value + lane, both); /* covers lanes (l - 2d, l], or from where a row begins */
            store(entries.flag + lane, begins);
        }
        group_sync<GROUP>();
    }
}

/* Scans an entry a thread; the block's entries have been stored by their own threads. groups: one a group. Two
 * block_syncs. Returns what the thread's entry is then. */
template <class M, int BLOCK, int GROUP>
FN typename M::state scan_flagged_block(const typename M::params &params, const flagged_entries<M> &entries,
                                        const flagged_entries<M> &groups)
{
    int group = group_id<GROUP>(), lane = lane_id<GROUP>(), last = GROUP - 1;
    flagged_entries<M> part = {entries.value + group * GROUP, entries.flag + group * GROUP};
    group_sync<GROUP>();
    scan_flagged_entries<M, GROUP>(params, part, GROUP);
    if (lane == last) {
        store(groups.value + group, load(part.value + last));
        store(groups.flag + group, load(part.flag + last));
    }
    block_sync();
    if (group == 0) scan_flagged_entries<M, GROUP>(params, groups, BLOCK / GROUP);
    block_sync();
    typename M::state mine = load(part.value + lane);
    if (group == 0 || load(part.flag + lane)) return mine;
    return M::combine(params, load(groups.value + group - 1), mine);
}

template <class M, class Source, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_small_scan_kernel(pack_arguments<M, Source> a)
{
    SHARED(typename M::state, value, BLOCK);
    SHARED(uint8_t, flag, BLOCK);
    SHARED(typename M::state, group_value, BLOCK / GROUP);
    SHARED(uint8_t, group_flag, BLOCK / GROUP);
    int place = thread_id(), row = row_of_place<M>(a, place), end = row_end_in_pack<M>(a, row);
    for (int64_t number = block_id(); number < a.packs; number += block_count()) {
        pack mine = pack_of<M>(a, number);
        store(value + place, take_place<M>(a, mine, place));
        store(flag + place, (uint8_t)(place == end - a.index.compact));
        flagged_entries<M> entries = {value, flag}, groups = {group_value, group_flag};
        typename M::state scanned =
            scan_flagged_block<M, BLOCK, GROUP>(a.rows.source.params, entries, groups);
        if (place < mine.items && place == end - 1) put_row<M>(a, mine, row, scanned);
        block_sync(); /* what is left of each group has been read */
    }
}

struct segreduce_small_scan : packed_reduction {
    static constexpr const char *ids = "L19",
                                *does =
                                    "a block scans several whole rows, with a flag an item in shared memory";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    /* States and flags. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return (sizes.state + 1) * (shape.block + shape.block / shape.group);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return packs_enqueue<M, BLOCK, 1, GROUP>(
            "segreduce_small_scan", segreduce_small_scan_kernel<M, item_source<M>, BLOCK, GROUP>, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
