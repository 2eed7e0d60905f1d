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
#include "hip/reduce/reduce_last_block.hip"

namespace FOLDCHECK_NAMESPACE
{

struct nccl_reduce : fleet_strategy {
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

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return reduce_last_block::shared_bytes(sizes, shape);
    }

    /* Of the larger shapes, the operator's. */
    static constexpr bool suits(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return shape.block < 64 ||
               shape.block == (uint32_t)(chunks_in_parts(sizes) ? PARTS_BLOCK : RUNS_BLOCK);
    }

    /* The work of one card. */
    static struct job job_of_card(const struct job *job, const struct launch_shape *shape, uint32_t card)
    {
        struct ::share mine = fleet_share(job, shape, card);
        struct job share = *job;
        share.in = columns_from(job->in, mine.begin);
        share.mapout = columns_from(job->mapout, mine.begin);
        share.length = mine.end - mine.begin;
        return share;
    }

    /* Scratch of the share that needs most. */
    static uint64_t inner_bytes(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t most = 0;
        for (uint32_t card = 0; card < fleet_cards(job, shape); card++) {
            struct job share = job_of_card(job, shape, card);
            uint64_t bytes = reduce_last_block::scratch_bytes(&share, shape);
            if (bytes > most) most = bytes;
        }
        return most;
    }

    static fleet_rooms rooms(const struct job *job, const struct launch_shape *shape)
    {
        return rooms_of(job, fleet_cards(job, shape), inner_bytes(job, shape));
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return fleet_cards(job, shape) * rooms(job, shape).stride;
    }

    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        uint32_t cards = fleet_cards(job, shape);
        uint64_t bytes = gather_traffic(job, cards) + cards * state_bytes(job) + result_bytes(job);
        for (uint32_t card = 0; card < cards; card++) {
            struct job share = job_of_card(job, shape, card);
            bytes += reduce_last_block::traffic(&share, shape) - result_bytes(job) + state_bytes(job);
        }
        return bytes;
    }

    static double sectors(const struct job *job, const struct launch_shape *shape)
    {
        double most = 1;
        for (uint32_t card = 0; card < fleet_cards(job, shape); card++) {
            struct job share = job_of_card(job, shape, card);
            most = larger_of(most, reduce_last_block::sectors(&share, shape));
        }
        return most;
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        uint64_t most = 0;
        for (uint32_t card = 0; card < fleet_cards(job, shape); card++) {
            struct job share = job_of_card(job, shape, card);
            uint64_t depth = reduce_last_block::depth(&share, shape);
            if (depth > most) most = depth;
        }
        return most + fleet_cards(job, shape);
    }

    static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        fleet_rooms all = rooms(job, shape);
        struct job share = *job;
        for (uint32_t card = 0; card < all.cards; card++) {
            share.scratch = inner_scratch(all, card);
            if (!reduce_last_block::prepare(&share, shape, why)) return false;
        }
        return true;
    }

    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool fold_shares(const struct job *job, const struct launch_shape *shape, const fleet_rooms &all,
                            struct text *why)
    {
        for (uint32_t card = 0; card < all.cards; card++) {
            struct job share = job_of_card(job, shape, card);
            share.scratch = inner_scratch(all, card);
            if (!fleet_on(job, card, &share, why) ||
                !reduce_last_block::enqueue_to<M, BLOCK, ITEMS, GROUP>(
                    &share, shape, result_states<M>(own_state<M>(all, card)), why))
                return false;
        }
        return true;
    }

    /* On the first card. */
    template <class M>
    static bool fold_states(const struct job *job, const fleet_rooms &all, struct text *why)
    {
        gathered_arguments<M> a = {states_of<M>(job, gathered_states<M>(all, 0), all.cards),
                                   result_columns<M>(job)};
        struct job mine = *job;
        return fleet_on(job, 0, &mine, why) &&
               launch("fold_of_cards", fold_of_cards_kernel<M>, 1, 1, 1, &mine, a, why);
    }

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        fleet_rooms all = rooms(job, shape);
        bool done = fleet_fork(job, why) && fold_shares<M, BLOCK, ITEMS, GROUP>(job, shape, all, why) &&
                    fleet_gather<M>(job, all, why) && fold_states<M>(job, all, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
