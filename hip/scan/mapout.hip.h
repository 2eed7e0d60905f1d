/* SPDX-License-Identifier: MIT
 * Map-outs of scans. They are written before the hand-over (C7.1): the lanes of a group emit an item each, lane next to
 * lane, so that every column is written in whole sectors. A lane that emitted the ITEMS that it owns would write them
 * ITEMS apart. So a scan emits its items here, once, and its folds emit nothing. */
#ifndef FOLDCHECK_MAPOUT_HIP_H
#define FOLDCHECK_MAPOUT_HIP_H

#include "hip/scan/strip.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Emits the live items of a window that has landed in the strip; n map-out items written. */
template <class M, int ITEMS, int GROUP>
FN void emit_window(const item_source<M> &source, int64_t first, const unsigned char *strip)
{
    if constexpr (M::emits) {
        int64_t mine = first + lane_id<GROUP>();
        int live = (int)smaller(ITEMS * GROUP, source.count - mine);
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (k * GROUP >= live) continue;
            typename M::input item;
            strip_item<input_traits<M>, ITEMS * GROUP>(strip, k * GROUP + lane_id<GROUP>(), &item);
            emit_item<M>(source, mine + k * GROUP, item);
        }
    }
}

template <class M, int ITEMS, int GROUP, int K = 0>
FN void hand_over(const typename M::input *loaded, int64_t first, int64_t count, void *strip,
                  typename M::input *item)
{
    if constexpr (K < M::input_columns.count) {
        constexpr size_t SIZE = M::input_columns.size[K], OFFSET = M::input_columns.offset[K];
        typename word_of<SIZE>::type column[ITEMS];
        UNROLL for (int k = 0; k < ITEMS; k++)
            copy_bits<SIZE>(column + k, reinterpret_cast<const char *>(loaded + k) + OFFSET);
        hand_over_column<input_traits<M>, ITEMS, GROUP, K>(column, first, count, strip, item);
        hand_over<M, ITEMS, GROUP, K + 1>(loaded, first, count, strip, item);
    }
}

/* As load_window, and the items are emitted by the lanes that load them: all columns of an item are there before its
 * map-out is, which may lie over it. n items read, n map-out items written. */
template <class M, int ITEMS, int GROUP>
FN void load_and_emit_window(const item_source<M> &source, int64_t first, void *strip,
                             typename M::input *item)
{
    if constexpr (M::emits) {
        typename M::input loaded[ITEMS] = {};
        int64_t mine = first + lane_id<GROUP>();
        int live = (int)smaller(ITEMS * GROUP, source.count - mine);
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (k * GROUP < live) load_fields<input_traits<M>>(source.in, mine + k * GROUP, &loaded[k]);
        }
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (k * GROUP < live) emit_item<M>(source, mine + k * GROUP, loaded[k]);
        }
        hand_over<M, ITEMS, GROUP>(loaded, first, source.count, strip, item);
    } else
        load_window<input_traits<M>, ITEMS, GROUP>(source.in, first, source.count, strip, item);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
