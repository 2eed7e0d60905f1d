/* SPDX-License-Identifier: MIT
 * The launches of Larsen's segmented reductions, one behind the other: where a row has several blocks, their results
 * are rows again, which the next launch reduces (thesis (2017), 5.3, listing 5.4, and 6.2.5, algorithm 6.3). The
 * host's side.
 *
 *   a stage     a launch of his large kernel, or of the small one, which ends it, with what its rows need before */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_STAGES_HIP_H
#define FOLDCHECK_SEGREDUCE_LARSEN_STAGES_HIP_H

#include "hip/segments.h"
#include "hip/segreduce/larsen_kernels.hip.h"
#include "hip/segreduce/larsen_padded.hip.h"
#include "hip/segreduce/segreduce_small_scan.hip"

namespace FOLDCHECK_NAMESPACE
{

enum larsen_way { LARSEN_STRIDED, LARSEN_CHUNKED, LARSEN_SMALL };

struct larsen_stage {
    enum larsen_way way;
    int64_t rows, length, each, chunk; /* items of a row, its blocks, and items a thread */
    bool whole = false; /* its threads have room for a row's items and no more: nothing is padded */
};

enum { MOST_LARSEN_STAGES = 24 };

struct larsen_plan {
    struct larsen_stage stage[MOST_LARSEN_STAGES];
    int count;
};

/* The blocks that are asked for (opt_num_groups), or those that fill the device (equation 5.1: 240 = 30720 / 128); of
 * tiny tunings few, so that few items are chunks and stages. */
inline int64_t larsen_groups(const struct job *job, const struct launch_shape *shape)
{
    int64_t processors = job->caps->processors;
    if (shape->grid) return (int64_t)shape->grid;
    if (shape->block < 64) return 4 * processors;
    return larger(1, processors * job->caps->resident_threads / shape->block);
}

/* A launch of the large kernel: blocks a row by equation 5.1 with the cap of 6.2.1 (L17), chunks by 5.2. least: items that
 * a thread has before there are more blocks (LF9; 9.1); one is the cap. */
inline larsen_stage larsen_large(int64_t rows, int64_t length, int64_t block, int64_t groups, bool strided,
                                 int64_t least = 1)
{
    larsen_stage stage = {strided ? LARSEN_STRIDED : LARSEN_CHUNKED, rows, length, 1, 0};
    stage.each = (int64_t)segments_blocks((uint64_t)larger(1, rows), (uint64_t)length, (uint64_t)groups,
                                          (uint64_t)(block * least));
    stage.chunk = (int64_t)segments_chunk((uint64_t)length, (uint64_t)(stage.each * block));
    return stage;
}

/* The stages behind the plan's last one, as long as a row has more than one result: large ones of as many groups,
 * where rows are longer than half a block, or else the small one. */
inline void larsen_go_on(larsen_plan *plan, int64_t block, int64_t groups, bool strided, int64_t least = 1)
{
    for (larsen_stage last = plan->stage[plan->count - 1]; last.each > 1; last = plan->stage[plan->count++]) {
        larsen_stage small = {LARSEN_SMALL, last.rows, last.each, 1, 1};
        plan->stage[plan->count] =
            last.each > block / 2 ? larsen_large(last.rows, last.each, block, groups, strided, least) : small;
    }
}

/* The stages of listing 5.4, without its first branch, and of algorithm 6.3. */
inline larsen_plan larsen_recursion(const struct job *job, const struct launch_shape *shape,
                                    int64_t least = 1)
{
    int64_t block = shape->block, rows = (int64_t)job->rows, length = (int64_t)job->length;
    int64_t groups = larsen_groups(job, shape);
    bool strides = (job->op->laws & LAW_COMMUTES) != 0, packs = 0 < length && length <= block / 2;
    larsen_stage small = {LARSEN_SMALL, rows, length, 1, 1};
    larsen_plan plan = {{packs ? small : larsen_large(rows, length, block, groups, strides, least)}, 1};
    larsen_go_on(&plan, block, groups, strides, least);
    return plan;
}

/* Listing 5.4, lines 9 to 11: where a thread has one item, nothing is transposed; its order is that of strides. Others
 * are padded where they need it (4.4, 5.2.4). */
inline larsen_plan larsen_unpadded(larsen_plan plan, int64_t block)
{
    for (int s = 0; s < plan.count; s++) {
        larsen_stage &stage = plan.stage[s];
        if (stage.way == LARSEN_CHUNKED && stage.chunk <= 1) stage.way = LARSEN_STRIDED;
        stage.whole = stage.length == stage.each * block * stage.chunk;
    }
    return plan;
}

inline int64_t larsen_results(const larsen_stage &stage)
{
    return stage.rows * stage.each;
}

inline padded_rows larsen_padded(const larsen_stage &stage, int64_t block)
{
    padded_rows shape = {stage.rows, stage.length, stage.each * block, stage.chunk, stage.whole};
    return shape;
}

/* Scratch of all stages: results of all but the last, and padded items, twice; once where nothing is padded. */
inline uint64_t larsen_scratch(const struct job *job, const larsen_plan &plan, int64_t block)
{
    uint64_t bytes = 0;
    for (int s = 0; s < plan.count; s++) {
        const larsen_stage &stage = plan.stage[s];
        if (s + 1 < plan.count) bytes += columns_bytes(&job->op->state, larsen_results(stage));
        if (stage.way == LARSEN_CHUNKED)
            bytes += (stage.whole ? 1 : 2) * columns_bytes(s == 0 ? &job->op->input : &job->op->state,
                                                           padded_items(larsen_padded(stage, block)));
    }
    return bytes;
}

/* Beside what every reduction of rows moves: the results of all stages but the last, written and read, and of chunks
 * n items more read and three times the padded items; where nothing is padded, n written and n read. */
inline uint64_t larsen_traffic(const struct job *job, const larsen_plan &plan, int64_t block)
{
    uint64_t bytes = rows_traffic(job);
    for (int s = 0; s < plan.count; s++) {
        const larsen_stage &stage = plan.stage[s];
        uint64_t each = s == 0 ? job->op->input.packed : job->op->state.packed;
        if (s + 1 < plan.count) bytes += 2 * (uint64_t)larsen_results(stage) * job->op->state.packed;
        int64_t items = stage.rows * stage.length;
        if (stage.way == LARSEN_CHUNKED)
            bytes += each * (uint64_t)(stage.whole ? 2 * items
                                                   : items + 3 * padded_items(larsen_padded(stage, block)));
    }
    return bytes;
}

/* Enqueues one stage; *at: scratch that is free. COMMUTES: strided blocks permute operands, too. */
template <class M, class Source, int BLOCK, int GROUP, bool STRIDED, bool COMMUTES>
static bool enqueue_larsen_stage(const struct job *job, const larsen_stage &stage, const Source &source,
                                 const column_set<M::state_columns.count> &out, char **at, struct text *why)
{
    using traits = typename source_columns<M, Source>::traits;
    rows_arguments<M, Source> rows = {source, out, nullptr, stage.length, stage.rows, row_params<M>()};
    larsen_arguments<M, Source> a = {rows, stage.each, larsen_results(stage), stage.chunk, {}};
    if (stage.way == LARSEN_SMALL)
        return packs_launch<M, Source, BLOCK, 1, GROUP>(
            "segreduce_small_scan", segreduce_small_scan_kernel<M, Source, BLOCK, GROUP>, job, rows, why);
    auto kernel = stage.each == 1 ? segreduce_larsen_strided_kernel<M, Source, BLOCK, GROUP, true, COMMUTES>
                                  : segreduce_larsen_strided_kernel<M, Source, BLOCK, GROUP, false, COMMUTES>;
    if constexpr (!STRIDED) {
        if (stage.way == LARSEN_CHUNKED) {
            padded_rows shape = larsen_padded(stage, BLOCK);
            auto padded = stage.whole ? source.in : columns_in<traits>(at, padded_items(shape));
            a.moved = columns_in<traits>(at, padded_items(shape));
            if (!pad_and_transpose<traits, (BLOCK < 64 ? TINY_LARSEN_TILE : LARSEN_TILE)>(
                    job, shape, source.in, padded, a.moved, why))
                return false;
            kernel = stage.each == 1 ? segreduce_larsen_chunked_kernel<M, Source, BLOCK, GROUP, true>
                                     : segreduce_larsen_chunked_kernel<M, Source, BLOCK, GROUP, false>;
        }
    }
    return launch("segreduce_larsen", kernel, smaller(MOST_BLOCKS, a.parts), BLOCK, GROUP, job, a, why);
}

/* S is the strategy: S::plan says its stages, S::strided and S::later_strided whether the first one and the later
 * ones stride, of an operator with these laws. S::commutes: blocks permute operands, too. */
template <class S>
struct larsen_reduction : row_reduction {
    static constexpr bool commutes = false;
    static constexpr auto depth = depth_by_block;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    static constexpr bool later_strided(unsigned laws)
    {
        return S::strided(laws);
    }

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        uint64_t widest = sizes.input.widest > sizes.result.widest ? sizes.input.widest : sizes.result.widest;
        int tile = shape.block < 64 ? TINY_LARSEN_TILE : LARSEN_TILE;
        uint64_t moved = (uint64_t)(tile * square_pitch(tile, widest)) * widest,
                 states = segreduce_small_scan::shared_bytes(sizes, shape);
        return moved > states ? moved : states;
    }

    static constexpr bool suits(const op_sizes &, const struct launch_shape &shape)
    {
        return shape.block / shape.group <= shape.group;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return larsen_scratch(job, S::plan(job, shape), shape->block);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return larsen_traffic(job, S::plan(job, shape), shape->block);
    }

    /* The map-out of chunks is written where the items were. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        larsen_stage first = S::plan(job, shape).stage[0];
        double apart = first.way == LARSEN_CHUNKED ? (double)larger(1, first.chunk) : 1;
        return larger_of(rows_sectors(job, shape), columns_sectors(&job->mapout, &job->op->mapout, apart));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr bool FIRST = S::strided(M::laws), LATER = S::later_strided(M::laws);
        larsen_plan plan = S::plan(job, shape);
        char *at = static_cast<char *>(job->scratch);
        auto result = column_set_of<M::state_columns.count>(job->out);
        if (job->rows == 0) return true;
        auto out = plan.count == 1 ? result : columns_in<state_traits<M>>(&at, larsen_results(plan.stage[0]));
        bool good = enqueue_larsen_stage<M, item_source<M>, BLOCK, GROUP, FIRST, S::commutes>(
            job, plan.stage[0], items_of<M>(job), out, &at, why);
        for (int s = 1; good && s < plan.count; s++) {
            const larsen_stage &stage = plan.stage[s];
            column_source<M> source = {out, params_of<M>(job->params), stage.rows * stage.length};
            out = s + 1 == plan.count ? result : columns_in<state_traits<M>>(&at, larsen_results(stage));
            good = enqueue_larsen_stage<M, column_source<M>, BLOCK, GROUP, LATER, S::commutes>(
                job, stage, source, out, &at, why);
        }
        return good;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
