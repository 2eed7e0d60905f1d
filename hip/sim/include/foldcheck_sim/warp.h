/* SPDX-License-Identifier: MIT
 * Shuffles and votes: with a mask, CUDA's; without, HIP's, of the lanes that come. */
#ifndef FOLDCHECK_SIM_WARP_H
#define FOLDCHECK_SIM_WARP_H

#include "kernel.h"

namespace foldcheck_sim
{
/* The value that lane `source` of the warp gives. */
template <class T>
static inline T shuffle(uint64_t mask, T value, uint32_t source)
{
    T theirs;
    sim_warp_exchange(mask, &value, &theirs, sizeof(T), source);
    return theirs;
}

/* In segments of `width` lanes; past a segment's end a lane takes its own value. */
template <class T>
static inline T shuffle_to(uint64_t mask, T value, int lane, int width)
{
    uint32_t first = sim_lane() / static_cast<uint32_t>(width) * static_cast<uint32_t>(width);
    return shuffle(mask, value, first + (static_cast<uint32_t>(lane) & static_cast<uint32_t>(width - 1)));
}

template <class T>
static inline T shuffle_by(uint64_t mask, T value, int by, int width)
{
    int lane = static_cast<int>(sim_lane()), from = lane + by;
    bool inside = from >= 0 && from / width == lane / width;
    return shuffle(mask, value, static_cast<uint32_t>(inside ? from : lane));
}

template <class T>
static inline T shuffle_xor(uint64_t mask, T value, int bits, int width)
{
    int lane = static_cast<int>(sim_lane()), from = lane ^ bits;
    bool inside = from / width <= lane / width;
    return shuffle(mask, value, static_cast<uint32_t>(inside ? from : lane));
}
} // namespace foldcheck_sim

static inline void __syncwarp(uint64_t mask = ~UINT64_C(0))
{
    sim_warp_sync(mask);
}

template <class T>
static inline T __shfl_sync(uint64_t mask, T value, int lane, int width = warpSize)
{
    return foldcheck_sim::shuffle_to(mask, value, lane, width);
}
template <class T>
static inline T __shfl_up_sync(uint64_t mask, T value, unsigned by, int width = warpSize)
{
    return foldcheck_sim::shuffle_by(mask, value, -static_cast<int>(by), width);
}
template <class T>
static inline T __shfl_down_sync(uint64_t mask, T value, unsigned by, int width = warpSize)
{
    return foldcheck_sim::shuffle_by(mask, value, static_cast<int>(by), width);
}
template <class T>
static inline T __shfl_xor_sync(uint64_t mask, T value, int bits, int width = warpSize)
{
    return foldcheck_sim::shuffle_xor(mask, value, bits, width);
}
template <class T>
static inline T __shfl(T value, int lane, int width = warpSize)
{
    return foldcheck_sim::shuffle_to(0, value, lane, width);
}
template <class T>
static inline T __shfl_up(T value, unsigned by, int width = warpSize)
{
    return foldcheck_sim::shuffle_by(0, value, -static_cast<int>(by), width);
}
template <class T>
static inline T __shfl_down(T value, unsigned by, int width = warpSize)
{
    return foldcheck_sim::shuffle_by(0, value, static_cast<int>(by), width);
}
template <class T>
static inline T __shfl_xor(T value, int bits, int width = warpSize)
{
    return foldcheck_sim::shuffle_xor(0, value, bits, width);
}

static inline uint64_t __activemask()
{
    return sim_warp_active();
}
static inline uint64_t __ballot(int yes)
{
    return sim_warp_vote(0, yes != 0);
}
static inline int __any(int yes)
{
    return sim_warp_vote(0, yes != 0) != 0;
}
static inline int __all(int yes)
{
    return sim_warp_vote(0, yes == 0) == 0;
}
static inline uint64_t __ballot_sync(uint64_t mask, int yes)
{
    return sim_warp_vote(mask, yes != 0);
}
static inline int __any_sync(uint64_t mask, int yes)
{
    return sim_warp_vote(mask, yes != 0) != 0;
}
static inline int __all_sync(uint64_t mask, int yes)
{
    return sim_warp_vote(mask, yes == 0) == 0;
}

/* Which lanes of the mask have my value: a round for each of them. */
template <class T>
static inline uint64_t __match_any_sync(uint64_t mask, T value)
{
    uint64_t same = 0;
    for (uint32_t lane = 0; lane < sim_lanes(); lane++) {
        if (!(mask >> lane & 1)) continue;
        T theirs = foldcheck_sim::shuffle(mask, value, lane);
        if (theirs == value) same |= UINT64_C(1) << lane;
    }
    return same;
}

/* The mask, if all of its lanes have one value; else 0. */
template <class T>
static inline uint64_t __match_all_sync(uint64_t mask, T value, int *all)
{
    uint64_t same = __match_any_sync(mask, value);
    *all = same == mask;
    return *all ? mask : 0;
}

namespace foldcheck_sim
{
template <class T, class F>
static inline T reduce(uint64_t mask, T value, F combine)
{
    bool first = true;
    T all{};
    for (uint32_t lane = 0; lane < sim_lanes(); lane++) {
        if (!(mask >> lane & 1)) continue;
        T theirs = shuffle(mask, value, lane);
        all = first ? theirs : combine(all, theirs);
        first = false;
    }
    return all;
}
} // namespace foldcheck_sim

#define FOLDCHECK_SIM_REDUCE(NAME, COMBINED)                                                                 \
    template <class T>                                                                                       \
    static inline T __reduce_##NAME##_sync(uint64_t mask, T value)                                           \
    {                                                                                                        \
        return foldcheck_sim::reduce(mask, value, [](T a, T b) -> T { return COMBINED; });                   \
    }
FOLDCHECK_SIM_REDUCE(add, a + b)
FOLDCHECK_SIM_REDUCE(min, b < a ? b : a)
FOLDCHECK_SIM_REDUCE(max, a < b ? b : a)
FOLDCHECK_SIM_REDUCE(and, a &b)
FOLDCHECK_SIM_REDUCE(or, a | b)
FOLDCHECK_SIM_REDUCE(xor, a ^ b)
#undef FOLDCHECK_SIM_REDUCE

#endif
