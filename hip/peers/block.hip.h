/* SPDX-License-Identifier: MIT
 * A library's fold of a block's items, one a thread, as a strategy: a block folds a row, tile by tile, and thread 0
 * joins the tiles' folds. (T6: Timcheck, report (2017), chapter 2, "Optimization 5", which joins them by an atomic, in
 * place.) Library<T, BLOCK> has `storage`, and `fold` of the first `valid` threads' states, which is thread 0's. */
#ifndef FOLDCHECK_PEERS_BLOCK_HIP_H
#define FOLDCHECK_PEERS_BLOCK_HIP_H

#include "hip/peers/description.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { PEER_BLOCK = 256, PEER_BLOCKS = 1 << 20 };

template <class M>
struct peer_sets {
    peer_columns<M> items;
    column_set<M::state_columns.count> out;
    typename M::params params;
    int64_t rows, length;
};

template <class M, template <class, int> class Library>
KERNEL(PEER_BLOCK, 1)
peer_sets_kernel(peer_sets<M> a)
{
    using library = Library<typename M::state, PEER_BLOCK>;
    __shared__ typename library::storage storage;
    peer_combine<M> combine = {a.params};
    for (int64_t row = block_id(); row < a.rows; row += block_count()) {
        int64_t last = (row + 1) * a.length;
        typename M::state acc = M::identity(a.params); /* thread 0: covers [row * length, at) */
        for (int64_t at = row * a.length; at < last; at += PEER_BLOCK) {
            int64_t i = at + thread_id();
            typename M::state mine = i < last ? M::lift(a.params, a.items.take(i)) : M::identity(a.params);
            int valid = (int)smaller(PEER_BLOCK, last - at);
            typename M::state tile = library::fold(storage, mine, combine, valid);
            if (thread_id() == 0) acc = M::combine(a.params, acc, tile);
            block_sync(); /* the storage is used again */
        }
        if (thread_id() == 0) store_fields<state_traits<M>>(a.out, row, &acc);
    }
}

template <class M, template <class, int> class Library>
static bool peer_sets_enqueue(const char *name, const struct job *job, struct text *why)
{
    peer_sets<M> a = {};
    a.items.in = column_set_of<M::input_columns.count>(job->in);
    a.out = column_set_of<M::state_columns.count>(job->out);
    a.params = params_of<M>(job->params);
    a.rows = (int64_t)job->rows;
    a.length = (int64_t)job->length;
    return a.rows == 0 || launch(name, peer_sets_kernel<M, Library>, smaller(PEER_BLOCKS, a.rows), PEER_BLOCK,
                                 1, job, a, why);
}

struct peer_block_reduction : peer_reduction {
    static constexpr bool blocks_communicate = false, asks_for_scratch = false;
    static constexpr unsigned takes = any_peer::takes | TAKES_ROWS;
};

} // namespace FOLDCHECK_NAMESPACE
#endif
