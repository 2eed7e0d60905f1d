/* SPDX-License-Identifier: MIT
 * A reduction by one block: every thread folds a chunk of consecutive runs, and the chunks are combined in order. */
#ifndef EXAMPLE_CHUNKS_HIP_H
#define EXAMPLE_CHUNKS_HIP_H

#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, 1)
chunks_kernel(flat_arguments<M, item_source<M>> a)
{
    SHARED(typename M::state, shared, BLOCK / GROUP);
    share mine = share_of(a.windows, thread_id());
    typename M::state acc = M::identity(a.source.params); /* covers runs [mine.first, mine.first) */
    for (int64_t run = mine.first; run < mine.last; run++)
        acc = M::combine(a.source.params, acc, fold_run<M, ITEMS>(a.source, run * ITEMS - a.source.lead));
    acc = group_combine<M, GROUP>(a.source.params, acc);
    acc = block_combine<M, BLOCK, GROUP>(a.source.params, acc, shared);
    if (thread_id() == 0) put_result<M>(a.target, 0, acc); /* covers all runs */
}

/* WHOLE: the last run counts only if it is whole, which is wrong. */
template <bool WHOLE>
struct chunks : any_strategy {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {8, 3, 4, TINY}, {128, 8, 32, USUAL}};

    /* A state a group. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * (shape.block / shape.group);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        return flat_traffic(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        int64_t runs = WHOLE ? (int64_t)job->length / ITEMS : job_windows(job, ITEMS);
        flat_arguments<M, item_source<M>> a =
            first_of_several<M>(job, result_columns<M>(job), share_out(runs, BLOCK), 0);
        if (WHOLE) a.source.lead = a.source.wide = 0;
        return launch("chunks", chunks_kernel<M, BLOCK, ITEMS, GROUP>, 1, BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
