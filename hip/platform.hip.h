/* SPDX-License-Identifier: MIT
 * The few words that kernels are written in, and what they mean on AMD, on NVIDIA and on the simulator. The
 * only kernel-side file that knows which of the three it is compiled for.
 *
 * Memory model, in one paragraph: block_sync orders shared and global memory among the threads of a block;
 * group_sync orders them among the lanes of a group (a shuffle alone orders nothing); take_ticket is the one
 * word by which blocks order one another: everything that a block wrote before it took its ticket is seen by
 * whoever takes a later ticket of the same counter. */
#ifndef FOLDCHECK_PLATFORM_HIP_H
#define FOLDCHECK_PLATFORM_HIP_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <utility>

#if defined(__CUDACC__)
#define ON_NVIDIA 1
#include <hip/hip_runtime.h>
#elif defined(__HIPCC__)
#define ON_AMD 1
#include <hip/hip_runtime.h>
#else
#define ON_SIM 1
#include "hip/sim/sim.h"
#endif

#if defined(ON_SIM)
#define OP_FN static inline
#define FN static inline
#define BOTH static inline
#define COMPILE_TIME constexpr
#define KERNEL(BLOCK, MIN_BLOCKS) void
#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 64")
#endif
#else
#define OP_FN static __host__ __device__ __forceinline__ /* an operator's function */
#define FN static __device__ __forceinline__             /* device code */
#define BOTH static __host__ __device__ __forceinline__  /* device code that the host's plans use, too */
#define COMPILE_TIME constexpr __host__ __device__ /* the compiler's arithmetic: sizes, offsets, scaling */
#define KERNEL(BLOCK, MIN_BLOCKS) __global__ __launch_bounds__(BLOCK, MIN_BLOCKS) void
#define UNROLL _Pragma("unroll")
#endif

#include "hip/device.h"

/* All of a backend's own code lies in a namespace of its own: two backends' templates in one program would be
 * merged silently by the linker. */
#define FOLDCHECK_PASTE2(a, b) a##b
#define FOLDCHECK_PASTE(a, b) FOLDCHECK_PASTE2(a, b)
#define FOLDCHECK_NAMESPACE FOLDCHECK_PASTE(foldcheck_, FOLDCHECK_BACKEND)

namespace FOLDCHECK_NAMESPACE
{

#if defined(ON_NVIDIA)
enum { MOST_LANES = 32 };
#else
enum { MOST_LANES = 64 };
#endif

/* ---- who is running ------------------------------------------------------------------------------------ */
#if defined(ON_SIM)
FN int thread_id(void)
{
    return (int)sim_thread();
}
FN int64_t block_id(void)
{
    return (int64_t)sim_block();
}
FN int64_t block_count(void)
{
    return (int64_t)sim_blocks();
}
#else
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
#endif

/* ---- shared memory and barriers ------------------------------------------------------------------------ */
/* Declares T *name, COUNT items of shared memory. Only kernels declare it; helpers are handed the pointer. */
#if defined(ON_SIM)
#define SHARED(T, NAME, COUNT) T *NAME = (T *)sim_shared(__LINE__, sizeof(T) * (size_t)(COUNT), alignof(T))
#else
#define SHARED(T, NAME, COUNT)                                                                               \
    __shared__ __align__(16) unsigned char NAME##_bytes[sizeof(T) * (size_t)(COUNT)];                        \
    T *NAME = reinterpret_cast<T *>(NAME##_bytes)
#endif

FN void block_sync(void)
{
#if defined(ON_SIM)
    sim_block_sync();
#else
    __syncthreads();
#endif
}

#if defined(ON_NVIDIA)
/* The lanes of my group as shuffles and __syncwarp want them: no lane outside the group need be there. */
template <int GROUP>
FN unsigned group_mask(void)
{
    if (GROUP == 32) return 0xffffffffu;
    return ((1u << (GROUP % 32)) - 1u) << (threadIdx.x % 32u / GROUP * GROUP);
}
#endif

template <int GROUP>
FN void group_sync(void)
{
#if defined(ON_SIM)
    sim_group_sync(GROUP);
#elif defined(ON_NVIDIA)
    __syncwarp(group_mask<GROUP>());
#else
    /* The lanes of a wavefront run in step, but the compiler may still move a lane's accesses: the fences
     * stop it. */
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#endif
}

/* ---- between lanes ------------------------------------------------------------------------------------- */
/* What the lane `delta` above mine in my group gave; my own where there is none. All lanes of the group take
 * part. */
template <int GROUP, class T>
FN T lane_down(T mine, int delta)
{
    T theirs = mine;
#if defined(ON_SIM)
    int lane = thread_id() % GROUP;
    sim_exchange(&mine, &theirs, sizeof mine, (uint32_t)(lane + delta < GROUP ? lane + delta : lane), GROUP);
#else
    constexpr int WORDS = (int)((sizeof(T) + 3) / 4);
    uint32_t word[WORDS] = {};
    memcpy(word, &mine, sizeof mine);
    UNROLL for (int i = 0; i < WORDS; i++)
    {
#if defined(ON_NVIDIA)
        word[i] = __shfl_down_sync(group_mask<GROUP>(), word[i], (unsigned)delta, GROUP);
#else
        word[i] = (uint32_t)__shfl_down((int)word[i], (unsigned)delta, GROUP);
#endif
    }
    memcpy(&theirs, word, sizeof theirs);
#endif
    return theirs;
}

/* What lane 0 of my group gave. All lanes of the group take part. */
template <int GROUP>
FN uint32_t lane_first(uint32_t mine)
{
#if defined(ON_SIM)
    uint32_t first = mine;
    sim_exchange(&mine, &first, sizeof mine, 0, GROUP);
    return first;
#elif defined(ON_NVIDIA)
    return __shfl_sync(group_mask<GROUP>(), mine, 0, GROUP);
#else
    return (uint32_t)__shfl((int)mine, 0, GROUP);
#endif
}

/* ---- memory -------------------------------------------------------------------------------------------- */
/* Every access to global and shared memory passes here; it costs nothing on hardware. */
FN void touch(const void *memory, size_t bytes, size_t align, bool stores)
{
#if defined(ON_SIM)
    sim_touch(memory, bytes, align, stores);
#else
    (void)memory, (void)bytes, (void)align, (void)stores;
#endif
}

/* Every combine of a kernel passes here; it costs nothing on hardware. */
BOTH void count_combine(void)
{
#if defined(ON_SIM)
    sim_combined();
#endif
}

/* Loads BYTES (4, 8 or 16, aligned to themselves) of global memory as 32-bit words, in one access. */
template <int BYTES>
FN void load_words(const void *memory, uint32_t *word)
{
    touch(memory, BYTES, BYTES, false);
#if defined(ON_SIM)
    memcpy(word, memory, BYTES);
#else
    if (BYTES == 16) {
        uint4 wide = *static_cast<const uint4 *>(memory);
        word[0] = wide.x, word[1] = wide.y, word[2] = wide.z, word[3] = wide.w;
    } else if (BYTES == 8) {
        uint2 wide = *static_cast<const uint2 *>(memory);
        word[0] = wide.x, word[1] = wide.y;
    } else
        word[0] = *static_cast<const uint32_t *>(memory);
#endif
}

/* Adds one to a counter and returns what it held. Release and acquire among all blocks of the device: what
 * was written before is seen by whoever takes a later ticket, and nothing that is read after is older than
 * the ticket. */
FN uint32_t take_ticket(uint32_t *counter)
{
#if defined(ON_SIM)
    return sim_atomic_add(counter, 1);
#elif defined(ON_NVIDIA) && __CUDA_ARCH__ >= 700
    uint32_t ticket; /* half the price of atomicAdd between two __threadfence, which order sequentially
                        consistently */
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(ticket) : "l"(counter) : "memory");
    return ticket;
#elif defined(ON_NVIDIA)
    __threadfence();
    uint32_t ticket = atomicAdd(counter, 1u);
    __threadfence();
    return ticket;
#else
    return __hip_atomic_fetch_add(counter, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

/* ---- launching ----------------------------------------------------------------------------------------- */
/* The most blocks of a launch that would have one a tile; a kernel with more tiles loops over them. Few on the
 * simulator, so that small problems take more than one trip. */
#if defined(ON_SIM)
enum { MOST_BLOCKS = 16 };
#else
enum { MOST_BLOCKS = 1 << 20 };
#endif

#if defined(ON_SIM)
template <class A>
struct sim_call {
    void (*kernel)(A);
    A arguments;
};
template <class A>
static void sim_body(const void *call)
{
    const sim_call<A> *c = static_cast<const sim_call<A> *>(call);
    c->kernel(c->arguments);
}
#endif

/* Enqueues kernel(arguments) on blocks x block threads; never waits. */
template <class A>
static inline bool launch(const char *name, void (*kernel)(A), int64_t blocks, int block, int group,
                          const struct job *job, const A &arguments, struct text *why)
{
#if defined(ON_SIM)
    sim_call<A> call = {kernel, arguments};
    if (sim_launch(job->stream, name, (uint64_t)blocks, (uint32_t)block, (uint32_t)group, sim_body<A>, &call,
                   sizeof call))
        return true;
    return text_say(why, "%s: %s", name, sim_error()) != 0;
#else
    (void)group;
    hipLaunchKernelGGL(kernel, dim3((unsigned)blocks), dim3((unsigned)block), 0,
                       reinterpret_cast<hipStream_t>(job->stream), arguments);
    hipError_t error = hipGetLastError();
    if (error == hipSuccess) return true;
    return text_say(why, "%s: launch of %lld blocks of %d threads: %s", name, (long long)blocks, block,
                    hipGetErrorString(error)) != 0;
#endif
}

} // namespace FOLDCHECK_NAMESPACE
#endif
