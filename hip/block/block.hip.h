/* SPDX-License-Identifier: MIT
 * Shared by the block-wide folds: a block folds a set, which is a row, tile by tile; blocks do not talk to one another.
 * They are one report's steps from a naive tree to shuffles: S. W. Timcheck, "Efficient Implementation of Reductions on
 * GPU Architectures" (2017), chapter 2.
 *
 *   a tile      the items that a block folds at a time: BLOCK, or several a thread; the last one of a row may have
 *               fewer
 *   a node      a state that covers items of a tile; the first nodes are made of items as these are read, two of each
 *   T7          the report's kernels leave a set's result in its first item, and have to take that item away again;
 *               here results lie apart, since a strategy does not write what it reads */
#ifndef FOLDCHECK_BLOCK_HIP_H
#define FOLDCHECK_BLOCK_HIP_H

#include "hip/segreduce/segreduce.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Items i and j, in this order; j may lie behind the last. */
template <class M>
FN typename M::state take_pair(const item_source<M> &source, int64_t i, int64_t j, int64_t last)
{
    typename M::state left = take_state<M>(source, i);
    if (j >= last) return left;
    return M::combine(source.params, left, take_state<M>(source, j));
}

/* Folds items i, i + APART, ..., ITEMS of them at most; item i is there. */
template <class M, int ITEMS, int APART>
FN typename M::state fold_apart(const item_source<M> &source, int64_t i, int64_t last)
{
    typename M::state item[ITEMS];
    UNROLL for (int k = 0; k < ITEMS; k++) item[k] = take_in_row<M>(source, i + k * APART, last);
    typename M::state acc = item[0];
    UNROLL for (int k = 1; k < ITEMS; k++)
    {
        if (i + k * APART < last) acc = M::combine(source.params, acc, item[k]);
    }
    return acc;
}

/* Folds items [i, i + ITEMS), of those before the last. */
template <class M, int ITEMS>
FN typename M::state fold_neighbours(const item_source<M> &source, int64_t i, int64_t last)
{
    if (i >= last) return M::identity(source.params);
    return fold_apart<M, ITEMS, 1>(source, i, last); /* covers [i, i + ITEMS) */
}

/* Nodes i and j become node i. */
template <class M>
FN void join_nodes(const typename M::params &params, typename M::state *node, int i, int j)
{
    store(node + i, M::combine(params, load(node + i), load(node + j)));
}

/* All rows, a block each: Tree::fold gives thread 0 the fold of items [at, last) of a row, of which there are at most
 * Tree::TILE. Node 0 is thread 0's own, so that no barrier is needed between a tile and the next. */
template <class M, class Tree>
FN void fold_rows_by_tiles(const rows_arguments<M> &a, typename M::state *node)
{
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        row_items mine = items_of_row<M>(a, row);
        const item_source<M> &source = source_of_row<M>(a, row);
        typename M::state acc = M::identity(source.params); /* thread 0: covers [mine.first, mine.first) */
        for (int64_t at = mine.first; at < mine.last; at += Tree::TILE) {
            typename M::state tile = Tree::fold(source, at, smaller(mine.last, at + Tree::TILE), node);
            if (thread_id() == 0)
                acc = M::combine(source.params, acc, tile); /* covers [mine.first, at + TILE) */
        }
        if (thread_id() == 0) store_fields<state_traits<M>>(a.out, row, &acc);
    }
}

/* ---- the host's side --------------------------------------------------------------------------------------- */

/* The report's other blocks, for states of 4 bytes as its are. */
#define REPORTED_BLOCKS(ITEMS)                                                                               \
    {32, ITEMS, 32, PICKED}, {64, ITEMS, 32, PICKED}, {128, ITEMS, 32, PICKED}, {512, ITEMS, 32, PICKED},    \
    {                                                                                                        \
        1024, ITEMS, 32, PICKED                                                                              \
    }

struct block_wide : row_reduction {
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ANY_ROWS; /* each with params of its own */
    static constexpr auto depth = depth_by_block;

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block < 32 || shape.block == 256 || (sizes.input.packed <= 4 && sizes.state <= 4);
    }

    /* All threads read where a row begins and ends, and its params. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return rows_traffic(job) + (shape->block - 1) * job->rows * row_traffic(job);
    }
};

/* Enqueues a kernel with a block a row. */
template <class M>
static inline bool enqueue_sets(const char *name, void (*kernel)(rows_arguments<M>), int block, int group,
                                const struct job *job, struct text *why)
{
    int64_t blocks = smaller(MOST_BLOCKS, (int64_t)job->rows);
    return blocks == 0 || launch(name, kernel, blocks, block, group, job, rows_of<M>(job), why);
}

/* A lane reads `items` neighbours. */
inline double neighbours_sectors(const struct job *job, int items)
{
    double read = larger_of(columns_sectors(&job->in, &job->op->input, items),
                            columns_sectors(&job->mapout, &job->op->mapout, items));
    return larger_of(read, results_sectors(job, 1));
}

/* Blocks that have a place each in scratch. */
inline int64_t block_places(const struct job *job, const struct launch_shape *shape)
{
    int64_t most = smaller(MOST_BLOCKS, resident_blocks(job, shape->block));
    return smaller(most, (int64_t)job->rows);
}

/* ---- nodes in global memory: a place for those of a tile for each block ---------------------------------------- */

template <class M>
struct nodes_arguments {
    rows_arguments<M> rows;
    typename M::state *node; /* scratch: the first nodes of a tile, for each block */
};

/* The first nodes of a tile: a node covers two items. */
COMPILE_TIME int64_t first_nodes(int64_t items)
{
    return (items + 1) / 2;
}

/* Nodes that a tile moves: each is written; two are read and one written when they are joined; the last one is read. */
inline uint64_t nodes_moved(int64_t items)
{
    return items == 0 ? 0 : (uint64_t)(4 * first_nodes(items) - 2);
}

/* S is the strategy, with its kernel. */
template <class S>
struct nodes_in_global_memory : block_wide {
    /* The group is not used: nothing here knows of groups. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {16, 1, 4, TINY}, {256, 1, 32, USUAL}, REPORTED_BLOCKS(1)};

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return (uint64_t)(block_places(job, shape) * shape->block) * state_bytes(job);
    }

    /* Of rows of different lengths: as if each had tiles of two nodes more than it may have. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t length = job->length, tile = shape->block;
        uint64_t nodes =
            job->row_start
                ? 2 * job_items(job)
                : job->rows * (length / tile * nodes_moved((int64_t)tile) + nodes_moved(length % tile));
        return block_wide::traffic(job, shape) + nodes * state_bytes(job);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        nodes_arguments<M> a = {rows_of<M>(job), static_cast<typename M::state *>(job->scratch)};
        return job->rows == 0 || launch(S::NAME, S::template kernel<M, BLOCK>(), block_places(job, shape),
                                        BLOCK, GROUP, job, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
