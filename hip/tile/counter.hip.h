/* SPDX-License-Identifier: MIT
 * Scratch with a counter: the tickets of blocks, then a state or a piece of each. */
#ifndef FOLDCHECK_TILE_COUNTER_HIP_H
#define FOLDCHECK_TILE_COUNTER_HIP_H

#include "hip/tile/tuple.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* Scratch = a counter in 256 bytes of its own, then states. */
enum { COUNTER_BYTES = 256 };

inline uint32_t *scratch_counter(const struct job *job)
{
    return static_cast<uint32_t *>(job->scratch);
}

template <class M>
static inline typename M::state *scratch_states(const struct job *job)
{
    return reinterpret_cast<typename M::state *>(static_cast<char *>(job->scratch) + COUNTER_BYTES);
}

template <class Counter>
KERNEL(1, 1)
zero_counter(Counter *counter)
{
    store(counter, (Counter)0);
}

/* prepare for strategies with a counter. */
inline bool prepare_counter(const struct job *job, const struct launch_shape *, struct text *why)
{
    return launch("zero_counter", zero_counter<uint32_t>, 1, 1, 1, job, scratch_counter(job), why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
