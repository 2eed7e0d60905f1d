/* SPDX-License-Identifier: MIT
 * segreduce_auto: the segmented reduction that a caller who does not care should take; `foldcheck plan` prints what
 * it took and why. Rows of one length get equal shares of items, which run at the speed of a flat reduction whatever
 * the length (segreduce_balanced has the figures). Where there are few items in all, what shares cost at their ends
 * is most of the time: blocks stride over long rows, or take one each, and threads take short ones, which a block
 * reads together. Of rows of different lengths the host knows the mean alone, and rows with params of their own have
 * to be told apart: of few items in all, a block each if the mean keeps one busy, a thread each if rows are very short;
 * else, and of few rows, equal shares of items and ends: segreduce_ragged_marked, or, where rows have params of their own
 * or states are wide, segreduce_ragged_balanced. Who knows of a giant row among many had better take these himself.
 *
 * ID, source    none: the documents' dispatchers (L21, L22, H6, S6) choose among strategies of which each is slow for some
 *               lengths
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/segreduce/policy.hip.h"
#include "hip/segreduce/segreduce_balanced.hip"
#include "hip/segreduce/segreduce_large_one_block.hip"
#include "hip/segreduce/segreduce_large_strided.hip"
#include "hip/segreduce/segreduce_loop_in_map_onthefly.hip"
#include "hip/segreduce/segreduce_ragged_balanced.hip"
#include "hip/segreduce/segreduce_ragged_marked.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The shapes before scaling by the operator, as tuned; the group is the device's lanes. */
enum { BALANCED_ITEMS = 16, PER_ROW_BLOCK = 256, PER_ROW_ITEMS = 4 };

/* Of equal shares of items and ends where items pass through shared memory, before scaling. Not measured. */
enum { RAGGED_ITEMS = 15 };

/* What takes rows of few items in all. H200, 2^20 f32: lengths from which on they are the fastest, where
 * segreduce_balanced takes 8.5 to 9.2 us: blocks that stride 6.1 to 7.9, a block a row 5.9 to 8.6, a thread a row 5.9
 * to 7.7 (8.9 of 256 items where there are few rows). Rows of 16 items or fewer are whole in a thread's run: 4.6. */
using few_strided = row_way<segreduce_large_strided, 4>;
using few_blocks = row_way<segreduce_large_one_block, 4>;
using few_threads = row_way<segreduce_loop_in_map_onthefly, 16, 1>;
enum { FEW_STRIDED = 8192, FEW_BLOCKS = 512, FEW_BLOCKS_OF_FEW = 128, FEW_THREADS = 17 };

inline bool items_are_few(const struct job *job)
{
    return job_items(job) < (uint64_t)job->caps->processors * job_tuned(job, TUNED_segreduce_few_items);
}

/* The strategy for rows of one length of few items in all, and why; NULL: equal shares all the same. */
inline const struct strategy *few_items_pick(const struct job *job, struct launch_shape *shape,
                                             const char **because)
{
    bool few_rows = job->rows < 16 * (uint64_t)job->caps->processors;
    if (!items_are_few(job) || job->length < FEW_THREADS) return nullptr;
    if (job->length >= FEW_STRIDED) {
        *because = "blocks stride over long rows, as there are few items in all";
        return job->op->laws & LAW_COMMUTES ? few_strided::take(job, shape) : nullptr;
    }
    if (job->length >= (few_rows ? FEW_BLOCKS_OF_FEW : FEW_BLOCKS)) {
        *because = "a block a row, as there are few items in all";
        return few_blocks::take(job, shape);
    }
    *because = "a thread a row, which its block has read, as there are few items in all";
    const struct strategy *taken = few_threads::take(job, shape);
    return taken->refuse(taken, job, shape, nullptr) == REFUSAL_NONE ? taken : nullptr;
}

/* Rows that one source of items and one length describe. */
inline bool takes_equal_shares(const struct job *job)
{
    return !job->row_start && !job->row_params;
}

/* Fewer than blocks that run at once. */
inline bool rows_are_few(const struct job *job)
{
    return (int64_t)job->rows < resident_blocks(job, PER_ROW_BLOCK);
}

/* Do thresholds decide? Not of many items in rows that one fold suits: marks take these in less time than a thread a row
 * does, whatever the mean. H200, 2^26 f32 in rows of 0 to 2 items: 455 us and 481; of 0 to 16: 123 and more. */
inline bool thresholds_decide(const struct job *job)
{
    return !rows_are_few(job) && (items_are_few(job) || job->row_params);
}

/* Why rows that do not had better be shared out all the same; NULL if a block or a thread each does. Fewer rows than
 * blocks that run at once leave some of them without work, the more so if one row is nearly all. How uneven many rows
 * are nobody knows. H200, f32, rows of 0 to 2000 items: 2^20 of them in all take 8 us by a block each and 12 by
 * shares, 2^22 18 and 20, 2^26 232 and 128. */
inline const char *ragged_shares_why(const struct job *job, bool long_rows)
{
    if (rows_are_few(job)) return "as there are too few for a block each";
    if (!thresholds_decide(job)) return "as there are many of both";
    uint64_t mean = job_items(job) / job->rows;
    bool apart = !long_rows && mean >= job_tuned(job, TUNED_segreduce_shares_mean);
    return apart ? "as a thread each would read far from the others" : nullptr;
}

/* What decides. */
inline void add_thresholds(const struct job *job, struct text *why)
{
    if (!thresholds_decide(job)) return;
    text_add(why, " (from %u items on, shares", job_tuned(job, TUNED_segreduce_shares_mean));
    if (items_are_few(job)) text_add(why, "; from %u, a block", job_tuned(job, TUNED_segreduce_block_mean));
    text_add(why, ")");
}

inline const struct strategy *segreduce_auto_pick(const struct job *job, struct launch_shape *shape,
                                                  struct text *why)
{
    size_t held = job->op->input.packed;
    unsigned long long rows = job->rows, mean = rows ? job_items(job) / rows : 0;
    struct launch_shape balanced = {(uint32_t)balanced_block(state_bytes(job)),
                                    (uint32_t)scaled_items(BALANCED_ITEMS, held),
                                    job->caps->lanes == 64 ? 64u : 32u, 0};
    struct launch_shape block = {PER_ROW_BLOCK, (uint32_t)scaled_items(PER_ROW_ITEMS, held), balanced.group,
                                 0};
    struct launch_shape thread = {PER_ROW_BLOCK, 1, 1, 0};
    /* From a mean on a block's barriers cost less than what a thread each would, or shares of few items. */
    bool even = takes_equal_shares(job),
         long_rows = items_are_few(job) && mean >= job_tuned(job, TUNED_segreduce_block_mean);
    const char *because = nullptr;
    const struct strategy *few = even ? few_items_pick(job, shape, &because) : nullptr;
    if (few) {
        text_say(why, "%llu rows of %llu items, %s: %s (under %u for each processor)", rows, mean,
                 job->op->name, because, (unsigned)job_tuned(job, TUNED_segreduce_few_items));
        return few;
    }
    const char *shares = even ? nullptr : ragged_shares_why(job, long_rows);
    if (shares) {
        bool marked = !job->row_params && marked_shape(job, shape);
        if (!marked) *shape = {PER_ROW_BLOCK, (uint32_t)scaled_items(RAGGED_ITEMS, held), balanced.group, 0};
        text_say(why, "%llu rows of %llu items%s, %s: equal shares of items and ends, %s", rows, mean,
                 job->row_start ? " in the mean" : "", job->op->name, shares);
        add_thresholds(job, why);
        return marked ? &segreduce_ragged_marked::strategy : &segreduce_ragged_balanced::strategy;
    }
    *shape = even ? balanced : long_rows ? block : thread;
    text_say(why, "%llu rows of %llu items%s, %s: %s", rows, mean, job->row_start ? " in the mean" : "",
             job->op->name,
             even        ? "equal shares of items, at the speed of a flat reduction"
             : long_rows ? "a block a row, as rows keep one busy"
                         : "a thread a row, as rows are short");
    if (!even) add_thresholds(job, why);
    return even        ? &segreduce_balanced::strategy
           : long_rows ? &segreduce_block_per_row::strategy
                       : &segreduce_thread_per_row::strategy;
}

inline enum refusal segreduce_auto_refuse(const struct strategy *strategy, const struct job *job,
                                          const struct launch_shape *, struct text *why)
{
    return any_params_refuse(strategy, job, nullptr, 0, why);
}

inline uint64_t segreduce_auto_scratch(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return segreduce_auto_pick(job, &shape, nullptr)->scratch_bytes(job, &shape);
}

inline uint64_t segreduce_auto_traffic(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return segreduce_auto_pick(job, &shape, nullptr)->traffic(job, &shape);
}

inline double segreduce_auto_sectors(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return segreduce_auto_pick(job, &shape, nullptr)->sectors(job, &shape);
}

inline bool segreduce_auto_prepare(const struct job *job, const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    return segreduce_auto_pick(job, &shape, nullptr)->prepare(job, &shape, why);
}

struct segreduce_auto {
    static constexpr struct strategy strategy = {
        /* name */ "segreduce_auto",
        /* ids */ "",
        /* does */ "takes the strategy and shape that suit the rows",
        /* what */ WHAT_REDUCE,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ true,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        segreduce_auto_refuse,
        segreduce_auto_scratch,
        segreduce_auto_traffic,
        segreduce_auto_sectors,
        segreduce_auto_prepare,
        segreduce_auto_pick,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        constexpr int ragged_items = scaled_items(RAGGED_ITEMS, held_bytes<M>(WHAT_REDUCE));
        return segreduce_balanced::fits<M, balanced_block(sizeof(typename M::state)), 1, 32, 0>() &&
               segreduce_ragged_balanced::fits<M, PER_ROW_BLOCK, ragged_items, 32, 0>() &&
               few_strided::fits<M>() && few_blocks::fits<M>();
    }

    /* What few_items_pick took. */
    template <class M>
    static bool enqueue_few(const struct strategy *taken, const struct job *job,
                            const struct launch_shape *shape, struct text *why)
    {
        if (taken == &segreduce_large_strided::strategy) return few_strided::enqueue<M>(job, shape, why);
        if constexpr (few_threads::fits<M>()) /* else it is refused */
            if (taken == &segreduce_loop_in_map_onthefly::strategy)
                return few_threads::enqueue<M>(job, shape, why);
        return few_blocks::enqueue<M>(job, shape, why);
    }

    template <class M, int GROUP>
    static bool enqueue_marked(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr size_t STATE = sizeof(typename M::state);
        constexpr int ITEMS = marked_items(scaled_items(MARKED_ITEMS, held_bytes<M>(WHAT_REDUCE)), STATE),
                      BLOCK = marked_block(ITEMS, GROUP, STATE);
        if constexpr (segreduce_ragged_marked::fits<M, BLOCK, ITEMS, GROUP, 0>()) /* else it is not taken */
            return segreduce_ragged_marked::enqueue<M, BLOCK, ITEMS, GROUP, 0>(job, shape, why);
        return false;
    }

    template <class M, int GROUP>
    static bool enqueue_choice(const struct strategy *taken, const struct job *job,
                               const struct launch_shape *shape, struct text *why)
    {
        constexpr size_t held = held_bytes<M>(WHAT_REDUCE);
        constexpr int items = scaled_items(BALANCED_ITEMS, held),
                      row_items = scaled_items(PER_ROW_ITEMS, held),
                      ragged_items = scaled_items(RAGGED_ITEMS, held);
        if (takes_equal_shares(job))
            return segreduce_balanced::enqueue<M, balanced_block(sizeof(typename M::state)), items, GROUP, 0>(
                job, shape, why);
        if (taken == &segreduce_ragged_marked::strategy) return enqueue_marked<M, GROUP>(job, shape, why);
        if (taken == &segreduce_ragged_balanced::strategy)
            return segreduce_ragged_balanced::enqueue<M, PER_ROW_BLOCK, ragged_items, GROUP, 0>(job, shape,
                                                                                                why);
        return segreduce_block_per_row::enqueue<M, PER_ROW_BLOCK, row_items, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = segreduce_auto_pick(job, &shape, nullptr);
        if (taken == &segreduce_large_strided::strategy || taken == &segreduce_large_one_block::strategy ||
            taken == &segreduce_loop_in_map_onthefly::strategy)
            return enqueue_few<M>(taken, job, &shape, why);
        if (shape.group == 1)
            return segreduce_thread_per_row::enqueue<M, PER_ROW_BLOCK, 1, 1, 0>(job, &shape, why);
        if (shape.group == 32) return enqueue_choice<M, 32>(taken, job, &shape, why);
        return enqueue_choice<M, MOST_LANES>(taken, job, &shape, why);
    }
};

/* No shape of its own. */
#define segreduce_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
