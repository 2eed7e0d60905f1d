/* SPDX-License-Identifier: MIT
 * The single-pass scans with look-ahead: no prefix is handed on. As many blocks as there are processors stay to the
 * end, and each keeps several tiles in shared memory. It folds a tile and publishes that aggregate AHEAD trips before
 * it scans the tile; what is left of it the block then puts together by itself, from what was left of the tile that
 * it scanned last and from the aggregates of all tiles between, which other blocks have published long ago.
 *
 *   a trip      tile t(i) is fetched into registers, t(i - 1) folded, t(i - 1 - AHEAD) scanned; t(0) < t(1) < ... are
 *               the block's, drawn one by one. With it a block's loads, folds and stores go on side by side:
 *
 *               workers   fetch t(i), fold t(i - 1)                       | scan t(i - 1 - AHEAD), land t(i)
 *               helpers   draw t(i + 1), fold the aggregates of tiles     | scan the workers' folds of t(i - 1),
 *                         [t(i - 2 - AHEAD), t(i - 1 - AHEAD))            | publish its aggregate
 *                                                                    block_sync
 *
 *   strips      a tile stays AHEAD + 1 trips in shared memory, and in the one in which it goes another lands where it
 *               was. Other data that is kept from trip to trip lies in rings, long enough for one block_sync a trip.
 *   words       an aggregate is published as words of epoch << 32 | 32 bits of it, so that each word tells by itself
 *               whether it is of this launch: nothing is cleared, and nothing need be ordered
 *   rows        of one length lie one behind the other and are cut into tiles as if they were one; a state covers the
 *               items of a run's last row, and the initial value if that row begins in the run (segment.hip.h). What is
 *               left of a tile are aggregates from the one on in which the row begins that it continues: for rows no
 *               longer than a tile that is one, and none if it begins a row.
 *
 * Blocks wait only for aggregates of tiles before the one that they scan, and that one they drew before all that they
 * have not published. So of all tiles that are drawn and not published the first is never kept back: the block that
 * drew it runs, and all before it is published, its own tiles too (AHEAD > 0). */
#ifndef FOLDCHECK_LOOKAHEAD_HIP_H
#define FOLDCHECK_LOOKAHEAD_HIP_H

#include "hip/scan/lookahead_helpers.hip.h"
#include "hip/scan/lookahead_workers.hip.h"

namespace FOLDCHECK_NAMESPACE
{

template <class M, bool ROWS, int BLOCK, int ITEMS, int GROUP, int HELPERS>
KERNEL(BLOCK + HELPERS * GROUP, 1)
lookahead_kernel(lookahead_arguments<M> a)
{
    using L = lookahead<M, ROWS, BLOCK, ITEMS, GROUP, HELPERS>;
    using input = input_traits<M>;
    DYNAMIC_SHARED(strips, L::STRIPS + L::KEPT_BYTES);
    SHARED(typename M::state, fold, 2 * L::WORKERS);
    SHARED(typename M::state, left, (AHEAD + 1) * L::WORKERS);
    SHARED(typename M::state, between, 2 * HELPERS);
    SHARED(uint64_t, number, NUMBERS);
    SHARED(lookahead_rows, rows, ROWS ? NUMBERS : 1);
    auto *kept = reinterpret_cast<vector *>(strips + L::STRIPS);
    lookahead_block<L> block = {strips, kept, fold, left, between, number, rows};
    lookahead_worker<L> me = {};
    me.id = group_id<GROUP>() - HELPERS;                       /* a helper's is negative */
    me.before = a.carry ? load(a.carry) : a.chained.scan.init; /* covers tiles [0, 0) */
    note_tile(a, block, 0, draw_tile(a.chained, block, 0));
    block_sync();
    int64_t count = a.chained.scan.source.count;
    for (int i = 0; i <= AHEAD || turn_at(block, i - 1 - AHEAD).tile < a.chained.tile_count; i++) {
        /* ---- n items read; folds ---- */
        if (me.id >= 0) {
            auto next = lookahead_window<L>::at(block, i, me.id);
            fetch_window<input, ITEMS, GROUP>(a.chained.scan.source.in, next.first, count, &me.next);
            lookahead_fold(a, block, i - 1, &me);
        } else {
            uint64_t drawn = draw_tile(a.chained, block, i + 1);
            gather_between(a, block, i - 1 - AHEAD);
            note_tile(a, block, i + 1, drawn);
        }
        block_sync();
        /* ---- n results written; an aggregate ---- */
        if (me.id >= 0) {
            lookahead_scan(a, block, i - 1 - AHEAD, &me);
            auto next = lookahead_window<L>::at(block, i, me.id);
            land_window<input, ITEMS, GROUP>(a.chained.scan.source.in, next.first, count, me.next,
                                             next.strip);
        } else
            publish_tile(a, block, i - 1);
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
