/* SPDX-License-Identifier: MIT
 * segreduce_small_chunked: a block takes as many whole rows as it has items for, ITEMS a thread. Groups load them
 * coalesced and hand them over in shared memory, so that each thread owns ITEMS consecutive ones, which it folds row by
 * row: a row that begins and ends there is done; of one that begins before, the thread keeps its part; what it has of
 * the row of its last item goes into a scan over threads, row by row, by index arithmetic. Where a row ends that began
 * before the thread, what is left of the thread comes before its part. So the block scans once for BLOCK * ITEMS items
 * instead of BLOCK.
 *
 * ID, source    LF3: Larsen, thesis (2017), 8.5.2 and 9.1, small segments with several elements a thread, transposed on
 *               the fly
 * Laws          associative
 * Memory        n items read, a result a row written, the shorter the rows, the less coalesced
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of more than BLOCK * ITEMS items */
#ifndef FOLDCHECK_SEGREDUCE_SMALL_CHUNKED_HIP
#define FOLDCHECK_SEGREDUCE_SMALL_CHUNKED_HIP
#include "hip/segreduce/small.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A thread's result for its places alone. */
template <class M>
struct own_parts {
    typename M::state first; /* covers its part of the row that it continues, if that ends here: `ended` */
    typename M::state last;  /* covers its part of the row of its last place */
    int first_row;
    bool continues, ended;
};

/* Folds the thread's items, from place `own` on; rows that begin and end among them are stored. */
template <class M, int ITEMS>
FN own_parts<M> fold_own_parts(const pack_arguments<M> &a, const pack &mine, int own,
                               const typename M::input *item)
{
    typename M::state none = M::identity(a.rows.source.params);
    int row = row_of_place<M>(a, own), end = row_end_in_pack<M>(a, row);
    own_parts<M> parts = {none, none, row, own != end - a.index.compact, false};
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (own + k < mine.items) {
            typename M::state lifted = take_item<M>(a.rows.source, mine.first + own + k, item[k]);
            bool begins = k == 0 || own + k == end - a.index.compact;
            parts.last = begins ? lifted : M::combine(a.rows.source.params, parts.last, lifted);
            if (own + k == end - 1) {
                bool whole = !parts.continues || row > parts.first_row;
                if (whole) put_row<M>(a, mine, row, parts.last);
                if (!whole) parts.first = parts.last, parts.ended = true;
                row++, end += a.index.compact;
            }
        }
    }
    return parts;
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, 1)
segreduce_small_chunked_kernel(pack_arguments<M> a)
{
    constexpr int WINDOW = GROUP * ITEMS;
    SHARED(typename word_of<M::input_columns.widest>::type, strips, BLOCK * ITEMS);
    SHARED(typename M::state, partial, BLOCK / GROUP);
    const typename M::params &params = a.rows.source.params;
    int own = thread_id() * ITEMS, window = group_id<GROUP>() * WINDOW;
    for (int64_t number = block_id(); number < a.packs; number += block_count()) {
        pack mine = pack_of<M>(a, number);

        /* ---- load: n items read; each thread then owns ITEMS consecutive ones ---- */
        typename M::input item[ITEMS] = {};
        load_window<input_traits<M>, ITEMS, GROUP>(a.rows.source.in, mine.first + window,
                                                   mine.first + mine.items, strips + window, item);

        /* ---- thread, block ---- */
        own_parts<M> parts = fold_own_parts<M, ITEMS>(a, mine, own, item);
        typename M::state left = left_in_row<M, BLOCK, ITEMS, GROUP>(params, a.index, parts.last, partial);
        if (parts.ended) put_row<M>(a, mine, parts.first_row, M::combine(params, left, parts.first));
        block_sync(); /* partial has been read */
    }
}

struct segreduce_small_chunked : packed_reduction {
    static constexpr const char
        *ids = "LF3",
        *does = "a block folds several whole rows, several items a thread, and scans the threads' parts";
    /* An odd number of items a thread keeps what is handed over free of bank conflicts. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 11, 32, USUAL}, {256, 11, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return tiled_scan::shared_bytes(sizes, shape);
    }

    /* Items pass an item a lane; a lane writes the map-out of the ITEMS that it owns, and lanes whose k-th items end
     * rows are at most ITEMS rows apart. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double items = shape->items;
        double most = larger_of(columns_sectors(&job->in, &job->op->input, 1),
                                columns_sectors(&job->mapout, &job->op->mapout, items));
        return larger_of(most, columns_sectors(&job->out, &job->op->state, items));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return packs_enqueue<M, BLOCK, ITEMS, GROUP>(
            "segreduce_small_chunked", segreduce_small_chunked_kernel<M, BLOCK, ITEMS, GROUP>, job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
