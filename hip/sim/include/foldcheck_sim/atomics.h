/* SPDX-License-Identifier: MIT
 * Atomics. atomicAdd and its like order nothing; the __hip_atomic_* words order as they say, whatever their scope. */
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

/* *at becomes change(*at); returns what it was. */
template <class T, class F>
static inline T atomic_change(volatile T *at, int order, F change)
{
    sim_atomic_enter(at, sizeof(T), BOTH, order);
    T old = *const_cast<T *>(at), next = change(old);
    bool changed = memcmp(&old, &next, sizeof(T)) != 0;
    *const_cast<T *>(at) = next;
    sim_atomic_leave(changed);
    return old;
}

template <class T>
static inline T atomic_load(const volatile T *at, int order)
{
    sim_atomic_enter(at, sizeof(T), LOADS, order);
    T value = *const_cast<const T *>(at);
    sim_atomic_leave(false);
    return value;
}

template <class T>
static inline void atomic_store(volatile T *at, T value, int order)
{
    sim_atomic_enter(at, sizeof(T), STORES, order);
    *const_cast<T *>(at) = value;
    sim_atomic_leave(true);
}

/* One that fails loads only. */
template <class T>
static inline T atomic_compare(volatile T *at, T expected, T desired, int order)
{
    return atomic_change(at, order,
                         [&](T old) { return memcmp(&old, &expected, sizeof(T)) ? old : desired; });
}
} // namespace foldcheck_sim

#define FOLDCHECK_SIM_ATOMIC(NAME, NEXT)                                                                     \
    template <class T>                                                                                       \
    static inline T NAME(T *at, foldcheck_sim::same<T> value)                                                \
    {                                                                                                        \
        return foldcheck_sim::atomic_change<T>(at, SIM_UNORDERED, [&](T old) -> T { return NEXT; });         \
    }
#define FOLDCHECK_SIM_ATOMICS(NAME, NEXT)                                                                    \
    FOLDCHECK_SIM_ATOMIC(NAME, NEXT)                                                                         \
    FOLDCHECK_SIM_ATOMIC(NAME##_block, NEXT)                                                                 \
    FOLDCHECK_SIM_ATOMIC(NAME##_system, NEXT)
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

#define FOLDCHECK_SIM_CAS(NAME)                                                                              \
    template <class T>                                                                                       \
    static inline T NAME(T *at, foldcheck_sim::same<T> expected, foldcheck_sim::same<T> desired)             \
    {                                                                                                        \
        return foldcheck_sim::atomic_compare<T>(at, expected, desired, SIM_UNORDERED);                       \
    }
FOLDCHECK_SIM_CAS(atomicCAS)
FOLDCHECK_SIM_CAS(atomicCAS_block)
FOLDCHECK_SIM_CAS(atomicCAS_system)
#undef FOLDCHECK_SIM_CAS

/* ---- HIP's, with orders --------------------------------------------------------------------------------- */
namespace foldcheck_sim
{
template <class T>
static inline bool hip_compare(volatile T *at, T *expected, same<T> desired, int order)
{
    T old = atomic_compare<T>(at, *expected, desired, order);
    bool done = memcmp(&old, expected, sizeof(T)) == 0;
    if (!done) *expected = old;
    return done;
}

#define FOLDCHECK_SIM_FETCH(NAME, NEXT)                                                                      \
    template <class T>                                                                                       \
    static inline T hip_##NAME(volatile T *at, same<T> value, int order)                                     \
    {                                                                                                        \
        return atomic_change<T>(at, order, [&](T old) -> T { return NEXT; });                                \
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
static inline T hip_load(const volatile T *at, int order)
{
    return atomic_load<T>(at, order);
}
template <class T>
static inline void hip_store(volatile T *at, same<T> value, int order)
{
    atomic_store<T>(at, value, order);
}
} // namespace foldcheck_sim

#define __hip_atomic_load(AT, ORDER, SCOPE) foldcheck_sim::hip_load(AT, ORDER)
#define __hip_atomic_store(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_store(AT, VALUE, ORDER)
#define __hip_atomic_exchange(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_exchange(AT, VALUE, ORDER)
#define __hip_atomic_fetch_add(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_fetch_add(AT, VALUE, ORDER)
#define __hip_atomic_fetch_sub(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_fetch_sub(AT, VALUE, ORDER)
#define __hip_atomic_fetch_min(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_fetch_min(AT, VALUE, ORDER)
#define __hip_atomic_fetch_max(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_fetch_max(AT, VALUE, ORDER)
#define __hip_atomic_fetch_and(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_fetch_and(AT, VALUE, ORDER)
#define __hip_atomic_fetch_or(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_fetch_or(AT, VALUE, ORDER)
#define __hip_atomic_fetch_xor(AT, VALUE, ORDER, SCOPE) foldcheck_sim::hip_fetch_xor(AT, VALUE, ORDER)
#define __hip_atomic_compare_exchange_strong(AT, EXPECTED, VALUE, ORDER, FAILED, SCOPE)                      \
    foldcheck_sim::hip_compare(AT, EXPECTED, VALUE, ORDER)
#define __hip_atomic_compare_exchange_weak __hip_atomic_compare_exchange_strong

#endif
