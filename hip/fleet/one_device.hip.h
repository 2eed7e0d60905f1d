/* SPDX-License-Identifier: MIT
 * The functions of fleet.hip.h for one device, a card or the simulator, which stands for several. The work of one card
 * comes behind that of the card before it in the job's stream, and a kernel copies the states to each. */
#ifndef FOLDCHECK_FLEET_ONE_DEVICE_HIP_H
#define FOLDCHECK_FLEET_ONE_DEVICE_HIP_H

#include "hip/fleet/rooms.hip.h"

namespace FOLDCHECK_NAMESPACE
{

inline bool fleet_fork(const struct job *, struct text *)
{
    return true;
}

inline bool fleet_on(const struct job *, uint32_t, struct job *, struct text *)
{
    return true;
}

inline bool fleet_join(const struct job *, struct text *)
{
    return true;
}

template <class State>
struct states_gather_arguments {
    const char *own; /* the first card's state; the next one's is `stride` bytes further */
    uint64_t stride;
    State *gathered;
    uint32_t cards;
};

template <class State>
KERNEL(1, 1)
gather_kernel(states_gather_arguments<State> a)
{
    for (uint32_t card = 0; card < a.cards; card++)
        store(a.gathered + card, load(reinterpret_cast<const State *>(a.own + card * a.stride)));
}

template <class M>
static inline bool fleet_gather(const struct job *job, const fleet_rooms &rooms, struct text *why)
{
    for (uint32_t card = 0; card < rooms.cards; card++) {
        states_gather_arguments<typename M::state> a = {room_of(rooms, 0), rooms.stride,
                                                        gathered_states<M>(rooms, card), rooms.cards};
        if (!launch("gather", gather_kernel<typename M::state>, 1, 1, 1, job, a, why)) return false;
    }
    return true;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
