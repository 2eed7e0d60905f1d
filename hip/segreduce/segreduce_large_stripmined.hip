/* SPDX-License-Identifier: MIT
 * segreduce_large_stripmined: segreduce_large_window with the window strip-mined: BLOCK * ITEMS items an iteration. A
 * group's items are read coalesced, a lane apart, and pass through shared memory, column by column, so that each lane
 * then owns ITEMS consecutive ones, which it folds serially: a transposition on the fly, which costs no pass over
 * memory. The number of block reductions falls by the factor ITEMS. The blocks of a row and their results are as there.
 *
 * ID, source    S4: Futhark, module documentation of SegRed (2024), "Large segments"; after S3
 *               (segreduce_large_copied), whose copies are of what is reduced; LF1: Larsen,
 *               thesis (2017), 8.5.2, 9.1; S1, X6 for the second stage; X2, X4
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a counter a row and a state a block
 * Progress      none needed: no block waits for another
 * Cannot        rows of different lengths; a block whose items of one column do not fit its shared memory */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_STRIPMINED_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_STRIPMINED_HIP
#include "hip/segreduce/large.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_stripmined_kernel(large_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP, STRIP = GROUP * ITEMS, WINDOW = BLOCK * ITEMS;
    SHARED(typename word_of<M::input_columns.widest>::type, strips, WINDOW);
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a window is enough */
    const typename M::params &params = a.rows.source.params;
    int strip = group_id<GROUP>() * STRIP, turn = 0;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        row_part mine = row_part_of<M>(a, part, WINDOW);
        typename M::state acc = M::identity(params); /* thread 0: covers [mine.first, mine.first) */
        for (int64_t at = mine.first; at < mine.last; at += WINDOW) {
            /* ---- load, serial: each lane folds ITEMS consecutive items ---- */
            typename M::state window =
                fold_strip<M, ITEMS, GROUP>(a.rows.source, at + strip, mine.last, strips + strip);
            /* ---- group, block ---- */
            window = group_combine<M, GROUP>(params, window);
            window = block_combine<M, BLOCK, GROUP>(params, window, shared + turn * GROUPS);
            acc = M::combine(params, acc, window); /* thread 0: covers [mine.first, at + WINDOW) */
            turn ^= 1;
        }
        finish_part<M, GROUP>(a, mine, acc);
    }
}

struct segreduce_large_stripmined : large_reduction<segreduce_large_stripmined> {
    static constexpr const char *
        ids = "S4 LF1",
       *does = "segreduce_large_window with several consecutive items a thread, handed over in shared memory";
    static constexpr auto sectors = strip_sectors;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 15, 32, USUAL}, {256, 15, 64, USUAL}};

    /* A column of the items, too; both begin at multiples of 16 bytes. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block * shape.items * sizes.input.widest + large_reduction::shared_bytes(sizes, shape) +
               32;
    }

    /* A window a part at least, two of tiny tunings. */
    static int64_t each(const struct job *job, const struct launch_shape *shape)
    {
        return large_each(job, shape, (int64_t)shape->block * shape->items * least_windows(shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return large_launch("segreduce_large_stripmined",
                            segreduce_large_stripmined_kernel<M, BLOCK, ITEMS, GROUP>, BLOCK, GROUP, job,
                            large_of<M>(job, each(job, shape), BLOCK * ITEMS), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
