/* SPDX-License-Identifier: MIT
 * The few words that kernels are written in. hip/platform/words.hip.h says what they mean; a file a device beside it
 * defines them. Only these files know which device it is that they are compiled for.
 *
 * Memory model, in one paragraph: block_sync orders shared and global memory among the threads of a block;
 * group_sync orders them among the lanes of a group (a shuffle alone orders nothing). Blocks order one another by
 * two words: everything that a block wrote before it took its ticket is seen by a block that takes a later ticket of
 * the same counter; everything that a lane wrote before publish_flag is seen by a lane whose observe_flag got that
 * flag. publish_word and observe_word order nothing: all that they tell is the word, which is never torn. */
#ifndef FOLDCHECK_PLATFORM_HIP_H
#define FOLDCHECK_PLATFORM_HIP_H

#if defined(__CUDACC__)
#include "hip/platform/nvidia.hip.h"
#elif defined(__HIPCC__)
#include "hip/platform/amd.hip.h"
#elif defined(FOLDCHECK_ON_CPU)
#include "hip/platform/cpu.hip.h"
#else
#include "hip/platform/sim.hip.h"
#endif

namespace FOLDCHECK_NAMESPACE
{

/* The value of the lane `delta` above or below mine (mine where there is none), or of lane `source`; of lane 0. */
template <int GROUP, class T>
FN T lane_down(T mine, int delta)
{
    return lane_exchange<GROUP, LANE_ABOVE>(mine, delta);
}

template <int GROUP, class T>
FN T lane_up(T mine, int delta)
{
    return lane_exchange<GROUP, LANE_BELOW>(mine, delta);
}

template <int GROUP, class T>
FN T lane_take(T mine, int source)
{
    return lane_exchange<GROUP, LANE_NUMBER>(mine, source);
}

template <int GROUP>
FN uint32_t lane_first(uint32_t mine)
{
    return lane_take<GROUP>(mine, 0);
}

/* Lane l's bit and those before it. */
template <int GROUP>
FN lane_set<GROUP> lanes_to(int lane)
{
    return ((lane_set<GROUP>)2 << lane) - 1;
}

/* The bits of the lanes before it. */
template <int GROUP>
FN lane_set<GROUP> lanes_before(int lane)
{
    return ((lane_set<GROUP>)1 << lane) - 1;
}

template <class A>
static inline bool launch(const char *name, void (*kernel)(A), int64_t blocks, int block, int group,
                          const struct job *job, const A &arguments, struct text *why)
{
    return launch_with_shared(name, kernel, blocks, block, group, 0, job, arguments, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
