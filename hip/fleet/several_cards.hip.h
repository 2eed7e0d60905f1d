/* SPDX-License-Identifier: MIT
 * The functions of fleet.hip.h for several cards of one host, which one thread feeds. The backend (hip/gpu) defines them. */
#ifndef FOLDCHECK_FLEET_SEVERAL_CARDS_HIP_H
#define FOLDCHECK_FLEET_SEVERAL_CARDS_HIP_H

#include "hip/fleet/rooms.hip.h"

namespace FOLDCHECK_NAMESPACE
{

bool fleet_fork(const struct job *job, struct text *why);

/* `share` gets the card's stream; launches go to the card. */
bool fleet_on(const struct job *job, uint32_t card, struct job *share, struct text *why);

/* Bytes from each card's `own` to every card's `all`, card by card. Where one card's call fails, the others end. */
bool fleet_gather_bytes(const struct job *job, void *const own[], void *const all[], uint64_t bytes,
                        struct text *why);

/* Launches go to the first card again, whatever happened. */
bool fleet_join(const struct job *job, struct text *why);

template <class M>
static inline bool fleet_gather(const struct job *job, const fleet_rooms &rooms, struct text *why)
{
    void *own[MOST_CARDS], *all[MOST_CARDS];
    for (uint32_t card = 0; card < rooms.cards; card++) {
        own[card] = own_state<M>(rooms, card);
        all[card] = gathered_states<M>(rooms, card);
    }
    return fleet_gather_bytes(job, own, all, sizeof(typename M::state), why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
