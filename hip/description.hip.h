/* SPDX-License-Identifier: MIT
 * How a strategy describes itself: a struct of its name, whose base has what strategies of its kind have in common. It
 * assigns what differs, and has the kernels' launch:
 *
 *   struct reduce_mine : any_strategy {
 *       static constexpr const char *does = "one sentence";
 *       static constexpr enum what what = WHAT_REDUCE;
 *       static constexpr struct tuning tunings[] = {{8, 1, 4, TINY}, {256, 8, 32, USUAL}};
 *
 *       template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
 *       static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why);
 *   };
 *
 * Its name, the laws that it needs and the operators that it takes are in its line of strategies.def; of both,
 * strategy_of.hip.h makes the struct strategy (strategy.h says what each member means). */
#ifndef FOLDCHECK_DESCRIPTION_HIP_H
#define FOLDCHECK_DESCRIPTION_HIP_H

#include "hip/depth.hip.h"
#include "hip/plan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* TINY: for tests. NARROW: the same for witnesses only, with groups of two lanes, so that a look-back's window moves on among four tiles
 * (check --every-schedule). USUAL: the default of a device. PICKED: an auto strategy may pick it. MORE: for witnesses only. */
enum shape_kind { TINY, NARROW, USUAL, PICKED, MORE };

/* A shape to compile: threads a block, items a thread before scaling, lanes a group. */
struct tuning {
    int block, items, group;
    enum shape_kind kind;
    int gather = 0;
};

/* What an operator's items and states take, as known at compile time and of a job alike. */
struct op_sizes {
    size_t item, state;        /* bytes of the C structs */
    column_list input, result; /* their columns */
};

template <class M>
static constexpr op_sizes sizes_of()
{
    return {sizeof(typename M::input), sizeof(typename M::state), M::input_columns, M::state_columns};
}

inline op_sizes sizes_of_job(const struct job *job)
{
    const struct op *op = job->op;
    return {op->input.size, op->state.size, column_list_of(&op->input), column_list_of(&op->state)};
}

/* The defaults. */
struct any_strategy {
    static constexpr const char *ids = "";
    static constexpr bool needs_progress = false, blocks_communicate = false, picks = false,
                          is_default = false;
    static constexpr unsigned takes = TAKES_USUAL;
    static constexpr auto most_keys = nullptr, longest_row = nullptr;
    static constexpr enum determinism determinism = SAME_BITS_EVERY_RUN;
    static constexpr auto scratch_bytes = no_scratch;
    static constexpr auto traffic = nullptr;
    static constexpr auto sectors = nullptr;
    static constexpr auto depth = nullptr;
    static constexpr auto prepare = prepare_nothing;
    static constexpr uint64_t most_items = 0;
    /* Shared memory is declared by the kernel, and every device has enough; or the launch asks for it. */
    static constexpr bool asks_for_shared = false;

    /* Bytes of shared memory that a block of this shape needs. */
    static constexpr uint64_t shared_bytes(const op_sizes &, const struct launch_shape &)
    {
        return 0;
    }

    /* Is the shape compiled for such an operator, if its shared memory suffices? */
    static constexpr bool suits(const op_sizes &, const struct launch_shape &)
    {
        return true;
    }

    /* Bytes of an item that a thread holds, by which its items are scaled. */
    static constexpr size_t held(const op_sizes &sizes)
    {
        return sizes.input.packed;
    }

    /* A rule of its own, for jobs that are within what it says here. */
    static enum refusal own_rule(const struct strategy *, const struct job *, const struct launch_shape *,
                                 struct text *)
    {
        return REFUSAL_NONE;
    }
};

/* A strategy's struct strategy. One unit defines it (strategy_of.hip.h), so that the functions of a strategy that no
 * operator changes are compiled once, and not for each operator. */
template <class S>
const struct strategy *strategy_of(void);

/* Is the shape compiled for such an operator? */
template <class S>
static constexpr bool strategy_fits(const op_sizes &sizes, const struct launch_shape &shape)
{
    uint64_t most = S::asks_for_shared ? (int)MOST_ASKED_BYTES : (int)MOST_SHARED_BYTES;
    return S::suits(sizes, shape) && S::shared_bytes(sizes, shape) <= most;
}

COMPILE_TIME struct launch_shape shape_of(int block, int items, int group, int gather = 0)
{
    struct launch_shape shape = {};
    shape.block = (uint32_t)block;
    shape.items = (uint32_t)items;
    shape.group = (uint32_t)group;
    shape.gather = (uint32_t)gather;
    return shape;
}

/* The shape of kernels that fold chunk by chunk (hip/tile/chunks.hip.h), before scaling by the operator: where windows
 * are read in parts, 32 items a lane, else a run of 16. H200, 2026-11-27, sum of f32, us beside CUB 3.0.1 in one
 * process: 2^24 20.3 (21.6), 2^26 63.8 (65.3), 2^27 120.6 (122.5), 2^28 234.8 (237.4). */
enum { PARTS_BLOCK = 256, PARTS_ITEMS = 32, RUNS_BLOCK = 512, RUNS_ITEMS = 16 };

/* A window of 32 lanes decides for 64 as well. */
COMPILE_TIME bool chunks_in_parts(const op_sizes &sizes)
{
    int items = scaled_items(PARTS_ITEMS, sizes.input.packed);
    return window_parts(items, 32, sizes.input.widest, sizes.input.packed, sizes.state) > 1;
}

COMPILE_TIME struct launch_shape chunks_shape(const op_sizes &sizes, uint32_t group)
{
    bool parts = chunks_in_parts(sizes);
    return shape_of(parts ? PARTS_BLOCK : RUNS_BLOCK,
                    scaled_items(parts ? PARTS_ITEMS : RUNS_ITEMS, sizes.input.packed), (int)group);
}

/* The base of a strategy that picks another one for each job, by its function pick; all else is that one's. S is the
 * strategy. */
template <class S>
struct auto_strategy : any_strategy {
    static constexpr bool picks = true, is_default = true;
    static constexpr struct tuning tunings[] = {{0, 0, 0, USUAL}}; /* it has no shape of its own */

    /* What the strategy that it picks refuses: nothing, if it picks well. */
    static enum refusal own_rule(const struct strategy *, const struct job *job, const struct launch_shape *,
                                 struct text *why)
    {
        struct launch_shape shape;
        const struct strategy *taken = S::pick(job, &shape, nullptr);
        return taken->refuse(taken, job, &shape, why);
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *)
    {
        struct launch_shape shape;
        return S::pick(job, &shape, nullptr)->scratch_bytes(job, &shape);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *)
    {
        struct launch_shape shape;
        return S::pick(job, &shape, nullptr)->traffic(job, &shape);
    }

    static double sectors(const struct job *job, const struct launch_shape *)
    {
        struct launch_shape shape;
        return S::pick(job, &shape, nullptr)->sectors(job, &shape);
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *)
    {
        struct launch_shape shape;
        const struct strategy *taken = S::pick(job, &shape, nullptr);
        return taken->depth ? taken->depth(job, &shape) : UINT64_MAX;
    }

    static bool prepare(const struct job *job, const struct launch_shape *, struct text *why)
    {
        struct launch_shape shape;
        return S::pick(job, &shape, nullptr)->prepare(job, &shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
