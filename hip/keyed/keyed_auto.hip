/* SPDX-License-Identifier: MIT
 * keyed_auto: the fold by key for callers without a wish of their own; `foldcheck plan` prints its choice and the
 * reason. Where the order does not matter and rows are long: a table for each thread, where all of a block fit; but
 * sums of integers, which have an atomic, have a table for each block, in slices, from some number of keys on, then a
 * table for each partition of the items, or cells in global memory where there are fewer items than keys. Else the
 * order is kept: by a private table for each group, where tables of all keys fit into shared memory and items are few,
 * or too many for a sort, or rows are short; by tiles that are sorted in shared memory, behind a partition where
 * keys are many; or by a sort by key where partitions would have less than a tile. None is slower where keys are
 * uneven.
 *
 * ID, source    none: the documents choose by hand
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#ifndef FOLDCHECK_KEYED_AUTO_HIP
#define FOLDCHECK_KEYED_AUTO_HIP
#include "hip/keyed/keyed_atomics.hip"
#include "hip/keyed/keyed_partition.hip"
#include "hip/keyed/keyed_slices.hip"
#include "hip/keyed/keyed_sorted_runs.hip"
#include "hip/keyed/keyed_stream.hip"
#include "hip/keyed/keyed_thread_tables.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Threads a block, and items a thread before scaling by the operator. Tables of 224 threads hold more keys than those
 * of 256, which a group of 64 lanes needs. */
enum { KEYED_BLOCK = 256, KEYED_STREAM_ITEMS = 4, KEYED_SORT_ITEMS = 8, KEYED_THREAD_ITEMS = 16 };
enum { KEYED_SLICES_BLOCK = 1024, KEYED_SLICES_ITEMS = 8, KEYED_ATOMICS_ITEMS = 1 };
enum { KEYED_PARTITION_ITEMS = 16 }; /* which are not scaled */

COMPILE_TIME int keyed_thread_block(int lanes)
{
    return lanes == 64 ? 256 : 224;
}

/* Tables of threads and slices are made anew for each row. Shorter rows were not measured. */
enum { KEYED_LONG_ROW = 65536 };

/* NULL, if the strategy refuses. */
inline const struct strategy *keyed_taken(const struct strategy *strategy, const struct job *job,
                                          struct launch_shape shape, struct launch_shape *taken)
{
    *taken = shape;
    return strategy->refuse(strategy, job, taken, nullptr) == REFUSAL_NONE ? strategy : nullptr;
}

inline struct launch_shape keyed_auto_shape(const struct job *job, int block, int items, bool tables)
{
    return shape_of(block, scaled_items(items, job->op->input.packed), job->caps->lanes == 64 ? 64 : 32,
                    tables);
}

/* Items for each result, from which on a partition has a tile, and that much work for its table. */
enum { KEYED_ITEMS_A_RESULT = 8 };

inline bool keyed_long_rows(const struct job *job)
{
    return job->rows == 1 || job->length >= KEYED_LONG_ROW;
}

inline const struct strategy *keyed_partitioned(const struct job *job, struct launch_shape *shape)
{
    *shape = shape_of(KEYED_BLOCK, KEYED_PARTITION_ITEMS, job->caps->lanes == 64 ? 64 : 32);
    return keyed_taken(strategy_of<keyed_partition>(), job, *shape, shape);
}

/* Sums of a row, of whose keys a block has one table: H100, u32 (2026-11-25), us, by partitions and by the better of
 * slices and tables of threads: of 16 keys and 2^14 items 8.2 and 8.2, 2^20 8.4 and 9.8, 2^23 31.6 and 32.2, 2^24 54.9
 * and 54.4, 2^25 100.4 and 97.0; of 4096 keys and 2^22 items 15.2 and 23.1; of 8192 keys 8.9 and 10.5, 16.0 and 24.2,
 * 2^25 101.1 and 107.6; of 32768 keys 11.3 and 12.6, 2^22 21.7 and 36.0, 2^25 105.2 and 115.2. Of 2^12 items slices take
 * less, up to 8192 keys. */
enum { KEYED_TABLE_ITEMS = 1 << 14, KEYED_FEW_KEYS_ITEMS = 1 << 24 };

inline bool keyed_fit_one_table(const struct job *job)
{
    struct launch_shape shape = shape_of(KEYED_BLOCK, KEYED_PARTITION_ITEMS, 32);
    return keyed_partition::partition_bits(job, &shape) == 0;
}

inline const struct strategy *keyed_one_table(const struct job *job, struct launch_shape *shape,
                                              const char **because)
{
    uint64_t items = job_items(job);
    bool fits = items >= KEYED_TABLE_ITEMS && keyed_fit_one_table(job);
    bool for_threads = job->keys <= job_tuned(job, TUNED_keyed_thread_keys) && items >= KEYED_FEW_KEYS_ITEMS;
    if (job->rows != 1 || !fits || for_threads || job->caps->lanes == 64) return nullptr;
    *because = "a table for each block, as sums have an atomic, and it has room for all keys";
    return keyed_partitioned(job, shape);
}

/* Sums of many keys. */
inline const struct strategy *keyed_sums(const struct job *job, struct launch_shape *shape,
                                         const char **because)
{
    const struct strategy *taken = nullptr;
    *because =
        "a table for each partition of the items, as sums have an atomic and there are many keys for slices";
    if (job->keys > job_tuned(job, TUNED_keyed_slices_keys) && job_items(job) > job->keys * job->rows)
        taken = keyed_partitioned(job, shape);
    if (taken) return taken;
    *because = "atomics on a table for each block and slice of the keys, as sums have an atomic";
    taken = keyed_taken(strategy_of<keyed_slices>(), job,
                        keyed_auto_shape(job, KEYED_SLICES_BLOCK, KEYED_SLICES_ITEMS, false), shape);
    if (taken) return taken;
    *because =
        "atomics on a cell for each key, as sums have an atomic and there are too many keys for slices";
    return keyed_taken(strategy_of<keyed_atomics>(), job,
                       keyed_auto_shape(job, KEYED_SLICES_BLOCK, KEYED_ATOMICS_ITEMS, false), shape);
}

/* The strategy that keeps the order, and why. */
inline const struct strategy *keyed_in_order(const struct job *job, struct launch_shape *shape,
                                             const char **because)
{
    const struct strategy *taken = nullptr;
    if (!keyed_long_rows(job) || job_items(job) < job_tuned(job, TUNED_keyed_partition_items) ||
        job_items(job) > MOST_SORTED_ITEMS)
        taken = keyed_taken(strategy_of<keyed_stream>(), job,
                            keyed_auto_shape(job, KEYED_BLOCK, KEYED_STREAM_ITEMS, true), shape);
    *because = "a private table for each group, as tables of all keys fit into shared memory";
    if (taken) return taken;
    if (job_items(job) >= KEYED_ITEMS_A_RESULT * (uint64_t)job_results(job))
        taken = keyed_partitioned(job, shape);
    *because = "tiles sorted by key in shared memory, as there are many items of each partition of the keys";
    if (taken) return taken;
    *because = "a sort by key, as tables of all keys do not fit into shared memory";
    *shape = keyed_auto_shape(job, KEYED_BLOCK, KEYED_SORT_ITEMS, false);
    return strategy_of<keyed_sorted_runs>();
}

/* The strategy for long rows whose order does not matter, and why; NULL: none of these. H200, 2^26 u32, sums, us,
 * tables of threads and slices (2026-11-24): 130 and 137 of 16 keys, 162 and 136 of 256; of 65536 keys slices take 210,
 * cells 1140 and a sort 5200. 2^20 minima of 64 bits, 16 keys: 11 and 23. */
inline const struct strategy *keyed_any_order(const struct job *job, struct launch_shape *shape,
                                              const char **because)
{
    const struct strategy *taken = nullptr;
    uint32_t few = job_tuned(job, TUNED_keyed_thread_keys);
    bool adds = job_adds(job);
    if (!(job->op->laws & LAW_COMMUTES) || !keyed_long_rows(job)) return nullptr;
    if (adds) taken = keyed_one_table(job, shape, because);
    if (taken) return taken;
    if (!adds || job->keys <= few) {
        *because = "a table for each thread, as the order does not matter and tables fit into shared memory";
        int block = keyed_thread_block(job->caps->lanes);
        taken = keyed_taken(strategy_of<keyed_thread_tables>(), job,
                            keyed_auto_shape(job, block, KEYED_THREAD_ITEMS, false), shape);
    }
    return !adds || taken ? taken : keyed_sums(job, shape, because);
}

struct keyed_auto : auto_strategy<keyed_auto> {
    static constexpr const char *does =
        "takes private tables for few keys or items, sorted tiles for many; atomics for sums";
    static constexpr enum what what = WHAT_KEYED;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_ROWS;
    static constexpr bool blocks_communicate = true; /* where there are atomics */
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;
    static constexpr auto traffic = nullptr; /* a sort claims none */

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        return strategy_fits<keyed_sorted_runs>(sizes, shape_of(KEYED_BLOCK, 1, 32));
    }

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        unsigned long long rows = job->rows, items = job->length, keys = job->keys;
        const char *because = nullptr;
        text_say(why, "%llu rows of %llu items, %llu keys, %s: ", rows, items, keys, job->op->name);
        const struct strategy *taken = keyed_any_order(job, shape, &because);
        if (!taken) taken = keyed_in_order(job, shape, &because);
        text_add(why, "%s", because);
        return taken;
    }

    /* What keyed_any_order takes. A strategy that never fits an operator is never picked. */
    template <class M, int GROUP>
    static bool enqueue_any_order(const struct strategy *taken, const struct job *job,
                                  const struct launch_shape *shape, struct text *why)
    {
        constexpr int BLOCK = keyed_thread_block(GROUP), SLICES = KEYED_SLICES_BLOCK,
                      SLICES_ITEMS = scaled_items(KEYED_SLICES_ITEMS, M::input_columns.packed),
                      ITEMS = scaled_items(KEYED_THREAD_ITEMS, M::input_columns.packed);
        if constexpr (state_adds<M>()) {
            if (taken == strategy_of<keyed_slices>())
                return keyed_slices::enqueue<M, SLICES, SLICES_ITEMS, GROUP, 0>(job, shape, why);
            if (taken == strategy_of<keyed_atomics>())
                return keyed_atomics::enqueue<M, SLICES, KEYED_ATOMICS_ITEMS, GROUP, 0>(job, shape, why);
        }
        if constexpr (strategy_fits<keyed_thread_tables>(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP)))
            return keyed_thread_tables::enqueue<M, BLOCK, ITEMS, GROUP, 0>(job, shape, why);
        return text_say(why, "keyed_auto picked %s, which was not compiled", taken->name);
    }

    template <class M, int GROUP>
    static bool enqueue_group(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        constexpr int STREAM_ITEMS = scaled_items(KEYED_STREAM_ITEMS, M::input_columns.packed),
                      SORT_ITEMS = scaled_items(KEYED_SORT_ITEMS, M::input_columns.packed);
        if constexpr (strategy_fits<keyed_partition>(sizes_of<M>(),
                                                     shape_of(KEYED_BLOCK, KEYED_PARTITION_ITEMS, GROUP)))
            if (taken == strategy_of<keyed_partition>())
                return keyed_partition::enqueue<M, KEYED_BLOCK, KEYED_PARTITION_ITEMS, GROUP, 0>(job, shape,
                                                                                                 why);
        if (taken == strategy_of<keyed_sorted_runs>())
            return keyed_sorted_runs::enqueue<M, KEYED_BLOCK, SORT_ITEMS, GROUP, 0>(job, shape, why);
        if constexpr (strategy_fits<keyed_stream>(sizes_of<M>(),
                                                  shape_of(KEYED_BLOCK, STREAM_ITEMS, GROUP, 1)))
            if (taken == strategy_of<keyed_stream>())
                return keyed_stream::enqueue<M, KEYED_BLOCK, STREAM_ITEMS, GROUP, 1>(job, shape, why);
        if constexpr ((M::laws & LAW_COMMUTES) != 0)
            return enqueue_any_order<M, GROUP>(taken, job, shape, why);
        return text_say(why, "keyed_auto picked %s, which was not compiled", taken->name);
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
