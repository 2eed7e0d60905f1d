/* SPDX-License-Identifier: MIT
 * scan_auto: the scan of one row that a caller who does not care should take. What it takes follows from what the
 * device promises and from where the columns lie, not from the size; `foldcheck plan` prints what it took and why.
 *
 * ID, source    C10: Clausen, thesis (2021), 7: a single pass where the compiler's back end can, else two passes. There the
 *               back end's name decides, and columns that are arrays, which no operator here has
 * Laws, memory, scratch, progress: those of the strategy that it takes; it takes none that waits for other blocks where
 * these need not go on */
#include "hip/scan/scan_lookback.hip"
#include "hip/scan/scan_lookback_fallback.hip"
#include "hip/scan/scan_reduce_then_scan.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The shape before scaling by the operator is 256 x 20, as the strategies have it; a whole warp or wavefront is the
 * group. */
inline const struct strategy *scan_auto_pick(const struct job *job, struct launch_shape *shape,
                                             struct text *why)
{
    size_t held = (size_t)larger((int64_t)job->op->input.packed, (int64_t)job->op->state.packed);
    *shape = {256, (uint32_t)scaled_items(20, held), job->caps->lanes == 64 ? 64u : 32u, 0};
    if (job->caps->forward_progress) {
        text_say(why, "resident blocks go on while others wait: one pass over memory, n read and n written");
        return &scan_lookback::strategy;
    }
    if (scan_lookback_fallback_refuse(&scan_lookback_fallback::strategy, job, shape, nullptr) ==
        REFUSAL_NONE) {
        text_say(why, "%s promises no progress: one pass over memory, in which no block waits for ever",
                 job->caps->name);
        return &scan_lookback_fallback::strategy;
    }
    text_say(why, "%s promises no progress, and results go over the input: the fewest bytes without either",
             job->caps->name);
    return &scan_reduce_then_scan::strategy;
}

inline enum refusal scan_auto_refuse(const struct strategy *strategy, const struct job *job,
                                     const struct launch_shape *, struct text *why)
{
    return one_row_refuse(strategy, job, nullptr, 0, why);
}

inline uint64_t scan_auto_scratch(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    const struct strategy *taken = scan_auto_pick(job, &shape, nullptr);
    return taken->scratch_bytes(job, &shape);
}

inline uint64_t scan_auto_traffic(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    const struct strategy *taken = scan_auto_pick(job, &shape, nullptr);
    return taken->traffic(job, &shape);
}

inline double scan_auto_sectors(const struct job *job, const struct launch_shape *)
{
    struct launch_shape shape;
    scan_auto_pick(job, &shape, nullptr);
    return scan_sectors(job, &shape);
}

inline bool scan_auto_prepare(const struct job *job, const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    const struct strategy *taken = scan_auto_pick(job, &shape, nullptr);
    return taken->prepare(job, &shape, why);
}

struct scan_auto {
    static constexpr struct strategy strategy = {
        /* name */ "scan_auto",
        /* ids */ "C10",
        /* does */ "takes the scan with the fewest bytes that ends on the device",
        /* what */ WHAT_SCAN,
        /* needs */ 0,
        /* needs_progress */ false,
        /* blocks_communicate */ true,
        /* determinism */ BITS_MAY_VARY,
        scan_auto_refuse,
        scan_auto_scratch,
        scan_auto_traffic,
        scan_auto_sectors,
        scan_auto_prepare,
        scan_auto_pick,
    };

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static constexpr bool fits()
    {
        return scan_fits<M, 256, scaled_items(20, held_bytes<M>(WHAT_SCAN)), 32>();
    }

    template <class M, int GROUP>
    static bool enqueue_taken(const struct strategy *taken, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
    {
        constexpr int ITEMS = scaled_items(20, held_bytes<M>(WHAT_SCAN));
        if (taken == &scan_lookback::strategy)
            return scan_lookback::enqueue<M, 256, ITEMS, GROUP, 0>(job, shape, why);
        if (taken == &scan_lookback_fallback::strategy)
            return scan_lookback_fallback::enqueue<M, 256, ITEMS, GROUP, 0>(job, shape, why);
        return scan_reduce_then_scan::enqueue<M, 256, ITEMS, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = scan_auto_pick(job, &shape, nullptr);
        if (shape.group == 32) return enqueue_taken<M, 32>(taken, job, &shape, why);
        return enqueue_taken<M, MOST_LANES>(taken, job, &shape, why);
    }
};

/* No shape of its own. */
#define scan_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
