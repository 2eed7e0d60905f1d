/* SPDX-License-Identifier: MIT
 * keyed_auto: the fold by key that a caller who does not care should take; `foldcheck plan` prints what it took and why. A
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

inline const struct strategy *keyed_auto_pick(const struct job *job, struct launch_shape *shape,
                                              struct text *why)
{
    unsigned long long rows = job->rows, items = job->length, keys = job->keys;
    text_say(why, "%llu rows of %llu items, %llu keys, %s: ", rows, items, keys, job->op->name);
    *shape = keyed_auto_shape(job, KEYED_STREAM_ITEMS, true);
    bool fits = keyed_stream_refuse(&keyed_stream::strategy, job, shape, nullptr) == REFUSAL_NONE;
    if (fits) {
        text_add(why, "a private table for each group, as tables of all keys fit into shared memory");
        return &keyed_stream::strategy;
    }
    *shape = keyed_auto_shape(job, KEYED_SORT_ITEMS, false);
    text_add(why, "a sort by key, as tables of all keys do not fit into shared memory");
    return &keyed_sorted_runs::strategy;
}

inline enum refusal keyed_auto_refuse(const struct strategy *strategy, const struct job *job,
                                      const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    enum refusal refusal = rows_refuse(strategy, job, nullptr, 0, why);
    if (refusal != REFUSAL_NONE) return refusal;
    const struct strategy *taken = keyed_auto_pick(job, &shape, nullptr);
    return taken->refuse(taken, job, &shape, why);
}

inline uint64_t keyed_auto_scratch(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return keyed_auto_pick(job, &shape, nullptr)->scratch_bytes(job, &shape);
}

inline double keyed_auto_sectors(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return keyed_auto_pick(job, &shape, nullptr)->sectors(job, &shape);
}

struct keyed_auto {
    static constexpr struct strategy strategy = {
        /* name */ "keyed_auto",
        /* ids */ "",
        /* does */ "takes private tables for few keys, a sort by key for many",
        /* what */ WHAT_KEYED,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ false,
        /* determinism */ SAME_BITS_ON_ONE_DEVICE,
        keyed_auto_refuse,
        keyed_auto_scratch,
        /* traffic: a sort claims none */ nullptr,
        keyed_auto_sectors,
        prepare_nothing,
        keyed_auto_pick,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return keyed_sorted_runs::fits<M, KEYED_BLOCK, 1, 32, 0>();
    }

    /* Of a state whose tables never fit, a stream is never picked. */
    template <class M, int GROUP>
    static bool enqueue_group(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        constexpr int STREAM_ITEMS = scaled_items(KEYED_STREAM_ITEMS, held_bytes<M>(WHAT_KEYED)),
                      SORT_ITEMS = scaled_items(KEYED_SORT_ITEMS, held_bytes<M>(WHAT_KEYED));
        if constexpr (keyed_stream::fits<M, KEYED_BLOCK, STREAM_ITEMS, GROUP, 1>())
            if (taken == &keyed_stream::strategy)
                return keyed_stream::enqueue<M, KEYED_BLOCK, STREAM_ITEMS, GROUP, 1>(job, shape, why);
        return keyed_sorted_runs::enqueue<M, KEYED_BLOCK, SORT_ITEMS, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = keyed_auto_pick(job, &shape, nullptr);
        if (shape.group == 32) return enqueue_group<M, 32>(taken, job, &shape, why);
        return enqueue_group<M, MOST_LANES>(taken, job, &shape, why);
    }
};

/* No shape of its own. */
#define keyed_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
#endif
