/* SPDX-License-Identifier: MIT
 * reduce_two_kernel: every thread folds one chunk of consecutive items on its own, the chunks of a block are combined
 * in order, and a second kernel of one block folds the blocks' results in the same way. This is the form that keeps
 * operand order without any change of layout: neighbouring threads read a chunk apart, so large chunks are fetched
 * badly - the defect that the documents' transposition (L11), sliding window (S2) and strip-mining (S3) set out to
 * cure.
 *
 * Source        Futhark's chunked_reduce_kernel and reduce_kernel (Larsen, thesis (2017), 6.5) without the
 *               transposition in front, which reduce_chunked has
 * Laws          associative
 * Memory        one pass: n items read, G states written and read
 * Scratch       G states, G <= blocks that are resident at once
 * Progress      none needed
 * Cannot        more than one row */
#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, class Source, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
reduce_two_kernel_kernel(flat_arguments<M, Source> a)
{
    SHARED(typename M::state, shared, BLOCK / GROUP);
    share mine = share_of(a.windows, block_id() * BLOCK + thread_id());

    /* ---- serial: the thread's chunk, a run of ITEMS after the other; n items read ---- */
    typename M::state acc = M::identity(a.source.params); /* covers runs [mine.first, mine.first) */
    for (int64_t run = mine.first; run < mine.last; run++)
        acc = M::combine(a.source.params, acc, fold_run<M, ITEMS>(a.source, run * ITEMS - a.source.lead));

    /* ---- group, block; G states written ---- */
    acc = group_combine<M, GROUP>(a.source.params, acc);
    acc = block_combine<M, BLOCK, GROUP>(a.source.params, acc, shared);
    if (thread_id() == 0) put_result<M>(a.target, block_id(), acc); /* covers the block's chunks */
}

struct reduce_two_kernel : two_pass_reduction<reduce_two_kernel> {
    static constexpr const char *does =
        "a chunk of consecutive items a thread, then a second kernel over the blocks' results";
    static constexpr auto sectors = chunk_sectors;
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 8, 32, USUAL}, {256, 8, 64, USUAL}, {128, 16, 32, MORE}};

    static int64_t blocks(const struct job *job, const struct launch_shape *shape)
    {
        int64_t block_runs = ceiling(job_windows(job, shape->items), shape->block);
        return share_blocks(job, block_runs, shape->block, least_windows(shape));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        int64_t count = blocks(job, shape);
        typename M::state *partial = scratch_states<M>(job);
        flat_arguments<M, item_source<M>> chunks = first_of_several<M>(
            job, result_states<M>(partial), share_out(job_windows(job, ITEMS), count * BLOCK), 0);
        flat_arguments<M, state_source<M>> results = next_of_several<M>(
            job, partial, count, result_columns<M>(job), share_out(ceiling(count, ITEMS), BLOCK), 0);
        return launch("reduce_two_kernel chunks",
                      reduce_two_kernel_kernel<M, item_source<M>, BLOCK, ITEMS, GROUP>, count, BLOCK, GROUP,
                      job, chunks, why) &&
               launch("reduce_two_kernel results",
                      reduce_two_kernel_kernel<M, state_source<M>, BLOCK, ITEMS, GROUP>, 1, BLOCK, GROUP, job,
                      results, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
