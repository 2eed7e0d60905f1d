/* SPDX-License-Identifier: MIT
 * The words of words.hip.h that HIP has for both kinds of GPU. nvidia.hip.h and amd.hip.h add the others. */
#ifndef FOLDCHECK_PLATFORM_GPU_HIP_H
#define FOLDCHECK_PLATFORM_GPU_HIP_H

#include <hip/hip_runtime.h>
#include <string.h>

#define OP_FN static __host__ __device__ __forceinline__
#define FN static __device__ __forceinline__
#define FN_ONCE FN
#define BOTH static __host__ __device__ __forceinline__
#define COMPILE_TIME constexpr __host__ __device__
#define KERNEL(BLOCK, MIN_BLOCKS) __global__ __launch_bounds__(BLOCK, MIN_BLOCKS) void
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#define UNROLL_FOR_SPEED UNROLL

#define SHARED(T, NAME, COUNT)                                                                               \
    __shared__ __align__(16) unsigned char NAME##_bytes[sizeof(T) * (size_t)(COUNT)];                        \
    T *NAME = reinterpret_cast<T *>(NAME##_bytes)
#define DYNAMIC_SHARED(NAME, BYTES)                                                                          \
    static_assert((BYTES) > 0, "as much as launch_with_shared is told");                                     \
    TOLD_SHARED(NAME, BYTES)
#define TOLD_SHARED(NAME, BYTES) extern __shared__ __align__(16) unsigned char NAME[]

#include "hip/platform/words.hip.h"

namespace FOLDCHECK_NAMESPACE
{

enum { MOST_BLOCKS = 1 << 20 };

template <size_t BYTES>
BOTH void copy_bits(void *to, const void *from)
{
    memcpy(to, from, BYTES);
}

/* ---- who is running ------------------------------------------------------------------------------------ */
FN int thread_id(void)
{
    return (int)threadIdx.x;
}

FN int64_t block_id(void)
{
    return (int64_t)blockIdx.x;
}

FN int64_t block_count(void)
{
    return (int64_t)gridDim.x;
}

/* ---- barriers, and between lanes ----------------------------------------------------------------------- */
FN void block_sync(void)
{
    __syncthreads();
}

/* The device's shuffle of 32 bits. */
template <int GROUP, lane_way WAY>
FN uint32_t shuffle(uint32_t word, int by);

template <int GROUP, lane_way WAY, class T>
FN_ONCE T lane_exchange(T mine, int by)
{
    T theirs = mine;
    constexpr int WORDS = (int)((sizeof(T) + 3) / 4);
    uint32_t word[WORDS] = {};
    copy_bits<sizeof(mine)>(word, &mine);
    UNROLL for (int i = 0; i < WORDS; i++) word[i] = shuffle<GROUP, WAY>(word[i], by);
    copy_bits<sizeof(theirs)>(&theirs, word);
    return theirs;
}

FN int highest_bit(uint64_t bits)
{
    return 63 - __clzll((long long)bits);
}

FN int highest_bit(uint32_t bits)
{
    return 31 - __clz((int)bits);
}

FN int bit_count(uint64_t bits)
{
    return __popcll(bits);
}

FN int bit_count(uint32_t bits)
{
    return __popc(bits);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
FN void touch(const void *, size_t, size_t, bool) {}

BOTH void count_combine(void) {}

template <int BYTES>
FN void load_words(const void *memory, uint32_t *word)
{
    if (BYTES == 16) {
        uint4 wide = *static_cast<const uint4 *>(memory);
        word[0] = wide.x, word[1] = wide.y, word[2] = wide.z, word[3] = wide.w;
    } else if (BYTES == 8) {
        uint2 wide = *static_cast<const uint2 *>(memory);
        word[0] = wide.x, word[1] = wide.y;
    } else
        word[0] = *static_cast<const uint32_t *>(memory);
}

template <int BYTES>
FN void store_words(void *memory, const uint32_t *word)
{
    if (BYTES == 16)
        *static_cast<uint4 *>(memory) = make_uint4(word[0], word[1], word[2], word[3]);
    else if (BYTES == 8)
        *static_cast<uint2 *>(memory) = make_uint2(word[0], word[1]);
    else
        *static_cast<uint32_t *>(memory) = word[0];
}

FN void spin(void) {}

/* ---- launching ----------------------------------------------------------------------------------------- */
template <class A>
static inline bool launch_with_shared(const char *name, void (*kernel)(A), int64_t blocks, int block, int,
                                      size_t shared, const struct job *job, const A &arguments,
                                      struct text *why)
{
    hipError_t error = hipSuccess;
    if (shared) /* more than what is there unasked has to be asked for */
        error = hipFuncSetAttribute(reinterpret_cast<const void *>(kernel),
                                    hipFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
    if (error == hipSuccess) {
        hipLaunchKernelGGL(kernel, dim3((unsigned)blocks), dim3((unsigned)block), shared,
                           reinterpret_cast<hipStream_t>(job->stream), arguments);
        error = hipGetLastError();
    }
    if (error == hipSuccess) return true;
    return text_say(why, "%s: launch of %lld blocks of %d threads: %s", name, (long long)blocks, block,
                    hipGetErrorString(error)) != 0;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
