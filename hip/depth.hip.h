/* SPDX-License-Identifier: MIT
 * How many combines an item passes through, as strategies state it (strategy.h): the bound of a float sum grows with it
 * (reference/slack.h). From above and by family, for what a lane, a group, a block or many blocks take side by side.
 * Combines with the identity are none, since they round nothing. */
#ifndef FOLDCHECK_DEPTH_HIP_H
#define FOLDCHECK_DEPTH_HIP_H

#include "hip/tile.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Items of the longest row. The host does not know rows of different lengths: it has no more than all. */
inline uint64_t longest_row(const struct job *job)
{
    return job->row_start ? job->ragged_items : job->length;
}

/* Steps in which twice as much is joined each time, until `lanes` are one. */
inline uint64_t tree_steps(uint64_t lanes)
{
    uint64_t steps = 0;
    while (((uint64_t)1 << steps) < lanes)
        steps++;
    return steps;
}

/* A fold or scan of `items` items, `side` of them side by side: one combine for each time that a lane or the block goes
 * on; a lane's own items, before what is left of them is known and after; and a tree of groups in a tree of lanes, of
 * what is folded and of what is handed on. */
inline uint64_t side_by_side_depth(uint64_t items, uint64_t side, const struct launch_shape *shape)
{
    return (uint64_t)ceiling((int64_t)items, (int64_t)side) + 2 * (uint64_t)shape->items +
           4 * tree_steps(2 * (uint64_t)shape->block);
}

/* By one thread, or by atomics in whatever order. */
inline uint64_t depth_in_order(const struct job *job, const struct launch_shape *)
{
    return longest_row(job);
}

inline uint64_t depth_by_group(const struct job *job, const struct launch_shape *shape)
{
    return side_by_side_depth(longest_row(job), shape->group, shape);
}

/* A block, or more of them, go over a row a block's width at a time. */
inline uint64_t depth_by_block(const struct job *job, const struct launch_shape *shape)
{
    return side_by_side_depth(longest_row(job), shape->block, shape);
}

/* Tiles of ITEMS items a thread, and what is left of each handed from tile to tile. */
inline uint64_t depth_by_tile(const struct job *job, const struct launch_shape *shape)
{
    return side_by_side_depth(longest_row(job), (uint64_t)shape->block * shape->items, shape);
}

/* `blocks` blocks share a row, and one group folds their results. */
inline uint64_t depth_by_blocks(const struct job *job, const struct launch_shape *shape, uint64_t blocks)
{
    return side_by_side_depth(longest_row(job), blocks * shape->block, shape) +
           side_by_side_depth(blocks, shape->group, shape);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
