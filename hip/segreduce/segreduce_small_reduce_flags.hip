/* SPDX-License-Identifier: MIT
 * segreduce_small_reduce_flags: as segreduce_small_scan, a block takes as many whole rows as it has threads for, an
 * item a thread, with an array of flags beside them in shared memory that says where rows begin. But it reduces them:
 * an entry takes the one `d` to the right of it as long as no row begins between, so that the entry where a row
 * begins gets all of it that lies in its group, and nothing is handed back. A row that goes on in other groups has
 * its next parts in their first entries; the thread of the row's first item takes them in, from left to right, until
 * a group in which a row begins.
 *
 * ID, source    LF4: Larsen, thesis (2017), 9.1, "a flag-based segmented reduce within a group"
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more items than a block has threads; one that is longer than half of them is alone in its
 *               block */
#include "hip/segreduce/small.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Reduces the group's entries towards the left. ends: a row begins in (l, l + d] before step d; at last, behind entry l
 * in the rest of the group or right behind it. */
template <class M, int GROUP>
FN void reduce_flagged(const typename M::params &params, typename M::state *value, uint8_t *ends)
{
    int lane = lane_id<GROUP>();
    UNROLL for (int d = 1; d < GROUP; d *= 2)
    {
        bool in_group = lane + d < GROUP, takes = in_group && !load(ends + lane);
        typename M::state both = M::identity(params);
        uint8_t further = 0;
        if (takes) {
            both = M::combine(params, load(value + lane), load(value + lane + d));
            further = load(ends + lane + d);
        }
        group_sync<GROUP>(); /* everybody has read */
        if (takes) {
            store(value + lane, both); /* covers places [l, l + 2d) of row and group */
            store(ends + lane, further);
        }
        group_sync<GROUP>();
    }
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_small_reduce_flags_kernel(pack_arguments<M> a)
{
    SHARED(typename M::state, value, BLOCK);
    SHARED(uint8_t, ends, BLOCK);
    const typename M::params &params = a.rows.source.params;
    int place = thread_id(), first = group_id<GROUP>() * GROUP, row = row_of_place<M>(a, place);
    bool begins = place == row * a.index.compact, next_begins = place + 1 == row_end_in_pack<M>(a, row);
    for (int64_t number = block_id(); number < a.packs; number += block_count()) {
        pack mine = pack_of<M>(a, number);
        typename M::state acc = take_place<M>(a, mine, place);
        store(value + place, acc); /* covers [place, place] */
        store(ends + place, (uint8_t)next_begins);
        group_sync<GROUP>();
        reduce_flagged<M, GROUP>(params, value + first, ends + first);
        block_sync();

        /* ---- a row's other groups ---- */
        if (place < mine.items && begins) {
            acc = load(value + place); /* covers what lies in the group */
            bool ended = load(ends + place);
            for (int from = first + GROUP; !ended; from += GROUP) {
                acc = M::combine(params, acc,
                                 load(value + from)); /* covers places of the row below from + GROUP */
                ended = load(ends + from);
            }
            put_row<M>(a, mine, row, acc);
        }
        block_sync(); /* the entries have been read */
    }
}

struct segreduce_small_reduce_flags : packed_reduction {
    static constexpr const char
        *ids = "LF4",
        *does = "a block reduces several whole rows, with a flag an item in shared memory";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    /* States and flags. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return (sizes.state + 1) * shape.block;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return packs_enqueue<M, BLOCK, 1, GROUP>(
            "segreduce_small_reduce_flags", segreduce_small_reduce_flags_kernel<M, BLOCK, GROUP>, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
