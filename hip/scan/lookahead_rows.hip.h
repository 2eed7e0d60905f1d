/* SPDX-License-Identifier: MIT
 * Rows in the tiles of a block that looks ahead (lookahead.hip.h): where they begin, and scans of lanes that stop
 * there. */
#ifndef FOLDCHECK_LOOKAHEAD_ROWS_HIP_H
#define FOLDCHECK_LOOKAHEAD_ROWS_HIP_H

#include "hip/scan/lookahead_block.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Of t(k), not asked for one row. */
template <class L>
FN lookahead_rows rows_at(const lookahead_block<L> &block, int k)
{
    lookahead_rows rows = {};
    if constexpr (L::ROWS) rows = load(block.rows + k % NUMBERS);
    return rows;
}

template <class L>
FN lookahead_rows rows_between(const lookahead_arguments<typename L::M> &a, int k, int64_t before,
                               int64_t tile)
{
    lookahead_rows rows;
    rows.index = row_index_of(tile * L::TILE, a.length, L::TILE);
    int64_t begin = row_first_tile(rows.index);
    rows.carries = k > 0 && begin < before;
    rows.from = row_begins(rows.index) ? tile : rows.carries ? before : begin;
    return rows;
}

FN bool starts_row(row_starts *starts, int k)
{
    return starts->bits >> k & 1;
}

FN bool starts_any(const row_starts &starts)
{
    return starts.bits != 0;
}

FN bool starts_any(const no_starts &)
{
    return false;
}

/* Of the lane whose first item is number `own` of the tile. */
template <class L>
FN typename L::starts starts_of(const lookahead_arguments<typename L::M> &a, const lookahead_rows &rows,
                                int own)
{
    typename L::starts starts = {};
    if constexpr (L::ROWS) {
        constexpr uint32_t LIVE = (UINT32_C(1) << L::ITEMS) - 1;
        static_assert(L::ITEMS < 32, "a bit an item");
        starts.bits = a.every << continuing_items<true, L::ITEMS>(rows.index, own) & LIVE;
    }
    return starts;
}

/* Bit l: does a row begin in lane l's items? */
template <class L>
FN uint64_t starting_lanes(const typename L::starts &starts)
{
    return L::ROWS ? group_ballot<L::GROUP>(starts_any(starts)) : 0;
}

/* As group_scan, when rows begin in the lanes of `starting`; STARTS: where they do in a lane. */
template <class L, class STARTS = typename L::starts>
FN_ONCE typename L::M::state lookahead_lanes(const typename L::M::params &params, uint64_t starting,
                                             typename L::M::state acc)
{
    int lane = lane_id<L::GROUP>(), last = highest_bit(starting & ((UINT64_C(2) << lane) - 1));
    UNROLL_FOR_SPEED for (int d = 1; d < L::GROUP; d *= 2)
    {
        typename L::M::state left = lane_up<L::GROUP>(acc, d);
        if (lane >= d && (!STARTS::ROWS || lane - last >= d))
            acc = L::M::combine(params, left, acc); /* covers lanes (l - 2d, l] */
    }
    return acc;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
