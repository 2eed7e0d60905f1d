/* SPDX-License-Identifier: MIT
 * Where results go; and several blocks' results, combined to one by the last block that is done. */
#ifndef FOLDCHECK_TILE_TARGET_HIP_H
#define FOLDCHECK_TILE_TARGET_HIP_H

#include "hip/tile/group.hip.h"
#include "hip/tile/share.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Where a kernel leaves its results: row 0 of the result columns, or one state a block in scratch. */
template <class M>
struct result_target {
    column_set<M::state_columns.count> out;
    typename M::state *state; /* NULL: the columns */
};

template <class M>
FN void put_result(const result_target<M> &target, int64_t at, const typename M::state &acc)
{
    if (target.state)
        store(target.state + at, acc);
    else
        store_fields<state_traits<M>>(target.out, at, &acc);
}

/* The blocks whose results are to be combined to one: this is number `number` of `blocks`, and leaves its own at
 * partial[number], in scratch; counter is 0 before and after. */
template <class M>
struct block_team {
    int64_t number, blocks;
    typename M::state *partial;
    uint32_t *counter;
};

/* The end of the work of a block that has one result (thread 0's acc, covers the block's share) of those of its team:
 * the first group of the block that takes the last ticket folds all of them, in order, to result `at` (S1, X6). Called
 * by the first group of every block; no barrier is needed. */
template <class M, int GROUP>
FN void finish_in_last_block(const typename M::params &params, typename M::state acc,
                             const result_target<M> &target, int64_t at, const block_team<M> &team)
{
    typename M::state *partial = team.partial;
    int64_t blocks = team.blocks;
    uint32_t ticket = 0;
    if (lane_id<GROUP>() == 0) {
        store(partial + team.number, acc);
        ticket = take_ticket(team.counter);
    }
    if (lane_first<GROUP>(ticket) != (uint32_t)(blocks - 1)) return;
    group_sync<GROUP>();       /* what lane 0's ticket lets it see, the other lanes see, too */
    acc = M::identity(params); /* covers blocks [from, from) */
    int64_t each = ceiling(blocks, GROUP), from = lane_id<GROUP>() * each, to = smaller(from + each, blocks);
    for (int64_t b = from; b < to; b++)
        acc = M::combine(params, acc, load(partial + b));
    acc = group_combine<M, GROUP>(params, acc); /* lane 0: covers all blocks */
    if (lane_id<GROUP>() == 0) {
        put_result<M>(target, at, acc);
        store(team.counter, 0u);
    }
}

/* How a single-pass kernel ends, when thread 0's acc covers its block's share: the first group finishes. */
template <class M, int GROUP, class Arguments>
FN void finish_single_pass(const Arguments &a, const typename M::state &acc)
{
    if (group_id<GROUP>() != 0) return;
    block_team<M> team = {block_id(), block_count(), a.partial, a.counter};
    if (team.blocks > 1)
        finish_in_last_block<M, GROUP>(a.source.params, acc, a.target, 0, team);
    else if (thread_id() == 0)
        put_result<M>(a.target, 0, acc);
}

/* ---- the host's side ----------------------------------------------------------------------------------- */
template <class M>
static inline result_target<M> result_columns(const struct job *job)
{
    result_target<M> target = {column_set_of<M::state_columns.count>(job->out), nullptr};
    return target;
}

template <class M>
static inline result_target<M> result_states(typename M::state *state)
{
    result_target<M> target = {};
    target.state = state;
    return target;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
