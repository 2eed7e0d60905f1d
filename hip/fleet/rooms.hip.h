/* SPDX-License-Identifier: MIT
 * Scratch of a problem on several cards: a room for each card, which holds its state, the states of all cards, and what the
 * strategy needs that folds its share. */
#ifndef FOLDCHECK_FLEET_ROOMS_HIP_H
#define FOLDCHECK_FLEET_ROOMS_HIP_H

#include "hip/fleet/card_pages.h"
#include "hip/plan.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct fleet_rooms {
    char *first;
    uint64_t stride, aligned;
    uint32_t cards;
    uint64_t state; /* bytes */
};

inline uint64_t whole_lines(uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

inline uint64_t room_bytes(uint64_t state, uint32_t cards, uint64_t inner)
{
    return whole_lines(state) + whole_lines(cards * state) + whole_lines(inner);
}

/* Whether each card's room lies in its own memory: where the problem is large, and room costs little. */
inline bool rooms_apart(const struct job *job)
{
    return job->caps->cards && cards_tile(job_items(job), (uint32_t)job->caps->cards, 1) > 1;
}

inline fleet_rooms rooms_of(const struct job *job, uint32_t cards, uint64_t inner)
{
    fleet_rooms rooms = {static_cast<char *>(job->scratch), room_bytes(state_bytes(job), cards, inner), 256,
                         cards, state_bytes(job)};
    if (!rooms_apart(job)) return rooms;
    rooms.aligned = CARD_PAGE;
    rooms.stride = (rooms.stride + CARD_PAGE - 1) / CARD_PAGE * CARD_PAGE + CARD_PAGE;
    return rooms;
}

inline char *room_of(const fleet_rooms &rooms, uint32_t card)
{
    uintptr_t at = reinterpret_cast<uintptr_t>(rooms.first + card * rooms.stride);
    return reinterpret_cast<char *>((at + rooms.aligned - 1) / rooms.aligned * rooms.aligned);
}

template <class M>
static inline typename M::state *own_state(const fleet_rooms &rooms, uint32_t card)
{
    return reinterpret_cast<typename M::state *>(room_of(rooms, card));
}

template <class M>
static inline typename M::state *gathered_states(const fleet_rooms &rooms, uint32_t card)
{
    return reinterpret_cast<typename M::state *>(room_of(rooms, card) + whole_lines(rooms.state));
}

inline void *inner_scratch(const fleet_rooms &rooms, uint32_t card)
{
    return room_of(rooms, card) + room_bytes(rooms.state, rooms.cards, 0);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
