/* SPDX-License-Identifier: MIT
 * The runs of a tile that is sorted by digit in shared memory, folded in order: each thread folds ITEMS neighbours,
 * a scan by runs over lanes and then over groups carries what is left of them, and the thread in which a run ends
 * leaves the run's fold with its digit. Each digit has one run at most. */
#ifndef FOLDCHECK_KEYED_TILE_RUNS_HIP_H
#define FOLDCHECK_KEYED_TILE_RUNS_HIP_H

#include "hip/keyed/sort.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Where item `place` of a sorted tile is: a place more behind every ITEMS, so that threads meet no bank conflicts. */
template <int ITEMS>
FN uint32_t spread(uint32_t place)
{
    return place + place / ITEMS;
}

/* What a tile's runs are folded in. */
template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
struct runs_tile {
    static constexpr int TILE = BLOCK * ITEMS + BLOCK, DIGITS = 1 << BITS, GROUPS = BLOCK / GROUP;
    load_of<M> load[TILE];
    typename M::state run[DIGITS];   /* the fold of the tile's run of digit d, if it has one */
    typename M::state table[DIGITS]; /* the folds of the tiles before */
    typename M::state tail[GROUPS];  /* the group's last run, as far as it is in it */
    uint32_t begun[GROUPS];          /* it begins in it */
    tile_digits<BLOCK, GROUP, BITS> digits;
    uint16_t digit[TILE];
};

/* The runs in a thread's places. The last one may go on in the next thread; the first one may come from the one
 * before. */
template <class M>
struct thread_runs {
    typename M::state last;  /* the fold of the last run, as far as it is in the thread */
    typename M::state first; /* of the first one, if another one follows it */
    uint32_t first_digit, last_digit;
    bool joined; /* the first run begins before the thread */
    bool begun;  /* the last run begins in the thread */
    bool ended;  /* the last run ends in the thread */
};

/* Folds the thread's places [from, from + ITEMS) of `there`; of its runs in the middle the folds are left with their
 * digits. */
template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
FN thread_runs<M> fold_thread_runs(const item_source<M> &source,
                                   runs_tile<M, BLOCK, ITEMS, GROUP, BITS> *tile, uint32_t there)
{
    uint32_t from = (uint32_t)thread_id() * ITEMS, end = (uint32_t)smaller(there, from + ITEMS);
    thread_runs<M> runs = {M::identity(source.params), M::identity(source.params), 0, 0, false, true, false};
    if (from >= there) return runs;
    runs.last = state_of_load<M>(source, load(tile->load + spread<ITEMS>(from)));
    runs.first_digit = runs.last_digit = load(tile->digit + spread<ITEMS>(from));
    runs.joined = from > 0 && load(tile->digit + spread<ITEMS>(from - 1)) == runs.first_digit;
    runs.begun = !runs.joined;
    UNROLL for (uint32_t k = 1; k < ITEMS; k++)
    {
        if (from + k >= end) continue;
        uint32_t at = spread<ITEMS>(from + k), digit = load(tile->digit + at);
        typename M::state item = state_of_load<M>(source, load(tile->load + at));
        if (digit == runs.last_digit) {
            runs.last = M::combine(source.params, runs.last, item); /* covers the run up to from + k */
            continue;
        }
        if (runs.begun)
            store(tile->run + runs.last_digit, runs.last);
        else
            runs.first = runs.last;
        runs.begun = true;
        runs.last_digit = digit;
        runs.last = item;
    }
    runs.ended = end == there || load(tile->digit + spread<ITEMS>(end)) != runs.last_digit;
    return runs;
}

/* The scan by runs of what lanes have of their last ones: covers the run up to my lane's end, from where it begins
 * in the group on; *begun: that is where the run begins. All lanes take part. */
template <class M, int GROUP>
FN typename M::state scan_group_runs(const typename M::params &params, typename M::state acc, bool *begun)
{
    UNROLL_FOR_SPEED for (int d = 1; d < GROUP; d *= 2)
    {
        bool lacks = lane_id<GROUP>() >= d && !*begun;
        if (!group_ballot<GROUP>(lacks)) break;
        typename M::state left = lane_up<GROUP>(acc, d);
        bool left_begun = lane_up<GROUP>((uint32_t)*begun, d) != 0;
        if (!lacks) continue;
        acc = M::combine(params, left, acc); /* covers lanes (l - 2d, l] */
        *begun = left_begun;
    }
    return acc;
}

/* What groups before mine have of the run with which mine begins. */
template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
FN typename M::state carried_from_groups(const typename M::params &params,
                                         const runs_tile<M, BLOCK, ITEMS, GROUP, BITS> *tile)
{
    int g = group_id<GROUP>() - 1;
    if (g < 0) return M::identity(params);
    typename M::state acc = load(tile->tail + g); /* covers group g */
    while (g > 0 && !load(tile->begun + g)) {
        g--;
        acc = M::combine(params, load(tile->tail + g), acc); /* covers groups g to mine */
    }
    return acc;
}

/* The folds of the runs of a sorted tile of `there` items, in tile->run. All threads; they have met, and meet. */
template <class M, int BLOCK, int ITEMS, int GROUP, int BITS>
FN void fold_tile_runs(const item_source<M> &source, runs_tile<M, BLOCK, ITEMS, GROUP, BITS> *tile,
                       uint32_t there)
{
    const typename M::params &params = source.params;
    thread_runs<M> runs = fold_thread_runs<M, BLOCK, ITEMS, GROUP, BITS>(source, tile, there);
    bool begun = runs.begun;
    typename M::state acc = scan_group_runs<M, GROUP>(params, runs.last, &begun);
    if (lane_id<GROUP>() == GROUP - 1) {
        store(tile->tail + group_id<GROUP>(), acc);
        store(tile->begun + group_id<GROUP>(), (uint32_t)begun);
    }
    block_sync();
    typename M::state before = carried_from_groups<M, BLOCK, ITEMS, GROUP, BITS>(params, tile);
    if (!begun) acc = M::combine(params, before, acc); /* covers the last run, up to the thread's end */
    typename M::state left = lane_up<GROUP>(acc, 1);
    if (lane_id<GROUP>() == 0) left = before;
    if (runs.joined && runs.begun) store(tile->run + runs.first_digit, M::combine(params, left, runs.first));
    if (runs.ended) store(tile->run + runs.last_digit, acc);
    block_sync();
}

/* Bytes of a runs_tile, or a few more. */
COMPILE_TIME uint64_t runs_tile_bytes(const op_sizes &sizes, const struct launch_shape &shape, int bits)
{
    uint64_t tile = (uint64_t)shape.block * (shape.items + 1), digits = UINT64_C(1) << bits,
             groups = shape.block / shape.group;
    return tile * (load_bytes(sizes.item) + 2) + digits * (2 * sizes.state + digit_bytes(shape)) +
           groups * (sizes.state + 8) + 64;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
