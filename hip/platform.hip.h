/* SPDX-License-Identifier: MIT
 * The few words that kernels are written in, and what they mean on AMD, on NVIDIA and on the simulator. The
 * only kernel-side file that knows which of the three it is compiled for.
 *
 * Memory model, in one paragraph: block_sync orders shared and global memory among the threads of a block;
 * group_sync orders them among the lanes of a group (a shuffle alone orders nothing). Blocks order one another by
 * two words: everything that a block wrote before it took its ticket is seen by whoever takes a later ticket of
 * the same counter; everything that a lane wrote before publish_flag is seen by a lane whose observe_flag got that
 * flag. publish_word and observe_word order nothing: all that they tell is the word, which is never torn. */
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
/* Inlined or not: the simulator tells accesses apart by the calls that lead to them (hip/sim/site.c). */
#define FN static inline
/* Not inlined, so that its callers compile faster. */
#define FN_ONCE static __attribute__((noinline))
#define BOTH static inline
#define COMPILE_TIME constexpr
#define KERNEL(BLOCK, MIN_BLOCKS) void
/* ROLLED: before a loop that mostly has one turn, or few, for which a compiler would write out four. */
#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#else
#define UNROLL _Pragma("GCC unroll 64")
#define ROLLED _Pragma("GCC unroll 1")
#endif
/* Before a loop in which the lanes of a group access memory alike, or not at all: the simulator counts the same then, and
 * its kernels compile faster for it. Before another one UNROLL makes each turn's accesses instructions of their own,
 * or counts would go wrong once a lane left a turn out. */
#define UNROLL_FOR_SPEED
#else
#define OP_FN static __host__ __device__ __forceinline__ /* an operator's function */
#define FN static __device__ __forceinline__             /* device code */
#define FN_ONCE FN
#define BOTH static __host__ __device__ __forceinline__ /* device code that the host's plans use, too */
#define COMPILE_TIME constexpr __host__ __device__ /* the compiler's arithmetic: sizes, offsets, scaling */
#define KERNEL(BLOCK, MIN_BLOCKS) __global__ __launch_bounds__(BLOCK, MIN_BLOCKS) void
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#define UNROLL_FOR_SPEED UNROLL
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

/* The bits of a value, into another one as wide. memcpy would say so to the simulator, which looks at all that a kernel
 * copies; this is for registers, and for memory behind its accessor's touch. */
template <size_t BYTES>
BOTH void copy_bits(void *to, const void *from)
{
#if defined(ON_SIM)
    __builtin_memcpy(to, from, BYTES);
#else
    memcpy(to, from, BYTES);
#endif
}

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

/* n, which the compiler takes for a new number whenever control comes by: what follows from it is worked out there,
 * and not once in front of a loop and kept in registers throughout. */
FN int worked_out_here(int n)
{
#if defined(ON_NVIDIA)
    asm volatile("" : "+r"(n));
#elif defined(ON_AMD)
    asm volatile("" : "+v"(n));
#endif
    return n;
}

/* ---- shared memory and barriers ------------------------------------------------------------------------ */
/* Declares T *name, COUNT items of shared memory. Only kernels declare it; helpers are handed the pointer. */
#if defined(ON_SIM)
#define SHARED(T, NAME, COUNT) T *NAME = (T *)sim_shared(__LINE__, sizeof(T) * (size_t)(COUNT), alignof(T))
#else
#define SHARED(T, NAME, COUNT)                                                                               \
    __shared__ __align__(16) unsigned char NAME##_bytes[sizeof(T) * (size_t)(COUNT)];                        \
    T *NAME = reinterpret_cast<T *>(NAME##_bytes)
#endif

/* Declares unsigned char *NAME, BYTES of shared memory from a multiple of 16 bytes on, which launch_with_shared is
 * told, too. At most one a kernel; there may be more of it than a device has for SHARED. */
#if defined(ON_SIM)
#define DYNAMIC_SHARED(NAME, BYTES)                                                                          \
    unsigned char *NAME = (unsigned char *)sim_dynamic_shared(__LINE__, BYTES, 16)
#else
#define DYNAMIC_SHARED(NAME, BYTES)                                                                          \
    static_assert((BYTES) > 0, "as much as launch_with_shared is told");                                     \
    extern __shared__ __align__(16) unsigned char NAME[]
#endif

/* As DYNAMIC_SHARED, of as many bytes as the problem needs, which only launch_with_shared's caller works out. */
#if defined(ON_SIM)
#define TOLD_SHARED(NAME, BYTES) DYNAMIC_SHARED(NAME, BYTES)
#else
#define TOLD_SHARED(NAME, BYTES) extern __shared__ __align__(16) unsigned char NAME[]
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
/* Whose value a lane takes: that of the lane `by` above or below it (its own where there is none), or of lane
 * `by`. */
enum lane_way { LANE_ABOVE, LANE_BELOW, LANE_NUMBER };

FN int lane_source(enum lane_way way, int lane, int by, int group)
{
    if (way == LANE_NUMBER) return by;
    if (way == LANE_ABOVE) return lane + by < group ? lane + by : lane;
    return lane >= by ? lane - by : lane;
}

#if !defined(ON_SIM)
template <int GROUP, lane_way WAY>
FN uint32_t shuffle(uint32_t word, int by)
{
#if defined(ON_NVIDIA)
    if (WAY == LANE_ABOVE) return __shfl_down_sync(group_mask<GROUP>(), word, (unsigned)by, GROUP);
    if (WAY == LANE_BELOW) return __shfl_up_sync(group_mask<GROUP>(), word, (unsigned)by, GROUP);
    return __shfl_sync(group_mask<GROUP>(), word, by, GROUP);
#else
    if (WAY == LANE_ABOVE) return (uint32_t)__shfl_down((int)word, (unsigned)by, GROUP);
    if (WAY == LANE_BELOW) return (uint32_t)__shfl_up((int)word, (unsigned)by, GROUP);
    return (uint32_t)__shfl((int)word, by, GROUP);
#endif
}
#endif

/* The value of another lane of the group. All lanes of the group take part. */
template <int GROUP, lane_way WAY, class T>
FN_ONCE T lane_exchange(T mine, int by)
{
    T theirs = mine;
#if defined(ON_SIM)
    uint32_t source = (uint32_t)lane_source(WAY, thread_id() % GROUP, by, GROUP);
    sim_exchange(&mine, &theirs, sizeof mine, source, GROUP);
#else
    constexpr int WORDS = (int)((sizeof(T) + 3) / 4);
    uint32_t word[WORDS] = {};
    copy_bits<sizeof(mine)>(word, &mine);
    UNROLL for (int i = 0; i < WORDS; i++) word[i] = shuffle<GROUP, WAY>(word[i], by);
    copy_bits<sizeof(theirs)>(&theirs, word);
#endif
    return theirs;
}

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

/* A bit for each lane of a group. */
template <bool WIDE>
struct lane_bits {
    using type = uint32_t;
};
template <>
struct lane_bits<true> {
    using type = uint64_t;
};
template <int GROUP>
using lane_set = typename lane_bits<(GROUP > 32)>::type;

/* Bit l: the argument of lane l of the group. All lanes of the group take part. */
template <int GROUP>
FN lane_set<GROUP> group_ballot(bool mine)
{
#if defined(ON_SIM)
    lane_set<GROUP> said = (lane_set<GROUP>)mine << (thread_id() % GROUP);
    for (int d = 1; d < GROUP; d *= 2)
        said |= lane_take<GROUP>(said, thread_id() % GROUP ^ d);
    return said;
#elif defined(ON_NVIDIA)
    unsigned said = __ballot_sync(group_mask<GROUP>(), mine) & group_mask<GROUP>();
    return said >> (threadIdx.x % 32u / GROUP * GROUP);
#else
    uint64_t said = __ballot(mine);
    if (GROUP == 64) return (lane_set<GROUP>)said;
    return (lane_set<GROUP>)(said >> (threadIdx.x % (unsigned)warpSize / GROUP * GROUP) &
                             ((UINT64_C(1) << (GROUP % 64)) - 1));
#endif
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

/* The number of the highest bit; -1 for none. */
FN int highest_bit(uint64_t bits)
{
#if defined(ON_SIM)
    return bits ? 63 - __builtin_clzll(bits) : -1;
#else
    return 63 - __clzll((long long)bits);
#endif
}

FN int highest_bit(uint32_t bits)
{
#if defined(ON_SIM)
    return bits ? 31 - __builtin_clz(bits) : -1;
#else
    return 31 - __clz((int)bits);
#endif
}

FN int bit_count(uint64_t bits)
{
#if defined(ON_SIM)
    return __builtin_popcountll(bits);
#else
    return __popcll(bits);
#endif
}

FN int bit_count(uint32_t bits)
{
#if defined(ON_SIM)
    return __builtin_popcount(bits);
#else
    return __popc(bits);
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
    copy_bits<BYTES>(word, memory);
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

/* Stores them. */
template <int BYTES>
FN void store_words(void *memory, const uint32_t *word)
{
    touch(memory, BYTES, BYTES, true);
#if defined(ON_SIM)
    copy_bits<BYTES>(memory, word);
#else
    if (BYTES == 16)
        *static_cast<uint4 *>(memory) = make_uint4(word[0], word[1], word[2], word[3]);
    else if (BYTES == 8)
        *static_cast<uint2 *>(memory) = make_uint2(word[0], word[1]);
    else
        *static_cast<uint32_t *>(memory) = word[0];
#endif
}

/* 16 bytes of global memory, aligned to themselves, that no block reads again soon: they bypass the caches. */
struct alignas(16) vector {
    uint32_t word[4];
};
#if defined(ON_AMD)
typedef uint32_t hardware_vector __attribute__((ext_vector_type(4)));
#endif

FN vector load_stream(const void *memory)
{
    vector loaded;
    touch(memory, sizeof loaded, sizeof loaded, false);
#if defined(ON_SIM)
    copy_bits<sizeof(loaded)>(&loaded, memory);
#elif defined(ON_NVIDIA)
    uint4 wide = __ldcs(static_cast<const uint4 *>(memory));
    loaded = {{wide.x, wide.y, wide.z, wide.w}};
#else
    hardware_vector wide = __builtin_nontemporal_load(static_cast<const hardware_vector *>(memory));
    copy_bits<sizeof(loaded)>(&loaded, &wide);
#endif
    return loaded;
}

FN void store_stream(void *memory, const vector &stored)
{
    touch(memory, sizeof stored, sizeof stored, true);
#if defined(ON_SIM)
    copy_bits<sizeof(stored)>(memory, &stored);
#elif defined(ON_NVIDIA)
    __stcs(static_cast<uint4 *>(memory),
           make_uint4(stored.word[0], stored.word[1], stored.word[2], stored.word[3]));
#else
    hardware_vector wide;
    copy_bits<sizeof(wide)>(&wide, &stored);
    __builtin_nontemporal_store(wide, static_cast<hardware_vector *>(memory));
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

/* As take_ticket, of 64 bits, but orders nothing: numbers that only tell blocks apart. */
FN uint64_t take_number(uint64_t *counter)
{
#if defined(ON_SIM)
    return sim_atomic_add64(counter, 1);
#elif defined(ON_NVIDIA)
    return atomicAdd(reinterpret_cast<unsigned long long *>(counter), 1ull);
#else
    return __hip_atomic_fetch_add(counter, (uint64_t)1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

/* Stores `next` in a word of global or shared memory if it holds what is expected, in one step, and returns what it held.
 * Orders nothing else. */
FN uint64_t swap_word(uint64_t *word, uint64_t expected, uint64_t next)
{
#if defined(ON_SIM)
    return sim_atomic_swap64(word, expected, next);
#elif defined(ON_NVIDIA)
    return atomicCAS(reinterpret_cast<unsigned long long *>(word), (unsigned long long)expected,
                     (unsigned long long)next);
#else
    __hip_atomic_compare_exchange_strong(word, &expected, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_AGENT);
    return expected;
#endif
}

/* Adds to a word of global or shared memory, in one step. Orders nothing. */
FN void add_to_word(uint32_t *word, uint32_t add)
{
#if defined(ON_SIM)
    sim_atomic_add32(word, add);
#elif defined(ON_NVIDIA)
    atomicAdd(word, add);
#else
    __hip_atomic_fetch_add(word, add, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

FN void add_to_word(uint64_t *word, uint64_t add)
{
#if defined(ON_SIM)
    sim_atomic_add64(word, add);
#elif defined(ON_NVIDIA)
    atomicAdd(reinterpret_cast<unsigned long long *>(word), static_cast<unsigned long long>(add));
#else
    __hip_atomic_fetch_add(word, add, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

/* A word that blocks leave for others: all 64 bits at once, and nothing else is promised. */
FN void publish_word(uint64_t *word, uint64_t value)
{
#if defined(ON_SIM)
    sim_atomic_store(word, value, sizeof *word, false);
#elif defined(ON_NVIDIA) && __CUDA_ARCH__ >= 700
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
#elif defined(ON_NVIDIA)
    *static_cast<volatile uint64_t *>(word) = value;
#else
    __hip_atomic_store(word, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

FN uint64_t observe_word(const uint64_t *word)
{
#if defined(ON_SIM)
    return sim_atomic_load(word, sizeof *word, false);
#elif defined(ON_NVIDIA) && __CUDA_ARCH__ >= 700
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
#elif defined(ON_NVIDIA)
    return *static_cast<const volatile uint64_t *>(word);
#else
    return __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

/* A flag for "my earlier writes are visible": published with release, observed with acquire. */
FN void publish_flag(uint32_t *flag, uint32_t value)
{
#if defined(ON_SIM)
    sim_atomic_store(flag, value, sizeof *flag, true);
#elif defined(ON_NVIDIA) && __CUDA_ARCH__ >= 700
    asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(flag), "r"(value) : "memory");
#elif defined(ON_NVIDIA)
    __threadfence();
    *static_cast<volatile uint32_t *>(flag) = value;
#else
    __hip_atomic_store(flag, value, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

FN uint32_t observe_flag(const uint32_t *flag)
{
#if defined(ON_SIM)
    return (uint32_t)sim_atomic_load(flag, sizeof *flag, true);
#elif defined(ON_NVIDIA) && __CUDA_ARCH__ >= 700
    uint32_t value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
#elif defined(ON_NVIDIA)
    uint32_t value = *static_cast<const volatile uint32_t *>(flag);
    __threadfence();
    return value;
#else
    return __hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

/* A lane has looked for something that is not there yet, and will look again. */
FN void spin(void)
{
#if defined(ON_SIM)
    sim_yield();
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

/* Enqueues kernel(arguments) on blocks x block threads, with `shared` bytes of DYNAMIC_SHARED; never waits. */
template <class A>
static inline bool launch_with_shared(const char *name, void (*kernel)(A), int64_t blocks, int block,
                                      int group, size_t shared, const struct job *job, const A &arguments,
                                      struct text *why)
{
#if defined(ON_SIM)
    sim_call<A> call = {kernel, arguments};
    if (sim_launch_with_shared(job->stream, name, (uint64_t)blocks, (uint32_t)block, (uint32_t)group, shared,
                               sim_body<A>, &call, sizeof call))
        return true;
    return text_say(why, "%s: %s", name, sim_error()) != 0;
#else
    (void)group;
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
#endif
}

template <class A>
static inline bool launch(const char *name, void (*kernel)(A), int64_t blocks, int block, int group,
                          const struct job *job, const A &arguments, struct text *why)
{
    return launch_with_shared(name, kernel, blocks, block, group, 0, job, arguments, why);
}

} // namespace FOLDCHECK_NAMESPACE
#endif
