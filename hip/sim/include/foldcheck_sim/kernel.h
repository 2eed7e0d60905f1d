/* SPDX-License-Identifier: MIT
 * The words of a kernel: indices, barriers, fences, shared memory. rewrite.c leaves `__global__` and `__shared__` to
 * none of these headers: it takes such words away, and writes calls of what stands here. */
#ifndef FOLDCHECK_SIM_KERNEL_H
#define FOLDCHECK_SIM_KERNEL_H

#include <cstddef>
#include <cstdint>
#include <string> /* before __noinline__ is a macro, which gcc 13's has in attributes */
#include <type_traits>

#include "../../ordinary.h"
#include "../../sim.h"
#include "vectors.h"

#define __host__
#define __device__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(BYTES) __attribute__((aligned(BYTES)))
#define __builtin_align__(BYTES) __attribute__((aligned(BYTES)))
#define HIP_DYNAMIC_SHARED(TYPE, NAME) extern __shared__ TYPE NAME[];

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    operator uint3() const
    {
        return {x, y, z};
    }
};

namespace foldcheck_sim
{
static inline uint3 thread_index()
{
    return {sim_thread_x(), sim_thread_y(), sim_thread_z()};
}
static inline uint3 block_index()
{
    return {sim_block_x(), sim_block_y(), sim_block_z()};
}
static inline dim3 block_size()
{
    return {sim_threads_x(), sim_threads_y(), sim_threads_z()};
}
static inline dim3 grid_size()
{
    return {sim_blocks_x(), sim_blocks_y(), sim_blocks_z()};
}

/* A shared variable of type T, for the block that runs. */
template <class T>
static inline T &shared(const sim_variable *variable)
{
    return *static_cast<T *>(sim_shared_variable(variable, sizeof(T)));
}

/* T is an array without a bound. */
template <class T>
static inline T &shared_extern(const sim_variable *variable)
{
    return *static_cast<T *>(sim_shared_extern(variable));
}

/* The bytes of an element of T, which may be an array of arrays. */
template <class T>
constexpr uint32_t item_bytes = sizeof(std::remove_all_extents_t<T>);

/* A shared variable outside functions: known to the block where it is used. */
template <class T>
struct outer_shared {
    sim_variable variable;
    operator T &() const
    {
        return shared<T>(&variable);
    }
    T *operator&() const
    {
        return &shared<T>(&variable);
    }
};
template <class T, size_t N>
struct outer_shared<T[N]> {
    sim_variable variable;
    operator T *() const
    {
        return shared<T[N]>(&variable);
    }
};
template <class T>
struct outer_shared<T[]> {
    sim_variable variable;
    operator T *() const
    {
        return shared_extern<T[]>(&variable);
    }
};
} // namespace foldcheck_sim

static const struct foldcheck_warp_size {
    operator int() const
    {
        return static_cast<int>(sim_lanes());
    }
} warpSize;

static inline void __nanosleep(unsigned)
{
    sim_pause();
}
static inline long long clock64()
{
    return sim_clock();
}
static inline void __syncthreads()
{
    sim_block_vote(false);
}
static inline int __syncthreads_count(int yes)
{
    return static_cast<int>(sim_block_vote(yes != 0));
}
static inline int __syncthreads_or(int yes)
{
    return sim_block_vote(yes != 0) != 0;
}
static inline int __syncthreads_and(int yes)
{
    return sim_block_vote(yes == 0) == 0;
}

/* Sequentially consistent, in the scope of the device, the block, the system. */
static inline void __threadfence()
{
    sim_fence();
}
static inline void __threadfence_block()
{
    sim_fence_of(__ATOMIC_SEQ_CST | SIM_OF_BLOCK);
}
namespace foldcheck_sim
{
/* LLVM's name of a scope, "workgroup" or "workgroup-one-as". */
constexpr int scope_named(const char *name)
{
    return name[0] == 's' && name[1] == 'i'   ? SIM_OF_THREAD
           : name[0] == 'w' && name[1] == 'a' ? SIM_OF_WARP
           : name[0] == 'w'                   ? SIM_OF_BLOCK
                                              : 0;
}
} // namespace foldcheck_sim
#define __builtin_amdgcn_fence(ORDER, SCOPE, ...) sim_fence_of((ORDER) | foldcheck_sim::scope_named(SCOPE))

static inline void __threadfence_system()
{
    sim_fence();
}

#endif
