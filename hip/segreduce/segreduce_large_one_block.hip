/* SPDX-License-Identifier: MIT
 * segreduce_large_one_block: a block folds a whole row, and its number is the row's: no division says where it is. The
 * row's windows of GROUP items are shared out among the block's groups, in order; a group slides over its share, an
 * item a lane, ITEMS windows loaded ahead, the lanes combined by shuffles, so that there is no barrier until the
 * groups' results meet: one block reduction a row. A row that is shorter than the block has items gets a smaller block:
 * half of it, or half of that, down to a group.
 *
 * ID, source    LF10, a block's size by the row's length: Larsen, thesis (2017), 5.4.2, 9.1; after L16
 *               (segreduce_larsen_one_block)
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_ONE_BLOCK_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_ONE_BLOCK_HIP
#include "hip/segreduce/large.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class Source, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_one_block_kernel(large_arguments<M, Source> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a row is enough */
    const typename M::params &params = a.rows.source.params;
    share windows = share_of(a.windows, group_id<GROUP>());
    int turn = 0, unused = 0;
    for (int64_t row = block_id(); row < a.rows.rows; row += block_count()) {
        /* ---- group: its windows, from left to right; n items read ---- */
        int64_t first = row * a.rows.length;
        int64_t last = smaller(first + windows.last * GROUP, first + a.rows.length);
        typename M::state acc = fold_windows<M, GROUP, ITEMS, GROUP>(
            a.rows.source, first + windows.first * GROUP, last, nullptr, &unused); /* lane 0: covers them */
        /* ---- block: its groups, from left to right ---- */
        acc = block_combine<M, BLOCK, GROUP>(params, acc, shared + turn * GROUPS);
        if (thread_id() == 0) store_fields<state_traits<M>>(a.rows.out, row, &acc);
        turn ^= 1;
    }
}

/* Enqueues the kernel for blocks of `threads` threads: BLOCK, or half of it, or half of that ... */
template <class M, class Source, int BLOCK, int ITEMS, int GROUP>
static bool one_block_enqueue(const struct job *job, const rows_arguments<M, Source> &rows, uint64_t threads,
                              struct text *why)
{
    if constexpr (BLOCK / 2 >= GROUP)
        if (threads < BLOCK)
            return one_block_enqueue<M, Source, BLOCK / 2, ITEMS, GROUP>(job, rows, threads, why);
    large_arguments<M, Source> a = {rows, 1, rows.rows, sharing(), nullptr, nullptr};
    a.windows = share_out(ceiling(rows.length, GROUP), BLOCK / GROUP);
    return large_launch("segreduce_large_one_block",
                        segreduce_large_one_block_kernel<M, Source, BLOCK, ITEMS, GROUP>, BLOCK, GROUP, job,
                        a, why);
}

struct segreduce_large_one_block : windowed_reduction {
    static constexpr const char
        *ids = "LF10",
        *does = "a block of a size that fits its row folds it, a share a group, with one block reduction";
    static constexpr auto sectors = window_sectors;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {16, 1, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return one_block_enqueue<M, item_source<M>, BLOCK, ITEMS, GROUP>(
            job, rows_of<M>(job), segments_threads(job->length, BLOCK, GROUP), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
