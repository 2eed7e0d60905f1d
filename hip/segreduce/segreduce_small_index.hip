/* SPDX-License-Identifier: MIT
 * segreduce_small_index: a block takes as many whole rows as it has threads for, an item a thread, and scans its items row
 * by row: lanes of a group by shuffles with ascending offsets, the groups by the first of them, and every thread then
 * takes what is left of it. Places are told apart by arithmetic alone: those from <= to lie in different rows if
 * to - from > to mod length. The scan goes to shared memory, from which the first threads store a result each.
 *
 * ID, source    S5: Futhark's SegRed, "small segments", with the threshold of the rows that fit taken away; LF5: Larsen,
 *               thesis (2017), 9.1, index arithmetic instead of flags
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more items than a block has threads; one that is longer than half of them is alone in its block */
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

inline enum refusal segreduce_small_index_refuse(const struct strategy *strategy, const struct job *job,
                                                 const struct launch_shape *shape, struct text *why)
{
    uint64_t states = shape->block + shape->block / shape->group;
    return fitting_rows_refuse(strategy, job, shape, state_bytes(job) * states, shape->block, why);
}

inline uint64_t segreduce_small_index_traffic(const struct job *job, const struct launch_shape *)
{
    return rows_traffic(job);
}

struct segreduce_small_index {
    static constexpr struct strategy strategy = {
        /* name */ "segreduce_small_index",
        /* ids */ "S5 LF5",
        /* does */ "a block scans several whole rows, which it tells apart by arithmetic",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        segreduce_small_index_refuse,
        no_scratch,
        segreduce_small_index_traffic,
        rows_sectors,
        prepare_nothing,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return BLOCK / GROUP <= GROUP &&
               sizeof(typename M::state) * (BLOCK + BLOCK / GROUP) <= MOST_SHARED_BYTES;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return packs_enqueue<M, BLOCK, 1, GROUP>(
            "segreduce_small_index", segreduce_small_index_kernel<M, item_source<M>, BLOCK, GROUP>, job, why);
    }
};

/* block, items, group, gather, kind */
#define segreduce_small_index_shapes(SHAPE, S)                                                               \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 1, 32, 0, USUAL)                                                                           \
    SHAPE(S, 256, 1, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
