/* SPDX-License-Identifier: MIT
 * segscan_auto: the scan of rows of one length that a caller who does not care should take; `foldcheck plan` prints
 * what it took and why. One row is scan_auto's; several have no flags, and remainders of 32 bits, in small tiles as long as
 * all of these run at once, with look-ahead as soon as most processors have a tile of that. On an H200 (bench/results,
 * 2026-11-23), 16 rows, us, segscan_regular32 by 3 and by 15 items a thread / look-ahead (256 rows):
 *
 *               2^12         2^16         2^18                2^19                2^20
 *   add_u32    6.0   9.0    6.7   9.8    8.3   9.8 / 14.0   10.8  11.3 / 14.6   17.8  13.6 / 14.4
 *   mss_i32    6.8  11.5    8.2  12.7   10.8  12.9 / 13.2   16.1  14.9 / 16.4   25.2  24.4 / 20.0
 *   add4_i64   8.2  14.3   10.2  15.8   14.8  16.4 / 20.4   30.0  28.5 / 24.4   50.5  52.0 / 37.2
 *
 * ID, source    none: Clausen, thesis (2021), 6.5 measures 32-bit remainders to be faster at every row length
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/scan/scan_auto.hip"
#include "hip/scan/segscan_lookahead.hip"
#include "hip/scan/segscan_regular32.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The shape of segscan_regular32 before scaling by the operator, of few tiles and of more; the group is the device's lanes. */
enum { SEGSCAN_BLOCK = 256, SEGSCAN_FEW_ITEMS = 3, SEGSCAN_ITEMS = 15 };

COMPILE_TIME int segscan_items(int items, size_t input, size_t state)
{
    return scaled_items(items, segment_held(input, state));
}

inline const struct strategy *segscan_auto_pick(const struct job *job, struct launch_shape *shape,
                                                struct text *why)
{
    if (job->rows == 1) return scan_auto_pick(job, shape, why);
    text_say(why,
             "%llu rows of %llu items, %s: one pass without flags, where rows begin by 32-bit remainders",
             (unsigned long long)job->rows, (unsigned long long)job->length, job->op->name);
    uint32_t quarters = job_tuned(job, TUNED_segscan_lookahead_tiles);
    if (lookahead_shape_for(&segscan_lookahead::strategy, job, shape) && more_tiles(job, shape, quarters)) {
        text_add(why, ", and tiles enough to look ahead, more than %u quarters for each processor", quarters);
        return &segscan_lookahead::strategy;
    }
    size_t input = job->op->input.packed, state = job->op->state.packed;
    *shape = {SEGSCAN_BLOCK, (uint32_t)segscan_items(SEGSCAN_FEW_ITEMS, input, state),
              job->caps->lanes == 64 ? 64u : 32u, 0};
    if (more_tiles(job, shape, job_tuned(job, TUNED_segscan_few_tiles)))
        shape->items = (uint32_t)segscan_items(SEGSCAN_ITEMS, input, state);
    else
        text_add(why, ", by small tiles, so that more processors have one");
    return &segscan_regular32::strategy;
}

inline enum refusal segscan_auto_refuse(const struct strategy *strategy, const struct job *job,
                                        const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    const struct strategy *taken = segscan_auto_pick(job, &shape, nullptr);
    enum refusal refusal = chain_rows_refuse(strategy, job, &shape, 0, why);
    return refusal == REFUSAL_NONE ? taken->refuse(taken, job, &shape, why) : refusal;
}

inline uint64_t segscan_auto_scratch(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return segscan_auto_pick(job, &shape, nullptr)->scratch_bytes(job, &shape);
}

inline uint64_t segscan_auto_traffic(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return segscan_auto_pick(job, &shape, nullptr)->traffic(job, &shape);
}

inline double segscan_auto_sectors(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    return segscan_auto_pick(job, &shape, nullptr)->sectors(job, &shape);
}

inline bool segscan_auto_prepare(const struct job *job, const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    return segscan_auto_pick(job, &shape, nullptr)->prepare(job, &shape, why);
}

struct segscan_auto {
    static constexpr struct strategy strategy = {
        /* name */ "segscan_auto",
        /* ids */ "",
        /* does */ "takes the strategy and shape that suit the rows",
        /* what */ WHAT_SCAN,
        /* needs */ 0,
        /* needs_progress */ true,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        segscan_auto_refuse,
        segscan_auto_scratch,
        segscan_auto_traffic,
        segscan_auto_sectors,
        segscan_auto_prepare,
        segscan_auto_pick,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return scan_auto::fits<M, 0, 0, 0, 0>() &&
               scan_fits<M, SEGSCAN_BLOCK,
                         segscan_items(SEGSCAN_ITEMS, M::input_columns.packed, M::state_columns.packed),
                         32>();
    }

    template <class M, int GROUP>
    static bool enqueue_rows(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr size_t INPUT = M::input_columns.packed, STATE = M::state_columns.packed;
        constexpr int MANY = segscan_items(SEGSCAN_ITEMS, INPUT, STATE),
                      FEW = segscan_items(SEGSCAN_FEW_ITEMS, INPUT, STATE);
        if (shape->items == MANY)
            return segscan_regular32::enqueue<M, SEGSCAN_BLOCK, MANY, GROUP, 0>(job, shape, why);
        return segscan_regular32::enqueue<M, SEGSCAN_BLOCK, FEW, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        if (job->rows == 1) return scan_auto::enqueue_pick<M>(job, why);
        if (segscan_auto_pick(job, &shape, nullptr) == &segscan_lookahead::strategy)
            return lookahead_enqueue_for<M, true>("segscan_lookahead", job, &shape, why);
        if (shape.group == 32) return enqueue_rows<M, 32>(job, &shape, why);
        return enqueue_rows<M, MOST_LANES>(job, &shape, why);
    }
};

/* No shape of its own. */
#define segscan_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
