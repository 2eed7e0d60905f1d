/* SPDX-License-Identifier: MIT
 * Functions on numbers and bits that GPU compilers know without a header. */
#ifndef FOLDCHECK_SIM_MATH_H
#define FOLDCHECK_SIM_MATH_H

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <math.h>
#include <type_traits>
#include <utility>

namespace foldcheck_sim
{
/* What a number is promoted to, and what an enumerator or warpSize stands for. */
template <class T>
using promoted = decltype(+std::declval<T>());
template <class A, class B>
using common_number = std::enable_if_t<std::is_arithmetic_v<promoted<A>> && std::is_arithmetic_v<promoted<B>>,
                                       std::common_type_t<promoted<A>, promoted<B>>>;
} // namespace foldcheck_sim

template <class A, class B>
static inline constexpr foldcheck_sim::common_number<A, B> min(A a, B b)
{
    using T = foldcheck_sim::common_number<A, B>;
    return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
template <class A, class B>
static inline constexpr foldcheck_sim::common_number<A, B> max(A a, B b)
{
    using T = foldcheck_sim::common_number<A, B>;
    return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}

namespace foldcheck_sim
{
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

template <class To, class From>
static inline To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "of one size");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
} // namespace foldcheck_sim

static inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
static inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
static inline int __clz(int x)
{
    return x ? __builtin_clz(static_cast<unsigned>(x)) : 32;
}
static inline int __clzll(long long x)
{
    return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
static inline int __ffs(int x)
{
    return __builtin_ffs(x);
}
static inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
static inline unsigned long long __brevll(unsigned long long x)
{
    unsigned long long reversed = 0;
    for (int i = 0; i < 64; i++)
        reversed = reversed << 1 | (x >> i & 1);
    return reversed;
}
static inline unsigned __brev(unsigned x)
{
    return static_cast<unsigned>(__brevll(x) >> 32);
}
/* A sum and the products of four bytes of each. */
static inline int __dp4a(int a, int b, int sum)
{
    for (int i = 0; i < 32; i += 8)
        sum += static_cast<int8_t>(a >> i) * static_cast<int8_t>(b >> i);
    return sum;
}
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum)
{
    for (int i = 0; i < 32; i += 8)
        sum += (a >> i & 0xff) * (b >> i & 0xff);
    return sum;
}
static inline int __mul24(int a, int b)
{
    return a * b;
}
static inline unsigned __umul24(unsigned a, unsigned b)
{
    return a * b;
}
static inline int __mulhi(int a, int b)
{
    return static_cast<int>((static_cast<int64_t>(a) * b) >> 32);
}
static inline unsigned __umulhi(unsigned a, unsigned b)
{
    return static_cast<unsigned>((static_cast<uint64_t>(a) * b) >> 32);
}
static inline long long __mul64hi(long long a, long long b)
{
    return static_cast<long long>(static_cast<foldcheck_sim::int128>(a) * b >> 64);
}
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return static_cast<unsigned long long>(static_cast<foldcheck_sim::uint128>(a) * b >> 64);
}
/* Four bytes of the eight of b and a, by the low three bits of the selector's half bytes; with the fourth, the byte's
 * sign. */
static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
    uint64_t both = static_cast<uint64_t>(b) << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++, selector >>= 4) {
        unsigned byte = both >> 8 * (selector & 7) & 0xff;
        if (selector & 8) byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by)
{
    return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) << (by & 31) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by)
{
    return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> (by & 31));
}
static inline float __int_as_float(int x)
{
    return foldcheck_sim::bits_as<float>(x);
}
static inline int __float_as_int(float x)
{
    return foldcheck_sim::bits_as<int>(x);
}
static inline float __uint_as_float(unsigned x)
{
    return foldcheck_sim::bits_as<float>(x);
}
static inline unsigned __float_as_uint(float x)
{
    return foldcheck_sim::bits_as<unsigned>(x);
}
static inline double __longlong_as_double(long long x)
{
    return foldcheck_sim::bits_as<double>(x);
}
static inline long long __double_as_longlong(double x)
{
    return foldcheck_sim::bits_as<long long>(x);
}
static inline float rsqrtf(float x)
{
    return 1.0f / sqrtf(x);
}
static inline double rsqrt(double x)
{
    return 1.0 / sqrt(x);
}
static inline float __fdividef(float a, float b)
{
    return a / b;
}
#define __expf(X) expf(X) /* the C library has such names of its own */
#define __logf(X) logf(X)
#define __sinf(X) sinf(X)
#define __cosf(X) cosf(X)
#define __powf(X, Y) powf(X, Y)
static inline float __saturatef(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Loads and stores that go another way on a GPU are loads and stores here: a hint to caches changes no order. */
template <class T>
static inline T __ldg(const T *at)
{
    return *at;
}
template <class T>
static inline T __ldcg(const T *at)
{
    return *at;
}
template <class T>
static inline T __ldcs(const T *at)
{
    return *at;
}
template <class T>
static inline T __ldca(const T *at)
{
    return *at;
}
template <class T>
static inline T __ldlu(const T *at)
{
    return *at;
}
template <class T>
static inline T __ldcv(const T *at)
{
    return *at;
}
template <class T>
static inline void __stwb(T *at, T value)
{
    *at = value;
}
template <class T>
static inline void __stcg(T *at, T value)
{
    *at = value;
}
template <class T>
static inline void __stcs(T *at, T value)
{
    *at = value;
}
template <class T>
static inline void __stwt(T *at, T value)
{
    *at = value;
}

#endif
