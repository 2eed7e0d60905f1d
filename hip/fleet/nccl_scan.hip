/* SPDX-License-Identifier: MIT
 * nccl_scan: the scan of one row on several cards. Each folds its share of the items by reduce_last_block; every card gets
 * the states of all by ncclAllGather, as bytes, and folds those of the cards before it, behind the initial value; with
 * this carry it scans its share by scan_lookahead. So a share is read twice: 3n items pass through memory, not 2n.
 *
 * Source        ours
 * Laws          associative
 * Memory        n items read twice, n results written; the scratch of reduce_last_block for each share; a state of each
 *               card, gathered by every card
 * Scratch       of each card a state, the states of all, its carry, and the scratch of both strategies for the share
 * Progress      running blocks go on while others wait, on each card
 * Cannot        more than one row */
#ifndef FOLDCHECK_NCCL_SCAN_HIP
#define FOLDCHECK_NCCL_SCAN_HIP
#include "hip/fleet/fleet.hip.h"
#include "hip/scan/scan_lookahead.hip"

namespace FOLDCHECK_NAMESPACE
{

/* The shape in which a share is folded. A tiny scan's is as tiny. */
COMPILE_TIME struct launch_shape fold_shape(const op_sizes &sizes, const struct launch_shape &shape)
{
    return shape.block < 64 ? shape_of((int)shape.block, (int)shape.items, (int)shape.group)
                            : chunks_shape(sizes, shape.group);
}

inline struct launch_shape job_fold_shape(const struct job *job, const struct launch_shape *shape)
{
    return fold_shape(sizes_of_job(job), *shape);
}

/* A share without its map-out, which is emitted once, with the results. */
inline struct job job_of_fold(const struct job *share)
{
    struct job fold = *share;
    for (int k = 0; k < fold.mapout.count; k++)
        fold.mapout.column[k].base = nullptr;
    fold.what = WHAT_REDUCE;
    return fold;
}

struct nccl_scan : fleet_strategy<nccl_scan> {
    static constexpr const char *does =
        "several cards, each folds its share, and scans it from what the cards before it gathered";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_CARDS;
    static constexpr bool needs_progress = true, blocks_communicate = true, asks_for_shared = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr auto &tunings = ahead_scan::tunings;
    static constexpr auto shared_bytes = ahead_scan::shared_bytes;
    static constexpr auto held = ahead_scan::held;
    static constexpr auto suits = ahead_scan::suits;

    /* What reduce_last_block needs, then a place for the carry, then what scan_lookahead needs. */
    static uint64_t carry_at(const struct job *share, const struct launch_shape *shape)
    {
        struct launch_shape folds = job_fold_shape(share, shape);
        return whole_lines(reduce_last_block::scratch_bytes(share, &folds));
    }

    static uint64_t scan_at(const struct job *share, const struct launch_shape *shape)
    {
        return carry_at(share, shape) + whole_lines(state_bytes(share));
    }

    static uint64_t inner_bytes(const struct job *share, const struct launch_shape *shape)
    {
        return scan_at(share, shape) + ahead_scan::scratch_bytes(share, shape);
    }

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
    {
        struct job largest = job_of_card(job, shape, 0);
        enum refusal refusal = fleet_strategy::own_rule(strategy, job, shape, why);
        return refusal == REFUSAL_NONE ? ahead_scan::own_rule(strategy, &largest, shape, why) : refusal;
    }

    /* Items read for the fold; what it leaves in scratch, without what is read there; the carry. */
    static uint64_t fold_traffic(const struct job *share, const struct launch_shape *shape)
    {
        struct launch_shape folds = job_fold_shape(share, shape);
        uint64_t blocks = (uint64_t)reduce_last_block::blocks(share, &folds), state = state_bytes(share);
        return share->length * share->op->input.packed + 2 * state +
               (blocks > 1 ? blocks * state + sizeof(uint32_t) : 0);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        return scan_traffic(job) + sum_of_cards(job, shape, fold_traffic) +
               gather_traffic(job, fleet_cards(job, shape)) / 2;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        auto worst = [](const struct job *share, const struct launch_shape *all) {
            struct launch_shape folds = job_fold_shape(share, all);
            struct job fold = job_of_fold(share);
            fold.mapout.count = 0;
            return larger_of(reduce_last_block::sectors(&fold, &folds), ahead_scan::sectors(share, all));
        };
        return most_of_cards(job, shape, worst);
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        auto deepest = [](const struct job *share, const struct launch_shape *all) {
            struct launch_shape folds = job_fold_shape(share, all);
            return reduce_last_block::depth(share, &folds) + ahead_scan::depth(share, all);
        };
        return most_of_cards(job, shape, deepest) + fleet_cards(job, shape);
    }

    /* The share as scan_lookahead gets it: its scratch lies behind the fold's. */
    static struct job job_of_scan(const struct job *share, const struct launch_shape *shape)
    {
        struct job scan = *share;
        scan.scratch = static_cast<char *>(share->scratch) + scan_at(share, shape);
        return scan;
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        auto ready = [=](const struct job *share, uint32_t) {
            struct job scan = job_of_scan(share, shape);
            return reduce_last_block::prepare(share, shape, why) && ahead_scan::prepare(&scan, shape, why);
        };
        bool done = fleet_fork(job, why) && each_card(job, shape, rooms(job, shape), ready, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        constexpr struct launch_shape FOLDS =
            fold_shape(sizes_of<M>(), shape_of(BLOCK, ITEMS, GROUP, GATHER));
        fleet_rooms all = rooms(job, shape);
        typename M::params params = params_of<M>(job->params);
        auto fold = [&](const struct job *share, uint32_t card) {
            struct job folded = job_of_fold(share);
            return reduce_last_block::enqueue_to<M, FOLDS.block, FOLDS.items, FOLDS.group>(
                &folded, &FOLDS, result_states<M>(own_state<M>(all, card)), why);
        };
        auto scan = [&](const struct job *share, uint32_t card) {
            struct job scanned = job_of_scan(share, shape);
            auto *carry = reinterpret_cast<typename M::state *>(static_cast<char *>(share->scratch) +
                                                                carry_at(share, shape));
            return fold_of_cards<M>(share, params, init_of<M>(job, params), gathered_states<M>(all, card),
                                    card, result_states<M>(carry), why) &&
                   lookahead_enqueue<M, false, BLOCK, ITEMS, GROUP, GATHER>("scan_lookahead", &scanned, shape,
                                                                            why, carry);
        };
        bool done = fleet_fork(job, why) && each_card(job, shape, all, fold, why) &&
                    fleet_gather<M>(job, all, why) && each_card(job, shape, all, scan, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
