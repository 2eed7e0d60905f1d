/* SPDX-License-Identifier: MIT
 * reduce_irwim: a reduction of vectors turned inside out. reduce(map2 op) over t vectors of k components is a map, over
 * the k components, of reductions of t numbers each: of the transposed array, whose k rows are long. Where columns lie
 * apart they are that array already; of C structs each component is read across them, and nothing is moved before. A
 * row after the other is reduced as reduce_last_block does it, and fills the device alone; a thread's state is one
 * component, so that a wide vector costs neither registers nor shared memory. A component that was not asked for is not
 * even read.
 *
 * Source        after H12 (segreduce_irwim), interchange of a reduce with an inner map: here of an operator's own columns
 * Laws          associative, and a product of its columns' parts: two parts or more, without lift and map-out
 * Memory        k passes over a column each: n items read, k G states written and read
 * Scratch       a counter and G states, which the components use in turn
 * Progress      none needed: no block waits for another
 * Cannot        more than one row; components that depend on one another */
#ifndef FOLDCHECK_REDUCE_IRWIM_HIP
#define FOLDCHECK_REDUCE_IRWIM_HIP
#include "hip/reduce/reduce_last_block.hip"
#include "hip/tile/parts.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A part whose items are its own columns of the input, which are states already. */
template <class M, int PART>
struct component_of : part_of<M, PART> {
    using state = typename part_of<M, PART>::state;
    using input = state;
    static constexpr column_list input_columns = part_of<M, PART>::state_columns,
                                 mapout_columns = column_list();
    static constexpr bool emits = false;

    OP_FN state lift(const typename M::params &, const input &item)
    {
        return item;
    }
};

/* The job of one component, with an operator that has its columns alone. */
struct component_job {
    struct op op;
    struct job job;
};

inline void component_plan(const struct job *job, int part, struct component_job *own)
{
    own->op = *job->op;
    own->op.input = own->op.state = tuple_part(&job->op->state, part);
    own->job = *job;
    own->job.op = &own->op;
    own->job.in.count = own->job.out.count = 0;
    for (int k = 0; k < job->op->state.count; k++) {
        if (job->op->state.part[k] != part) continue;
        own->job.in.column[own->job.in.count++] = job->in.column[k];
        own->job.out.column[own->job.out.count++] = job->out.column[k];
    }
}

inline bool component_is_asked_for(const struct component_job *own)
{
    for (int k = 0; k < own->job.out.count; k++)
        if (own->job.out.column[k].base) return true;
    return false;
}

/* Component PART and those behind it: a launch each. */
template <class M, int PART, int BLOCK, int ITEMS, int GROUP>
static bool reduce_components(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    if constexpr (PART < M::state_columns.parts) {
        using P = component_of<M, PART>;
        struct component_job own;
        component_plan(job, PART, &own);
        int64_t blocks = reduce_last_block::blocks(&own.job, shape);
        int64_t windows = reduce_last_block::windows(&own.job, shape);
        return (!component_is_asked_for(&own) ||
                launch("reduce_irwim", reduce_last_block_kernel<P, BLOCK, ITEMS, GROUP>, blocks, BLOCK, GROUP,
                       job, single_pass<P>(&own.job, windows, blocks), why)) &&
               reduce_components<M, PART + 1, BLOCK, ITEMS, GROUP>(job, shape, why);
    }
    return true;
}

struct reduce_irwim : single_pass_reduction<reduce_irwim> {
    static constexpr const char *does =
        "a reduction of vectors as a map of reductions, one for each component";
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {512, 16, 32, USUAL}, {512, 16, 64, USUAL}};

    static constexpr auto depth = depth_by_block; /* as reduce_last_block, in whose blocks it is no wider */

    /* Two states of one component a group. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return 2 * largest_part(sizes.result) * (shape.block / shape.group);
    }

    /* One component of an item. */
    static constexpr size_t held(const op_sizes &sizes)
    {
        return largest_part(sizes.result);
    }

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *, struct text *why)
    {
        if (job->op->state.parts > 1 && !job->op->lifts && !job->op->emits) return REFUSAL_NONE;
        text_say(why, "%s needs an operator of several parts, without lift and map-out; %s is none",
                 strategy->name, job->op->name);
        return REFUSAL_LAW;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t most = 0;
        for (int part = 0; part < job->op->state.parts; part++) {
            struct component_job own;
            component_plan(job, part, &own);
            most =
                (uint64_t)larger((int64_t)most, (int64_t)reduce_last_block::scratch_bytes(&own.job, shape));
        }
        return most;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t bytes = 0;
        for (int part = 0; part < job->op->state.parts; part++) {
            struct component_job own;
            component_plan(job, part, &own);
            if (component_is_asked_for(&own)) bytes += reduce_last_block::traffic(&own.job, shape);
        }
        return bytes;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double most = 1;
        for (int part = 0; part < job->op->state.parts; part++) {
            struct component_job own;
            component_plan(job, part, &own);
            most = larger_of(most, reduce_last_block::sectors(&own.job, shape));
        }
        return most;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return reduce_components<M, 0, BLOCK, ITEMS, GROUP>(job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
