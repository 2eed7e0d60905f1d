/* SPDX-License-Identifier: MIT
 * segreduce_runs: as many threads fold a row as it has runs of ITEMS items for, at the speed at which items can be
 * read. The lanes of a group fetch a window of the row in 16-byte loads: side by side, one part of the window after
 * the other, and put each part together in order by shuffles; or, where states are too wide for that, a run a lane.
 * A short row has a few lanes, and a block has many such rows, which do not wait for each other; a longer row has a
 * block of its own, of a size that fits it, whose groups share out a chunk of its windows in order and meet, then
 * the next. Blocks that have ended make room for others, whose loads hide what one of them waits for. Windows are
 * cut at 16-byte boundaries: rows that are no whole runs have a kernel of their own, in which those at either end
 * are taken item by item.
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
#include "hip/tile/chunks.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* RUNS_OF_PARTS, RUNS_A_THREAD: a thread's, before its block is full, where it reads in parts and where not; but a
 * row has two threads at least. Rows of LANES_APART lanes or fewer are read as a stream, too: their results are
 * many, and should stay in the caches. A chunk of a block's row has WINDOWS_A_CHUNK windows a group, or fewer. H200,
 * 2^26 items, us:
 *   2^14 to 2^20 rows by one run a thread f32 62 to 66, mss_i32 64 to 73; by two 62 to 66, 64 to 68
 *   2^21 rows as a stream 67, else 68
 *   chunks of 1, 2, 4, 8 windows a group, and of all: f32 in 2^8 rows 79, 74, 69, 68, 75, affine_u32 in 2^12 rows
 *   125, 122, 122, 127, 127 */
enum { RUNS_OF_PARTS = 1, RUNS_A_THREAD = 2, LEAST_THREADS = 2, WINDOWS_A_CHUNK = 4 };

/* ROWS rows a block, a part each pack of them: one a group, or one of all groups. WHOLE: all begin and end with
 * runs. */
template <class M, int BLOCK, int ITEMS, int GROUP, int ROWS, bool WHOLE>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_runs_kernel(large_arguments<M> a)
{
    constexpr enum run_place RUNS = WHOLE ? RUNS_WHOLE : RUNS_CUT;
    SHARED(typename M::state, partial, 2 * (BLOCK / GROUP));
    const item_source<M> &source = a.rows.source;
    int turn = 0;
    for (int64_t pack = block_id(); pack < a.parts; pack += block_count()) {
        int64_t number = pack * ROWS + (ROWS == 1 ? 0 : group_id<GROUP>());
        if (number >= a.rows.rows) break; /* the last pack may have fewer */
        row_items row = {number * a.rows.length, (number + 1) * a.rows.length};
        int64_t first = row.first - (WHOLE ? 0 : (row.first + source.lead) % ITEMS);
        typename M::state acc;
        if constexpr (ROWS == 1)
            acc = fold_chunks<M, BLOCK, ITEMS, GROUP, RUNS, WINDOWS_A_CHUNK>(
                source, first, row, {0, a.windows.each}, partial, &turn);
        else
            acc = fold_windows<M, ITEMS, GROUP, RUNS>(source, first, row, {0, a.windows.each});
        if (thread_id() % (BLOCK / ROWS) == 0) store_fields<state_traits<M>>(a.rows.out, number, &acc);
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

/* Enqueues the kernel for a number of threads a row: MOST, or half of them, or half of that ... */
template <class M, int BLOCK, int ITEMS, int GROUP, int MOST>
static bool runs_enqueue(const struct job *job, uint64_t threads, struct text *why)
{
    if constexpr (MOST > LEAST_THREADS)
        if (threads < MOST) return runs_enqueue<M, BLOCK, ITEMS, GROUP, MOST / 2>(job, threads, why);
    constexpr int LANES = MOST < GROUP ? MOST : GROUP, ROWS = MOST > GROUP ? 1 : BLOCK / MOST;
    large_arguments<M> a = large_of<M>(job, 1, LANES * ITEMS);
    a.windows = share_out(ceiling(runs_length(job, ITEMS), LANES * ITEMS), 1);
    a.parts = ceiling((int64_t)job->rows, ROWS);
    auto kernel = has_whole_runs(job, ITEMS)
                      ? segreduce_runs_kernel<M, MOST * ROWS, ITEMS, LANES, ROWS, true>
                      : segreduce_runs_kernel<M, MOST * ROWS, ITEMS, LANES, ROWS, false>;
    return large_launch("segreduce_runs", kernel, MOST * ROWS, LANES, job, a, why);
}

/* Threads of a row, in blocks of `block` threads and groups of `group`. */
inline uint64_t runs_threads(const struct job *job, int items, int block, int group)
{
    int each = job_parts(job, items, group) > 1 ? RUNS_OF_PARTS : RUNS_A_THREAD;
    uint64_t full = (uint64_t)ceiling(runs_length(job, items), each * items);
    return segments_threads(full, (uint64_t)block, LEAST_THREADS);
}

struct segreduce_runs : windowed_reduction {
    static constexpr const char *does = "as many threads a row as it has runs of items for, in 16-byte loads";
    /* H200, 2^26 items, us by device events, 2026-11-23, in blocks of 256 threads of 16 items of 4 bytes. A copy's
     * bandwidth would take 64 (affine_u32 128).
     *               2^k rows, k = 8     9    10    11    12    13    14    15    16    17    18    19    20    21
     *   sum f32              70.4  63.4  63.9  65.5  65.2  62.6  61.8  62.7  62.9  63.2  64.3  65.6  66.1  67.1
     *   mss_i32, a column    78.4  65.8  65.7  65.9  67.0  68.3  64.9  64.9  64.4  65.5  65.9  66.2  68.2  70.1
     *   affine_u32            140   123   123   123   123   122   121   121   120   121   122   124   127   127
     * As one kernel for whole runs and others, which needs 64 registers a thread and more: affine_u32 120 to 154. 40
     * registers and 1536 threads a processor: f32 63 to 85. 128 threads: 98 to 76 us at k = 8 and 9, and as fast
     * from there on; 8 items: 4 to 10 us more. */
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {16, 32, 8, TINY}, {256, 16, 32, USUAL}, {256, 16, 64, USUAL}};

    /* Two states a group, of as few lanes as share a row. */
    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        uint32_t lanes = shape.group < LEAST_THREADS ? shape.group : (uint32_t)LEAST_THREADS;
        return 2 * sizes.state * (shape.block / lanes);
    }

    /* Where rows are whole runs, windows in parts are read side by side. Else each lane reads its runs; where a
     * group folds a row in several windows, those that its warp reads at once lie as far apart as rows, at most;
     * runs that are not whole are read item by item. */
    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        int items = (int)shape->items, group = (int)shape->group;
        uint64_t runs = (uint64_t)ceiling(runs_length(job, items), items),
                 threads = runs_threads(job, items, (int)shape->block, group);
        int lanes = (int)smaller(group, (int64_t)threads), parts = job_parts(job, items, lanes);
        bool whole = has_whole_runs(job, items);
        double results = results_sectors(job, 1);
        if (whole && parts > 1 && runs % (uint64_t)lanes == 0)
            return larger_of(results, parts_sectors(job, items / parts, lanes));
        double apart = threads < shape->group && runs > threads ? (double)runs : 1;
        double most = larger_of(results, runs_sectors(job, items, apart));
        return whole ? most : larger_of(most, columns_sectors(&job->in, &job->op->input, items * apart));
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return runs_enqueue<M, BLOCK, ITEMS, GROUP, BLOCK>(job, runs_threads(job, ITEMS, BLOCK, GROUP), why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
