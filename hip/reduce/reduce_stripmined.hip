/* SPDX-License-Identifier: MIT
 * reduce_stripmined: reduce_window with the window strip-mined: ITEMS items a thread and iteration instead of
 * one. The items of a window are read coalesced, a lane apart, and pass through shared memory, column by
 * column, so that each lane then owns ITEMS consecutive ones, which it folds serially; the number of block
 * reductions falls by the factor ITEMS. The copy is a group's own affair, so it needs no block barrier. ITEMS
 * is odd: the lanes of a group then read columns of 4 and 8 bytes from shared memory without bank conflicts;
 * of 1 and 2 bytes they take a cycle more than the fewest, as several lanes share a word, unevenly.
 *
 * ID, source    S3 (LF1): Futhark, module documentation of SegRed (2024), "chunked"; Larsen, thesis (2017), 8.5.2
 * Laws          associative
 * Memory        one pass: n items read, G states written and read
 * Scratch       a counter and G states, G <= blocks that are resident at once
 * Progress      none needed: nobody waits for another block
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

inline int64_t reduce_stripmined_windows(const struct job *job, const struct launch_shape *shape)
{
    return job_windows(job, (int64_t)shape->block * shape->items);
}

inline int64_t reduce_stripmined_blocks(const struct job *job, const struct launch_shape *shape)
{
    return share_blocks(job, reduce_stripmined_windows(job, shape), shape->block, least_windows(shape));
}

inline uint64_t reduce_stripmined_shared(const struct job *job, const struct launch_shape *shape)
{
    return shape->block * (uint64_t)shape->items * widest_input(job) +
           2 * state_bytes(job) * (shape->block / shape->group);
}

inline enum refusal reduce_stripmined_refuse(const struct strategy *strategy, const struct job *job,
                                             const struct launch_shape *shape, struct text *why)
{
    return one_row_refuse(strategy, job, shape, reduce_stripmined_shared(job, shape), why);
}

inline uint64_t reduce_stripmined_scratch(const struct job *job, const struct launch_shape *shape)
{
    return COUNTER_BYTES + (uint64_t)reduce_stripmined_blocks(job, shape) * state_bytes(job);
}

inline uint64_t reduce_stripmined_traffic(const struct job *job, const struct launch_shape *shape)
{
    uint64_t blocks = (uint64_t)reduce_stripmined_blocks(job, shape);
    return single_pass_traffic(job, blocks);
}

struct reduce_stripmined {
    static constexpr struct strategy strategy = {
        /* name */ "reduce_stripmined",
        /* ids */ "S3 LF1",
        /* does */ "reduce_window with several consecutive items a thread, handed over through shared memory",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        reduce_stripmined_refuse,
        reduce_stripmined_scratch,
        reduce_stripmined_traffic,
        strip_sectors,
        prepare_counter,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return BLOCK * ITEMS * M::input_columns.widest + 2 * sizeof(typename M::state) * (BLOCK / GROUP) +
                   32 <=
               MOST_SHARED_BYTES;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t blocks = reduce_stripmined_blocks(job, shape);
        return launch("reduce_stripmined", reduce_stripmined_kernel<M, BLOCK, ITEMS, GROUP>, blocks, BLOCK,
                      GROUP, job, single_pass<M>(job, reduce_stripmined_windows(job, shape), blocks), why);
    }
};

/* block, items, group, gather, kind */
#define reduce_stripmined_shapes(SHAPE, S)                                                                   \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 15, 32, 0, USUAL)                                                                          \
    SHAPE(S, 256, 15, 64, 0, USUAL)                                                                          \
    SHAPE(S, 512, 15, 32, 0, MORE)

} // namespace FOLDCHECK_NAMESPACE
