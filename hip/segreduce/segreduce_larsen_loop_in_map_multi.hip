/* SPDX-License-Identifier: MIT
 * segreduce_larsen_loop_in_map_multi: as segreduce_larsen_loop_in_map, with several threads a row: as many as fill the
 * device, a power of two, and no more than a block has or the row has items. Each folds a chunk of consecutive items,
 * which are padded and transposed before; a row's threads are neighbours of one block, which scans their results with a
 * flag at each row's first one, as the small kernel does. So rows may have any length, and no result of a thread passes
 * through global memory.
 *
 * ID, source    LF6: Larsen, thesis (2017), 9.1, "an alternate version of the loop-in-map kernel, that uses multiple
 *               threads"
 * Laws          associative
 * Memory        n items read, written with padding, and these read, written and read again; a result a row written; the
 *               map-out is not coalesced
 * Scratch       padded items, twice
 * Progress      none needed
 * Cannot        rows of different lengths */
#include "hip/segreduce/larsen_stages.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M>
struct several_threads_arguments {
    rows_arguments<M> rows;
    column_set<M::input_columns.count> moved;
    int64_t threads, chunk; /* of a row, a power of two; items of each */
};

/* Items [first, first + chunk) of the row, as far as it has them, in order. at: where the thread's first one lies. */
template <class M>
FN typename M::state fold_moved_chunk(const several_threads_arguments<M> &a, int64_t row, int64_t first,
                                      int64_t at)
{
    typename M::state acc = M::identity(a.rows.source.params); /* covers [first, first) of the row */
    int64_t items = smaller(a.chunk, a.rows.length - first);
    for (int64_t k = 0; k < items; k++)
        acc = M::combine(a.rows.source.params, acc,
                         take_moved<M>(a.rows.source, a.moved, at + k * a.rows.rows * a.threads,
                                       row * a.rows.length + first + k));
    return acc; /* covers [first, first + items) */
}

template <class M, int BLOCK, int GROUP>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_larsen_loop_in_map_multi_kernel(several_threads_arguments<M> a)
{
    SHARED(typename M::state, value, BLOCK);
    SHARED(uint8_t, flag, BLOCK);
    SHARED(typename M::state, group_value, BLOCK / GROUP);
    SHARED(uint8_t, group_flag, BLOCK / GROUP);
    const typename M::params &params = a.rows.source.params;
    int place = thread_id();
    flagged_entries<M> entries = {value, flag}, groups = {group_value, group_flag};
    for (int64_t first = block_id() * BLOCK; first < a.rows.rows * a.threads;
         first += block_count() * BLOCK) {
        int64_t thread = first + place, row = thread / a.threads, mine = thread - row * a.threads;
        typename M::state acc = M::identity(params);
        if (row < a.rows.rows) acc = fold_moved_chunk<M>(a, row, mine * a.chunk, thread);
        store(value + place, acc);
        store(flag + place, (uint8_t)(mine == 0));
        acc = scan_flagged_block<M, BLOCK, GROUP>(params, entries, groups);
        if (row < a.rows.rows && mine == a.threads - 1)
            store_fields<state_traits<M>>(a.rows.out, row, &acc); /* covers the row */
        block_sync(); /* what is left of each group has been read */
    }
}

struct segreduce_larsen_loop_in_map_multi : row_reduction {
    static constexpr const char *
        ids = "LF6",
       *does = "several threads of a block fold a row, a chunk each, of items that are padded and transposed";
    static constexpr auto depth = depth_by_block;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 1, 32, USUAL}, {256, 1, 64, USUAL}};

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        int tile = shape.block < 64 ? TINY_LARSEN_TILE : LARSEN_TILE;
        uint64_t moved = (uint64_t)(tile * square_pitch(tile, sizes.input.widest)) * sizes.input.widest,
                 states = segreduce_small_scan::shared_bytes(sizes, shape);
        return moved > states ? moved : states;
    }

    static constexpr bool suits(const op_sizes &, const struct launch_shape &shape)
    {
        return shape.block / shape.group <= shape.group;
    }

    static padded_rows plan(const struct job *job, const struct launch_shape *shape)
    {
        int64_t rows = (int64_t)job->rows, length = (int64_t)job->length, block = shape->block, threads = 1;
        int64_t most = smaller(block, length), full = larsen_groups(job, shape) * block;
        while (2 * threads <= most && threads * rows < full)
            threads *= 2;
        padded_rows padded = {rows, length, threads, ceiling(length, threads), false, true};
        return padded;
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return 2 * columns_bytes(&job->op->input, padded_items(plan(job, shape)));
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t moved = job_items(job) + 3 * (uint64_t)padded_items(plan(job, shape));
        return rows_traffic(job) + moved * job->op->input.packed;
    }

    /* The map-out is written where the items were. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double apart = (double)larger(1, plan(job, shape).chunk);
        return larger_of(rows_sectors(job, shape), columns_sectors(&job->mapout, &job->op->mapout, apart));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int TILE = BLOCK < 64 ? TINY_LARSEN_TILE : LARSEN_TILE;
        padded_rows padded = plan(job, shape);
        char *at = static_cast<char *>(job->scratch);
        if (job->rows == 0) return true;
        auto copied = columns_in<input_traits<M>>(&at, padded_items(padded));
        auto moved = columns_in<input_traits<M>>(&at, padded_items(padded));
        several_threads_arguments<M> a = {rows_of<M>(job), moved, padded.threads, padded.chunk};
        int64_t blocks = smaller(MOST_BLOCKS, ceiling(padded.rows * padded.threads, BLOCK));
        return pad_and_transpose<input_traits<M>, TILE>(job, padded, a.rows.source.in, copied, moved, why) &&
               launch("segreduce_larsen_loop_in_map_multi",
                      segreduce_larsen_loop_in_map_multi_kernel<M, BLOCK, GROUP>, blocks, BLOCK, GROUP, job,
                      a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
