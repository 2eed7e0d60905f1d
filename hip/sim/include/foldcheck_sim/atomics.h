/* SPDX-License-Identifier: MIT
 * Atomics. atomicAdd and its like are relaxed, in the scope of the device, or of the block as atomicAdd_block; the
 * __hip_atomic_* words have the order and the scope that they say. */
#ifndef FOLDCHECK_SIM_ATOMICS_H
#define FOLDCHECK_SIM_ATOMICS_H

#include "kernel.h"

#include <cstring>

enum {
    __HIP_MEMORY_SCOPE_SINGLETHREAD = 1,
    __HIP_MEMORY_SCOPE_WAVEFRONT,
    __HIP_MEMORY_SCOPE_WORKGROUP,
    __HIP_MEMORY_SCOPE_AGENT,
    __HIP_MEMORY_SCOPE_SYSTEM
};

namespace foldcheck_sim
{
enum { LOADS = 1, STORES, BOTH };

/* A parameter from which no type is deduced: atomicAdd(float *, int) adds a float. */
template <class T>
struct as_is {
    using type = T;
};
template <class T>
using same = typename as_is<T>::type;

/* *at becomes change(*at); returns what it was. how: the order, with a scope (ordinary.h). */
template <class T, class F>
static inline T atomic_change(volatile T *at, int how, F change)
{
    sim_atomic_enter(at, sizeof(T), BOTH, how);
    T old = *const_cast<T *>(at), next = change(old);
    bool changed = memcmp(&old, &next, sizeof(T)) != 0;
    *const_cast<T *>(at) = next;
    sim_atomic_leave(changed);
    return old;
}

template <class T>
static inline T atomic_load(const volatile T *at, int how)
{
    sim_atomic_enter(at, sizeof(T), LOADS, how);
    T value = *const_cast<const T *>(at);
    sim_atomic_leave(false);
    return value;
}

template <class T>
static inline void atomic_store(volatile T *at, T value, int how)
{
    sim_atomic_enter(at, sizeof(T), STORES, how);
    *const_cast<T *>(at) = value;
    sim_atomic_leave(true);
}

/* One that fails loads only, in the order `failed`. */
template <class T>
static inline T atomic_compare(volatile T *at, T expected, T desired, int how, int failed)
{
    return atomic_change(at, how, [&](T old) {
        if (memcmp(&old, &expected, sizeof(T)) == 0) return desired;
        sim_atomic_failed(failed);
        return old;
    });
}

/* Of a scope by HIP's number: not past the thread, the wavefront, the work group, the agent or the system. */
constexpr int scope_bits(int scope)
{
    return scope == __HIP_MEMORY_SCOPE_SINGLETHREAD ? SIM_OF_THREAD
           : scope == __HIP_MEMORY_SCOPE_WAVEFRONT  ? SIM_OF_WARP
           : scope == __HIP_MEMORY_SCOPE_WORKGROUP  ? SIM_OF_BLOCK
                                                    : 0;
}
} // namespace foldcheck_sim

#define FOLDCHECK_SIM_ATOMIC(NAME, SCOPE, NEXT)                                                              \
    template <class T>                                                                                       \
    static inline T NAME(T *at, foldcheck_sim::same<T> value)                                                \
    {                                                                                                        \
        return foldcheck_sim::atomic_change<T>(at, SIM_UNORDERED | SCOPE, [&](T old) -> T { return NEXT; }); \
    }
#define FOLDCHECK_SIM_ATOMICS(NAME, NEXT)                                                                    \
    FOLDCHECK_SIM_ATOMIC(NAME, 0, NEXT)                                                                      \
    FOLDCHECK_SIM_ATOMIC(NAME##_block, SIM_OF_BLOCK, NEXT)                                                   \
    FOLDCHECK_SIM_ATOMIC(NAME##_system, 0, NEXT)
FOLDCHECK_SIM_ATOMICS(atomicAdd, old + value)
FOLDCHECK_SIM_ATOMICS(atomicSub, old - value)
FOLDCHECK_SIM_ATOMICS(atomicExch, (static_cast<void>(old), value))
FOLDCHECK_SIM_ATOMICS(atomicMin, value < old ? value : old)
FOLDCHECK_SIM_ATOMICS(atomicMax, old < value ? value : old)
FOLDCHECK_SIM_ATOMICS(atomicAnd, old &value)
FOLDCHECK_SIM_ATOMICS(atomicOr, old | value)
FOLDCHECK_SIM_ATOMICS(atomicXor, old ^ value)
FOLDCHECK_SIM_ATOMICS(atomicInc, old >= value ? 0 : old + 1)
FOLDCHECK_SIM_ATOMICS(atomicDec, old == 0 || old > value ? value : old - 1)
#undef FOLDCHECK_SIM_ATOMICS
#undef FOLDCHECK_SIM_ATOMIC

#define FOLDCHECK_SIM_CAS(NAME, SCOPE)                                                                       \
    template <class T>                                                                                       \
    static inline T NAME(T *at, foldcheck_sim::same<T> expected, foldcheck_sim::same<T> desired)             \
    {                                                                                                        \
        return foldcheck_sim::atomic_compare<T>(at, expected, desired, SIM_UNORDERED | SCOPE,                \
                                                SIM_UNORDERED | SCOPE);                                      \
    }
FOLDCHECK_SIM_CAS(atomicCAS, 0)
FOLDCHECK_SIM_CAS(atomicCAS_block, SIM_OF_BLOCK)
FOLDCHECK_SIM_CAS(atomicCAS_system, 0)
#undef FOLDCHECK_SIM_CAS

/* ---- HIP's, with orders and scopes ------------------------------------------------------------------------ */
namespace foldcheck_sim
{
template <class T>
static inline bool hip_compare(volatile T *at, T *expected, same<T> desired, int how, int failed)
{
    T old = atomic_compare<T>(at, *expected, desired, how, failed);
    bool done = memcmp(&old, expected, sizeof(T)) == 0;
    if (!done) *expected = old;
    return done;
}

#define FOLDCHECK_SIM_FETCH(NAME, NEXT)                                                                      \
    template <class T>                                                                                       \
    static inline T hip_##NAME(volatile T *at, same<T> value, int how)                                       \
    {                                                                                                        \
        return atomic_change<T>(at, how, [&](T old) -> T { return NEXT; });                                  \
    }
FOLDCHECK_SIM_FETCH(exchange, (static_cast<void>(old), value))
FOLDCHECK_SIM_FETCH(fetch_add, old + value)
FOLDCHECK_SIM_FETCH(fetch_sub, old - value)
FOLDCHECK_SIM_FETCH(fetch_min, value < old ? value : old)
FOLDCHECK_SIM_FETCH(fetch_max, old < value ? value : old)
FOLDCHECK_SIM_FETCH(fetch_and, old &value)
FOLDCHECK_SIM_FETCH(fetch_or, old | value)
FOLDCHECK_SIM_FETCH(fetch_xor, old ^ value)
#undef FOLDCHECK_SIM_FETCH

template <class T>
static inline T hip_load(const volatile T *at, int how)
{
    return atomic_load<T>(at, how);
}
template <class T>
static inline void hip_store(volatile T *at, same<T> value, int how)
{
    atomic_store<T>(at, value, how);
}
} // namespace foldcheck_sim

#define FOLDCHECK_SIM_HOW(ORDER, SCOPE) ((ORDER) | foldcheck_sim::scope_bits(SCOPE))
#define __hip_atomic_load(AT, ORDER, SCOPE) foldcheck_sim::hip_load(AT, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_store(AT, VALUE, ORDER, SCOPE)                                                          \
    foldcheck_sim::hip_store(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_exchange(AT, VALUE, ORDER, SCOPE)                                                       \
    foldcheck_sim::hip_exchange(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_fetch_add(AT, VALUE, ORDER, SCOPE)                                                      \
    foldcheck_sim::hip_fetch_add(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_fetch_sub(AT, VALUE, ORDER, SCOPE)                                                      \
    foldcheck_sim::hip_fetch_sub(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_fetch_min(AT, VALUE, ORDER, SCOPE)                                                      \
    foldcheck_sim::hip_fetch_min(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_fetch_max(AT, VALUE, ORDER, SCOPE)                                                      \
    foldcheck_sim::hip_fetch_max(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_fetch_and(AT, VALUE, ORDER, SCOPE)                                                      \
    foldcheck_sim::hip_fetch_and(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_fetch_or(AT, VALUE, ORDER, SCOPE)                                                       \
    foldcheck_sim::hip_fetch_or(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_fetch_xor(AT, VALUE, ORDER, SCOPE)                                                      \
    foldcheck_sim::hip_fetch_xor(AT, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE))
#define __hip_atomic_compare_exchange_strong(AT, EXPECTED, VALUE, ORDER, FAILED, SCOPE)                      \
    foldcheck_sim::hip_compare(AT, EXPECTED, VALUE, FOLDCHECK_SIM_HOW(ORDER, SCOPE),                         \
                               FOLDCHECK_SIM_HOW(FAILED, SCOPE))
#define __hip_atomic_compare_exchange_weak __hip_atomic_compare_exchange_strong

#endif
