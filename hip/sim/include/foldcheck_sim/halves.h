/* SPDX-License-Identifier: MIT
 * Floats of 16 bits and pairs of them: CUDA's and HIP's types, and their words. Each operation is rounded once to the nearest,
 * ties to even, as on the cards; conversions to wider types are exact. Of a sum, a difference, a product, a quotient and a
 * square root the one that is computed in f32 and then rounded is that (src/half.h); of a product and a sum see odd_sum. A NaN
 * that an operation or a conversion from a wider type gives is 0x7fff, as on NVIDIA's cards, whatever NaN it was. */
#ifndef FOLDCHECK_SIM_HALVES_H
#define FOLDCHECK_SIM_HALVES_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "math.h"
#include "vectors.h"

#ifndef OP_FN
#define OP_HEADER_ONLY
#include "../../../../src/op.h"
namespace foldcheck_sim
{
#include "../../../../src/half.h"
}
#undef OP_FN
#undef OP_HEADER_ONLY
#endif

#define __CUDA_FP16_TYPES_EXIST__
#define __CUDA_BF16_TYPES_EXIST__

namespace foldcheck_sim
{
static constexpr uint16_t HALF_NAN = 0x7fff;

struct f16_bits {
    static float wide(uint16_t bits)
    {
        return f16_to_f32(bits);
    }
    static uint16_t narrow(float x)
    {
        return std::isnan(x) ? HALF_NAN : f32_to_f16(x);
    }
    enum { INFINITE = 0x7c00 };
};
struct bf16_bits {
    static float wide(uint16_t bits)
    {
        return bf16_to_f32(bits);
    }
    static uint16_t narrow(float x)
    {
        return std::isnan(x) ? HALF_NAN : f32_to_bf16(x);
    }
    enum { INFINITE = 0x7f80 };
};

/* The float between which and the number lies no other, with an odd last digit where the number is none itself: rounded
 * again, to two digits less or fewer, it gives what the number gives (rounding to odd; Boldo and Melquiond, 2008). */
static inline float odd_float(double x)
{
    float nearest = static_cast<float>(x);
    if (static_cast<double>(nearest) == x || std::isnan(x) || std::isinf(nearest)) return nearest;
    if (std::fabs(static_cast<double>(nearest)) > std::fabs(x)) nearest = std::nextafter(nearest, 0.0f);
    return bits_as<float>(bits_as<uint32_t>(nearest) | 1);
}

/* An integer as a double by which it rounds to fewer digits once (rounding to odd). */
template <class T>
static inline double odd_double(T x)
{
    if constexpr (sizeof x < sizeof(uint64_t)) {
        return static_cast<double>(x);
    } else {
        uint64_t whole = static_cast<uint64_t>(x), size = x < 0 ? 0 - whole : whole;
        if (size >> 53) size = size >> 11 << 11 | (size & 0x7ff ? 0x800 : 0);
        return x < 0 ? -static_cast<double>(size) : static_cast<double>(size);
    }
}

/* The same of a sum, as a double. */
static inline double odd_sum(double a, double b)
{
    double sum = a + b, of_b = sum - a, rest = (a - (sum - of_b)) + (b - of_b);
    if (!std::isfinite(sum) || rest == 0) return sum;
    if ((rest > 0) != (sum > 0)) sum = std::nextafter(sum, 0.0);
    return bits_as<double>(bits_as<uint64_t>(sum) | 1);
}

/* A whole number as the nearest integer of the type. NaN gives 0, of 64 bits the highest bit alone. */
template <class T>
static inline T integer_of(float whole)
{
    constexpr float beyond = static_cast<float>(std::numeric_limits<T>::max() / 2 + 1) * 2;
    if (std::isnan(whole)) return sizeof(T) == 8 ? static_cast<T>(uint64_t{1} << 63) : 0;
    if (whole >= beyond) return std::numeric_limits<T>::max();
    if (whole < static_cast<float>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    return static_cast<T>(whole);
}

/* The numbers next to bits that are no NaN: the nearer one to zero, and the one below. */
static inline uint16_t nearer_zero(uint16_t bits)
{
    return static_cast<uint16_t>(bits & 0x7fff ? bits - 1 : bits);
}
static inline uint16_t next_below(uint16_t bits)
{
    if (bits == 0) return 0x8001;
    return static_cast<uint16_t>(bits & 0x8000 ? bits + 1 : bits - 1);
}

template <class K>
struct half_number {
    uint16_t bits;

    half_number() = default;
    half_number(float x) : bits(K::narrow(x)) {}
    half_number(double x) : bits(K::narrow(odd_float(x))) {}
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    half_number(T x) : half_number(odd_double(x))
    {
    }
    operator float() const
    {
        return K::wide(bits);
    }
    static half_number of_bits(uint16_t bits)
    {
        half_number made;
        made.bits = bits;
        return made;
    }
    half_number &operator+=(half_number b)
    {
        return *this = *this + b;
    }
    half_number &operator-=(half_number b)
    {
        return *this = *this - b;
    }
    half_number &operator*=(half_number b)
    {
        return *this = *this * b;
    }
    half_number &operator/=(half_number b)
    {
        return *this = *this / b;
    }
    half_number &operator++()
    {
        return *this += half_number(1.0f);
    }
    half_number &operator--()
    {
        return *this -= half_number(1.0f);
    }
#define FOLDCHECK_SIM_HALF(OPERATOR)                                                                         \
    friend half_number operator OPERATOR(half_number a, half_number b)                                       \
    {                                                                                                        \
        return half_number(K::wide(a.bits) OPERATOR K::wide(b.bits));                                        \
    }
    FOLDCHECK_SIM_HALF(+)
    FOLDCHECK_SIM_HALF(-)
    FOLDCHECK_SIM_HALF(*)
    FOLDCHECK_SIM_HALF(/)
#undef FOLDCHECK_SIM_HALF
#define FOLDCHECK_SIM_HALF(OPERATOR)                                                                         \
    friend bool operator OPERATOR(half_number a, half_number b)                                              \
    {                                                                                                        \
        return K::wide(a.bits) OPERATOR K::wide(b.bits);                                                     \
    }
    FOLDCHECK_SIM_HALF(==)
    FOLDCHECK_SIM_HALF(!=)
    FOLDCHECK_SIM_HALF(<)
    FOLDCHECK_SIM_HALF(<=)
    FOLDCHECK_SIM_HALF(>)
    FOLDCHECK_SIM_HALF(>=)
#undef FOLDCHECK_SIM_HALF
    friend half_number operator-(half_number a)
    {
        return of_bits(a.bits ^ 0x8000);
    }
    friend half_number operator+(half_number a)
    {
        return a;
    }
};

template <class K>
struct alignas(4) half_pair {
    half_number<K> x, y;

    half_pair() = default;
    half_pair(half_number<K> a, half_number<K> b) : x(a), y(b) {}
    half_pair &operator+=(half_pair b)
    {
        return *this = *this + b;
    }
    half_pair &operator-=(half_pair b)
    {
        return *this = *this - b;
    }
    half_pair &operator*=(half_pair b)
    {
        return *this = *this * b;
    }
#define FOLDCHECK_SIM_HALF(OPERATOR)                                                                         \
    friend half_pair operator OPERATOR(half_pair a, half_pair b)                                             \
    {                                                                                                        \
        return {a.x OPERATOR b.x, a.y OPERATOR b.y};                                                         \
    }
    FOLDCHECK_SIM_HALF(+)
    FOLDCHECK_SIM_HALF(-)
    FOLDCHECK_SIM_HALF(*)
    FOLDCHECK_SIM_HALF(/)
#undef FOLDCHECK_SIM_HALF
    friend half_pair operator-(half_pair a)
    {
        return {-a.x, -a.y};
    }
    friend bool operator==(half_pair a, half_pair b)
    {
        return a.x == b.x && a.y == b.y;
    }
    friend bool operator!=(half_pair a, half_pair b)
    {
        return a.x != b.x && a.y != b.y;
    }
};

template <class K>
static inline half_number<K> half_towards_zero(float x)
{
    half_number<K> nearest(x);
    bool beyond = std::fabs(static_cast<float>(nearest)) > std::fabs(x);
    return half_number<K>::of_bits(beyond ? nearer_zero(nearest.bits) : nearest.bits);
}
template <class K>
static inline half_number<K> half_down(float x)
{
    half_number<K> nearest(x);
    return half_number<K>::of_bits(static_cast<float>(nearest) > x ? next_below(nearest.bits) : nearest.bits);
}
template <class K>
static inline half_number<K> half_fma(half_number<K> a, half_number<K> b, half_number<K> c)
{
    double product = static_cast<double>(static_cast<float>(a)) * static_cast<double>(static_cast<float>(b));
    return half_number<K>(odd_sum(product, static_cast<double>(static_cast<float>(c))));
}
template <class K>
static inline half_number<K> half_saturated(half_number<K> x)
{
    float wide = x;
    return half_number<K>(wide > 0 ? wide < 1 ? wide : 1.0f : 0.0f); /* of NaN 0 */
}
/* Of two of which one at least is NaN: NaN, or the number. */
template <class K>
static inline half_number<K> one_is_nan(half_number<K> a, half_number<K> b, bool keeps_nan)
{
    bool both = std::isnan(static_cast<float>(a)) && std::isnan(static_cast<float>(b));
    if (keeps_nan || both) return half_number<K>::of_bits(HALF_NAN);
    return std::isnan(static_cast<float>(a)) ? b : a;
}
/* Of two numbers the larger one; a NaN only if both are, or if one is. -0 lies below +0. */
template <class K>
static inline half_number<K> half_max(half_number<K> a, half_number<K> b, bool keeps_nan)
{
    float x = a, y = b;
    if (std::isnan(x) || std::isnan(y)) return one_is_nan(a, b, keeps_nan);
    if (x == y) return a.bits & 0x8000 ? b : a;
    return x > y ? a : b;
}
template <class K>
static inline half_number<K> half_min(half_number<K> a, half_number<K> b, bool keeps_nan)
{
    float x = a, y = b;
    if (std::isnan(x) || std::isnan(y)) return one_is_nan(a, b, keeps_nan);
    if (x == y) return a.bits & 0x8000 ? a : b;
    return x < y ? a : b;
}
} // namespace foldcheck_sim

using __half = foldcheck_sim::half_number<foldcheck_sim::f16_bits>;
using __half2 = foldcheck_sim::half_pair<foldcheck_sim::f16_bits>;
using half = __half;
using half2 = __half2;
using __nv_bfloat16 = foldcheck_sim::half_number<foldcheck_sim::bf16_bits>;
using __nv_bfloat162 = foldcheck_sim::half_pair<foldcheck_sim::bf16_bits>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
using __hip_bfloat16 = __nv_bfloat16;
using __hip_bfloat162 = __nv_bfloat162;
using hip_bfloat16 = __nv_bfloat16;

/* ---- arithmetic and comparisons, of single ones and of pairs ----------------------------------------------- */
#define FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, NAME, PAIR_NAME, RESULT)                                       \
    static inline T NAME(T a, T b)                                                                           \
    {                                                                                                        \
        return RESULT;                                                                                       \
    }                                                                                                        \
    static inline PAIR PAIR_NAME(PAIR a, PAIR b)                                                             \
    {                                                                                                        \
        return {NAME(a.x, b.x), NAME(a.y, b.y)};                                                             \
    }
#define FOLDCHECK_SIM_HALF_BINARY(T, PAIR, NAME, RESULT)                                                     \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, NAME, NAME##2, RESULT)
/* unordered: true of a NaN, too */
#define FOLDCHECK_SIM_HALF_COMPARED(T, PAIR, NAME, PAIR_NAME, BOTH_NAME, COMPARED)                           \
    static inline bool NAME(T a, T b)                                                                        \
    {                                                                                                        \
        return COMPARED;                                                                                     \
    }                                                                                                        \
    static inline PAIR PAIR_NAME(PAIR a, PAIR b)                                                             \
    {                                                                                                        \
        return {T(NAME(a.x, b.x) ? 1.0f : 0.0f), T(NAME(a.y, b.y) ? 1.0f : 0.0f)};                           \
    }                                                                                                        \
    static inline bool BOTH_NAME(PAIR a, PAIR b)                                                             \
    {                                                                                                        \
        return NAME(a.x, b.x) && NAME(a.y, b.y);                                                             \
    }
#define FOLDCHECK_SIM_HALF_COMPARE(T, PAIR, WORD, COMPARED)                                                  \
    FOLDCHECK_SIM_HALF_COMPARED(T, PAIR, __h##WORD, __h##WORD##2, __hb##WORD##2, COMPARED)                   \
    FOLDCHECK_SIM_HALF_COMPARED(T, PAIR, __h##WORD##u, __h##WORD##u2, __hb##WORD##u2,                        \
                                (COMPARED) || a != a || b != b)
#define FOLDCHECK_SIM_HALF_UNARY(T, PAIR, NAME, PAIR_NAME, RESULT)                                           \
    static inline T NAME(T a)                                                                                \
    {                                                                                                        \
        return RESULT;                                                                                       \
    }                                                                                                        \
    static inline PAIR PAIR_NAME(PAIR a)                                                                     \
    {                                                                                                        \
        return {NAME(a.x), NAME(a.y)};                                                                       \
    }
#define FOLDCHECK_SIM_HALF_FMA(T, PAIR, NAME, PAIR_NAME, RESULT)                                             \
    static inline T NAME(T a, T b, T c)                                                                      \
    {                                                                                                        \
        return RESULT;                                                                                       \
    }                                                                                                        \
    static inline PAIR PAIR_NAME(PAIR a, PAIR b, PAIR c)                                                     \
    {                                                                                                        \
        return {NAME(a.x, b.x, c.x), NAME(a.y, b.y, c.y)};                                                   \
    }
#define FOLDCHECK_SIM_HALF_WORDS(T, PAIR)                                                                    \
    FOLDCHECK_SIM_HALF_BINARY(T, PAIR, __hadd, a + b)                                                        \
    FOLDCHECK_SIM_HALF_BINARY(T, PAIR, __hsub, a - b)                                                        \
    FOLDCHECK_SIM_HALF_BINARY(T, PAIR, __hmul, a *b)                                                         \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hdiv, __h2div, a / b)                                            \
    FOLDCHECK_SIM_HALF_BINARY(T, PAIR, __hmax, foldcheck_sim::half_max(a, b, false))                         \
    FOLDCHECK_SIM_HALF_BINARY(T, PAIR, __hmin, foldcheck_sim::half_min(a, b, false))                         \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hadd_rn, __hadd2_rn, a + b)                                      \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hsub_rn, __hsub2_rn, a - b)                                      \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hmul_rn, __hmul2_rn, a *b)                                       \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hadd_sat, __hadd2_sat, foldcheck_sim::half_saturated(a + b))     \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hsub_sat, __hsub2_sat, foldcheck_sim::half_saturated(a - b))     \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hmul_sat, __hmul2_sat, foldcheck_sim::half_saturated(a *b))      \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hmax_nan, __hmax2_nan, foldcheck_sim::half_max(a, b, true))      \
    FOLDCHECK_SIM_HALF_BINARY_AS(T, PAIR, __hmin_nan, __hmin2_nan, foldcheck_sim::half_min(a, b, true))      \
    static inline bool __hisnan(T a)                                                                         \
    {                                                                                                        \
        return a != a;                                                                                       \
    }                                                                                                        \
    static inline int __hisinf(T a)                                                                          \
    {                                                                                                        \
        return std::isinf(static_cast<float>(a)) ? a.bits & 0x8000 ? -1 : 1 : 0;                             \
    }                                                                                                        \
    FOLDCHECK_SIM_HALF_COMPARE(T, PAIR, eq, a == b)                                                          \
    FOLDCHECK_SIM_HALF_COMPARE(T, PAIR, ne, a != b && a == a && b == b)                                      \
    FOLDCHECK_SIM_HALF_COMPARE(T, PAIR, lt, a < b)                                                           \
    FOLDCHECK_SIM_HALF_COMPARE(T, PAIR, le, a <= b)                                                          \
    FOLDCHECK_SIM_HALF_COMPARE(T, PAIR, gt, a > b)                                                           \
    FOLDCHECK_SIM_HALF_COMPARE(T, PAIR, ge, a >= b)                                                          \
    FOLDCHECK_SIM_HALF_FMA(T, PAIR, __hfma, __hfma2, foldcheck_sim::half_fma(a, b, c))                       \
    FOLDCHECK_SIM_HALF_FMA(T, PAIR, __hfma_sat, __hfma2_sat,                                                 \
                           foldcheck_sim::half_saturated(foldcheck_sim::half_fma(a, b, c)))                  \
    FOLDCHECK_SIM_HALF_FMA(T, PAIR, __hfma_relu, __hfma2_relu,                                               \
                           foldcheck_sim::half_max(foldcheck_sim::half_fma(a, b, c), T(0.0f), true))         \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, __hneg, __hneg2, -a)                                                   \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, __habs, __habs2, T::of_bits(a.bits & 0x7fff))                          \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hsqrt, h2sqrt, T(sqrtf(a)))                                            \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hrsqrt, h2rsqrt, T(1.0 / sqrt(static_cast<double>(float(a)))))         \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hrcp, h2rcp, T(1.0f / static_cast<float>(a)))                          \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hexp, h2exp, T(exp(static_cast<double>(float(a)))))                    \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hexp2, h2exp2, T(exp2(static_cast<double>(float(a)))))                 \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hlog, h2log, T(log(static_cast<double>(float(a)))))                    \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hlog2, h2log2, T(log2(static_cast<double>(float(a)))))                 \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hceil, h2ceil, T(ceilf(a)))                                            \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hfloor, h2floor, T(floorf(a)))                                         \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, htrunc, h2trunc, T(truncf(a)))                                         \
    FOLDCHECK_SIM_HALF_UNARY(T, PAIR, hrint, h2rint, T(rintf(a)))                                            \
    static inline PAIR __hisnan2(PAIR a)                                                                     \
    {                                                                                                        \
        return {T(a.x != a.x ? 1.0f : 0.0f), T(a.y != a.y ? 1.0f : 0.0f)};                                   \
    }                                                                                                        \
    static inline PAIR __lowhigh2highlow(PAIR a)                                                             \
    {                                                                                                        \
        return {a.y, a.x};                                                                                   \
    }                                                                                                        \
    static inline float __low2float(PAIR a)                                                                  \
    {                                                                                                        \
        return a.x;                                                                                          \
    }                                                                                                        \
    static inline float __high2float(PAIR a)                                                                 \
    {                                                                                                        \
        return a.y;                                                                                          \
    }
FOLDCHECK_SIM_HALF_WORDS(__half, __half2)
FOLDCHECK_SIM_HALF_WORDS(__nv_bfloat16, __nv_bfloat162)
#undef FOLDCHECK_SIM_HALF_WORDS
#undef FOLDCHECK_SIM_HALF_FMA
#undef FOLDCHECK_SIM_HALF_UNARY
#undef FOLDCHECK_SIM_HALF_COMPARE
#undef FOLDCHECK_SIM_HALF_COMPARED
#undef FOLDCHECK_SIM_HALF_BINARY
#undef FOLDCHECK_SIM_HALF_BINARY_AS

/* ---- conversions; their names have the type's, half or bfloat16 -------------------------------------------- */
#define FOLDCHECK_SIM_HALF_INTEGER(T, NAME, I, INTEGER)                                                      \
    static inline T __##I##2##NAME##_rn(INTEGER x)                                                           \
    {                                                                                                        \
        return T(x);                                                                                         \
    }                                                                                                        \
    static inline INTEGER __##NAME##2##I##_rn(T x)                                                           \
    {                                                                                                        \
        return foldcheck_sim::integer_of<INTEGER>(rintf(x));                                                 \
    }                                                                                                        \
    static inline INTEGER __##NAME##2##I##_rz(T x)                                                           \
    {                                                                                                        \
        return foldcheck_sim::integer_of<INTEGER>(truncf(x));                                                \
    }
#define FOLDCHECK_SIM_HALF_CONVERSIONS(T, K, PAIR, NAME)                                                     \
    static inline T __float2##NAME(float x)                                                                  \
    {                                                                                                        \
        return T(x);                                                                                         \
    }                                                                                                        \
    static inline T __float2##NAME##_rn(float x)                                                             \
    {                                                                                                        \
        return T(x);                                                                                         \
    }                                                                                                        \
    static inline T __float2##NAME##_rz(float x)                                                             \
    {                                                                                                        \
        return foldcheck_sim::half_towards_zero<K>(x);                                                       \
    }                                                                                                        \
    static inline T __float2##NAME##_rd(float x)                                                             \
    {                                                                                                        \
        return foldcheck_sim::half_down<K>(x);                                                               \
    }                                                                                                        \
    static inline T __float2##NAME##_ru(float x)                                                             \
    {                                                                                                        \
        return -foldcheck_sim::half_down<K>(-x);                                                             \
    }                                                                                                        \
    static inline T __double2##NAME(double x)                                                                \
    {                                                                                                        \
        return T(x);                                                                                         \
    }                                                                                                        \
    static inline float __##NAME##2float(T x)                                                                \
    {                                                                                                        \
        return x;                                                                                            \
    }                                                                                                        \
    FOLDCHECK_SIM_HALF_INTEGER(T, NAME, int, int)                                                            \
    FOLDCHECK_SIM_HALF_INTEGER(T, NAME, uint, unsigned)                                                      \
    FOLDCHECK_SIM_HALF_INTEGER(T, NAME, short, short)                                                        \
    FOLDCHECK_SIM_HALF_INTEGER(T, NAME, ushort, unsigned short)                                              \
    FOLDCHECK_SIM_HALF_INTEGER(T, NAME, ll, long long)                                                       \
    FOLDCHECK_SIM_HALF_INTEGER(T, NAME, ull, unsigned long long)                                             \
    static inline unsigned short __##NAME##_as_ushort(T x)                                                   \
    {                                                                                                        \
        return x.bits;                                                                                       \
    }                                                                                                        \
    static inline short __##NAME##_as_short(T x)                                                             \
    {                                                                                                        \
        return static_cast<short>(x.bits);                                                                   \
    }                                                                                                        \
    static inline T __ushort_as_##NAME(unsigned short bits)                                                  \
    {                                                                                                        \
        return T::of_bits(bits);                                                                             \
    }                                                                                                        \
    static inline T __short_as_##NAME(short bits)                                                            \
    {                                                                                                        \
        return T::of_bits(static_cast<unsigned short>(bits));                                                \
    }                                                                                                        \
    static inline PAIR __##NAME##2##NAME##2(T a)                                                             \
    {                                                                                                        \
        return {a, a};                                                                                       \
    }                                                                                                        \
    static inline PAIR __halves2##NAME##2(T a, T b)                                                          \
    {                                                                                                        \
        return {a, b};                                                                                       \
    }                                                                                                        \
    static inline PAIR make_##NAME##2(T a, T b)                                                              \
    {                                                                                                        \
        return {a, b};                                                                                       \
    }                                                                                                        \
    static inline T __low2##NAME(PAIR a)                                                                     \
    {                                                                                                        \
        return a.x;                                                                                          \
    }                                                                                                        \
    static inline T __high2##NAME(PAIR a)                                                                    \
    {                                                                                                        \
        return a.y;                                                                                          \
    }                                                                                                        \
    static inline PAIR __low2##NAME##2(PAIR a)                                                               \
    {                                                                                                        \
        return {a.x, a.x};                                                                                   \
    }                                                                                                        \
    static inline PAIR __high2##NAME##2(PAIR a)                                                              \
    {                                                                                                        \
        return {a.y, a.y};                                                                                   \
    }                                                                                                        \
    static inline PAIR __lows2##NAME##2(PAIR a, PAIR b)                                                      \
    {                                                                                                        \
        return {a.x, b.x};                                                                                   \
    }                                                                                                        \
    static inline PAIR __highs2##NAME##2(PAIR a, PAIR b)                                                     \
    {                                                                                                        \
        return {a.y, b.y};                                                                                   \
    }                                                                                                        \
    static inline PAIR __float2##NAME##2_rn(float x)                                                         \
    {                                                                                                        \
        return {T(x), T(x)};                                                                                 \
    }                                                                                                        \
    static inline PAIR __floats2##NAME##2_rn(float x, float y)                                               \
    {                                                                                                        \
        return {T(x), T(y)};                                                                                 \
    }                                                                                                        \
    static inline PAIR __float22##NAME##2_rn(float2 a)                                                       \
    {                                                                                                        \
        return {T(a.x), T(a.y)};                                                                             \
    }                                                                                                        \
    static inline float2 __##NAME##22float2(PAIR a)                                                          \
    {                                                                                                        \
        return {a.x, a.y};                                                                                   \
    }
FOLDCHECK_SIM_HALF_CONVERSIONS(__half, foldcheck_sim::f16_bits, __half2, half)
FOLDCHECK_SIM_HALF_CONVERSIONS(__nv_bfloat16, foldcheck_sim::bf16_bits, __nv_bfloat162, bfloat16)
#undef FOLDCHECK_SIM_HALF_CONVERSIONS
#undef FOLDCHECK_SIM_HALF_INTEGER

#endif
