/* SPDX-License-Identifier: MIT
 * segreduce_runs: as many threads fold a row as half its runs of ITEMS items, at the speed at which items can be read. A lane
 * fetches a run in 16-byte loads and folds it, the lanes of a group combine theirs by shuffles, and that is a window of
 * the row; then the next one. A short row has a few lanes, and a block has many such rows, none of which waits for another;
 * a longer row has a block of its own, of a size that fits it, whose groups share out the row's windows in order and
 * meet once. Blocks that have ended make room for others, whose loads hide what one of them waits for. Windows are cut at
 * 16-byte boundaries: where rows are no whole runs, the first and the last one of each are taken item by item.
 *
 *   threads  2, 4, 8 .. BLOCK of a row; up to GROUP: BLOCK / threads rows a block, else one
 *
 * ID, source    none: L16 and LF10 (segreduce_large_one_block) with the loads of flat reductions (reduce_last_block)
 * Laws          associative
 * Memory        n items read, a result a row written
 * Scratch       none
 * Progress      none needed
 * Cannot        rows of different lengths, or with params of their own */
#ifndef FOLDCHECK_SEGREDUCE_RUNS_HIP
#define FOLDCHECK_SEGREDUCE_RUNS_HIP
#include "hip/segreduce/large.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Of a thread, before its block is full, but a row has two threads at least. H200, 2^26 items in 2^14 to 2^20 rows, us: by one
 * run f32 62 to 69, mss_i32 69 to 72, affine_u32 138 to 214; by two 63 to 68, 65 to 70, 130 to 165; by four 64 to 92, 66 to 92, 131
 * to 182. A thread a row of two runs 83, two threads 70. */
enum { RUNS_A_THREAD = 2, LEAST_THREADS = 2 };

/* Those of items [at, at + ITEMS) that the row has. */
template <class M, int ITEMS>
FN typename M::state fold_run_in_row(const item_source<M> &source, int64_t at, const row_items &row)
{
    typename M::input items[ITEMS];
    if (source.wide && row.first <= at && at + ITEMS <= row.last) {
        load_run<input_traits<M>, ITEMS, true>(source.in, at, items);
        return fold_items<M, ITEMS>(source, at, items);
    }
    typename M::state acc = M::identity(source.params); /* covers items [at, at) */
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        if (at + k < row.first || row.last <= at + k) continue;
        load_fields<input_traits<M>>(source.in, at + k, items + k);
    }
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        if (at + k < row.first || row.last <= at + k) continue;
        emit_item<M>(source, at + k, items[k]);
        acc = M::combine(source.params, acc, M::lift(source.params, items[k]));
    }
    return acc;
}

/* ROWS rows a block, a part each pack of them: one a group, or one of all groups. */
template <class M, int BLOCK, int ITEMS, int GROUP, int ROWS>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_runs_kernel(large_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP / ROWS, WINDOW = GROUP * ITEMS;
    SHARED(typename M::state, shared, 2 * GROUPS); /* by turns, so that one barrier a row is enough */
    const item_source<M> &source = a.rows.source;
    const typename M::params &params = source.params;
    share windows = share_of(a.windows, group_id<GROUP>() % GROUPS);
    int turn = 0;
    for (int64_t pack = block_id(); pack < a.parts; pack += block_count(), turn ^= 1) {
        int64_t row = pack * ROWS + group_id<GROUP>() / GROUPS;
        if (row >= a.rows.rows) break; /* the last pack may have fewer */
        row_items mine = {row * a.rows.length, (row + 1) * a.rows.length};
        int64_t run = mine.first - (mine.first + source.lead) % ITEMS + lane_id<GROUP>() * ITEMS;
        typename M::state acc = M::identity(params); /* lane 0: covers the group's windows so far */
        for (int64_t w = windows.first; w < windows.last; w++) {
            typename M::state window = fold_run_in_row<M, ITEMS>(source, run + w * WINDOW, mine);
            acc = M::combine(params, acc, group_combine<M, GROUP>(params, window));
        }
        if constexpr (ROWS == 1) acc = block_combine<M, BLOCK, GROUP>(params, acc, shared + turn * GROUPS);
        if (thread_id() % (BLOCK / ROWS) == 0) store_fields<state_traits<M>>(a.rows.out, row, &acc);
    }
}

/* ---- the host's side ---- */

/* Do rows begin and end with runs? */
inline bool has_whole_runs(const struct job *job, int items)
{
    return job->length % (uint64_t)items == 0 && columns_lead(&job->in, &job->op->input) == 0;
}

/* Items of a row, and those by which its first run may begin in front of it. */
inline int64_t runs_length(const struct job *job, int items)
{
    return (int64_t)job->length + (has_whole_runs(job, items) ? 0 : items - 1);
}

/* Enqueues the kernel for so many threads a row: MOST, or half of them, or half of that ... */
template <class M, int BLOCK, int ITEMS, int GROUP, int MOST>
static bool runs_enqueue(const struct job *job, uint64_t threads, struct text *why)
{
    if constexpr (MOST > LEAST_THREADS)
        if (threads < MOST) return runs_enqueue<M, BLOCK, ITEMS, GROUP, MOST / 2>(job, threads, why);
    constexpr int LANES = MOST < GROUP ? MOST : GROUP, ROWS = MOST > GROUP ? 1 : BLOCK / MOST;
    large_arguments<M> a = large_of<M>(job, 1, LANES * ITEMS);
    a.windows = share_out(ceiling(runs_length(job, ITEMS), LANES * ITEMS), MOST / LANES);
    a.parts = ceiling((int64_t)job->rows, ROWS);
    return large_launch("segreduce_runs", segreduce_runs_kernel<M, MOST * ROWS, ITEMS, LANES, ROWS>,
                        MOST * ROWS, LANES, job, a, why);
}

inline uint64_t segreduce_runs_traffic(const struct job *job, const struct launch_shape *)
{
    return rows_traffic(job);
}

/* Threads of a row, of which a block has `block`. */
inline uint64_t runs_threads(const struct job *job, int items, int block)
{
    uint64_t full = (uint64_t)ceiling(runs_length(job, items), RUNS_A_THREAD * items);
    return segments_threads(full, (uint64_t)block, LEAST_THREADS);
}

/* Where a group folds a row in several windows, the runs that its warp reads at once lie as far apart as rows, at most; runs that
 * are not whole are read item by item. */
inline double segreduce_runs_sectors(const struct job *job, const struct launch_shape *shape)
{
    int items = (int)shape->items;
    uint64_t runs = (uint64_t)ceiling(runs_length(job, items), items),
             threads = runs_threads(job, items, (int)shape->block);
    double apart = threads < shape->group && runs > threads ? (double)runs : 1;
    double most = larger_of(runs_sectors(job, items, apart), results_sectors(job, 1));
    return has_whole_runs(job, items)
               ? most
               : larger_of(most, columns_sectors(&job->in, &job->op->input, items * apart));
}

struct segreduce_runs {
    static constexpr struct strategy strategy = {
        /* name */ "segreduce_runs",
        /* ids */ "",
        /* does */ "as many threads a row as it has runs of items for, in 16-byte loads",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_EVERY_RUN,
        large_refuse,
        no_scratch,
        segreduce_runs_traffic,
        segreduce_runs_sectors,
        prepare_nothing,
        /* pick */ nullptr,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return 2 * sizeof(typename M::state) * (BLOCK / GROUP) <= MOST_SHARED_BYTES;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return runs_enqueue<M, BLOCK, ITEMS, GROUP, BLOCK>(job, runs_threads(job, ITEMS, BLOCK), why);
    }
};

/* H200, 2^26 items, us by device events, 2026-11-23, in blocks of 256 threads of 16 items of 4 bytes; items are loaded as a
 * stream, which affine_u32 needs (145 to 165 us without). A copy's bandwidth would take 64 (affine_u32 128).
 *               2^k rows, k = 8     9    10    11    12    13    14    15    16    17    18    19    20
 *   sum f32              75.4  66.7  65.1  65.0  65.2  63.8  63.5  63.3  63.9  64.4  65.2  65.6  67.9
 *   mss_i32, a column    77.2  67.0  65.9  66.2  67.4  68.1  66.0  65.6  65.6  67.3  67.3  67.3  68.6
 *   affine_u32            149   129   129   132   138   135   148   147   147   124   134   137   136
 * 128 threads: 98 to 76 us at k = 8 and 9, and as fast from there on; 8 items: 4 to 10 us more. block, items, group, gather,
 * kind */
#define segreduce_runs_shapes(SHAPE, S)                                                                      \
    SHAPE(S, 8, 1, 4, 0, TINY)                                                                               \
    SHAPE(S, 8, 3, 4, 0, TINY)                                                                               \
    SHAPE(S, 256, 16, 32, 0, USUAL)                                                                          \
    SHAPE(S, 256, 16, 64, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
