/* SPDX-License-Identifier: MIT
 * keyed_auto: the fold by key for callers without a wish of their own; `foldcheck plan` prints its choice and the reason. A
 * private table for each group, where tables of all keys fit into shared memory; else a sort by key.
 * Both keep the order, and neither is slower where keys are uneven: no lanes meet at an atomic.
 *
 * ID, source    none: the documents choose by hand
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#ifndef FOLDCHECK_KEYED_AUTO_HIP
#define FOLDCHECK_KEYED_AUTO_HIP
#include "hip/keyed/keyed_sorted_runs.hip"
#include "hip/keyed/keyed_stream.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Threads a block, and items a thread before scaling by the operator, of either strategy. */
enum { KEYED_BLOCK = 256, KEYED_STREAM_ITEMS = 4, KEYED_SORT_ITEMS = 8 };

inline struct launch_shape keyed_auto_shape(const struct job *job, int items, bool tables)
{
    struct launch_shape shape = {KEYED_BLOCK, (uint32_t)scaled_items(items, job->op->input.packed),
                                 job->caps->lanes == 64 ? 64u : 32u, tables ? 1u : 0u};
    return shape;
}

struct keyed_auto : auto_strategy<keyed_auto> {
    static constexpr const char *does = "takes private tables for few keys, a sort by key for many";
    static constexpr enum what what = WHAT_KEYED;
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr auto traffic = nullptr; /* a sort claims none */

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return strategy_fits<keyed_sorted_runs>(sizes, shape_of(KEYED_BLOCK, 1, 32));
    }

    static enum refusal refuse(const struct strategy *strategy, const struct job *job,
                               const struct launch_shape *, uint64_t, struct text *why)
    {
        struct launch_shape shape;
        enum refusal refusal = rows_refuse(strategy, job, nullptr, 0, why);
        if (refusal != REFUSAL_NONE) return refusal;
        const struct strategy *taken = pick(job, &shape, nullptr);
        return taken->refuse(taken, job, &shape, why);
    }

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        unsigned long long rows = job->rows, items = job->length, keys = job->keys;
        text_say(why, "%llu rows of %llu items, %llu keys, %s: ", rows, items, keys, job->op->name);
        *shape = keyed_auto_shape(job, KEYED_STREAM_ITEMS, true);
        const struct strategy *stream = strategy_of<keyed_stream>();
        if (stream->refuse(stream, job, shape, nullptr) == REFUSAL_NONE) {
            text_add(why, "a private table for each group, as tables of all keys fit into shared memory");
            return stream;
        }
        *shape = keyed_auto_shape(job, KEYED_SORT_ITEMS, false);
        text_add(why, "a sort by key, as tables of all keys do not fit into shared memory");
        return strategy_of<keyed_sorted_runs>();
    }

    /* Of a state whose tables never fit, a stream is never picked. */
    template <class M, int GROUP>
    static bool enqueue_group(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        constexpr int STREAM_ITEMS = scaled_items(KEYED_STREAM_ITEMS, M::input_columns.packed),
                      SORT_ITEMS = scaled_items(KEYED_SORT_ITEMS, M::input_columns.packed);
        if constexpr (strategy_fits<keyed_stream>(sizes_of<M>(),
                                                  shape_of(KEYED_BLOCK, STREAM_ITEMS, GROUP, 1)))
            if (taken == strategy_of<keyed_stream>())
                return keyed_stream::enqueue<M, KEYED_BLOCK, STREAM_ITEMS, GROUP, 1>(job, shape, why);
        return keyed_sorted_runs::enqueue<M, KEYED_BLOCK, SORT_ITEMS, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = pick(job, &shape, nullptr);
        if (shape.group == 32) return enqueue_group<M, 32>(taken, job, &shape, why);
        return enqueue_group<M, MOST_LANES>(taken, job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
