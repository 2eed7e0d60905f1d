/* SPDX-License-Identifier: MIT
 * A window that the lanes of a group read side by side, and fold in order all the same. It is cut into parts; of each a
 * lane has as many items as it fetches at once, next to those of its neighbours. The parts of a lane are no neighbours,
 * so that each part is put together across the lanes; all of them at once, for little more than one.
 *
 *   4 lanes, 2 parts of 2 items     items  0 1 | 2 3 | 4 5 | 6 7     part 0
 *                                          8 9 | ..  | ..  | .. 15   part 1 */
#ifndef FOLDCHECK_WINDOW_PARTS_HIP_H
#define FOLDCHECK_WINDOW_PARTS_HIP_H

#include "hip/tile/group.hip.h"
#include "hip/tile/source.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* So many lanes or fewer read a run each, in one part. */
enum { LANES_APART = 4 };

/* Into how many parts the lanes of a group cut a window, each of which they read side by side: as many as leave a lane
 * 16 bytes of the widest column. 1, a run a lane, where lanes are few, or where what they hand over for it, PARTS - 1
 * states, is more than half of what they read. */
COMPILE_TIME int window_parts(int items, int lanes, size_t widest, size_t item_bytes, size_t held_bytes)
{
    int parts = 1;
    while (items % (2 * parts) == 0 && widest * (size_t)items >= 32 * (size_t)parts)
        parts *= 2;
    bool dear = 2 * (size_t)(parts - 1) * held_bytes > item_bytes * (size_t)items;
    return dear || lanes <= LANES_APART ? 1 : parts;
}

template <class M, int ITEMS, int LANES>
COMPILE_TIME int parts_of_window()
{
    return window_parts(ITEMS, LANES, M::input_columns.widest, M::input_columns.packed,
                        sizeof(typename M::state));
}

/* As group_combine, of PARTS states a lane (a power of two): the first parts of all lanes, then their second parts, and
 * so on, as lanes hold them that have read side by side. Lanes l and l + D share out their parts, so that one of them
 * has the lower half of both, the other the upper; each half goes through the other steps, and is put together at the
 * end. It hands over PARTS - 1 states more than for one part; the result is lane 0's. */
template <class M, int GROUP, int PARTS, int D = 1>
FN typename M::state group_combine_parts(const typename M::params &params, const typename M::state *part)
{
    static_assert(D * PARTS <= GROUP, "lanes to share out the parts among");
    int lane = lane_id<GROUP>();
    if constexpr (PARTS == 1) {
        typename M::state acc = part[0]; /* covers D neighbouring lanes of one part */
        UNROLL_FOR_SPEED for (int d = D; d < GROUP; d *= 2)
        {
            typename M::state right = lane_down<GROUP>(acc, d);
            if (lane + d < GROUP) acc = M::combine(params, acc, right);
        }
        return acc;
    } else {
        constexpr int HALF = PARTS / 2;
        bool upper = lane & D;
        typename M::state mine[HALF]; /* of this lane and the one D from it */
        UNROLL_FOR_SPEED for (int i = 0; i < HALF; i++)
        {
            typename M::state kept = upper ? part[i + HALF] : part[i],
                              given = upper ? part[i] : part[i + HALF];
            typename M::state taken = lane_exchange<GROUP, LANE_NUMBER>(given, lane ^ D);
            mine[i] = upper ? M::combine(params, taken, kept) : M::combine(params, kept, taken);
        }
        typename M::state acc = group_combine_parts<M, GROUP, HALF, 2 * D>(params, mine);
        typename M::state right = lane_down<GROUP>(acc, D);
        return upper ? acc : M::combine(params, acc, right);
    }
}

/* The GROUP * ITEMS items from `first` on, all of which are there: contiguous, and first a multiple of ITEMS from a
 * 16-byte boundary. The result is lane 0's. */
template <class M, int ITEMS, int GROUP, int PARTS, bool STREAM>
FN typename M::state fold_parts(const item_source<M> &source, int64_t first)
{
    constexpr int PART = ITEMS / PARTS;
    int64_t at = first + lane_id<GROUP>() * PART; /* part p: items [at + p * GROUP * PART, .. + PART) */
    typename M::input item[ITEMS];
    typename M::state part[PARTS];
    UNROLL_FOR_SPEED for (int p = 0; p < PARTS; p++)
        load_run<input_traits<M>, PART, STREAM>(source.in, at + p * GROUP * PART, item + p * PART);
    UNROLL_FOR_SPEED for (int p = 0; p < PARTS; p++) part[p] =
        fold_items<M, PART>(source, at + p * GROUP * PART, item + p * PART);
    return group_combine_parts<M, GROUP, PARTS>(source.params, part);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
