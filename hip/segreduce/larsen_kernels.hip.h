/* SPDX-License-Identifier: MIT
 * Larsen's kernel for large segments (thesis (2017), 5.1.2 and algorithm 6.1), in its two orders. Each thread folds
 * its items on its own, a block combines its threads' results through shared memory, and leaves one for its part of
 * the row: the next launch's item.
 *
 *   a part      a block's share of a row; a row has `each` of them, with T = each * BLOCK threads
 *   strided     thread t of T folds items t, t + T, t + 2T ...: operands are permuted
 *   chunked     thread t folds items [t * chunk, (t + 1) * chunk), padded and transposed before: order is kept */
#ifndef FOLDCHECK_SEGREDUCE_LARSEN_KERNELS_HIP_H
#define FOLDCHECK_SEGREDUCE_LARSEN_KERNELS_HIP_H

#include "hip/segreduce/segreduce.hip.h"
#include "hip/tile/halves.hip.h"
#include "hip/tile/warp_first.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* States in columns, that an earlier launch left (L24: an array a component). */
template <class M>
struct column_source {
    static constexpr bool HAS_RUNS = false;
    column_set<M::state_columns.count> in;
    typename M::params params;
    int64_t count; /* states */
    static constexpr int lead = 0, wide = 0;
};

template <class M>
FN typename M::state take_state(const column_source<M> &source, int64_t i)
{
    typename M::state state;
    load_fields<state_traits<M>>(source.in, i, &state);
    return state;
}

/* What a source's columns hold, and item i of a row's items, which lies at `at` of other columns. */
template <class M, class Source>
struct source_columns {
    using traits = input_traits<M>;
};
template <class M>
struct source_columns<M, column_source<M>> {
    using traits = state_traits<M>;
};

template <class M, class Columns>
FN typename M::state take_moved(const item_source<M> &source, const Columns &moved, int64_t at, int64_t i)
{
    typename M::input item;
    load_fields<input_traits<M>>(moved, at, &item);
    return take_item<M>(source, i, item);
}

template <class M, class Columns>
FN typename M::state take_moved(const column_source<M> &, const Columns &moved, int64_t at, int64_t)
{
    typename M::state state;
    load_fields<state_traits<M>>(moved, at, &state);
    return state;
}

template <class M, class Source>
struct larsen_arguments {
    rows_arguments<M, Source> rows; /* out: a result a part */
    int64_t each, parts;            /* of a row, and of all rows */
    int64_t chunk;                  /* chunked: items a thread, and where they are */
    column_set<source_columns<M, Source>::traits::columns.count> moved;
};

/* Part 1 of the algorithm: the row, and which of its threads this is; of one block a row without a division (6.2.1,
 * "Optimizing One Group Per Segment"). */
struct larsen_thread {
    int64_t row, number;
};

template <int BLOCK, bool ONE>
FN larsen_thread larsen_thread_of(int64_t part, int64_t each)
{
    larsen_thread mine = {part, thread_id()};
    if (!ONE) {
        mine.row = part / each;
        mine.number += BLOCK * (part - mine.row * each);
    }
    return mine;
}

/* Parts 4 and 5: the block's result, from what each thread folded. COMMUTES: by the reduction of a block that permutes
 * operands (LF7). */
template <class M, class Source, int BLOCK, int GROUP, bool COMMUTES = false>
FN void finish_larsen_part(const larsen_arguments<M, Source> &a, int64_t part, const typename M::state &acc,
                           typename M::state *slots)
{
    store(slots + thread_id(), acc);
    if constexpr (COMMUTES)
        fold_slots_by_halves<M, BLOCK, GROUP>(a.rows.source.params, slots);
    else
        fold_slots<M, BLOCK, GROUP>(a.rows.source.params, slots);
    if (thread_id() == 0) {
        typename M::state result = load(slots); /* covers the part */
        store_fields<state_traits<M>>(a.rows.out, part, &result);
    }
    if (COMMUTES && part + block_count() < a.parts) block_sync(); /* the first group has read all slots */
}

template <class M, class Source, int BLOCK, int GROUP, bool ONE, bool COMMUTES = false>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_larsen_strided_kernel(larsen_arguments<M, Source> a)
{
    SHARED(typename M::state, slots, BLOCK);
    const typename M::params &params = a.rows.source.params;
    int64_t stride = ONE ? BLOCK : a.each * BLOCK;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        larsen_thread mine = larsen_thread_of<BLOCK, ONE>(part, a.each);
        int64_t first = mine.row * a.rows.length, last = first + a.rows.length;
        typename M::state acc = M::identity(params); /* covers nothing yet */
        for (int64_t i = first + mine.number; i < last; i += stride)
            acc = M::combine(params, acc, take_state<M>(a.rows.source, i));
        finish_larsen_part<M, Source, BLOCK, GROUP, COMMUTES>(a, part, acc, slots);
    }
}

template <class M, class Source, int BLOCK, int GROUP, bool ONE>
KERNEL(BLOCK, BLOCK < 64 ? 1 : 1024 / BLOCK)
segreduce_larsen_chunked_kernel(larsen_arguments<M, Source> a)
{
    SHARED(typename M::state, slots, BLOCK);
    const typename M::params &params = a.rows.source.params;
    int64_t threads = ONE ? BLOCK : a.each * BLOCK;
    for (int64_t part = block_id(); part < a.parts; part += block_count()) {
        larsen_thread mine = larsen_thread_of<BLOCK, ONE>(part, a.each);
        int64_t at = mine.row * threads * a.chunk + mine.number, first = mine.number * a.chunk;
        int64_t items = smaller(a.chunk, a.rows.length - first);
        typename M::state acc = M::identity(params); /* covers [first, first) of the row */
        for (int64_t k = 0; k < items; k++)
            acc = M::combine(params, acc,
                             take_moved<M>(a.rows.source, a.moved, at + k * threads,
                                           mine.row * a.rows.length + first + k));
        finish_larsen_part<M, Source, BLOCK, GROUP>(a, part, acc, slots); /* covers [first, first + items) */
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
