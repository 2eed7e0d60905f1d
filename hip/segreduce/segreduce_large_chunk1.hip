/* SPDX-License-Identifier: MIT
 * segreduce_large_chunk1: a row gets as many blocks as it has windows of BLOCK items, each thread takes one item, and a
 * block reduction that keeps the order makes one result of a window. Neighbouring threads read neighbours, so that
 * reads are coalesced without transposing anything, though operands keep their order; and no block is launched that has
 * no item, however many the device would hold. The block that is the last of its row to end folds the windows' results,
 * in the same kernel. Made for rows of few windows: of a long one the results are n / BLOCK states, and a group folds
 * them.
 *
 * ID, source    L18, LF8: Larsen, thesis (2017), 6.2.1, 9.1, "non-chunking", proposed; S1, X6 for the second
 *               stage
 * Laws          associative
 * Memory        n items read, a result a row written; of several windows a row, a state each written and read
 * Scratch       of several windows a row, a counter a row and a state a window
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_CHUNK1_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_CHUNK1_HIP
#include "hip/segreduce/large.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_chunk1_kernel(large_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a window is enough */
    const typename M::params &params = a.rows.source.params;
    int turn = 0;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        row_part mine = row_part_of<M>(a, part, BLOCK);
        typename M::state acc = take_in_row<M>(a.rows.source, mine.first + thread_id(), mine.last);
        acc = group_combine<M, GROUP>(params, acc);
        acc = block_combine<M, BLOCK, GROUP>(params, acc, shared + turn * GROUPS); /* covers the window */
        finish_part<M, GROUP>(a, mine, acc);
        turn ^= 1;
    }
}

struct segreduce_large_chunk1 : large_reduction<segreduce_large_chunk1> {
    static constexpr const char *
        ids = "L18 LF8",
       *does = "a block a window of a row, an item a thread; the row's last block folds the windows' results";
    static constexpr enum determinism determinism = SAME_BITS_EVERY_RUN;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    /* No matter how many the device holds. */
    static int64_t each(const struct job *job, const struct launch_shape *shape)
    {
        return (int64_t)segments_blocks(1, job->length, UINT64_MAX, shape->block);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return large_launch("segreduce_large_chunk1", segreduce_large_chunk1_kernel<M, BLOCK, GROUP>, BLOCK,
                            GROUP, job, large_of<M>(job, each(job, shape), BLOCK), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
