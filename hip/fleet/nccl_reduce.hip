/* SPDX-License-Identifier: MIT
 * nccl_reduce: one row on several cards. Each folds its share of the items as reduce_auto does on one card, by
 * reduce_last_block; every card gets the states of all by ncclAllGather, as bytes, for NCCL has no operators of users;
 * the first folds them in the order of the cards.
 *
 * Source        ours
 * Laws          associative
 * Memory        one pass: n items read; the scratch of reduce_last_block for each share; a state of each card, gathered
 *               by every card
 * Scratch       of each card a state, the states of all, and what reduce_last_block needs of the share
 * Progress      none needed: no block waits for another
 * Cannot        more than one row */
#ifndef FOLDCHECK_NCCL_REDUCE_HIP
#define FOLDCHECK_NCCL_REDUCE_HIP
#include "hip/fleet/fleet.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct nccl_reduce : fleet_strategy<nccl_reduce> {
    static constexpr const char *does =
        "several cards, each folds its share; the states of all are gathered and folded in the cards' order";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_CARDS;
    static constexpr bool blocks_communicate = true;
    static constexpr struct tuning tunings[] = {{8, 1, 4, TINY},
                                                {8, 3, 4, TINY},
                                                {PARTS_BLOCK, PARTS_ITEMS, 32, USUAL},
                                                {PARTS_BLOCK, PARTS_ITEMS, 64, USUAL},
                                                {RUNS_BLOCK, RUNS_ITEMS, 32, USUAL},
                                                {RUNS_BLOCK, RUNS_ITEMS, 64, USUAL}};
    static constexpr auto shared_bytes = reduce_last_block::shared_bytes;
    static constexpr auto inner_bytes = reduce_last_block::scratch_bytes;

    /* Of the larger shapes, the operator's. */
    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block < 64 ||
               shape.block == (uint32_t)(chunks_in_parts(sizes) ? PARTS_BLOCK : RUNS_BLOCK);
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint32_t cards = fleet_cards(job, shape);
        return sum_of_cards(job, shape, share_traffic) + gather_traffic(job, cards) +
               cards * state_bytes(job) + result_bytes(job);
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        return most_of_cards(job, shape, reduce_last_block::sectors);
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        return most_of_cards(job, shape, reduce_last_block::depth) + fleet_cards(job, shape);
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        auto ready = [=](const struct job *share, uint32_t) {
            return reduce_last_block::prepare(share, shape, why);
        };
        bool done = fleet_fork(job, why) && each_card(job, shape, rooms(job, shape), ready, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        fleet_rooms all = rooms(job, shape);
        auto fold = [&](const struct job *share, uint32_t card) {
            return reduce_last_block::enqueue_to<M, BLOCK, ITEMS, GROUP>(
                share, shape, result_states<M>(own_state<M>(all, card)), why);
        };
        typename M::params params = params_of<M>(job->params);
        struct job first = *job;
        bool done = fleet_fork(job, why) && each_card(job, shape, all, fold, why) &&
                    fleet_gather<M>(job, all, why) && fleet_on(job, 0, &first, why) &&
                    fold_of_cards<M>(&first, params, M::identity(params), gathered_states<M>(all, 0),
                                     all.cards, result_columns<M>(job), why);
        return fleet_join(job, done ? why : nullptr) && done;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
