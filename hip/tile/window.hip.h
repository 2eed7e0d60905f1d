/* SPDX-License-Identifier: MIT
 * A window: the GROUP * ITEMS consecutive items that a group moves in one go. It is coalesced in memory, and each lane
 * owns consecutive items of it. */
#ifndef FOLDCHECK_TILE_WINDOW_HIP_H
#define FOLDCHECK_TILE_WINDOW_HIP_H

#include "hip/tile/tuple.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Column K of the group's window, of which lane l has loaded items l, l + GROUP ...: handed over so that it owns items
 * [l * ITEMS, (l+1) * ITEMS). strip is the group's GROUP * ITEMS elements of shared memory; first the window's first
 * item. */
template <class T, int ITEMS, int GROUP, int K>
FN void hand_over_column(const typename word_of<T::columns.size[K]>::type *loaded, int64_t first,
                         int64_t count, void *strip, typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    using word = typename word_of<SIZE>::type;
    word *mine = static_cast<word *>(strip);
    int lane = thread_id() % GROUP;
    group_sync<GROUP>(); /* the column before has been read */
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + k * GROUP + lane;
        if (0 <= i && i < count) store(mine + k * GROUP + lane, loaded[k]);
    }
    group_sync<GROUP>();
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + lane * ITEMS + k;
        if (0 > i || i >= count) continue;
        word owned = load(mine + lane * ITEMS + k);
        copy_bits<SIZE>(reinterpret_cast<char *>(item + k) + OFFSET, &owned);
    }
}

/* Column K loaded coalesced, and handed over; n items read. */
template <class T, int ITEMS, int GROUP, int K>
FN void load_window_column(const struct column &column, int64_t first, int64_t count, void *strip,
                           typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K];
    typename word_of<SIZE>::type loaded[ITEMS] = {};
    int lane = thread_id() % GROUP;
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + k * GROUP + lane;
        if (0 <= i && i < count) load_field<SIZE>(column, i, &loaded[k]);
    }
    hand_over_column<T, ITEMS, GROUP, K>(loaded, first, count, strip, item);
}

/* All columns of the live items of [first, first + GROUP * ITEMS), live: 0 <= i < count; ITEMS a lane. */
template <class T, int ITEMS, int GROUP, int K = 0>
FN void load_window(const column_set<T::columns.count> &set, int64_t first, int64_t count, void *strip,
                    typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        load_window_column<T, ITEMS, GROUP, K>(set.column[K], first, count, strip, item);
        load_window<T, ITEMS, GROUP, K + 1>(set, first, count, strip, item);
    }
}

/* The way back: column K of what the lanes own, stored coalesced. */
template <class T, int ITEMS, int GROUP, int K>
FN void store_window_column(const struct column &column, int64_t first, int64_t count, void *strip,
                            const typename T::tuple *item)
{
    constexpr size_t SIZE = T::columns.size[K], OFFSET = T::columns.offset[K];
    using word = typename word_of<SIZE>::type;
    word *mine = static_cast<word *>(strip);
    int lane = thread_id() % GROUP;
    group_sync<GROUP>(); /* what was in the strip has been read */
    UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
    {
        word owned;
        copy_bits<SIZE>(&owned, reinterpret_cast<const char *>(item + k) + OFFSET);
        store(mine + lane * ITEMS + k, owned);
    }
    group_sync<GROUP>();
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        int64_t i = first + k * GROUP + lane;
        word stored = load(mine + k * GROUP + lane);
        if (0 <= i && i < count) store_field<SIZE>(column, i, &stored);
    }
}

template <class T, int ITEMS, int GROUP, int K = 0>
FN void store_window(const column_set<T::columns.count> &set, int64_t first, int64_t count, void *strip,
                     const typename T::tuple *item)
{
    if constexpr (K < T::columns.count) {
        store_window_column<T, ITEMS, GROUP, K>(set.column[K], first, count, strip, item);
        store_window<T, ITEMS, GROUP, K + 1>(set, first, count, strip, item);
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
