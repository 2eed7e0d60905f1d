/* SPDX-License-Identifier: MIT
 * L1, the tree over launches: a kernel reduces every tile of the items to one state, the next one every tile
 * of those states, until one is left. Shared by the two tree strategies; they differ in how a block reduces
 * its tile. */
#ifndef FOLDCHECK_REDUCE_TREE_HIP_H
#define FOLDCHECK_REDUCE_TREE_HIP_H

#include "hip/reduce/flat.hip.h"

namespace FOLDCHECK_NAMESPACE
{

inline int64_t tree_tile(const struct launch_shape *shape)
{
    return (int64_t)shape->block * shape->items;
}

/* States that the levels leave in scratch: one a tile, level after level. The last level's result goes to the
 * columns. */
inline int64_t tree_states(const struct job *job, const struct launch_shape *shape)
{
    int64_t tile = tree_tile(shape), states = 0;
    for (int64_t left = job_windows(job, tile); left > 1; left = ceiling(left, tile))
        states += left;
    return states;
}

struct tree_reduction : any_strategy {
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr auto sectors = run_sectors;

    /* A state a thread. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return sizes.state * shape.block;
    }

    static enum refusal own_rule(const struct strategy *strategy, const struct job *,
                                 const struct launch_shape *shape, struct text *why)
    {
        if (tree_tile(shape) > 1) return REFUSAL_NONE;
        text_say(why, "%s with tiles of one item never ends", strategy->name);
        return REFUSAL_SHAPE;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return COUNTER_BYTES + (uint64_t)tree_states(job, shape) * state_bytes(job);
    }

    /* On each level a thread's run, and a block's tree. */
    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        int64_t tile = tree_tile(shape), levels = 1;
        for (int64_t left = job_windows(job, tile); left > 1; left = ceiling(left, tile))
            levels++;
        return (uint64_t)levels * (shape->items + tree_steps(shape->block));
    }

    /* n items, and every level's states written once and read once. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return flat_traffic(job) + 2 * (uint64_t)tree_states(job, shape) * state_bytes(job);
    }
};

/* Enqueues all levels. Level is a struct with static kernels of<Source>(). */
template <class M, class Level>
static bool enqueue_tree(const char *name, const struct job *job, const struct launch_shape *shape,
                         struct text *why)
{
    int64_t tile = tree_tile(shape), tiles = job_windows(job, tile);
    typename M::state *level = scratch_states<M>(job);
    flat_arguments<M, item_source<M>> items = first_of_several<M>(
        job, tiles > 1 ? result_states<M>(level) : result_columns<M>(job), sharing(), tiles);
    bool fine = launch(name, Level::template kernel<item_source<M>>(), smaller(tiles, MOST_BLOCKS),
                       (int)shape->block, (int)shape->group, job, items, why);
    while (fine && tiles > 1) {
        int64_t next = ceiling(tiles, tile);
        flat_arguments<M, state_source<M>> states = next_of_several<M>(
            job, level, tiles, next > 1 ? result_states<M>(level + tiles) : result_columns<M>(job), sharing(),
            next);
        fine = launch(name, Level::template kernel<state_source<M>>(), smaller(next, MOST_BLOCKS),
                      (int)shape->block, (int)shape->group, job, states, why);
        level += tiles;
        tiles = next;
    }
    return fine;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
