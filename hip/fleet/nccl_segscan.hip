/* SPDX-License-Identifier: MIT
 * nccl_segscan: scans of rows of any lengths on several cards, as one scan of all items by the operator that knows where
 * rows begin (segscan_flags). Each card writes a flag for each item of its share, folds the tiles of its share, and scans
 * the folds; the last of these, the share's, is a state with a flag, which every card gets by ncclAllGather. What is
 * folded of the cards before it is left of a card's first row, none of it where a row begins with the share; with this
 * carry each tile is scanned, as scan_reduce_then_scan does.
 *
 * Source        ours; the operator is C6
 * Laws          associative
 * Memory        n items and flags read twice, n flags and n results written; a state a tile, read and written twice; a
 *               state of each card, gathered by every card
 * Scratch       of each card a state, the states of all, its carry, a state a tile and a flag an item of its share
 * Progress      none needed
 * Cannot        params that vary by row */
#ifndef FOLDCHECK_NCCL_SEGSCAN_HIP
#define FOLDCHECK_NCCL_SEGSCAN_HIP
#include "hip/fleet/flagged_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct nccl_segscan : fleet_strategy<nccl_segscan> {
    static constexpr const char *does = "several cards, each folds its share with a flag where a row begins, "
                                        "and scans it from what is left of it";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr unsigned takes = TAKES_USUAL | TAKES_SCANS | TAKES_ROWS | TAKES_RAGGED | TAKES_CARDS;
    static constexpr auto &tunings = flagged_rows::tunings;
    static constexpr auto suits = flagged_rows::suits;
    static constexpr auto held = flagged_rows::held;
    static constexpr auto sectors = flagged_rows::sectors;
    static constexpr auto shared_bytes = flagged_rows::shared_bytes;
    static constexpr auto scratch_bytes = flagged_rows::scratch_bytes;
    static constexpr auto inner_bytes = flagged_rows::inner_bytes;
    static constexpr auto traffic = flagged_rows::traffic;
    static constexpr auto depth = flagged_rows::depth;

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        using F = flagged<M>;
        struct flagged_job flagged;
        const struct job *all = flagged_rows::flat(job, &flagged);
        fleet_rooms apart = flagged_rows::rooms(job, shape);
        auto fold = [&](const struct job *share, uint32_t card) {
            return flagged_rows::fold_share<M, BLOCK, ITEMS, GROUP>(
                job, share, shape, fleet_share(all, shape, card).begin, own_state<F>(apart, card), why);
        };
        auto scan = [&](const struct job *share, uint32_t card) {
            return flagged_rows::scan_share<M, BLOCK, ITEMS, GROUP>(
                share, shape, gathered_states<F>(apart, card), card, why);
        };
        bool done = fleet_fork(job, why) && each_card(all, shape, apart, fold, why) &&
                    fleet_gather<F>(job, apart, why) && each_card(all, shape, apart, scan, why);
        return fleet_join(job, done ? why : nullptr) && done;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
