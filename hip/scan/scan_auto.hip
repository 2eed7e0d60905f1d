/* SPDX-License-Identifier: MIT
 * scan_auto: the scan of one row for callers without a wish of their own. What it takes follows from what the
 * device promises, from how many tiles there are for each processor, and from where the columns lie; `foldcheck plan`
 * prints its choice and the reason.
 *
 * Look-ahead wants tiles enough to run ahead in, and its long code takes 12 us for the first; look-back does well with
 * few tiles. On an H200 (bench/results, 2026-11-21), us, look-back (256 x 28) / look-ahead, and where they cross, in
 * tiles of look-ahead for each of its 132 processors (small tiles of 256 x 12 are the faster while a processor gets no
 * more than one: bench/results, 2026-11-23):
 *
 *               2^18         2^19         2^20         2^21         2^22         2^23
 *   add_u32    6.3 / 12.0   6.7 / 12.7   8.0 / 12.6  10.6 / 14.7  15.3 / 18.3  35.1 / 27.1    3.1 to 6.2
 *   mss_i32    9.2 / 11.3  11.5 / 12.0  16.7 / 15.5  28.2 / 21.8  58.8 / 32.7 107.9 / 54.3    0.9 to 1.7
 *   add4_i64  17.6 / 18.1  29.6 / 22.4  60.3 / 34.3 122.0 / 54.0 239.5 / 93.8 470.5 / 170.9   1.3 to 2.6
 *
 * ID, source    none: as Clausen's rule (scan_by_clausen), a single pass where blocks go on while others wait
 * Laws, memory, scratch, progress: those of the strategy that it takes; it takes none that waits for other blocks where
 * these need not go on */
#ifndef FOLDCHECK_SCAN_AUTO_HIP
#define FOLDCHECK_SCAN_AUTO_HIP
#include "hip/scan/scan_lookahead.hip"
#include "hip/scan/scan_lookback.hip"
#include "hip/scan/scan_lookback_fallback.hip"
#include "hip/scan/scan_reduce_then_scan.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Items a thread before scaling by the operator, of blocks of 256: of look-back, many or few, and of those that do
 * without progress. */
enum { LOOKBACK_ITEMS = 28, LOOKBACK_FEW_ITEMS = 12, UNHELPED_ITEMS = 20 };

/* Scaled by what the strategies taken hold of an item. */
COMPILE_TIME int lookback_items(int items, size_t input, size_t state)
{
    return scaled_items(items, single_pass_held(input, state));
}

COMPILE_TIME int unhelped_items(size_t input, size_t state)
{
    return scaled_items(UNHELPED_ITEMS, tile_held(input, state));
}

/* Are there more than `quarters` / 4 tiles of that shape for each processor? */
inline bool more_tiles(const struct job *job, const struct launch_shape *shape, uint32_t quarters)
{
    return 4 * scan_tiles(job, shape) > (int64_t)quarters * job->caps->processors;
}

/* Quarters of a tile of look-ahead for each processor, from which on it is the faster. */
inline uint32_t lookahead_quarters(const struct job *job)
{
    return job_tuned(job,
                     state_bytes(job) > WIDE ? TUNED_scan_lookahead_wide_tiles : TUNED_scan_lookahead_tiles);
}

/* The shape of look-ahead, if it is the faster of the two. */
inline bool lookahead_pays(const struct job *job, struct launch_shape *shape)
{
    return lookahead_shape_for<scan_lookahead, false>(job, shape) &&
           more_tiles(job, shape, lookahead_quarters(job));
}

struct scan_auto : auto_strategy<scan_auto> {
    static constexpr const char *does = "takes the scan with the fewest bytes that ends on the device";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &)
    {
        size_t input = sizes.input.packed, result = sizes.result.packed;
        return strategy_fits<scan_lookback>(
                   sizes, shape_of(256, lookback_items(LOOKBACK_ITEMS, input, result), 32)) &&
               strategy_fits<scan_lookback_fallback>(sizes, shape_of(256, unhelped_items(input, result), 32));
    }

    /* A whole warp or wavefront is the group. */
    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        size_t input = job->op->input.packed, state = job->op->state.packed;
        uint32_t group = job->caps->lanes == 64 ? 64u : 32u;
        if (job->caps->forward_progress && lookahead_pays(job, shape)) {
            text_say(why,
                     "resident blocks go on while others wait, and there are tiles enough to look ahead, "
                     "more than "
                     "%u quarters for each processor",
                     lookahead_quarters(job));
            return strategy_of<scan_lookahead>();
        }
        if (job->caps->forward_progress) {
            *shape = shape_of(256, lookback_items(LOOKBACK_FEW_ITEMS, input, state), (int)group);
            bool many = more_tiles(job, shape, job_tuned(job, TUNED_scan_few_tiles));
            if (many) shape->items = (uint32_t)lookback_items(LOOKBACK_ITEMS, input, state);
            text_say(
                why,
                "resident blocks go on while others wait: one pass over memory, n read and n written, by %s",
                many ? "large tiles" : "small tiles, so that more processors have one");
            return strategy_of<scan_lookback>();
        }
        *shape = shape_of(256, unhelped_items(input, state), (int)group);
        const struct strategy *unhelped = strategy_of<scan_lookback_fallback>();
        if (unhelped->refuse(unhelped, job, shape, nullptr) == REFUSAL_NONE) {
            text_say(why, "%s promises no progress: one pass over memory, in which no block waits for ever",
                     job->caps->name);
            return unhelped;
        }
        text_say(why,
                 "%s promises no progress, and results go over the input: the fewest bytes without either",
                 job->caps->name);
        return strategy_of<scan_reduce_then_scan>();
    }

    template <class M, int GROUP>
    static bool enqueue_taken(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        constexpr size_t INPUT = M::input_columns.packed, STATE = M::state_columns.packed;
        constexpr int MANY = lookback_items(LOOKBACK_ITEMS, INPUT, STATE),
                      FEW = lookback_items(LOOKBACK_FEW_ITEMS, INPUT, STATE),
                      ITEMS = unhelped_items(INPUT, STATE);
        if (taken == strategy_of<scan_lookahead>())
            return lookahead_enqueue_for<M, false>("scan_lookahead", job, shape, why);
        if (taken == strategy_of<scan_lookback>() && shape->items == MANY)
            return scan_lookback::enqueue<M, 256, MANY, GROUP, 0>(job, shape, why);
        if (taken == strategy_of<scan_lookback>())
            return scan_lookback::enqueue<M, 256, FEW, GROUP, 0>(job, shape, why);
        if (taken == strategy_of<scan_lookback_fallback>())
            return scan_lookback_fallback::enqueue<M, 256, ITEMS, GROUP, 0>(job, shape, why);
        return scan_reduce_then_scan::enqueue<M, 256, ITEMS, GROUP, 0>(job, shape, why);
    }

    template <class M>
    static bool enqueue_pick(const struct job *job, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = pick(job, &shape, nullptr);
        if (shape.group == 32) return enqueue_taken<M, 32>(taken, job, &shape, why);
        return enqueue_taken<M, MOST_LANES>(taken, job, &shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        return enqueue_pick<M>(job, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
