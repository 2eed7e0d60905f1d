/* SPDX-License-Identifier: MIT
 * The host's side of all flat reductions: traffic, kernels' arguments. */
#ifndef FOLDCHECK_REDUCE_FLAT_HIP_H
#define FOLDCHECK_REDUCE_FLAT_HIP_H

#include "hip/description.hip.h"
#include "hip/tile/counter.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* n items read, map-out written, one result: the least that a reduction moves. */
inline uint64_t flat_traffic(const struct job *job)
{
    return job->length * (job->op->input.packed + job->op->mapout.packed) + result_bytes(job);
}

/* As flat_traffic, for kernels whose last block folds all blocks' states and resets the counter. */
inline uint64_t single_pass_traffic(const struct job *job, uint64_t blocks)
{
    return flat_traffic(job) + (blocks > 1 ? 2 * blocks * state_bytes(job) + sizeof(uint32_t) : 0);
}

/* ---- what flat reductions say of themselves; S is the strategy, and S::blocks how many blocks its kernel has ---- */
template <class S>
struct flat_reduction : any_strategy {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;

    /* A state a group: what block_combine hands over. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * (shape.block / shape.group);
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        return depth_by_blocks(job, shape, (uint64_t)S::blocks(job, shape));
    }

    /* A counter, and a state a block. */
    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return COUNTER_BYTES + (uint64_t)S::blocks(job, shape) * state_bytes(job);
    }
};

/* One kernel, whose last block folds what all blocks leave in scratch. */
template <class S>
struct single_pass_reduction : flat_reduction<S> {
    static constexpr bool blocks_communicate = true;
    static constexpr auto prepare = prepare_counter;

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return single_pass_traffic(job, (uint64_t)S::blocks(job, shape));
    }
};

/* Two kernels: the second folds what the blocks of the first leave in scratch. */
template <class S>
struct two_pass_reduction : flat_reduction<S> {
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return flat_traffic(job) + 2 * (uint64_t)S::blocks(job, shape) * state_bytes(job);
    }
};

/* The arguments of every kernel of a flat reduction. */
template <class M, class Source>
struct flat_arguments {
    Source source;
    result_target<M> target;
    sharing windows;            /* per group, thread or block: the kernel says */
    int64_t tiles;              /* of kernels that loop over tiles instead */
    typename M::state *partial; /* scratch: a state a block */
    uint32_t *counter;
};

/* The arguments of a kernel that reads the items and finishes in the last block. */
template <class M>
flat_arguments<M, item_source<M>> single_pass(const struct job *job, int64_t windows, int64_t parts)
{
    flat_arguments<M, item_source<M>> a = {items_of<M>(job),          result_columns<M>(job),
                                           share_out(windows, parts), 0,
                                           scratch_states<M>(job),    scratch_counter(job)};
    return a;
}

/* The arguments of the first kernel of several, which leaves states in scratch. */
template <class M>
flat_arguments<M, item_source<M>> first_of_several(const struct job *job, const result_target<M> &target,
                                                   sharing windows, int64_t tiles)
{
    flat_arguments<M, item_source<M>> a = {items_of<M>(job), target, windows, tiles, nullptr, nullptr};
    return a;
}

/* The arguments of a later kernel, which reads `count` states. */
template <class M>
flat_arguments<M, state_source<M>> next_of_several(const struct job *job, const typename M::state *state,
                                                   int64_t count, const result_target<M> &target,
                                                   sharing windows, int64_t tiles)
{
    flat_arguments<M, state_source<M>> a = {
        states_of<M>(job, state, count), target, windows, tiles, nullptr, nullptr};
    return a;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
