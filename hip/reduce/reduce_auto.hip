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

struct reduce_auto : auto_strategy<reduce_auto> {
    static constexpr const char *does =
        "takes the strategy and shape that was measured to be the fastest for the job";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        const struct auto_choice *choice = auto_choose(job);
        *shape = auto_shape(job);
        text_say(why, "%llu items, %s: %s", (unsigned long long)job->length, job->op->name, choice->why);
        return strategy_of<reduce_last_block>();
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

} // namespace FOLDCHECK_NAMESPACE
