/* SPDX-License-Identifier: MIT
 * reduce_strided: the classic fully optimised reduction. All threads of the grid stride over the items
 * together, each adding up whatever it meets; a block then folds its threads' sums in shared memory by
 * sequential addressing (upper half onto lower half, no bank conflicts) down to one group, which finishes by
 * shuffles; a second kernel of one block does the same with the blocks' results. Operands are permuted, hence
 * only for operators that commute.
 *
 * ID, source    LF7 of one row (segreduce_larsen_commuting: of several), a block reduction of its own for operators
 *               that commute: Larsen, thesis (2017), 9.1; after Harris, "Optimizing Parallel Reduction in CUDA" (2007),
 *               whose own strides are reduce_harris'
 * Laws          associative, commutes
 * Memory        one pass: n items read, G states written and read
 * Scratch       G states, G <= blocks that are resident at once
 * Progress      none needed
 * Cannot        keep the order of operands; more than one row */
#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class Source, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_strided_kernel(flat_arguments<M, Source> a)
{
    constexpr int TILE = BLOCK * ITEMS;
    SHARED(typename M::state, sum, BLOCK);
    int t = thread_id();

    /* ---- serial: first add during load; n items read, neighbours by neighbouring threads ---- */
    typename M::state acc = M::identity(a.source.params); /* covers nothing yet */
    for (int64_t tile = block_id(); tile < a.tiles; tile += block_count())
        acc = M::combine(a.source.params, acc,
                         fold_run<M, ITEMS>(a.source, tile * TILE - a.source.lead + t * ITEMS));
    store(sum + t, acc); /* covers every run of ITEMS that is t modulo the grid's threads */

    /* ---- block: upper half onto lower half ---- */
    for (int half = BLOCK / 2; half >= GROUP; half /= 2) {
        block_sync();
        if (t < half) store(sum + t, acc = M::combine(a.source.params, acc, load(sum + t + half)));
    }
    /* ---- group; G states written ---- */
    if (t >= GROUP) return;
    acc = group_combine<M, GROUP>(a.source.params, acc);
    if (t == 0) put_result<M>(a.target, block_id(), acc); /* covers all runs of the block's threads */
}

struct reduce_strided : two_pass_reduction<reduce_strided> {
    static constexpr const char
        *ids = "LF7",
        *does = "all threads stride over the items together, then sequential addressing in shared memory";
    static constexpr auto sectors = run_sectors;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},      {8, 3, 4, TINY},
                                                {512, 16, 32, USUAL}, {512, 16, 64, USUAL},
                                                {256, 8, 32, MORE},   {512, 4, 32, MORE}};

    /* A state a thread. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * shape.block;
    }

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        return share_blocks(job, job_windows(job, (int64_t)shape->block * shape->items), shape->block,
                            least_windows(shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t count = blocks(job, shape), tile = BLOCK * ITEMS;
        typename M::state *partial = scratch_states<M>(job);
        flat_arguments<M, item_source<M>> items =
            first_of_several<M>(job, result_states<M>(partial), sharing(), job_windows(job, tile));
        flat_arguments<M, state_source<M>> results =
            next_of_several<M>(job, partial, count, result_columns<M>(job), sharing(), ceiling(count, tile));
        return launch("reduce_strided items", reduce_strided_kernel<M, item_source<M>, BLOCK, ITEMS, GROUP>,
                      count, BLOCK, GROUP, job, items, why) &&
               launch("reduce_strided results",
                      reduce_strided_kernel<M, state_source<M>, BLOCK, ITEMS, GROUP>, 1, BLOCK, GROUP, job,
                      results, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
