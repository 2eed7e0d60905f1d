/* SPDX-License-Identifier: MIT
 * segreduce_small_index: a block takes as many whole rows as it has threads for, an item a thread, and scans its items
 * row by row: lanes of a group by shuffles with ascending offsets, the groups by the first of them, and every thread
 * then takes what is left of it. Places are told apart by arithmetic alone: those from <= to lie in different rows if
 * to - from > to mod length. The scan goes to shared memory, from which the first threads store a result each.
 *
 * ID, source    S5: Futhark's SegRed, "small segments", with the threshold of the rows that fit taken away; LF5:
 *               Larsen, thesis (2017), 9.1, index arithmetic instead of flags
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more items than a block has threads; one that is longer than half of them is alone in its
 *               block */
#ifndef FOLDCHECK_SEGREDUCE_SMALL_INDEX_HIP
#define FOLDCHECK_SEGREDUCE_SMALL_INDEX_HIP
#include "hip/segreduce/small.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class Source, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_small_index_kernel(pack_arguments<M, Source> a)
{
    SHARED(typename M::state, scanned, BLOCK);
    SHARED(typename M::state, partial, BLOCK / GROUP);
    const typename M::params &params = a.rows.source.params;
    int place = thread_id();
    for (int64_t number = block_id(); number < a.packs; number += block_count()) {
        pack mine = pack_of<M>(a, number);

        /* ---- scan, row by row ---- */
        typename M::state acc = take_place<M>(a, mine, place); /* covers [place, place] */
        typename M::state left = left_in_row<M, BLOCK, 1, GROUP>(params, a.index, acc, partial);
        if (!begins_row<true>(a.index, place)) acc = M::combine(params, left, acc);
        store(scanned + place, acc); /* covers the row up to the place */
        block_sync();

        /* ---- the last of each row; the next scan's barriers keep what is stored then apart ---- */
        if (place < mine.rows) put_row<M>(a, mine, place, load(scanned + row_end_in_pack<M>(a, place) - 1));
    }
}

struct segreduce_small_index : packed_reduction {
    static constexpr const char *ids = "S5 LF5",
                                *does =
                                    "a block scans several whole rows, which it tells apart by arithmetic";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * (shape.block + shape.block / shape.group);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return packs_enqueue<M, BLOCK, 1, GROUP>(
            "segreduce_small_index", segreduce_small_index_kernel<M, item_source<M>, BLOCK, GROUP>, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
