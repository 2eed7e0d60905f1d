/* SPDX-License-Identifier: MIT
 * reduce_irwim: a reduction of vectors turned inside out. reduce(map2 op) over t vectors of k components is a map, over the
 * k components, of reductions of t numbers each: of the transposed array, whose k rows are long. Where columns lie apart
 * they are that array already; of C structs each component is read across them, and nothing is moved before. A row
 * after the other is reduced as reduce_last_block does it, and fills the device alone; a thread's state is one component,
 * so that a wide vector costs neither registers nor shared memory. A component that nobody asked for is not even read.
 *
 * ID, source    H12, interchange of a reduce with an inner map (IRWIM): Henriksen, slides (2016), "Computing Cluster Sizes"
 * Laws          associative, and a product of its columns' parts: two parts or more, without lift and map-out
 * Memory        k passes over a column each: n items read, k G states written and read
 * Scratch       a counter and G states, which the components use in turn
 * Progress      none needed: nobody waits for another block
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

inline uint64_t largest_component(const struct job *job)
{
    uint64_t most = 0;
    for (int part = 0; part < job->op->state.parts; part++)
        most = (uint64_t)larger((int64_t)most, (int64_t)tuple_part(&job->op->state, part).size);
    return most;
}

inline enum refusal reduce_irwim_refuse(const struct strategy *strategy, const struct job *job,
                                        const struct launch_shape *shape, struct text *why)
{
    if (job->op->state.parts > 1 && !job->op->lifts && !job->op->emits)
        return one_row_refuse(strategy, job, shape, largest_component(job) * (shape->block / shape->group),
                              why);
    text_say(why, "%s needs an operator of several parts, without lift and map-out; %s is none",
             strategy->name, job->op->name);
    return REFUSAL_LAW;
}

inline uint64_t reduce_irwim_scratch(const struct job *job, const struct launch_shape *shape)
{
    uint64_t most = 0;
    for (int part = 0; part < job->op->state.parts; part++) {
        struct component_job own;
        component_plan(job, part, &own);
        most = (uint64_t)larger((int64_t)most, (int64_t)reduce_last_block_scratch(&own.job, shape));
    }
    return most;
}

inline uint64_t reduce_irwim_traffic(const struct job *job, const struct launch_shape *shape)
{
    uint64_t bytes = 0;
    for (int part = 0; part < job->op->state.parts; part++) {
        struct component_job own;
        component_plan(job, part, &own);
        if (component_is_asked_for(&own)) bytes += reduce_last_block_traffic(&own.job, shape);
    }
    return bytes;
}

inline double reduce_irwim_sectors(const struct job *job, const struct launch_shape *shape)
{
    double most = 1;
    for (int part = 0; part < job->op->state.parts; part++) {
        struct component_job own;
        component_plan(job, part, &own);
        most = larger_of(most, run_sectors(&own.job, shape));
    }
    return most;
}

/* Component PART and those behind it: a launch each. */
template <class M, int PART, int BLOCK, int ITEMS, int GROUP>
static bool reduce_components(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    if constexpr (PART < M::state_columns.parts) {
        using P = component_of<M, PART>;
        struct component_job own;
        component_plan(job, PART, &own);
        int64_t blocks = reduce_last_block_blocks(&own.job, shape);
        int64_t windows = reduce_last_block_windows(&own.job, shape);
        return (!component_is_asked_for(&own) ||
                launch("reduce_irwim", reduce_last_block_kernel<P, BLOCK, ITEMS, GROUP>, blocks, BLOCK, GROUP,
                       job, single_pass<P>(&own.job, windows, blocks * (BLOCK / GROUP)), why)) &&
               reduce_components<M, PART + 1, BLOCK, ITEMS, GROUP>(job, shape, why);
    }
    return true;
}

struct reduce_irwim {
    static constexpr struct strategy strategy = {
        /* name */ "reduce_irwim",
        /* ids */ "H12",
        /* does */ "a reduction of vectors as a map of reductions, one for each component",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        reduce_irwim_refuse,
        reduce_irwim_scratch,
        reduce_irwim_traffic,
        reduce_irwim_sectors,
        prepare_counter,
        /* pick */ nullptr,
    };

    /* One component of an item. */
    template <class M>
    static constexpr size_t held()
    {
        return largest_part<M>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return M::state_columns.parts > 1 && !M::lifts && !M::emits &&
               largest_part<M>() * (BLOCK / GROUP) <= MOST_SHARED_BYTES;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        return reduce_components<M, 0, BLOCK, ITEMS, GROUP>(job, shape, why);
    }
};

/* block, items, group, gather, kind */
#define reduce_irwim_shapes(SHAPE, S)                                                                        \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 512, 16, 32, 0, USUAL)                                                                          \
    SHAPE(S, 512, 16, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
