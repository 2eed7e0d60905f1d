/* SPDX-License-Identifier: MIT
 * segscan_auto: the scan of rows of one length that a caller who does not care should take; `foldcheck plan` prints
 * what it took and why. One row needs no index arithmetic; several have no flags, and remainders of 32 bits.
 *
 * ID, source    none: Clausen, thesis (2021), 6.5 measures 32-bit remainders to be faster at every row length
 * Laws, memory, scratch, progress: those of the strategy that it takes */
#include "hip/scan/scan_lookback.hip"
#include "hip/scan/segscan_regular32.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The shapes before scaling by the operator; the group is the device's lanes. */
enum { SEGSCAN_BLOCK = 256, SEGSCAN_ROW_ITEMS = 20, SEGSCAN_ITEMS = 15 };

inline const struct strategy *segscan_auto_pick(const struct job *job, struct launch_shape *shape,
                                                struct text *why)
{
    const struct tuple *held =
        job->op->state.packed > job->op->input.packed ? &job->op->state : &job->op->input;
    bool one_row = job->rows == 1;
    shape->block = SEGSCAN_BLOCK;
    shape->items = (uint32_t)scaled_items(one_row ? SEGSCAN_ROW_ITEMS : SEGSCAN_ITEMS, held->packed);
    shape->group = job->caps->lanes == 64 ? 64u : 32u;
    shape->gather = 0;
    text_say(why, "%llu rows of %llu items, %s: %s", (unsigned long long)job->rows,
             (unsigned long long)job->length, job->op->name,
             one_row ? "one pass, and no row begins but the first"
                     : "one pass without flags, where rows begin by 32-bit remainders");
    return one_row ? &scan_lookback::strategy : &segscan_regular32::strategy;
}

inline enum refusal segscan_auto_refuse(const struct strategy *strategy, const struct job *job,
                                        const struct launch_shape *, struct text *why)
{
    struct launch_shape shape;
    segscan_auto_pick(job, &shape, nullptr);
    return chain_rows_refuse(strategy, job, &shape, scan_shared(job, &shape), why);
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
        return scan_fits<M, SEGSCAN_BLOCK, scaled_items(SEGSCAN_ROW_ITEMS, held_bytes<M>(WHAT_SCAN)), 32>();
    }

    template <class M, int GROUP>
    static bool enqueue_choice(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr int row_items = scaled_items(SEGSCAN_ROW_ITEMS, held_bytes<M>(WHAT_SCAN)),
                      items = scaled_items(SEGSCAN_ITEMS, held_bytes<M>(WHAT_SCAN));
        if (job->rows == 1)
            return scan_lookback::enqueue<M, SEGSCAN_BLOCK, row_items, GROUP, 0>(job, shape, why);
        return segscan_regular32::enqueue<M, SEGSCAN_BLOCK, items, GROUP, 0>(job, shape, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        segscan_auto_pick(job, &shape, nullptr);
        if (shape.group == 32) return enqueue_choice<M, 32>(job, &shape, why);
        return enqueue_choice<M, MOST_LANES>(job, &shape, why);
    }
};

/* No shape of its own. */
#define segscan_auto_shapes(SHAPE, S) SHAPE(S, 0, 0, 0, 0, USUAL)

} // namespace FOLDCHECK_NAMESPACE
