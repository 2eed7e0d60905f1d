/* SPDX-License-Identifier: MIT
 * CUDA's words of a warp that take a mask. HIP 5.2 has none of them, later versions some, whose masks need 64 bits. All
 * lanes of a wavefront that run here take part; of a mask only the votes take notice. */
#ifndef FOLDCHECK_AMD_WARP_WORDS_H
#define FOLDCHECK_AMD_WARP_WORDS_H

typedef unsigned long long foldcheck_lanes;

/* No lane's accesses to memory pass it. */
static inline __device__ void __syncwarp(foldcheck_lanes = ~0ull)
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

template <class T>
static inline __device__ T __shfl_sync(foldcheck_lanes, T value, int lane, int width = warpSize)
{
    return __shfl(value, lane, width);
}
template <class T>
static inline __device__ T __shfl_up_sync(foldcheck_lanes, T value, unsigned by, int width = warpSize)
{
    return __shfl_up(value, by, width);
}
template <class T>
static inline __device__ T __shfl_down_sync(foldcheck_lanes, T value, unsigned by, int width = warpSize)
{
    return __shfl_down(value, by, width);
}
template <class T>
static inline __device__ T __shfl_xor_sync(foldcheck_lanes, T value, int bits, int width = warpSize)
{
    return __shfl_xor(value, bits, width);
}

static inline __device__ foldcheck_lanes __ballot_sync(foldcheck_lanes mask, int yes)
{
    return __ballot(yes) & mask;
}
static inline __device__ int __any_sync(foldcheck_lanes mask, int yes)
{
    return __ballot_sync(mask, yes) != 0;
}
static inline __device__ int __all_sync(foldcheck_lanes mask, int yes)
{
    return __ballot_sync(mask, yes == 0) == 0;
}
static inline __device__ foldcheck_lanes __activemask()
{
    return __ballot(1);
}

#endif
