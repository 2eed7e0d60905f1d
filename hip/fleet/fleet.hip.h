/* SPDX-License-Identifier: MIT
 * One problem on several cards. Each has a contiguous share of the items (shares.h), which it folds by a strategy for one
 * card; a state of each card is gathered, by all, and folded in the order of the cards. Strategies of this family are
 * written over four functions of a platform:
 *
 *   fleet_fork      what comes next waits, on every card, for what the job's stream has
 *   fleet_on        from now on work goes to card c, in its stream
 *   fleet_gather    every card gets the states of all
 *   fleet_join      the job's stream waits for every card
 *
 * With several cards, NCCL or RCCL does the gathering (several_cards.hip.h). One device, a card or the simulator, stands
 * for as many cards as the tuning says; they share its memory (one_device.hip.h). */
#ifndef FOLDCHECK_FLEET_HIP_H
#define FOLDCHECK_FLEET_HIP_H

#ifdef FOLDCHECK_CARDS
#include "hip/fleet/several_cards.hip.h"
#else
#include "hip/fleet/one_device.hip.h"
#endif
#include "hip/reduce/reduce_last_block.hip"

namespace FOLDCHECK_NAMESPACE
{

/* Parts of one device, unless the tuning says another number: one between two others. */
enum { USUAL_CARDS = 3 };

inline uint32_t fleet_cards(const struct job *job, const struct launch_shape *shape)
{
    if (job->caps->cards) return (uint32_t)job->caps->cards;
    return shape->cards ? shape->cards : (uint32_t)USUAL_CARDS;
}

/* ---- shares ---- */

inline uint64_t fleet_tile(const struct job *job, const struct launch_shape *shape)
{
    uint64_t tile = (uint64_t)shape->block * shape->items;
    return job->caps->cards ? cards_tile(job_items(job), (uint32_t)job->caps->cards, tile) : tile;
}

inline struct ::share fleet_share(const struct job *job, const struct launch_shape *shape, uint32_t card)
{
    return ::share_of(job_items(job), fleet_tile(job, shape), fleet_cards(job, shape), card);
}

/* Columns from item `first` on. */
inline struct columns columns_from(const struct columns &columns, uint64_t first)
{
    struct columns from = columns;
    for (int k = 0; k < from.count; k++)
        if (from.column[k].base)
            from.column[k].base =
                static_cast<char *>(from.column[k].base) + (int64_t)first * from.column[k].stride;
    return from;
}

/* The work of one card on its share: items, map-out and, of a scan, results. */
inline struct job job_of_card(const struct job *job, const struct launch_shape *shape, uint32_t card)
{
    struct ::share mine = fleet_share(job, shape, card);
    struct job share = *job;
    share.in = columns_from(job->in, mine.begin);
    share.mapout = columns_from(job->mapout, mine.begin);
    if (job->what != WHAT_REDUCE) share.out = columns_from(job->out, mine.begin);
    share.length = mine.end - mine.begin;
    return share;
}

/* The largest of what `of` says of the cards' work, and the sum. */
template <class Of>
static inline auto most_of_cards(const struct job *job, const struct launch_shape *shape, Of of)
{
    struct job share = job_of_card(job, shape, 0);
    auto most = of(&share, shape);
    for (uint32_t card = 1; card < fleet_cards(job, shape); card++) {
        share = job_of_card(job, shape, card);
        auto value = of(&share, shape);
        if (value > most) most = value;
    }
    return most;
}

template <class Of>
static inline uint64_t sum_of_cards(const struct job *job, const struct launch_shape *shape, Of of)
{
    uint64_t sum = 0;
    for (uint32_t card = 0; card < fleet_cards(job, shape); card++) {
        struct job share = job_of_card(job, shape, card);
        sum += of(&share, shape);
    }
    return sum;
}

/* Does `work(share, card)` for each card: its work with its scratch, in its stream. */
template <class Work>
static inline bool each_card(const struct job *job, const struct launch_shape *shape,
                             const fleet_rooms &rooms, Work work, struct text *why)
{
    bool done = true;
    for (uint32_t card = 0; card < rooms.cards && done; card++) {
        struct job share = job_of_card(job, shape, card);
        share.scratch = inner_scratch(rooms, card);
        done = fleet_on(job, card, &share, why) && work(&share, card);
    }
    return done;
}

/* States gathered, by each card: all read and written. */
inline uint64_t gather_traffic(const struct job *job, uint32_t cards)
{
    return 2 * (uint64_t)cards * cards * state_bytes(job);
}

/* The fold of a share by reduce_last_block, whose result is the card's state. */
inline uint64_t share_traffic(const struct job *share, const struct launch_shape *shape)
{
    return reduce_last_block::traffic(share, shape) - result_bytes(share) + state_bytes(share);
}

/* ---- the states of cards, folded in order ---- */

template <class M>
struct gathered_arguments {
    state_source<M> source;
    typename M::state init; /* what is left of the first card */
    result_target<M> target;
};

/* One thread: there are few cards. A state a card read, one written. */
template <class M>
KERNEL(1, 1)
fold_of_cards_kernel(gathered_arguments<M> a)
{
    typename M::state acc = a.init; /* covers cards [0, 0) */
    for (int64_t card = 0; card < a.source.count; card++)
        acc = M::combine(a.source.params, acc, take_state<M>(a.source, card)); /* covers cards [0, card] */
    put_result<M>(a.target, 0, acc);
}

/* The states of the first `count` cards, behind `init`, to `target`, on the card whose work `share` is. */
template <class M>
static inline bool fold_of_cards(const struct job *share, const typename M::params &params,
                                 const typename M::state &init, const typename M::state *states,
                                 uint32_t count, const result_target<M> &target, struct text *why)
{
    gathered_arguments<M> a = {{states, params, (int64_t)count}, init, target};
    return launch("fold_of_cards", fold_of_cards_kernel<M>, 1, 1, 1, share, a, why);
}

/* The initial value of a job. */
template <class M>
static inline typename M::state init_of(const struct job *job, const typename M::params &params)
{
    typename M::state init = M::identity(params);
    if (job->init) memcpy(&init, job->init, sizeof init);
    return init;
}

/* What strategies of this family say of themselves. S::inner_bytes is the scratch that a share's work needs. */
template <class S>
struct fleet_strategy : any_strategy {
    static constexpr enum determinism determinism = SAME_BITS_ON_ONE_DEVICE;

    static fleet_rooms rooms(const struct job *job, const struct launch_shape *shape)
    {
        return rooms_of(job, fleet_cards(job, shape), most_of_cards(job, shape, S::inner_bytes));
    }

    static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
    {
        return fleet_cards(job, shape) * rooms(job, shape).stride;
    }

    static enum refusal own_rule(const struct strategy *strategy, const struct job *job,
                                 const struct launch_shape *shape, struct text *why)
    {
        if (!job->caps->cards || !shape->cards || shape->cards == (uint32_t)job->caps->cards)
            return REFUSAL_NONE;
        text_say(why, "%s runs on all %d cards of the device, got cards=%u", strategy->name, job->caps->cards,
                 shape->cards);
        return REFUSAL_DEVICE;
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
