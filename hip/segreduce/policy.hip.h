/* SPDX-License-Identifier: MIT
 * Shared by the named policies: dispatchers of the documents, which take one of several strategies by a rule of their
 * own, so that they can be compared with segreduce_auto and with one another. A policy is a pick and the ways that it
 * can take; all else is that of the strategy that it picks. The documents know rows of one length and one set of
 * params; rows of different lengths, or with params of their own, have a thread each or a block each here, by the
 * policy's rule for rows of the mean length.
 *
 *   a way       a strategy in its usual shape */
#ifndef FOLDCHECK_SEGREDUCE_POLICY_HIP_H
#define FOLDCHECK_SEGREDUCE_POLICY_HIP_H
#include "hip/segreduce/segreduce_block_per_row.hip"
#include "hip/segreduce/segreduce_thread_per_row.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Threads a block of every way, but where a way says another number. */
enum { POLICY_BLOCK = 256 };

/* Strategy S with ITEMS items a thread, before scaling by the operator, and groups of GROUP lanes; 0: a warp or
 * wavefront. */
template <class S, int ITEMS, int GROUP = 0, int BLOCK = POLICY_BLOCK>
struct row_way {
    /* The strategy, and its shape for the job. */
    static const struct strategy *take(const struct job *job, struct launch_shape *shape)
    {
        uint32_t lanes = job->caps->lanes == 64 ? 64u : 32u;
        *shape = shape_of(BLOCK, scaled_items(ITEMS, job->op->input.packed), GROUP ? GROUP : (int)lanes);
        return strategy_of<S>();
    }

    static constexpr int items(const op_sizes &sizes)
    {
        return scaled_items(ITEMS, sizes.input.packed);
    }

    static constexpr bool fits(const op_sizes &sizes)
    {
        return strategy_fits<S>(sizes, shape_of(BLOCK, items(sizes), GROUP ? GROUP : 32));
    }

    template <class M>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int EACH = items(sizes_of<M>()), NARROW = GROUP ? GROUP : 32,
                      WIDE_GROUP = GROUP ? GROUP : MOST_LANES;
        if (shape->group == NARROW) return S::template enqueue<M, BLOCK, EACH, NARROW, 0>(job, shape, why);
        return S::template enqueue<M, BLOCK, EACH, WIDE_GROUP, 0>(job, shape, why);
    }
};

using thread_a_row = row_way<segreduce_thread_per_row, 1, 1>;
using block_a_row = row_way<segreduce_block_per_row, 4>;

/* Rows that no document's dispatcher speaks of. */
inline bool is_irregular(const struct job *job)
{
    return job->row_start || job->row_params;
}

/* The rows' length; of different lengths, the mean. */
inline uint64_t mean_length(const struct job *job)
{
    return job->row_start ? job_items(job) / (job->rows ? job->rows : 1) : job->length;
}

/* Takes irregular rows, a thread each or a block each. */
inline const struct strategy *take_irregular(const struct job *job, bool threads, struct launch_shape *shape,
                                             struct text *why)
{
    text_say(why, "rows of different lengths, or with params of their own, which the rule does not cover: %s",
             threads ? "a thread each, as for rows of that mean length"
                     : "a block each, as for rows of that mean length");
    return threads ? thread_a_row::take(job, shape) : block_a_row::take(job, shape);
}

/* The base of a policy: S, the policy, picks one of WAYS. */
template <class S, class... WAYS>
struct row_policy : auto_strategy<S> {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ANY_ROWS;
    static constexpr bool blocks_communicate = true, is_default = false;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return (WAYS::fits(sizes) && ...);
    }

    /* Enqueues the first of the ways that is the strategy taken. */
    template <class M, class WAY, class... MORE>
    static bool enqueue_taken(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        struct launch_shape unused;
        if (taken == WAY::take(job, &unused)) {
            if constexpr (WAY::fits(sizes_of<M>())) return WAY::template enqueue<M>(job, shape, why);
            return false; /* what has no shape is not taken */
        }
        if constexpr (sizeof...(MORE) > 0) return enqueue_taken<M, MORE...>(taken, job, shape, why);
        return false;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = S::pick(job, &shape, nullptr);
        return enqueue_taken<M, WAYS...>(taken, job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
