/* SPDX-License-Identifier: MIT
 * reduce_auto: the flat reduction that a caller who does not care should take. It picks among the others by
 * n, operator and device, from measurements that stand beside the choice; `foldcheck plan` prints what it
 * took and why.
 *
 * ID, source    L22 (flat part): a choice at run time between versions of one program, Larsen, thesis (2017), 6.2.5
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/reduce/reduce_last_block.hip"

namespace FOLDCHECK_NAMESPACE
{

/* One choice: the strategy and its shape before scaling, for jobs of fewer items than `below`. The group is
 * the device's lanes. */
struct auto_choice {
    uint64_t below;
    uint32_t block, items;
    const char *why;
};

static constexpr struct auto_choice auto_choices[] = {
    {UINT64_MAX, 512, 16,
     "one pass, no barrier inside a share, order kept: nothing else was faster at any size"},
};

inline const struct auto_choice *auto_choose(const struct job *job)
{
    const struct auto_choice *choice = auto_choices;
    while (job->length >= choice->below)
        choice++;
    return choice;
}

/* The shape before scaling by the operator; auto takes a whole warp or wavefront as group. */
inline struct launch_shape auto_shape(const struct job *job)
{
    const struct auto_choice *choice = auto_choose(job);
    struct launch_shape shape = {};
    shape.block = choice->block;
    shape.items = (uint32_t)scaled_items((int)choice->items, job->op->input.packed);
    shape.group = job->caps->lanes == 64 ? 64u : 32u;
    return shape;
}

inline const struct strategy *reduce_auto_pick(const struct job *job, struct launch_shape *shape,
                                               struct text *why)
{
    const struct auto_choice *choice = auto_choose(job);
    *shape = auto_shape(job);
    text_say(why, "%llu items, %s: %s", (unsigned long long)job->length, job->op->name, choice->why);
    return &reduce_last_block::strategy;
}

inline enum refusal reduce_auto_refuse(const struct strategy *strategy, const struct job *job,
                                       const struct launch_shape *, struct text *why)
{
    return one_row_refuse(strategy, job, nullptr, 0, why);
}

inline uint64_t reduce_auto_scratch(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape = auto_shape(job);
    return reduce_last_block_scratch(job, &shape);
}

inline uint64_t reduce_auto_traffic(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape = auto_shape(job);
    return reduce_last_block_traffic(job, &shape);
}

inline double reduce_auto_sectors(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape = auto_shape(job);
    return run_sectors(job, &shape);
}

struct reduce_auto {
    static constexpr struct strategy strategy = {
        /* name */ "reduce_auto",
        /* ids */ "",
        /* does */ "takes the strategy and shape that was measured to be the fastest for the job",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        reduce_auto_refuse,
        reduce_auto_scratch,
        reduce_auto_traffic,
        reduce_auto_sectors,
        prepare_counter,
        reduce_auto_pick,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return true;
    }

    /* Runs the choice that has this block and these items, for groups of 32 or 64 lanes. */
    template <class M, int BLOCK, int ITEMS>
    static bool enqueue_choice(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int items = scaled_items(ITEMS, M::input_columns.packed);
        if (shape->group == 32) return reduce_last_block::enqueue<M, BLOCK, items, 32, 0>(job, shape, why);
        return reduce_last_block::enqueue<M, BLOCK, items, MOST_LANES, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape = auto_shape(job);
        return enqueue_choice<M, 512, 16>(job, &shape, why);
    }
};

/* No shape of its own. */
#define reduce_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
