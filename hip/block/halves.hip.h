/* SPDX-License-Identifier: MIT
 * Sequential addressing: upper halves folded onto lower ones, of nodes in global or shared memory. */
#ifndef FOLDCHECK_BLOCK_HALVES_HIP_H
#define FOLDCHECK_BLOCK_HALVES_HIP_H

#include "hip/block/block.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Lane 0: all lanes' states, in no order; all lanes take part. */
template <class M, int GROUP>
FN typename M::state group_halves(const typename M::params &params, typename M::state acc)
{
    UNROLL_FOR_SPEED for (int d = GROUP / 2; d > 0; d /= 2)
    {
        typename M::state upper = lane_down<GROUP>(acc, d);
        if (lane_id<GROUP>() < d) acc = M::combine(params, acc, upper); /* covers lanes l, l + d, ... */
    }
    return acc;
}

/* Nodes [0, live) become node 0, behind a barrier; live <= MOST, a power of two. All threads take part, and have
 * met. */
template <class M, int MOST>
FN void fold_halves(const typename M::params &params, typename M::state *node, int live)
{
    int t = thread_id();
    for (int most = MOST; most > 1; most /= 2) {
        int half = (live + 1) / 2;
        if (t + half < live) join_nodes<M>(params, node, t, t + half);
        live = half; /* node t covers what nodes t, t + half ... did */
        block_sync();
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
