/* SPDX-License-Identifier: MIT
 * Rows of any lengths on several cards, as one scan of all items by the operator that knows where rows begin
 * (segscan_flags). Each card writes a flag for each item of its share, folds the tiles of its share, and scans the folds;
 * the last of these, the share's, is a state with a flag, which every card gets. What is folded of the cards before it is
 * left of a card's first row, none of it where a row begins with the share; with this carry each tile is scanned, as
 * scan_reduce_then_scan does. */
#ifndef FOLDCHECK_FLAGGED_ROWS_HIP_H
#define FOLDCHECK_FLAGGED_ROWS_HIP_H

#include "hip/fleet/fleet.hip.h"
#include "hip/scan/scan_reduce_then_scan.hip"
#include "hip/scan/segscan_flags.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Of a strategy that shares all items out as a row. */
struct flagged_rows {
    static constexpr struct tuning tunings[] = {
        {8, 1, 4, TINY}, {8, 3, 4, TINY}, {256, 20, 32, USUAL}, {256, 20, 64, USUAL}};

    static constexpr auto suits = tiled_scan::suits;
    static constexpr auto held = tiled_scan::held;
    static constexpr auto sectors = scan_sectors;

    static constexpr uint64_t shared_bytes(const op_sizes &sizes, const struct launch_shape &shape)
    {
        return tiled_scan::shared_bytes(flagged_sizes(sizes), shape);
    }

    /* Of a share of the flagged job: a state a tile, a place for the carry, flags. */
    static uint64_t carry_at(const struct job *share, const struct launch_shape *shape)
    {
        return whole_lines((uint64_t)scan_tiles(share, shape) * state_bytes(share));
    }

    static uint64_t flags_at(const struct job *share, const struct launch_shape *shape)
    {
        return carry_at(share, shape) + whole_lines(state_bytes(share));
    }

    static uint64_t inner_bytes(const struct job *share, const struct launch_shape *shape)
    {
        return flags_at(share, shape) + share->length;
    }

    /* All rows as one, of flagged states. `flagged` keeps what the job points to. */
    static const struct job *flat(const struct job *job, struct flagged_job *flagged)
    {
        *flagged = flagged_job_of(job);
        flagged->job.op = &flagged->op;
        return &flagged->job;
    }

    static fleet_rooms rooms(const struct job *job, const struct launch_shape *shape)
    {
        struct flagged_job flagged;
        const struct job *all = flat(job, &flagged);
        return rooms_of(all, fleet_cards(all, shape), most_of_cards(all, shape, inner_bytes));
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return fleet_cards(job, shape) * rooms(job, shape).stride;
    }

    /* Of rows of different lengths each card with items reads all starts, and flags its own. */
    static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
    {
        struct flagged_job flagged;
        const struct job *all = flat(job, &flagged);
        uint64_t state = state_bytes(all), item = job->op->input.packed, states = 0, starts = 0;
        uint32_t cards = fleet_cards(all, shape);
        for (uint32_t card = 0; card < cards; card++) {
            struct job share = job_of_card(all, shape, card);
            uint64_t tiles = (uint64_t)scan_tiles(&share, shape);
            states += 1 + (tiles ? 5 * tiles + card + 1 : 0);
            starts += tiles && job->row_start ? job->rows * 2 * sizeof *job->row_start : 0;
        }
        return scan_traffic(job) + job_items(job) * (item + 3) + states * state + starts +
               (job->row_start ? job->rows : 0) + gather_traffic(all, cards);
    }

    /* Of that: flags twice, of each tile three states, those of cards. */
    static uint64_t scratch_read(const struct job *job, const struct launch_shape *shape)
    {
        struct flagged_job flagged;
        const struct job *all = flat(job, &flagged);
        uint64_t states = 0;
        uint32_t cards = fleet_cards(all, shape);
        for (uint32_t card = 0; card < cards; card++) {
            struct job share = job_of_card(all, shape, card);
            uint64_t tiles = (uint64_t)scan_tiles(&share, shape);
            states += tiles ? 2 * tiles + card : 0;
        }
        return 2 * job_items(job) + states * state_bytes(all) + gather_traffic(all, cards) / 2;
    }

    static uint64_t depth(const struct job *job, const struct launch_shape *shape)
    {
        return 2 * depth_by_tile(job, shape) + fleet_cards(job, shape);
    }

    /* The kernels' arguments for one card's share. */
    template <class M>
    static pass_arguments<flagged<M>> passes(const struct job *share, const struct launch_shape *shape)
    {
        using F = flagged<M>;
        char *scratch = static_cast<char *>(share->scratch);
        int64_t tiles = scan_tiles(share, shape);
        pass_arguments<F> a = {};
        a.scan = flagged_scan_of<M>(share, reinterpret_cast<uint8_t *>(scratch + flags_at(share, shape)),
                                    tiles, larger(1, smaller(tiles, MOST_BLOCKS)));
        a.scan.init = F::identity(a.scan.source.params);
        a.tile = reinterpret_cast<typename F::state *>(scratch);
        a.tile_count = tiles;
        return a;
    }

    /* Flags, a fold of each tile, what is left of each within the share, and of the whole share, to `own`. */
    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool fold_share(const struct job *job, const struct job *share, const struct launch_shape *shape,
                           uint64_t begin, typename flagged<M>::state *own, struct text *why)
    {
        using F = flagged<M>;
        pass_arguments<F> a = passes<M>(share, shape);
        int64_t blocks = smaller(a.tile_count, MOST_BLOCKS);
        if (blocks == 0)
            return fold_of_cards<F>(share, a.scan.source.params, a.scan.init, own, 0, result_states<F>(own),
                                    why);
        struct job rows = *job;
        rows.stream = share->stream;
        a.total = own;
        return flags_write(&rows, static_cast<uint8_t *>(share->scratch) + flags_at(share, shape),
                           (int64_t)begin, (int64_t)share->length, why) &&
               launch("flagged folds", scan_reduce_then_scan_folds<F, BLOCK, ITEMS, GROUP>, blocks, BLOCK,
                      GROUP, share, a, why) &&
               launch("flagged scan of folds", scan_of_tiles_kernel<F, BLOCK, ITEMS, GROUP>, 1, BLOCK, GROUP,
                      share, a, why);
    }

    /* The results of a share, with the fold of the cards before it. */
    template <class M, int BLOCK, int ITEMS, int GROUP>
    static bool scan_share(const struct job *share, const struct launch_shape *shape,
                           const typename flagged<M>::state *gathered, uint32_t card, struct text *why)
    {
        using F = flagged<M>;
        pass_arguments<F> a = passes<M>(share, shape);
        int64_t blocks = smaller(a.tile_count, MOST_BLOCKS);
        auto *carry = reinterpret_cast<typename F::state *>(static_cast<char *>(share->scratch) +
                                                            carry_at(share, shape));
        if (blocks == 0) return true;
        a.carry = carry;
        return fold_of_cards<F>(share, a.scan.source.params, a.scan.init, gathered, card,
                                result_states<F>(carry), why) &&
               launch("flagged tiles", scan_reduce_then_scan_tiles<F, BLOCK, ITEMS, GROUP>, blocks, BLOCK,
                      GROUP, share, a, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
