/* SPDX-License-Identifier: MIT
 * reduce_auto: the flat reduction for callers without a wish of their own. It picks among the others by
 * n, operator and device, from measurements that stand beside the choice; `foldcheck plan` prints its
 * choice and the reason.
 *
 * Source        ours
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/reduce/reduce_last_block.hip"

namespace FOLDCHECK_NAMESPACE
{

struct reduce_auto : auto_strategy<reduce_auto> {
    static constexpr const char *does =
        "takes the strategy and shape that was measured to be the fastest for the job";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        const op_sizes sizes = sizes_of_job(job);
        *shape = chunks_shape(sizes, job->caps->lanes == 64 ? 64 : 32);
        text_say(why, "%llu items, %s: one pass, chunk by chunk, %s: nothing else was faster at any size",
                 (unsigned long long)job->length, job->op->name,
                 chunks_in_parts(sizes) ? "lanes side by side" : "a run a lane, as states are wide");
        return strategy_of<reduce_last_block>();
    }

    template <class M, int GROUP>
    static bool enqueue_by(const struct job *job, struct text *why)
    {
        constexpr struct launch_shape shape = chunks_shape(sizes_of<M>(), GROUP);
        return reduce_last_block::enqueue<M, shape.block, shape.items, GROUP, 0>(job, &shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        if (job->caps->lanes == 64) return enqueue_by<M, MOST_LANES>(job, why);
        return enqueue_by<M, 32>(job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
