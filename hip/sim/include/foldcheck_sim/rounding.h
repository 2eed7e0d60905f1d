/* SPDX-License-Identifier: MIT
 * Arithmetic rounded to the nearest (rn), down (rd), up (ru) or towards zero (rz). */
#ifndef FOLDCHECK_SIM_ROUNDING_H
#define FOLDCHECK_SIM_ROUNDING_H

#include <cfenv>
#include <cmath>

namespace foldcheck_sim
{
/* The compiler neither knows a value behind it nor moves it. */
template <class T>
static inline T settled(T value)
{
    __asm__ volatile("" : "+m"(value) : : "memory");
    return value;
}

template <class T, class F>
static inline T rounded(int way, F compute, T a, T b, T c)
{
    std::fesetround(way);
    T result = settled(compute(settled(a), settled(b), settled(c)));
    std::fesetround(FE_TONEAREST);
    return result;
}
} // namespace foldcheck_sim

#define FOLDCHECK_SIM_ROUNDED(T, NAME, WAY)                                                                  \
    static inline T __##NAME##add_##WAY(T a, T b)                                                            \
    {                                                                                                        \
        return foldcheck_sim::rounded(                                                                       \
            FOLDCHECK_##WAY, [](T x, T y, T) { return x + y; }, a, b, b);                                    \
    }                                                                                                        \
    static inline T __##NAME##sub_##WAY(T a, T b)                                                            \
    {                                                                                                        \
        return foldcheck_sim::rounded(                                                                       \
            FOLDCHECK_##WAY, [](T x, T y, T) { return x - y; }, a, b, b);                                    \
    }                                                                                                        \
    static inline T __##NAME##mul_##WAY(T a, T b)                                                            \
    {                                                                                                        \
        return foldcheck_sim::rounded(                                                                       \
            FOLDCHECK_##WAY, [](T x, T y, T) { return x * y; }, a, b, b);                                    \
    }                                                                                                        \
    static inline T __##NAME##div_##WAY(T a, T b)                                                            \
    {                                                                                                        \
        return foldcheck_sim::rounded(                                                                       \
            FOLDCHECK_##WAY, [](T x, T y, T) { return x / y; }, a, b, b);                                    \
    }                                                                                                        \
    static inline T __##NAME##rcp_##WAY(T a)                                                                 \
    {                                                                                                        \
        return foldcheck_sim::rounded(                                                                       \
            FOLDCHECK_##WAY, [](T x, T y, T) { return y / x; }, a, T(1), a);                                 \
    }                                                                                                        \
    static inline T __##NAME##sqrt_##WAY(T a)                                                                \
    {                                                                                                        \
        return foldcheck_sim::rounded(                                                                       \
            FOLDCHECK_##WAY, [](T x, T, T) { return std::sqrt(x); }, a, a, a);                               \
    }
#define FOLDCHECK_SIM_FMA(T, NAME, WAY)                                                                      \
    static inline T NAME##_##WAY(T a, T b, T c)                                                              \
    {                                                                                                        \
        return foldcheck_sim::rounded(                                                                       \
            FOLDCHECK_##WAY, [](T x, T y, T z) { return std::fma(x, y, z); }, a, b, c);                      \
    }
#define FOLDCHECK_SIM_ROUNDED_BOTH(WAY)                                                                      \
    FOLDCHECK_SIM_ROUNDED(float, f, WAY)                                                                     \
    FOLDCHECK_SIM_ROUNDED(double, d, WAY)                                                                    \
    FOLDCHECK_SIM_FMA(float, __fmaf, WAY)                                                                    \
    FOLDCHECK_SIM_FMA(double, __fma, WAY)
#define FOLDCHECK_rn FE_TONEAREST
#define FOLDCHECK_rd FE_DOWNWARD
#define FOLDCHECK_ru FE_UPWARD
#define FOLDCHECK_rz FE_TOWARDZERO
FOLDCHECK_SIM_ROUNDED_BOTH(rn)
FOLDCHECK_SIM_ROUNDED_BOTH(rd)
FOLDCHECK_SIM_ROUNDED_BOTH(ru)
FOLDCHECK_SIM_ROUNDED_BOTH(rz)
#undef FOLDCHECK_SIM_ROUNDED
#undef FOLDCHECK_SIM_FMA
#undef FOLDCHECK_SIM_ROUNDED_BOTH
#undef FOLDCHECK_rn
#undef FOLDCHECK_rd
#undef FOLDCHECK_ru
#undef FOLDCHECK_rz

#endif
