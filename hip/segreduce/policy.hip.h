/* SPDX-License-Identifier: MIT
 * Shared by the named policies: dispatchers of the documents, which take one of several strategies by a rule of their own,
 * so that they can be compared with segreduce_auto and with one another. A policy is a pick and the ways that it can take;
 * all else is that of the strategy that it picks. The documents know rows of one length and one set of params; rows of
 * different lengths, or with params of their own, have a thread each or a block each here, by the policy's rule for rows of
 * the mean length.
 *
 *   a way       a strategy in its usual shape */
#ifndef FOLDCHECK_SEGREDUCE_POLICY_HIP_H
#define FOLDCHECK_SEGREDUCE_POLICY_HIP_H
#include "hip/segreduce/segreduce_block_per_row.hip"
#include "hip/segreduce/segreduce_thread_per_row.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Threads a block of every way. */
enum { POLICY_BLOCK = 256 };

/* Strategy S with ITEMS items a thread, before scaling by the operator, and groups of GROUP lanes; 0: a warp or wavefront. */
template <class S, int ITEMS, int GROUP = 0>
struct row_way {
    /* The strategy, and its shape for the job. */
    static const struct strategy *take(const struct job *job, struct launch_shape *shape)
    {
        uint32_t lanes = job->caps->lanes == 64 ? 64u : 32u;
        *shape = {POLICY_BLOCK, (uint32_t)scaled_items(ITEMS, job->op->input.packed), GROUP ? GROUP : lanes,
                  0};
        return &S::strategy;
    }

    template <class M>
    static constexpr int items()
    {
        return scaled_items(ITEMS, held_bytes<M>(WHAT_REDUCE));
    }

    template <class M>
    static constexpr bool fits()
    {
        return S::template fits < M, POLICY_BLOCK, items<M>(), GROUP ? GROUP : 32, 0 > ();
    }

    template <class M>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int NARROW = GROUP ? GROUP : 32, WIDE_GROUP = GROUP ? GROUP : MOST_LANES;
        if (shape->group == NARROW)
            return S::template enqueue<M, POLICY_BLOCK, items<M>(), NARROW, 0>(job, shape, why);
        return S::template enqueue<M, POLICY_BLOCK, items<M>(), WIDE_GROUP, 0>(job, shape, why);
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

typedef const struct strategy *policy_pick(const struct job *job, struct launch_shape *shape,
                                           struct text *why);

/* What is refused whatever is picked, and what the strategy that is picked refuses: nothing, if the policy is right. */
template <policy_pick PICK>
inline enum refusal policy_refuse(const struct strategy *strategy, const struct job *job,
                                  const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    enum refusal refusal = any_params_refuse(strategy, job, nullptr, 0, why);
    if (refusal != REFUSAL_NONE) return refusal;
    const struct strategy *taken = PICK(job, &shape, nullptr);
    return taken->refuse(taken, job, &shape, why);
}

template <policy_pick PICK>
inline uint64_t policy_scratch(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return PICK(job, &shape, nullptr)->scratch_bytes(job, &shape);
}

template <policy_pick PICK>
inline uint64_t policy_traffic(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return PICK(job, &shape, nullptr)->traffic(job, &shape);
}

template <policy_pick PICK>
inline double policy_sectors(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return PICK(job, &shape, nullptr)->sectors(job, &shape);
}

template <policy_pick PICK>
inline bool policy_prepare(const struct job *job, const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    return PICK(job, &shape, nullptr)->prepare(job, &shape, why);
}

/* The base of a policy: PICK takes one of WAYS. */
template <policy_pick PICK, class... WAYS>
struct row_policy {
    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return (WAYS::template fits<M>() && ...);
    }

    /* Enqueues the first of the ways that is the strategy taken. */
    template <class M, class WAY, class... MORE>
    static bool enqueue_taken(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        struct launch_shape unused;
        if (taken == WAY::take(job, &unused)) {
            if constexpr (WAY::template fits<M>()) return WAY::template enqueue<M>(job, shape, why);
            return false; /* what has no shape is not taken */
        }
        if constexpr (sizeof...(MORE) > 0) return enqueue_taken<M, MORE...>(taken, job, shape, why);
        return false;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = PICK(job, &shape, nullptr);
        return enqueue_taken<M, WAYS...>(taken, job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
