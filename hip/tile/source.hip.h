/* SPDX-License-Identifier: MIT
 * Where states come from: the items of a problem, or states in scratch; and a run of them folded by one lane. */
#ifndef FOLDCHECK_TILE_SOURCE_HIP_H
#define FOLDCHECK_TILE_SOURCE_HIP_H

#include "hip/tile/run.hip.h"
#include "hip/tile/share.hip.h"
#include "hip/tile/window.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The items of a problem: loaded from the input columns, emitted to the map-out columns, lifted. */
template <class M>
struct item_source {
    static constexpr bool HAS_RUNS = true;
    column_set<M::input_columns.count> in;
    column_set<M::mapout_columns.count> out;
    typename M::params params;
    int64_t count; /* items */
    int lead;      /* items by which item 0 lies past a 16-byte boundary */
    int wide;      /* contiguous columns that share such a boundary */
};

/* States that an earlier kernel or block left in scratch. */
template <class M>
struct state_source {
    static constexpr bool HAS_RUNS = false;
    const typename M::state *state;
    typename M::params params;
    int64_t count; /* states */
    static constexpr int lead = 0, wide = 0;
};

template <class M>
FN void emit_item(const item_source<M> &source, int64_t i, const typename M::input &item)
{
    if constexpr (M::emits) {
        typename M::mapout emitted = M::emit(source.params, item);
        store_fields<mapout_traits<M>>(source.out, i, &emitted);
    }
}

/* The map-out of items [first, first + ITEMS), which are loaded. */
template <class M, int ITEMS>
FN void emit_run(const item_source<M> &source, int64_t first, const typename M::input *item)
{
    if constexpr (M::emits) {
        typename M::mapout emitted[ITEMS];
        UNROLL for (int k = 0; k < ITEMS; k++) emitted[k] = M::emit(source.params, item[k]);
        store_run<mapout_traits<M>, ITEMS>(source.out, first, emitted);
    }
}

/* Map-out, then lift: everything that is done with an item, once. */
template <class M>
FN typename M::state take_item(const item_source<M> &source, int64_t i, const typename M::input &item)
{
    emit_item<M>(source, i, item);
    return M::lift(source.params, item);
}

template <class M>
FN typename M::state take_state(const item_source<M> &source, int64_t i)
{
    typename M::input item;
    load_fields<input_traits<M>>(source.in, i, &item);
    return take_item<M>(source, i, item);
}

template <class M>
FN typename M::state take_state(const state_source<M> &source, int64_t i)
{
    return load(source.state + i);
}

/* One item or the identity: the tail by count, never by zero. */
template <class M, class Source>
FN typename M::state take_or_identity(const Source &source, int64_t i)
{
    if (0 <= i && i < source.count) return take_state<M>(source, i);
    return M::identity(source.params);
}

/* Folds items [first, first + ITEMS), which are loaded, in order. */
template <class M, int ITEMS>
FN typename M::state fold_items(const item_source<M> &source, int64_t first, const typename M::input *item)
{
    emit_run<M, ITEMS>(source, first, item);
    typename M::state acc = M::lift(source.params, item[0]); /* covers [first, first + 1) */
    UNROLL_FOR_SPEED for (int i = 1; i < ITEMS; i++) acc =
        M::combine(source.params, acc, M::lift(source.params, item[i]));
    return acc; /* covers [first, first + ITEMS) */
}

/* Folds the live items of [first, first + ITEMS) in order: wide loads where the run is whole, else one by
 * one. */
template <class M, int ITEMS, class Source>
FN typename M::state fold_run(const Source &source, int64_t first)
{
    if constexpr (Source::HAS_RUNS) {
        if (source.wide && 0 <= first && first + ITEMS <= source.count) {
            typename M::input item[ITEMS];
            load_run<input_traits<M>, ITEMS>(source.in, first, item);
            return fold_items<M, ITEMS>(source, first, item);
        }
    }
    typename M::state acc = M::identity(source.params); /* covers [from, from) */
    int64_t from = larger(first, 0), to = smaller(first + ITEMS, source.count);
    for (int64_t i = from; i < to; i++)
        acc = M::combine(source.params, acc, take_state<M>(source, i));
    return acc; /* covers [from, to) */
}

/* Items of one row. */
struct row_items {
    int64_t first, last; /* [first, last) */
};

/* Those of items [at, at + ITEMS) that the row has, by one lane. WHOLE: all or none; else item by item at the row's
 * ends. */
template <class M, int ITEMS, bool STREAM, bool WHOLE>
FN typename M::state fold_run_in_row(const item_source<M> &source, int64_t at, const row_items &row)
{
    typename M::input item[ITEMS];
    if ((WHOLE || (source.wide && row.first <= at)) && at + ITEMS <= row.last) {
        load_run<input_traits<M>, ITEMS, STREAM>(source.in, at, item);
        return fold_items<M, ITEMS>(source, at, item);
    }
    typename M::state acc = M::identity(source.params); /* covers items [at, at) */
    if constexpr (!WHOLE) {
        UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
        {
            if (at + k < row.first || row.last <= at + k) continue;
            load_fields<input_traits<M>>(source.in, at + k, item + k);
        }
        UNROLL_FOR_SPEED for (int k = 0; k < ITEMS; k++)
        {
            if (at + k < row.first || row.last <= at + k) continue;
            emit_item<M>(source, at + k, item[k]);
            acc = M::combine(source.params, acc, M::lift(source.params, item[k]));
        }
    }
    return acc;
}

/* Folds, in order, the items that lane l owns of the group's window of GROUP * ITEMS from `first` on: those from
 * first + l * ITEMS that lie in [0, end). They are read coalesced and handed over in the group's strip of shared
 * memory, as load_window does. */
template <class M, int ITEMS, int GROUP>
FN typename M::state fold_strip(const item_source<M> &source, int64_t first, int64_t end, void *strip)
{
    typename M::input item[ITEMS] = {};
    load_window<input_traits<M>, ITEMS, GROUP>(source.in, first, end, strip, item);
    first += thread_id() % GROUP * ITEMS;
    typename M::state acc = M::identity(source.params); /* covers [first, first) */
    UNROLL for (int k = 0; k < ITEMS; k++)
    {
        if (0 <= first + k && first + k < end)
            acc = M::combine(source.params, acc, take_item<M>(source, first + k, item[k]));
    }
    return acc; /* covers [first, first + ITEMS) */
}

/* ---- the host's side of a source ----------------------------------------------------------------------- */
/* A copy of the operator's params struct; NULL for an operator without. */
template <class M>
static inline typename M::params params_of(const void *params)
{
    typename M::params copy = {};
    if (params) memcpy(&copy, params, sizeof copy);
    return copy;
}

template <class M>
static inline item_source<M> items_of(const struct job *job)
{
    item_source<M> source = {};
    int lead = columns_lead(&job->in, &job->op->input);
    source.in = column_set_of<M::input_columns.count>(job->in);
    source.out = column_set_of<M::mapout_columns.count>(job->mapout);
    source.params = params_of<M>(job->params);
    source.count = (int64_t)job_items(job);
    source.lead = lead < 0 ? 0 : lead;
    source.wide = lead >= 0;
    return source;
}

template <class M>
static inline state_source<M> states_of(const struct job *job, const typename M::state *state, int64_t count)
{
    state_source<M> source = {};
    source.state = state;
    source.params = params_of<M>(job->params);
    source.count = count;
    return source;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
