/* SPDX-License-Identifier: MIT
 * A block's fold through shared memory that permutes operands: a state a thread in as many slots, upper half onto lower
 * half, with a barrier after each step until two groups' slots are left; the first group folds these without (Harris,
 * "Optimizing Parallel Reduction in CUDA" (2007), kernel 7). */
#ifndef FOLDCHECK_TILE_HALVES_HIP_H
#define FOLDCHECK_TILE_HALVES_HIP_H

#include "hip/tile/group.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The slots of all threads into the first one, in whatever order; called by all, whose own slot is stored. Neighbouring
 * lanes have neighbouring slots, so that no bank is met twice. Then the first group alone may look, and a block_sync
 * is to come before slots are stored again. */
template <class M, int BLOCK, int GROUP>
FN void fold_slots_by_halves(const typename M::params &params, typename M::state *slots)
{
    int t = thread_id(), half = BLOCK / 2;
    block_sync();
    for (; half > GROUP; half /= 2) {
        if (t < half) store(slots + t, M::combine(params, load(slots + t), load(slots + t + half)));
        block_sync();
    }
    if (t >= GROUP) return;
    for (; half > 0; half /= 2) {
        if (t < half) store(slots + t, M::combine(params, load(slots + t), load(slots + t + half)));
        group_sync<GROUP>();
    }
}

} // namespace FOLDCHECK_NAMESPACE
#endif
