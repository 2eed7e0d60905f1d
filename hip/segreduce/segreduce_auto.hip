/* SPDX-License-Identifier: MIT
 * segreduce_auto: the segmented reduction for callers without a wish of their own; `foldcheck plan` prints
 * its choice and the reason. Rows of one length that begin and end with runs of items get as many threads as they have
 * runs for (segreduce_runs), unless they are few and long, or a thread's run holds them. Others of one length get equal
 * shares of items, which run at the speed of a flat reduction whatever the length (segreduce_balanced has the figures);
 * where there are few items in all, what shares cost at their ends is most of the time: blocks share long rows, or take
 * one each, and threads take short ones, which a block reads together. Of rows of different lengths the host knows the
 * mean alone, and rows with params of their own have to be told apart: of few items in all, a block each if the mean
 * keeps one busy, a thread each if rows are very short; else, and of few rows, equal shares of items and ends:
 * segreduce_ragged_marked, or, where rows have params of their own or states are wide, segreduce_ragged_balanced. If
 * you know that one row among many is giant, choose one of these directly.
 *
 * ID, source    none: the documents' dispatchers (L21, L22, H6, S6) choose among strategies, each of them slow for some
 *               lengths
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/segreduce/policy.hip.h"
#include "hip/segreduce/segreduce_balanced.hip"
#include "hip/segreduce/segreduce_large_chunks.hip"
#include "hip/segreduce/segreduce_large_one_block.hip"
#include "hip/segreduce/segreduce_large_stripmined.hip"
#include "hip/segreduce/segreduce_large_strided.hip"
#include "hip/segreduce/segreduce_loop_in_map_onthefly.hip"
#include "hip/segreduce/segreduce_ragged_balanced.hip"
#include "hip/segreduce/segreduce_ragged_marked.hip"
#include "hip/segreduce/segreduce_runs.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Of equal shares of items, and of equal shares of items and ends where items pass through shared memory, before
 * scaling by the operator. The latter was not measured. */
enum { BALANCED_ITEMS = 16, RAGGED_ITEMS = 15 };

/* Equal shares of items: threads of a block go by the bytes of a state, and a group is the device's 32 or 64 lanes. */
struct balanced_way {
    static const struct strategy *take(const struct job *job, struct launch_shape *shape)
    {
        *shape =
            shape_of(balanced_block(state_bytes(job)), scaled_items(BALANCED_ITEMS, job->op->input.packed),
                     job->caps->lanes == 64 ? 64 : 32);
        return strategy_of<segreduce_balanced>();
    }

    static constexpr bool fits(const op_sizes &sizes)
    {
        return strategy_fits<segreduce_balanced>(sizes, shape_of(balanced_block(sizes.state), 1, 32));
    }

    template <class M>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int BLOCK = balanced_block(sizeof(typename M::state)),
                      ITEMS = scaled_items(BALANCED_ITEMS, M::input_columns.packed);
        if (shape->group == 32) return segreduce_balanced::enqueue<M, BLOCK, ITEMS, 32, 0>(job, shape, why);
        return segreduce_balanced::enqueue<M, BLOCK, ITEMS, MOST_LANES, 0>(job, shape, why);
    }
};

/* Equal shares of items and ends, by marks; no way for states that shared memory does not hold. */
struct marked_way {
    static const struct strategy *take(const struct job *job, struct launch_shape *shape)
    {
        const op_sizes sizes = sizes_of_job(job);
        *shape = segreduce_ragged_marked::shape_for(sizes, job->caps->lanes == 64 ? 64 : 32);
        bool fits = strategy_fits<segreduce_ragged_marked>(sizes, *shape);
        return fits ? strategy_of<segreduce_ragged_marked>() : nullptr;
    }

    static constexpr bool fits(const op_sizes &sizes, int group)
    {
        struct launch_shape shape = segreduce_ragged_marked::shape_for(sizes, group);
        return strategy_fits<segreduce_ragged_marked>(sizes, shape);
    }

    static constexpr bool fits(const op_sizes &sizes)
    {
        return fits(sizes, 32) && fits(sizes, MOST_LANES);
    }

    template <class M, int GROUP>
    static bool enqueue_by(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr struct launch_shape OWN = segreduce_ragged_marked::shape_for(sizes_of<M>(), GROUP);
        return segreduce_ragged_marked::enqueue<M, OWN.block, OWN.items, GROUP, 0>(job, shape, why);
    }

    template <class M>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        if (shape->group == 32) return enqueue_by<M, 32>(job, shape, why);
        return enqueue_by<M, MOST_LANES>(job, shape, why);
    }
};

using ragged_way = row_way<segreduce_ragged_balanced, RAGGED_ITEMS>;

/* Rows of whole runs, unless they are few and long. H200, f32, us, beside what took them before (equal shares, or of
 * 2^20 items what few_items_pick takes):
 *   2^20 items in rows of 2^5 to 2^13  4.3 to 4.6 (5.7 to 8.6), of 2^14 5.2 (7.6), 2^15 6.9 (7.6), 2^16 10.2 (6.1)
 *   2^24 of 2^5 to 2^15                19 to 20 (24), of 2^16 22 (24), 2^17 30 (24)
 *   2^26 of 2^5 to 2^17                62 to 67 (70 to 77), of 2^18 70 (70), 2^19 105 (70) */
using whole_runs = row_way<segreduce_runs, 16>;
enum { RUNS_LONG = 65536, RUNS_LONG_OF_FEW = 32768, RUNS_ROWS = 3 };

/* Few long rows, among as many blocks as run at once. */
struct few_chunks {
    static const struct strategy *take(const struct job *job, struct launch_shape *shape)
    {
        *shape = chunks_shape(sizes_of_job(job), job->caps->lanes == 64 ? 64 : 32);
        return strategy_of<segreduce_large_chunks>();
    }

    static constexpr bool fits(const op_sizes &sizes)
    {
        return strategy_fits<segreduce_large_chunks>(sizes, chunks_shape(sizes, 32));
    }

    template <class M, int GROUP>
    static bool enqueue_by(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr struct launch_shape OWN = chunks_shape(sizes_of<M>(), GROUP);
        return segreduce_large_chunks::enqueue<M, OWN.block, OWN.items, GROUP, 0>(job, shape, why);
    }

    template <class M>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        if (shape->group == 32) return enqueue_by<M, 32>(job, shape, why);
        return enqueue_by<M, MOST_LANES>(job, shape, why);
    }
};

/* Do whole parts of rows keep CHUNKS_BUSY of CHUNKS_OF of the blocks that run at once busy? */
enum { CHUNKS_BUSY = 15, CHUNKS_OF = 16 };

inline bool chunks_fill(const struct job *job)
{
    struct launch_shape shape;
    few_chunks::take(job, &shape);
    int64_t parts = segreduce_large_chunks::each(job, &shape) * (int64_t)job->rows;
    return parts * CHUNKS_OF >= resident_blocks(job, shape.block) * CHUNKS_BUSY;
}

/* The strategy for other rows of few items in total. H200, 2^20 f32: lengths from which on they are the fastest, where
 * segreduce_balanced takes 8.5 to 9.2 us: blocks that stride 6.1 to 7.9, a block a row 5.9 to 8.6, a thread a row 5.9
 * to 7.7 (8.9 of 256 items where there are few rows). Rows of 16 items or fewer are whole in a thread's run: 4.6. Of
 * mss_i32, whose order is kept, segreduce_balanced takes 10.2 to 10.8, blocks that share long rows in strips 7.9 to
 * 8.5. */
using few_strided = row_way<segreduce_large_strided, 4>;
using few_strips = row_way<segreduce_large_stripmined, 15>;
using few_blocks = row_way<segreduce_large_one_block, 4>;
using few_threads = row_way<segreduce_loop_in_map_onthefly, 16, 1>;
enum { FEW_STRIDED = 8192, FEW_BLOCKS = 512, FEW_BLOCKS_OF_FEW = 128, FEW_THREADS = 17 };

inline bool items_are_few(const struct job *job)
{
    return job_items(job) < (uint64_t)job->caps->processors * job_tuned(job, TUNED_segreduce_few_items);
}

/* Does segreduce_runs suit rows of one length? Those that a thread's run holds are balanced_way's. */
inline bool rows_are_whole_runs(const struct job *job)
{
    int items = scaled_items(BALANCED_ITEMS, job->op->input.packed);
    uint64_t most = items_are_few(job) ? RUNS_LONG_OF_FEW : RUNS_LONG;
    return job->length > (uint64_t)items && has_whole_runs(job, items) &&
           (job->length <= most || job->rows >= RUNS_ROWS * (uint64_t)job->caps->processors);
}

/* NULL, if states are too wide for its shared memory. */
inline const struct strategy *accepted(const struct strategy *taken, const struct job *job,
                                       const struct launch_shape *shape)
{
    return taken->refuse(taken, job, shape, nullptr) == REFUSAL_NONE ? taken : nullptr;
}

/* The strategy for rows of one length of few items in all, and why; NULL: equal shares all the same. */
inline const struct strategy *few_items_pick(const struct job *job, struct launch_shape *shape,
                                             const char **because)
{
    bool few_rows = job->rows < 16 * (uint64_t)job->caps->processors;
    if (!items_are_few(job) || job->length < FEW_THREADS) return nullptr;
    if (job->length >= FEW_STRIDED) {
        bool commutes = job->op->laws & LAW_COMMUTES;
        *because = commutes ? "blocks stride over long rows, as there are few items in all"
                            : "blocks share long rows in strips, as there are few items in all";
        return accepted(commutes ? few_strided::take(job, shape) : few_strips::take(job, shape), job, shape);
    }
    if (job->length >= (few_rows ? FEW_BLOCKS_OF_FEW : FEW_BLOCKS)) {
        *because = "a block a row, as there are few items in all";
        return few_blocks::take(job, shape);
    }
    *because = "a thread a row, which its block has read, as there are few items in all";
    return accepted(few_threads::take(job, shape), job, shape);
}

/* Fewer than blocks that run at once. */
inline bool rows_are_few(const struct job *job)
{
    return (int64_t)job->rows < resident_blocks(job, POLICY_BLOCK);
}

/* Do thresholds decide? Not of many items in rows that one fold suits: marks take these in less time than a thread a
 * row does, whatever the mean. H200, 2^26 f32 in rows of 0 to 2 items: 455 us and 481; of 0 to 16: 123 and more. */
inline bool thresholds_decide(const struct job *job)
{
    return !rows_are_few(job) && (items_are_few(job) || job->row_params);
}

/* Why rows that do not should be shared out nevertheless; NULL if a block or a thread each is right. Fewer rows than
 * blocks that run at once leave some of them without work, the more so if one row is nearly all. How uneven many rows
 * are is not known. H200, f32, rows of 0 to 2000 items: 2^20 of them in all take 8 us by a block each and 12 by
 * shares, 2^22 18 and 20, 2^26 232 and 128. */
inline const char *ragged_shares_why(const struct job *job, bool long_rows)
{
    if (rows_are_few(job)) return "as there are too few for a block each";
    if (!thresholds_decide(job)) return "as there are many of both";
    uint64_t mean = job_items(job) / job->rows;
    bool apart = !long_rows && mean >= job_tuned(job, TUNED_segreduce_shares_mean);
    return apart ? "as a thread each would read far from the others" : nullptr;
}

/* Adds the thresholds that decided. */
inline void add_thresholds(const struct job *job, struct text *why)
{
    if (!thresholds_decide(job)) return;
    text_add(why, " (from %u items on, shares", job_tuned(job, TUNED_segreduce_shares_mean));
    if (items_are_few(job)) text_add(why, "; from %u, a block", job_tuned(job, TUNED_segreduce_block_mean));
    text_add(why, ")");
}

/* Rows of one length. */
inline const struct strategy *even_pick(const struct job *job, struct launch_shape *shape, struct text *why)
{
    const char *because = nullptr;
    if (rows_are_whole_runs(job)) {
        text_add(why, "as many threads a row as it has runs of items for");
        return whole_runs::take(job, shape);
    }
    if (const struct strategy *few = few_items_pick(job, shape, &because)) {
        text_add(why, "%s (under %u for each processor)", because, job_tuned(job, TUNED_segreduce_few_items));
        return few;
    }
    if (job->length > RUNS_LONG && rows_are_few(job) && chunks_fill(job)) {
        text_add(why, "blocks share rows, which are few and long");
        return few_chunks::take(job, shape);
    }
    text_add(why, "equal shares of items, at the speed of a flat reduction");
    return balanced_way::take(job, shape);
}

/* Rows of different lengths, or with params of their own. From a mean on a block's barriers cost less than what a
 * thread each would, or shares of few items. */
inline const struct strategy *uneven_pick(const struct job *job, struct launch_shape *shape, struct text *why)
{
    uint64_t mean = mean_length(job);
    bool long_rows = items_are_few(job) && mean >= job_tuned(job, TUNED_segreduce_block_mean);
    const char *shares = ragged_shares_why(job, long_rows);
    if (shares)
        text_add(why, "equal shares of items and ends, %s", shares);
    else
        text_add(why,
                 long_rows ? "a block a row, as rows keep one busy" : "a thread a row, as rows are short");
    add_thresholds(job, why);
    if (!shares) return long_rows ? block_a_row::take(job, shape) : thread_a_row::take(job, shape);
    const struct strategy *marked = job->row_params ? nullptr : marked_way::take(job, shape);
    return marked ? marked : ragged_way::take(job, shape);
}

struct segreduce_auto
    : row_policy<segreduce_auto, balanced_way, whole_runs, few_chunks, few_strided, few_strips, few_blocks,
                 few_threads, marked_way, ragged_way, block_a_row, thread_a_row> {
    static constexpr const char *does = "takes the strategy and shape that suit the rows";
    static constexpr bool is_default = true;

    /* The others: where one does not fit, it is not picked. */
    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return balanced_way::fits(sizes) && whole_runs::fits(sizes) && ragged_way::fits(sizes) &&
               few_chunks::fits(sizes) && few_strided::fits(sizes) && few_blocks::fits(sizes);
    }

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        text_say(why, "%llu rows of %llu items%s, %s: ", (unsigned long long)job->rows,
                 (unsigned long long)mean_length(job), job->row_start ? " on average" : "", job->op->name);
        return is_irregular(job) ? uneven_pick(job, shape, why) : even_pick(job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
