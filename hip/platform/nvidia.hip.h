/* SPDX-License-Identifier: MIT
 * The words of words.hip.h on NVIDIA, beside those of gpu.hip.h. Before compute capability 7.0 memory had no order but
 * fences. */
#ifndef FOLDCHECK_PLATFORM_NVIDIA_HIP_H
#define FOLDCHECK_PLATFORM_NVIDIA_HIP_H

#include "hip/platform/gpu.hip.h"

#define HAS_LIBRARY_STEPS 1 /* hip/peers/library_steps.hip */

namespace FOLDCHECK_NAMESPACE
{

enum { MOST_LANES = 32 };

FN int worked_out_here(int n)
{
    asm volatile("" : "+r"(n));
    return n;
}

/* ---- barriers, and between lanes ----------------------------------------------------------------------- */
/* The lanes of my group as shuffles and __syncwarp want them: no lane outside the group need be there. */
template <int GROUP>
FN unsigned group_mask(void)
{
    if (GROUP == 32) return 0xffffffffu;
    return ((1u << (GROUP % 32)) - 1u) << (threadIdx.x % 32u / GROUP * GROUP);
}

template <int GROUP>
FN void group_sync(void)
{
    __syncwarp(group_mask<GROUP>());
}

template <int GROUP, lane_way WAY>
FN uint32_t shuffle(uint32_t word, int by)
{
    if (WAY == LANE_ABOVE) return __shfl_down_sync(group_mask<GROUP>(), word, (unsigned)by, GROUP);
    if (WAY == LANE_BELOW) return __shfl_up_sync(group_mask<GROUP>(), word, (unsigned)by, GROUP);
    return __shfl_sync(group_mask<GROUP>(), word, by, GROUP);
}

template <int GROUP>
FN lane_set<GROUP> group_ballot(bool mine)
{
    unsigned said = __ballot_sync(group_mask<GROUP>(), mine) & group_mask<GROUP>();
    return said >> (threadIdx.x % 32u / GROUP * GROUP);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
FN vector load_stream(const void *memory)
{
    vector loaded;
    uint4 wide = __ldcs(static_cast<const uint4 *>(memory));
    loaded = {{wide.x, wide.y, wide.z, wide.w}};
    return loaded;
}

FN void store_stream(void *memory, const vector &stored)
{
    __stcs(static_cast<uint4 *>(memory),
           make_uint4(stored.word[0], stored.word[1], stored.word[2], stored.word[3]));
}

/* ---- between blocks ------------------------------------------------------------------------------------ */
FN uint32_t take_ticket(uint32_t *counter)
{
#if __CUDA_ARCH__ >= 700
    uint32_t ticket; /* half the price of atomicAdd between two __threadfence, which order sequentially
                        consistently */
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(counter) : "memory");
    return ticket;
#else
    __threadfence();
    uint32_t ticket = atomicAdd(counter, 1u);
    __threadfence();
    return ticket;
#endif
}

FN uint64_t take_number(uint64_t *counter)
{
    return atomicAdd(reinterpret_cast<unsigned long long *>(counter), 1ull);
}

FN uint64_t swap_word(uint64_t *word, uint64_t expected, uint64_t next)
{
    return atomicCAS(reinterpret_cast<unsigned long long *>(word), (unsigned long long)expected,
                     (unsigned long long)next);
}

FN uint32_t add_to_word(uint32_t *word, uint32_t add)
{
    return atomicAdd(word, add);
}

FN void add_onto(uint32_t *word, uint32_t add)
{
    atomicAdd(word, add);
}

FN void add_onto(uint64_t *word, uint64_t add)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(word), static_cast<unsigned long long>(add));
}

FN void publish_word(uint64_t *word, uint64_t value)
{
#if __CUDA_ARCH__ >= 700
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
#else
    *static_cast<volatile uint64_t *>(word) = value;
#endif
}

FN void place_word(uint32_t *word, uint32_t value)
{
#if __CUDA_ARCH__ >= 700
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(word), "r"(value) : "memory");
#else
    *static_cast<volatile uint32_t *>(word) = value;
#endif
}

FN uint64_t observe_word(const uint64_t *word)
{
#if __CUDA_ARCH__ >= 700
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
#else
    return *static_cast<const volatile uint64_t *>(word);
#endif
}

FN uint32_t observe_word(const uint32_t *word)
{
#if __CUDA_ARCH__ >= 700
    uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
#else
    return *static_cast<const volatile uint32_t *>(word);
#endif
}

FN void publish_flag(uint32_t *flag, uint32_t value)
{
#if __CUDA_ARCH__ >= 700
    asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(flag), "r"(value) : "memory");
#else
    __threadfence();
    *static_cast<volatile uint32_t *>(flag) = value;
#endif
}

FN uint32_t observe_flag(const uint32_t *flag)
{
#if __CUDA_ARCH__ >= 700
    uint32_t value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
#else
    uint32_t value = *static_cast<const volatile uint32_t *>(flag);
    __threadfence();
    return value;
#endif
}

} // namespace FOLDCHECK_NAMESPACE
#endif
