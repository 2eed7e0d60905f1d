/* SPDX-License-Identifier: MIT
 * segscan_auto: the scan of rows of one length for callers without a wish of their own; `foldcheck plan` prints
 * its choice and the reason. One row is scan_auto's; several have no flags, and remainders of 32 bits, in small tiles
 * as long as all of these run at once, with look-ahead as soon as most processors have a tile of that. Where blocks need
 * not go on while others wait, several rows take two passes. On an H200
 * (bench/results, 2026-11-23), 16 rows, us, segscan_regular32 by 3 and by 15 items a thread / look-ahead (256 rows):
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
#include "hip/scan/segscan_then_propagate.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The shape of segscan_regular32 before scaling by the operator, of few tiles and of more; the group is the device's
 * lanes. */
enum { SEGSCAN_BLOCK = 256, SEGSCAN_FEW_ITEMS = 3, SEGSCAN_ITEMS = 15 };

COMPILE_TIME int segscan_items(int items, size_t input, size_t state)
{
    return scaled_items(items, segment_held(input, state));
}

struct segscan_auto : auto_strategy<segscan_auto> {
    static constexpr const char *does = "takes the strategy and shape that suit the rows";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS;
    static constexpr bool blocks_communicate = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;

    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        int items = segscan_items(SEGSCAN_ITEMS, sizes.input.packed, sizes.result.packed);
        return scan_auto::suits(sizes, shape) &&
               strategy_fits<segscan_regular32>(sizes, shape_of(SEGSCAN_BLOCK, items, 32)) &&
               strategy_fits<segscan_then_propagate>(sizes,
                                                     shape_of(SEGSCAN_BLOCK, two_pass_items(sizes), 32));
    }

    /* Items a thread of two passes. */
    static constexpr int two_pass_items(const op_sizes &sizes)
    {
        return scaled_items(SEGSCAN_ITEMS, segscan_then_propagate::held(sizes));
    }

    static const struct strategy *pick(const struct job *job, struct launch_shape *shape, struct text *why)
    {
        if (job->rows == 1) return scan_auto::pick(job, shape, why);
        if (!job->caps->forward_progress) {
            *shape =
                shape_of(SEGSCAN_BLOCK, two_pass_items(sizes_of_job(job)), job->caps->lanes == 64 ? 64 : 32);
            text_say(why, "%s promises no progress: two passes, in which no block waits for another",
                     job->caps->name);
            return strategy_of<segscan_then_propagate>();
        }
        text_say(why,
                 "%llu rows of %llu items, %s: one pass without flags, where rows begin by 32-bit remainders",
                 (unsigned long long)job->rows, (unsigned long long)job->length, job->op->name);
        uint32_t quarters = job_tuned(job, TUNED_segscan_lookahead_tiles);
        if (lookahead_shape_for<segscan_lookahead, true>(job, shape) && more_tiles(job, shape, quarters)) {
            text_add(why, ", and tiles enough to look ahead, more than %u quarters for each processor",
                     quarters);
            return strategy_of<segscan_lookahead>();
        }
        size_t input = job->op->input.packed, state = job->op->state.packed;
        *shape = shape_of(SEGSCAN_BLOCK, segscan_items(SEGSCAN_FEW_ITEMS, input, state),
                          job->caps->lanes == 64 ? 64 : 32);
        if (more_tiles(job, shape, job_tuned(job, TUNED_segscan_few_tiles)))
            shape->items = (uint32_t)segscan_items(SEGSCAN_ITEMS, input, state);
        else
            text_add(why, ", by small tiles, so that more processors have one");
        return strategy_of<segscan_regular32>();
    }

    template <class M, int GROUP>
    static bool enqueue_rows(const struct strategy *taken, const struct job *job,
                             const struct launch_shape *shape, struct text *why)
    {
        constexpr size_t INPUT = M::input_columns.packed, STATE = M::state_columns.packed;
        constexpr int MANY = segscan_items(SEGSCAN_ITEMS, INPUT, STATE),
                      FEW = segscan_items(SEGSCAN_FEW_ITEMS, INPUT, STATE);
        if (taken == strategy_of<segscan_then_propagate>())
            return segscan_then_propagate::enqueue<M, SEGSCAN_BLOCK, two_pass_items(sizes_of<M>()), GROUP, 0>(
                job, shape, why);
        if (shape->items == MANY)
            return segscan_regular32::enqueue<M, SEGSCAN_BLOCK, MANY, GROUP, 0>(job, shape, why);
        return segscan_regular32::enqueue<M, SEGSCAN_BLOCK, FEW, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        if (job->rows == 1) return scan_auto::enqueue_pick<M>(job, why);
        const struct strategy *taken = pick(job, &shape, nullptr);
        if (taken == strategy_of<segscan_lookahead>())
            return lookahead_enqueue_for<M, true>("segscan_lookahead", job, &shape, why);
        if (shape.group == 32) return enqueue_rows<M, 32>(taken, job, &shape, why);
        return enqueue_rows<M, MOST_LANES>(taken, job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
