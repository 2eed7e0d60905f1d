/* SPDX-License-Identifier: MIT
 * The words of words.hip.h on AMD, beside those of gpu.hip.h. */
#ifndef FOLDCHECK_PLATFORM_AMD_HIP_H
#define FOLDCHECK_PLATFORM_AMD_HIP_H

#include "hip/platform/gpu.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { MOST_LANES = 64 };

FN int worked_out_here(int n)
{
    asm volatile("" : "+v"(n));
    return n;
}

/* ---- barriers, and between lanes ----------------------------------------------------------------------- */
template <int GROUP>
FN void group_sync(void)
{
    /* The lanes of a wavefront run in step, but the compiler may still move a lane's accesses: the fences
     * stop it. */
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

template <int GROUP, lane_way WAY>
FN uint32_t shuffle(uint32_t word, int by)
{
    if (WAY == LANE_ABOVE) return (uint32_t)__shfl_down((int)word, (unsigned)by, GROUP);
    if (WAY == LANE_BELOW) return (uint32_t)__shfl_up((int)word, (unsigned)by, GROUP);
    return (uint32_t)__shfl((int)word, by, GROUP);
}

template <int GROUP>
FN lane_set<GROUP> group_ballot(bool mine)
{
    uint64_t said = __ballot(mine);
    if (GROUP == 64) return (lane_set<GROUP>)said;
    return (lane_set<GROUP>)(said >> (threadIdx.x % (unsigned)warpSize / GROUP * GROUP) &
                             ((UINT64_C(1) << (GROUP % 64)) - 1));
}

/* ---- memory -------------------------------------------------------------------------------------------- */
typedef uint32_t hardware_vector __attribute__((ext_vector_type(4)));

FN vector load_stream(const void *memory)
{
    vector loaded;
    hardware_vector wide = __builtin_nontemporal_load(static_cast<const hardware_vector *>(memory));
    copy_bits<sizeof(loaded)>(&loaded, &wide);
    return loaded;
}

FN void store_stream(void *memory, const vector &stored)
{
    hardware_vector wide;
    copy_bits<sizeof(wide)>(&wide, &stored);
    __builtin_nontemporal_store(wide, static_cast<hardware_vector *>(memory));
}

/* ---- between blocks ------------------------------------------------------------------------------------ */
FN uint32_t take_ticket(uint32_t *counter)
{
    return __hip_atomic_fetch_add(counter, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
}

FN uint64_t take_number(uint64_t *counter)
{
    return __hip_atomic_fetch_add(counter, (uint64_t)1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN uint64_t swap_word(uint64_t *word, uint64_t expected, uint64_t next)
{
    __hip_atomic_compare_exchange_strong(word, &expected, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_AGENT);
    return expected;
}

FN uint32_t add_to_word(uint32_t *word, uint32_t add)
{
    return __hip_atomic_fetch_add(word, add, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN void add_onto(uint32_t *word, uint32_t add)
{
    __hip_atomic_fetch_add(word, add, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN void add_onto(uint64_t *word, uint64_t add)
{
    __hip_atomic_fetch_add(word, add, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN void publish_word(uint64_t *word, uint64_t value)
{
    __hip_atomic_store(word, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN void place_word(uint32_t *word, uint32_t value)
{
    __hip_atomic_store(word, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN uint64_t observe_word(const uint64_t *word)
{
    return __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN uint32_t observe_word(const uint32_t *word)
{
    return __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

FN void publish_flag(uint32_t *flag, uint32_t value)
{
    __hip_atomic_store(flag, value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}

FN uint32_t observe_flag(const uint32_t *flag)
{
    return __hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
