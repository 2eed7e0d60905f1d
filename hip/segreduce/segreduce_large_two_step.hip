/* SPDX-License-Identifier: MIT
 * segreduce_large_two_step: the first stage of segreduce_large_window, whose blocks leave the results of their parts in
 * scratch, those of a row next to one another: rows again, of as many states as a row has blocks, which a second launch
 * reduces. In general that would be the same kernel again, and again, as long as a row has more than one block; here
 * the second is always the last: rows of more states than half a block has threads get a block each, and shorter ones
 * are packed into blocks, several in each. Where rows fill the device, a block takes a whole row, and there is no
 * second.
 *
 * Source        after L20 (segreduce_larsen_recursive), of other parts, as algorithm 6.3 of Larsen, thesis (2017), is
 *               simplified to two stages; the second is segreduce_large_one_block's kernel or segreduce_small_index's
 * Laws          associative
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a state a block
 * Progress      none needed
 * Cannot        rows of different lengths */
#ifndef FOLDCHECK_SEGREDUCE_LARGE_TWO_STEP_HIP
#define FOLDCHECK_SEGREDUCE_LARGE_TWO_STEP_HIP
#include "hip/segreduce/segreduce_large_one_block.hip"
#include "hip/segreduce/segreduce_small_index.hip"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_large_two_step_kernel(large_arguments<M> a)
{
    SHARED(typename M::state, shared, 2 * (BLOCK / GROUP));
    result_target<M> target = {a.rows.out,
                               a.partial}; /* of one part a row, which is the row's number, too: out */
    int turn = 0;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        row_part mine = row_part_of<M>(a, part, BLOCK);
        typename M::state acc = fold_windows<M, BLOCK, ITEMS, GROUP>(a.rows.source, mine.first, mine.last,
                                                                     shared, &turn); /* covers the part */
        if (thread_id() == 0) put_result<M>(target, part, acc);
    }
}

/* The second stage, of `each` states a row. */
template <class M, int BLOCK, int ITEMS, int GROUP>
static inline bool reduce_partials(const struct job *job, const large_arguments<M> &first, struct text *why)
{
    using Source = state_source<M>;
    rows_arguments<M, Source> rows = {states_of<M>(job, first.partial, first.parts),
                                      first.rows.out,
                                      nullptr,
                                      first.each,
                                      first.rows.rows,
                                      row_params<M>()};
    if (first.each > BLOCK / 2)
        return one_block_enqueue<M, Source, BLOCK, ITEMS, GROUP>(job, rows, BLOCK, why);
    return packs_launch<M, Source, BLOCK, 1, GROUP>(
        "segreduce_small_index", segreduce_small_index_kernel<M, Source, BLOCK, GROUP>, job, rows, why);
}

struct segreduce_large_two_step : row_reduction {
    static constexpr auto depth = depth_by_block;
    static constexpr const char *does =
        "blocks share a row, and a second launch reduces their results by row";
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 4, 32, USUAL}, {256, 4, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * (shape.block + shape.block / shape.group);
    }

    static constexpr bool suits(const op_sizes &, const struct launch_shape &shape)
    {
        return shape.block / shape.group <= shape.group;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t each = (uint64_t)large_each_of_trips(job, shape);
        return each > 1 ? job->rows * each * state_bytes(job) : 0;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return rows_traffic(job) + 2 * scratch_bytes(job, shape);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        large_arguments<M> a = large_of<M>(job, large_each_of_trips(job, shape), BLOCK);
        if (a.each > 1) a.partial = static_cast<typename M::state *>(job->scratch);
        return large_launch("segreduce_large_two_step",
                            segreduce_large_two_step_kernel<M, BLOCK, ITEMS, GROUP>, BLOCK, GROUP, job, a,
                            why) &&
               (a.parts == 0 || a.each == 1 || reduce_partials<M, BLOCK, ITEMS, GROUP>(job, a, why));
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
