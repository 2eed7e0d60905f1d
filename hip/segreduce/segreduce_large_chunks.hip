/* SPDX-License-Identifier: MIT
 * segreduce_large_chunks: one or more blocks fold a row, at the speed at which items can be read. A row's windows are
 * shared out among as many blocks as fill the device, evenly and in order; a block goes through its part chunk by
 * chunk, as the flat reduction does (reduce_last_block), and the block that is the last of its row to end folds the
 * results of all of them.
 *
 * ID, source    none: S4 (segreduce_large_window) with the loads of flat reductions
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths, or with params of their own */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_CHUNKS_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_CHUNKS_HIP
#include "hip/segreduce/large.hip.h"
#include "hip/tile/chunks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_chunks_kernel(large_arguments<M> a)
{
    SHARED(typename M::state, partial, 2 * (BLOCK / GROUP));
    int turn = 0;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        row_part mine = part_of_row<M>(a, part);
        row_items row = {mine.first, mine.last};
        int64_t first = row.first - (row.first + a.rows.source.lead) % ITEMS; /* of the row's first window */
        typename M::state acc =
            fold_chunks<M, BLOCK, ITEMS, GROUP, RUNS_OF_LONG, chunk_windows<M, BLOCK, ITEMS>()>(
                a.rows.source, first, row, share_of(a.windows, mine.number), partial,
                &turn); /* thread 0: covers the part */
        finish_part<M, GROUP>(a, mine, acc);
    }
}

/* Windows of a row, the first of which may begin up to ITEMS - 1 items in front of it. */
inline int64_t chunks_windows(const struct job *job, const struct launch_shape *shape)
{
    return ceiling((int64_t)job->length + shape->items - 1, (int64_t)shape->group * shape->items);
}

struct segreduce_large_chunks : large_reduction<segreduce_large_chunks> {
    static constexpr const char *does =
        "blocks share a row, chunk by chunk in 16-byte loads; the last block folds their results";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY},      {8, 3, 4, TINY},      {16, 32, 8, TINY},   {512, 16, 32, USUAL},
        {512, 16, 64, USUAL}, {256, 32, 32, USUAL}, {256, 32, 64, USUAL}};

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double windows = (double)chunks_windows(job, shape);
        return larger_of(long_rows_sectors(job, shape, windows), results_sectors(job, 1));
    }

    /* No more parts in all than blocks run at once, each of two windows a group at least: a block that waits for
     * another to end costs more than one that has nothing to do. */
    static int64_t each(const struct job *job, const struct launch_shape *shape)
    {
        int64_t most = resident_blocks(job, shape->block) / larger(1, (int64_t)job->rows),
                items = 2 * (int64_t)shape->block * shape->items;
        return larger(1, smaller(most, (int64_t)job->length / items));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t parts = each(job, shape);
        large_arguments<M> a = large_of<M>(job, parts, GROUP * ITEMS);
        a.windows = share_out(chunks_windows(job, shape), parts);
        return large_launch("segreduce_large_chunks", segreduce_large_chunks_kernel<M, BLOCK, ITEMS, GROUP>,
                            BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
