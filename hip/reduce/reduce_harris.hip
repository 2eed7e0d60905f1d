/* SPDX-License-Identifier: MIT
 * reduce_harris: NVIDIA's last kernel of "Optimizing Parallel Reduction", as the thesis measures it. A block takes
 * two tiles of items at a time, a thread one of each, and strides over the row by twice the grid's threads. Then it
 * folds its threads' sums in shared memory, upper half onto lower half with a barrier after each step, until two
 * groups' sums are left: the first group folds these without a barrier. A second kernel of one block does the same
 * with the blocks' results. Operands are permuted.
 *
 * ID, source    L4: Harris, "Optimizing Parallel Reduction in CUDA" (2007), kernel 7, as measured in Larsen, thesis
 *               (2017), app. A
 * Laws          associative, commutes
 * Memory        one pass: n items read, G states written and read
 * Scratch       G states, G <= blocks that are resident at once
 * Progress      none needed
 * Cannot        keep the order of operands; more than one row */
#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class Source, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_harris_kernel(flat_arguments<M, Source> a)
{
    SHARED(typename M::state, sum, BLOCK);
    const typename M::params &params = a.source.params;
    int t = thread_id();

    /* ---- serial: two items a trip; n items read, neighbours by neighbouring threads ---- */
    typename M::state acc = M::identity(params); /* covers nothing yet */
    for (int64_t i = block_id() * 2 * BLOCK + t; i < a.source.count; i += block_count() * 2 * BLOCK) {
        typename M::state first = take_state<M>(a.source, i);
        if (i + BLOCK < a.source.count) first = M::combine(params, first, take_state<M>(a.source, i + BLOCK));
        acc = M::combine(params, acc, first);
    }
    store(sum + t, acc); /* covers the items that are t modulo the block's threads, of the block's tiles */
    block_sync();

    /* ---- block: upper half onto lower half ---- */
    int half = BLOCK / 2;
    for (; half > GROUP; half /= 2) {
        if (t < half) store(sum + t, M::combine(params, load(sum + t), load(sum + t + half)));
        block_sync();
    }
    /* ---- group; G states written ---- */
    if (t >= GROUP) return;
    for (; half > 0; half /= 2) {
        if (t < half) store(sum + t, M::combine(params, load(sum + t), load(sum + t + half)));
        group_sync<GROUP>();
    }
    if (t == 0) put_result<M>(a.target, block_id(), load(sum)); /* covers the block's tiles */
}

struct reduce_harris : two_pass_reduction<reduce_harris> {
    static constexpr const char
        *ids = "L4",
        *does =
            "threads stride by two items over the row, then upper halves onto lower halves in shared memory";
    static constexpr auto sectors = window_sectors;
    static constexpr struct tuning tunings[] = {{8, 2, 4, TINY}, {512, 2, 32, USUAL}, {512, 2, 64, USUAL}};

    static constexpr unsigned takes = TAKES_USUAL | TAKES_GRID;

    /* A state a thread. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * shape.block;
    }

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        int64_t tiles = ceiling((int64_t)job->length, 2 * (int64_t)shape->block);
        if (shape->grid) return larger(1, smaller((int64_t)shape->grid, tiles));
        return share_blocks(job, tiles, shape->block, least_windows(shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t count = blocks(job, shape);
        typename M::state *partial = scratch_states<M>(job);
        flat_arguments<M, item_source<M>> items =
            first_of_several<M>(job, result_states<M>(partial), sharing(), 0);
        flat_arguments<M, state_source<M>> results =
            next_of_several<M>(job, partial, count, result_columns<M>(job), sharing(), 0);
        return launch("reduce_harris items", reduce_harris_kernel<M, item_source<M>, BLOCK, GROUP>, count,
                      BLOCK, GROUP, job, items, why) &&
               launch("reduce_harris results", reduce_harris_kernel<M, state_source<M>, BLOCK, GROUP>, 1,
                      BLOCK, GROUP, job, results, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
