/* SPDX-License-Identifier: MIT
 * segscan_auto: the scan of rows of one length that a caller who does not care should take; `foldcheck plan` prints
 * what it took and why. One row is scan_auto's; several have no flags, and remainders of 32 bits, with look-ahead as soon
 * as most processors have a tile: on an H200 (bench/results, 2026-11-21), 256 rows, us, segscan_regular32 / look-ahead,
 * and where they cross, in tiles of look-ahead for each of its 132 processors (the length of the rows matters little):
 *
 *               2^18         2^19         2^20         2^22         2^24
 *   add_u32    9.7 / 14.0  11.0 / 14.6  16.6 / 14.7  40.1 / 22.0 149.1 / 46.8    0.4 to 0.8
 *   mss_i32   10.5 / 14.6  16.3 / 15.0  28.1 / 19.8 107.3 / 42.0 434.2 / 129.0   0.4 to 0.9
 *
 * ID, source    none: Clausen, thesis (2021), 6.5 measures 32-bit remainders to be faster at every row length
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/scan/scan_auto.hip"
#include "hip/scan/segscan_lookahead.hip"
#include "hip/scan/segscan_regular32.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The shape of segscan_regular32 before scaling by the operator; the group is the device's lanes. */
enum { SEGSCAN_BLOCK = 256, SEGSCAN_ITEMS = 15 };

inline const struct strategy *segscan_auto_pick(const struct job *job, struct launch_shape *shape,
                                                struct text *why)
{
    if (job->rows == 1) return scan_auto_pick(job, shape, why);
    uint32_t quarters = job_tuned(job, TUNED_segscan_lookahead_tiles);
    bool ahead = lookahead_shape_for(&segscan_lookahead::strategy, job, shape) &&
                 4 * scan_tiles(job, shape) > (int64_t)quarters * job->caps->processors;
    size_t held = (size_t)larger((int64_t)job->op->input.packed, (int64_t)job->op->state.packed);
    if (!ahead)
        *shape = {SEGSCAN_BLOCK, (uint32_t)scaled_items(SEGSCAN_ITEMS, held),
                  job->caps->lanes == 64 ? 64u : 32u, 0};
    text_say(why,
             "%llu rows of %llu items, %s: one pass without flags, where rows begin by 32-bit remainders",
             (unsigned long long)job->rows, (unsigned long long)job->length, job->op->name);
    if (ahead)
        text_add(why, ", and tiles enough to look ahead, more than %u quarters for each processor", quarters);
    return ahead ? &segscan_lookahead::strategy : &segscan_regular32::strategy;
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
               scan_fits<M, SEGSCAN_BLOCK, scaled_items(SEGSCAN_ITEMS, held_bytes<M>(WHAT_SCAN)), 32>();
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        constexpr int items = scaled_items(SEGSCAN_ITEMS, held_bytes<M>(WHAT_SCAN));
        struct launch_shape shape;
        if (job->rows == 1) return scan_auto::enqueue_pick<M>(job, why);
        if (segscan_auto_pick(job, &shape, nullptr) == &segscan_lookahead::strategy)
            return lookahead_enqueue_for<M, true>("segscan_lookahead", job, &shape, why);
        if (shape.group == 32)
            return segscan_regular32::enqueue<M, SEGSCAN_BLOCK, items, 32, 0>(job, &shape, why);
        return segscan_regular32::enqueue<M, SEGSCAN_BLOCK, items, MOST_LANES, 0>(job, &shape, why);
    }
};

/* No shape of its own. */
#define segscan_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
