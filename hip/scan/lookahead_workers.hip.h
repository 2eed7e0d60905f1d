/* SPDX-License-Identifier: MIT
 * The workers of a block that looks ahead (lookahead.hip.h): each folds a window of a tile, and scans it some trips
 * later. */
#ifndef FOLDCHECK_LOOKAHEAD_WORKERS_HIP_H
#define FOLDCHECK_LOOKAHEAD_WORKERS_HIP_H

#include "hip/scan/lookahead_rows.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The part of its window that a lane keeps from its fold to its scan. */
template <class L>
struct lookahead_kept {
    typename L::M::state left; /* covers the lanes before mine, or of them the last row */
    typename L::starts starts;
};

template <class L>
struct lookahead_worker {
    int id;
    /* Covers tiles [0, t(k)), t(k) the one scanned last, and the initial value, too; or of these the row that t(k)
     * continues. */
    typename L::M::state before;
    lookahead_kept<L> kept[L::KEPT]; /* of t(i - 1), t(i - 2) ... */
    fetched<input_traits<typename L::M>, L::ITEMS> next;
};

/* A lane's part of tile t(k). */
template <class L>
struct lookahead_window {
    int64_t first;  /* item of all that the group's window begins with */
    int begin, own; /* items of the tile: the first of the window, and of the lane */
    unsigned char *strip;

    FN lookahead_window at(const lookahead_block<L> &block, int k, int worker)
    {
        lookahead_window w;
        w.begin = worker * L::WINDOW;
        w.own = w.begin + lane_id<L::GROUP>() * L::ITEMS;
        w.first = turn_at(block, k).tile * L::TILE + w.begin;
        w.strip = block.strips + (size_t)(k % (AHEAD + 1) * L::WORKERS + worker) * L::STRIP;
        return w;
    }
};

/* A lane's vectors of t(k) that are kept apart. */
template <class L>
FN vector *kept_apart(const lookahead_block<L> &block, int k, int worker)
{
    return block.kept + k % (AHEAD + 1) * (L::VECTORS * L::WORKERS * L::GROUP) + worker * L::GROUP +
           lane_id<L::GROUP>();
}

/* What is left of the lane in its window of t(k), from its fold to its scan. */
template <class L>
FN void keep_apart(const lookahead_block<L> &block, int k, int worker, const typename L::M::state &left)
{
    vector part[L::VECTORS] = {};
    copy_bits<sizeof(left)>(part, &left);
    vector *kept = kept_apart(block, k, worker);
    UNROLL for (int v = 0; v < L::VECTORS; v++) store(kept + v * (L::WORKERS * L::GROUP), part[v]);
}

template <class L>
FN typename L::M::state take_kept(const lookahead_block<L> &block, int k, int worker)
{
    vector part[L::VECTORS];
    vector *kept = kept_apart(block, k, worker);
    UNROLL for (int v = 0; v < L::VECTORS; v++) part[v] = load(kept + v * (L::WORKERS * L::GROUP));
    typename L::M::state left;
    copy_bits<sizeof(left)>(&left, part);
    return left;
}

/* The lane's items; how many there are, if not WHOLE: then no item is asked for being there. */
template <class L, bool WHOLE>
FN int own_items(const scan_arguments<typename L::M> &a, const lookahead_window<L> &window,
                 typename L::M::input *item)
{
    int64_t own = window.first + lane_id<L::GROUP>() * L::ITEMS;
    int live = WHOLE ? L::ITEMS : live_items<L::ITEMS>(own, a.source.count);
    own_window<input_traits<typename L::M>, L::ITEMS, L::GROUP>(window.strip, live, item);
    return live;
}

/* Covers the lanes up to mine, or of them the last row; rows begin in the lanes of `starting`. */
template <class L, class STARTS>
FN typename L::M::state fold_lanes(const scan_arguments<typename L::M> &a, uint64_t starting, STARTS starts,
                                   int live, const typename L::M::input *item)
{
    typename L::M::state mine =
        fold_live<typename L::M, L::ITEMS>(a.source.params, a.init, starts, live, item);
    return lookahead_lanes<L, STARTS>(a.source.params, starting, mine);
}

/* Is the window one of a row that begins before it and ends behind it? Such windows of wide states have code of their
 * own, which asks no item whether it begins a row. (Of narrow ones it gains 2 % in rows that are longer than a window,
 * and loses 1 % in others.) */
template <class L>
FN bool within_row(uint64_t starting)
{
    return L::ROWS && L::APART && starting == 0;
}

template <class L, bool WHOLE>
FN typename L::M::state fold_window(const scan_arguments<typename L::M> &a, const lookahead_window<L> &window,
                                    const typename L::starts &starts)
{
    typename L::M::input item[L::ITEMS] = {};
    int live = own_items<L, WHOLE>(a, window, item);
    uint64_t starting = starting_lanes<L>(starts);
    if (within_row<L>(starting)) return fold_lanes<L>(a, 0, no_starts(), live, item);
    return fold_lanes<L>(a, starting, starts, live, item);
}

/* As scan_window, of items that are there already. */
template <class L, class STARTS>
FN void scan_items(const scan_arguments<typename L::M> &a, uint64_t starting, STARTS starts, int live,
                   const typename L::M::input *item, typename L::M::state kept,
                   const typename L::M::state &left, typename L::M::state *result)
{
    using M = typename L::M;
    uint64_t before = starting & ((UINT64_C(1) << lane_id<L::GROUP>()) - 1);
    if (before == 0) kept = M::combine(a.source.params, left, kept);
    scan_live<M, L::ITEMS>(a, kept, starts, live, item, result);
}

/* The results of the lane's items; `left` covers what is left of the window. */
template <class L, bool WHOLE>
FN void scan_window(const scan_arguments<typename L::M> &a, const lookahead_window<L> &window,
                    const lookahead_kept<L> &kept, const typename L::M::state &left,
                    typename L::M::state *result)
{
    typename L::M::input item[L::ITEMS] = {};
    int live = own_items<L, WHOLE>(a, window, item);
    uint64_t starting = starting_lanes<L>(kept.starts);
    if (within_row<L>(starting))
        scan_items<L>(a, 0, no_starts(), live, item, kept.left, left, result);
    else
        scan_items<L>(a, starting, kept.starts, live, item, kept.left, left, result);
}

/* Emits and folds the worker's window of t(k); n map-out items written. */
template <class L>
FN void lookahead_fold(const lookahead_arguments<typename L::M> &arguments, const lookahead_block<L> &block,
                       int k, lookahead_worker<L> *me)
{
    if (k < 0) return;
    const scan_arguments<typename L::M> &a = arguments.chained.scan;
    auto window = lookahead_window<L>::at(block, k, me->id);
    auto starts = starts_of<L>(arguments, rows_at(block, k), window.own);
    emit_window<typename L::M, L::ITEMS, L::GROUP>(a.source, window.first, window.strip);
    typename L::M::state upto; /* covers the lanes up to mine */
    if (L::APART && window.first + L::WINDOW <= a.source.count)
        upto = fold_window<L, true>(a, window, starts);
    else
        upto = fold_window<L, false>(a, window, starts);
    if (lane_id<L::GROUP>() == L::GROUP - 1) store(block.fold + k % 2 * L::WORKERS + me->id, upto);
    UNROLL_FOR_SPEED for (int i = L::KEPT - 1; i > 0; i--) me->kept[i] = me->kept[i - 1];
    me->kept[0] = {group_shift<typename L::M, L::GROUP>(a.source.params, upto), starts};
    if constexpr (L::APART) keep_apart(block, k, me->id, me->kept[0].left);
}

/* me->before for t(k). */
template <class L>
FN void carry_on(const lookahead_arguments<typename L::M> &a, const lookahead_block<L> &block, int k,
                 const lookahead_rows &rows, lookahead_worker<L> *me)
{
    const typename L::M::params &params = a.chained.scan.source.params;
    if (L::ROWS && !rows.carries) me->before = L::M::identity(params);
    UNROLL_FOR_SPEED for (int h = 0; h < L::HELPERS; h++) me->before =
        L::M::combine(params, me->before, load(block.between + k % 2 * L::HELPERS + h));
}

/* Scans the worker's window of t(k), AHEAD trips after its fold. */
template <class L>
FN void lookahead_scan(const lookahead_arguments<typename L::M> &arguments, const lookahead_block<L> &block,
                       int k, lookahead_worker<L> *me)
{
    using M = typename L::M;
    if (k < 0) return;
    const scan_arguments<M> &a = arguments.chained.scan;
    lookahead_rows rows = rows_at(block, k);
    auto window = lookahead_window<L>::at(block, k, me->id);
    carry_on(arguments, block, k, rows, me);
    typename M::state left = load(block.left + k % (AHEAD + 1) * L::WORKERS + me->id);
    if (!L::ROWS || continues_row<true>(rows.index, 0, window.begin))
        left = M::combine(a.source.params, me->before, left); /* covers what is left of the window */
    lookahead_kept<L> kept = me->kept[L::KEPT - 1];
    if constexpr (L::APART) kept = {take_kept(block, k, me->id), starts_of<L>(arguments, rows, window.own)};
    typename M::state result[L::ITEMS];
    if (L::APART && window.first + L::WINDOW <= a.source.count)
        scan_window<L, true>(a, window, kept, left, result);
    else
        scan_window<L, false>(a, window, kept, left, result);
    put_window<state_traits<M>, L::ITEMS, L::GROUP>(a.out, window.first, a.source.count, window.strip,
                                                    result);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
