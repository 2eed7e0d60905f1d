/* SPDX-License-Identifier: MIT
 * segreduce_small_reduce: a block takes as many whole rows as it has threads for, an item a thread, and reduces them
 * without a scan: in each group lanes take what lies right of them with ascending offsets, as far as their row goes, so
 * that the first lane of a row gets all of it that lies in its group. A row that goes on in other groups has its next
 * parts with these groups' first lanes, which leave them in shared memory; the thread of the row's first item takes
 * them in, one by one, from left to right. Nothing is handed back to lanes that do not need it.
 *
 * ID, source    LF5: Larsen, thesis (2017), 9.1, index arithmetic instead of flags, in a segmented reduction of the
 *               block, which LF4 (segreduce_small_reduce_flags) has with flags
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more items than a block has threads; one that is longer than half of them is alone in its
 *               block */
#ifndef FOLDCHECK_SEGREDUCE_SMALL_REDUCE_HIP
#define FOLDCHECK_SEGREDUCE_SMALL_REDUCE_HIP
#include "hip/segreduce/small.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_small_reduce_kernel(pack_arguments<M> a)
{
    SHARED(typename M::state, part, BLOCK / GROUP); /* of the row that a group begins with */
    const typename M::params &params = a.rows.source.params;
    int place = thread_id(), row = row_of_place<M>(a, place), end = row_end_in_pack<M>(a, row);
    for (int64_t number = block_id(); number < a.packs; number += block_count()) {
        pack mine = pack_of<M>(a, number);

        /* ---- group ---- */
        typename M::state acc = take_place<M>(a, mine, place); /* covers [place, place] */
        UNROLL for (int d = 1; d < GROUP; d *= 2)
        {
            typename M::state right = lane_down<GROUP>(acc, d);
            if (lane_id<GROUP>() + d < GROUP && place + d < end)
                acc = M::combine(params, acc, right); /* covers places [place, place + 2d) of row and group */
        }
        if (lane_id<GROUP>() == 0) store(part + group_id<GROUP>(), acc);
        block_sync();

        /* ---- a row's other groups ---- */
        if (place < mine.items && place == end - a.index.compact) {
            for (int group = group_id<GROUP>() + 1; group * GROUP < end; group++)
                acc = M::combine(params, acc, load(part + group)); /* covers [place, (group + 1) * GROUP) */
            put_row<M>(a, mine, row, acc);
        }
        block_sync(); /* the parts have been read */
    }
}

struct segreduce_small_reduce : packed_reduction {
    static constexpr const char
        *ids = "LF5",
        *does = "a block reduces several whole rows, each towards its first item, without a scan";
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * (shape.block / shape.group);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return packs_enqueue<M, BLOCK, 1, GROUP>("segreduce_small_reduce",
                                                 segreduce_small_reduce_kernel<M, BLOCK, GROUP>, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
