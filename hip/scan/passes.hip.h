/* SPDX-License-Identifier: MIT
 * Scans of several kernels: the kernel of one block between two passes over the items, which turns the
 * tiles' folds into what is left of each tile, and the host's side. */
#ifndef FOLDCHECK_PASSES_HIP_H
#define FOLDCHECK_PASSES_HIP_H

#include "hip/scan/scan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* The arguments of every kernel of such a scan. */
template <class M>
struct pass_arguments {
    scan_arguments<M> scan;
    typename M::state *tile; /* scratch: a state a tile, its fold, then what is left of it */
    int64_t tile_count;
    int64_t untouched; /* tiles at the left that the last kernel of scan_then_propagate leaves alone */
    /* Of a part of a row: where the fold of all tiles goes, and what is left of the first one, which is known later than
     * that, on the device; NULL without. */
    typename M::state *total;
    const typename M::state *carry;
};

/* One block: tile[t] becomes what is left of tile t, the initial value too; a state a tile read and written. */
template <class M, int BLOCK, int ITEMS, int GROUP>
KERNEL(BLOCK, 1)
scan_of_tiles_kernel(pass_arguments<M> a)
{
    constexpr int GROUPS = BLOCK / GROUP;
    SHARED(typename M::state, partial, GROUPS);
    const typename M::params &params = a.scan.source.params;
    typename M::state carry = a.scan.init; /* the first group's: covers tiles [0, first) */
    for (int64_t first = 0; first < a.tile_count; first += BLOCK * ITEMS) {
        /* ---- load, lane ---- */
        int64_t own = first + thread_id() * ITEMS;
        int live = live_items<ITEMS>(own, a.tile_count);
        typename M::state held[ITEMS] = {}, folded = M::identity(params); /* covers tiles [own, own) */
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (k >= live) continue;
            held[k] = load(a.tile + own + k);
            folded = M::combine(params, folded, held[k]); /* covers tiles [own, own + k] */
        }

        /* ---- group, block ---- */
        block_scan<M> block = scan_lanes<M, BLOCK, GROUP>(params, folded, partial);
        if (group_id<GROUP>() == 0) {
            if (thread_id() < GROUPS) store(partial + thread_id(), M::combine(params, carry, block.groups));
            carry = M::combine(params, carry, block.total);
        }
        block_sync();

        /* ---- store ---- */
        typename M::state left = M::combine(params, load(partial + group_id<GROUP>()), block.lanes);
        UNROLL for (int k = 0; k < ITEMS; k++)
        {
            if (k >= live) continue;
            store(a.tile + own + k, left); /* covers tiles [0, own + k) */
            left = M::combine(params, left, held[k]);
        }
        block_sync(); /* partial has been read */
    }
    if (a.total && thread_id() == 0) store(a.total, carry); /* covers all tiles */
}

/* ---- the host's side ---- */

/* Scratch: a state a tile. */
struct scan_in_passes : tiled_scan {
    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return (uint64_t)scan_tiles(job, shape) * state_bytes(job);
    }
};

template <class M>
static inline pass_arguments<M> passes_of(const struct job *job, const struct launch_shape *shape)
{
    int64_t tiles = scan_tiles(job, shape);
    pass_arguments<M> a = {scan_of<M>(job, tiles, larger(1, smaller(tiles, MOST_BLOCKS))),
                           static_cast<typename M::state *>(job->scratch),
                           tiles,
                           0,
                           nullptr,
                           nullptr};
    return a;
}

/* Enqueues three kernels: over tiles, over their folds, over tiles; nothing for no items. */
template <class M, int BLOCK, int ITEMS, int GROUP>
static inline bool passes_enqueue(const char *const name[3], void (*first)(pass_arguments<M>),
                                  void (*last)(pass_arguments<M>), const struct job *job,
                                  const pass_arguments<M> &a, struct text *why)
{
    int64_t blocks = smaller(a.tile_count, MOST_BLOCKS);
    return blocks == 0 ||
           (launch(name[0], first, blocks, BLOCK, GROUP, job, a, why) &&
            launch(name[1], scan_of_tiles_kernel<M, BLOCK, ITEMS, GROUP>, 1, BLOCK, GROUP, job, a, why) &&
            launch(name[2], last, blocks, BLOCK, GROUP, job, a, why));
}

} // namespace FOLDCHECK_NAMESPACE
#endif
