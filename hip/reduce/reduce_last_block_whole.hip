/* SPDX-License-Identifier: MIT
 * reduce_last_block_whole: one kernel, two stages. Every block reduces its share of the items: its threads stride
 * over it if the operator commutes, else a window of the block's threads slides over it, with a reduction of the
 * block for each. It leaves the result in scratch and counts itself; the block that comes last, as thread 0 learns
 * and tells the others through shared memory, folds all blocks' results with all its threads.
 *
 * ID, source    S1: Futhark, module documentation of SegRed (2024), its two-phase reduction in a single kernel
 * Laws          associative
 * Memory        one pass: n items read, G states written and read
 * Scratch       a counter and G states, G <= blocks that are resident at once
 * Progress      none needed: no block waits for another
 * Cannot        more than one row */
#include "hip/reduce/flat.hip.h"
#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The end of a block's work: the whole block that takes the last ticket folds all results, in order. acc: thread 0's
 * covers the block's share. shared: a state a group. */
template <class M, int BLOCK, int GROUP>
FN void finish_by_last_block(const flat_arguments<M, item_source<M>> &a, typename M::state acc,
                             typename M::state *shared, uint32_t *ticket)
{
    const typename M::params &params = a.source.params;
    int64_t blocks = block_count();
    if (thread_id() == 0) {
        store(a.partial + block_id(), acc);
        store(ticket, take_ticket(a.counter));
    }
    block_sync(); /* what thread 0's ticket lets it see, the others see, too */
    if (load(ticket) != (uint32_t)(blocks - 1)) return;
    int64_t each = ceiling(blocks, BLOCK), from = thread_id() * each, to = smaller(from + each, blocks);
    acc = M::identity(params); /* covers blocks [from, from) */
    for (int64_t b = from; b < to; b++)
        acc = M::combine(params, acc, load(a.partial + b));
    acc = group_combine<M, GROUP>(params, acc);
    acc = block_combine<M, BLOCK, GROUP>(params, acc, shared); /* thread 0: covers all blocks */
    if (thread_id() == 0) {
        put_result<M>(a.target, 0, acc);
        store(a.counter, 0u);
    }
}

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_last_block_whole_kernel(flat_arguments<M, item_source<M>> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, shared, 2 * GROUPS);
    SHARED(uint32_t, ticket, 1);
    const typename M::params &params = a.source.params;
    share mine = share_of(a.windows, block_id());
    int64_t first = mine.first * BLOCK, last = smaller(mine.last * BLOCK, a.source.count);
    int turn = 0;
    typename M::state acc = M::identity(params);
    if constexpr ((M::laws & LAW_COMMUTES) != 0) {
        for (int64_t i = first + thread_id(); i < last; i += BLOCK)
            acc = M::combine(params, acc, take_state<M>(a.source, i));
        acc = group_combine<M, GROUP>(params, acc);
        acc = block_combine<M, BLOCK, GROUP>(params, acc, shared + GROUPS);
    } else
        acc = fold_windows<M, BLOCK, ITEMS, GROUP>(a.source, first, last, shared, &turn);
    finish_by_last_block<M, BLOCK, GROUP>(a, acc, shared + turn * GROUPS, ticket); /* covers [first, last) */
}

struct reduce_last_block_whole : single_pass_reduction<reduce_last_block_whole> {
    static constexpr const char
        *ids = "S1",
        *does = "one kernel: a share a block; the whole last block folds the blocks' results";
    static constexpr auto sectors = window_sectors;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    static constexpr unsigned takes = TAKES_USUAL | TAKES_GRID;

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return 2 * sizes.state * (shape.block / shape.group) + 16;
    }

    static int64_t windows(const struct job *job, const struct launch_shape *shape)
    {
        return ceiling((int64_t)job->length, shape->block);
    }

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        if (shape->grid) return larger(1, smaller((int64_t)shape->grid, windows(job, shape)));
        return share_blocks(job, windows(job, shape), shape->block, least_windows(shape));
    }

    /* A single block counts itself, too. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return flat_traffic(job) + 2 * (uint64_t)blocks(job, shape) * state_bytes(job) + sizeof(uint32_t);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t count = blocks(job, shape);
        return launch("reduce_last_block_whole", reduce_last_block_whole_kernel<M, BLOCK, ITEMS, GROUP>,
                      count, BLOCK, GROUP, job, single_pass<M>(job, windows(job, shape), count), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
