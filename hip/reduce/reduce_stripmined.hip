/* SPDX-License-Identifier: MIT
 * reduce_stripmined: reduce_window with the window strip-mined: ITEMS items a thread and iteration instead of
 * one. The items of a window are read coalesced, a lane apart, and pass through shared memory, column by
 * column, so that each lane then owns ITEMS consecutive ones, which it folds serially; the number of block
 * reductions falls by the factor ITEMS. The copy is a group's own affair, so it needs no block barrier. ITEMS
 * is odd: the lanes of a group then read columns of 4 and 8 bytes from shared memory without bank conflicts;
 * of 1 and 2 bytes they take a cycle more than the fewest, as several lanes share a word, unevenly.
 *
 * ID, source    LF1: Larsen, thesis (2017), 8.5.2; after S3 (segreduce_large_copied, whose copies are of what is
 *               reduced): Futhark, module documentation of SegRed (2024)
 * Laws          associative
 * Memory        one pass: n items read, G states written and read
 * Scratch       a counter and G states, G <= blocks that are resident at once
 * Progress      none needed: no block waits for another
 * Cannot        more than one row; a block whose items of one column do not fit its shared memory */
#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_stripmined_kernel(flat_arguments<M, item_source<M>> a)
{
    constexpr int GROUPS = BLOCK / GROUP, WINDOW = GROUP * ITEMS;
    constexpr size_t WIDEST = M::input_columns.widest;
    SHARED(typename word_of<WIDEST>::type, strips, BLOCK * ITEMS);
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a window is enough */
    share mine = share_of(a.windows, block_id());

    typename M::state acc =
        M::identity(a.source.params); /* thread 0: covers windows [mine.first, mine.first) */
    int turn = 0;
    for (int64_t w = mine.first; w < mine.last; w++) {
        /* ---- load and serial: n items read; each lane then owns ITEMS consecutive ones ---- */
        int64_t first = (w * GROUPS + group_id<GROUP>()) * WINDOW - a.source.lead;
        typename M::state window =
            fold_strip<M, ITEMS, GROUP>(a.source, first, a.source.count, strips + group_id<GROUP>() * WINDOW);
        /* ---- group, block: window covers [first, first + ITEMS) of each lane ---- */
        window = group_combine<M, GROUP>(a.source.params, window);
        window = block_combine<M, BLOCK, GROUP>(a.source.params, window, shared + turn * GROUPS);
        acc = M::combine(a.source.params, acc, window); /* thread 0: covers windows [mine.first, w] */
        turn ^= 1;
    }

    /* ---- the last block: all blocks; G states written and read ---- */
    finish_single_pass<M, GROUP>(a, acc);
}

struct reduce_stripmined : single_pass_reduction<reduce_stripmined> {
    static constexpr const char
        *ids = "LF1",
        *does = "reduce_window with several consecutive items a thread, handed over through shared memory";
    static constexpr auto sectors = strip_sectors;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 15, 32, USUAL}, {256, 15, 64, USUAL}, {512, 15, 32, MORE}};

    /* A column of the items, and two states a group, used by turns; both begin at multiples of 16 bytes. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block * shape.items * sizes.input.widest +
               2 * sizes.state * (shape.block / shape.group) + 32;
    }

    static int64_t windows(const struct job *job, const struct launch_shape *shape)
    {
        return job_windows(job, (int64_t)shape->block * shape->items);
    }

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        return share_blocks(job, windows(job, shape), shape->block, least_windows(shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t count = blocks(job, shape);
        return launch("reduce_stripmined", reduce_stripmined_kernel<M, BLOCK, ITEMS, GROUP>, count, BLOCK,
                      GROUP, job, single_pass<M>(job, windows(job, shape), count), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
