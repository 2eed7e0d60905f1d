/* SPDX-License-Identifier: MIT
 * The vector types. */
#ifndef FOLDCHECK_SIM_VECTORS_H
#define FOLDCHECK_SIM_VECTORS_H

#define FOLDCHECK_SIM_VECTORS(T, NAME, ALIGN2, ALIGN4)                                                       \
    struct NAME##1                                                                                           \
    {                                                                                                        \
        T x;                                                                                                 \
    };                                                                                                       \
    struct alignas(ALIGN2) NAME##2                                                                           \
    {                                                                                                        \
        T x, y;                                                                                              \
    };                                                                                                       \
    struct NAME##3                                                                                           \
    {                                                                                                        \
        T x, y, z;                                                                                           \
    };                                                                                                       \
    struct alignas(ALIGN4) NAME##4                                                                           \
    {                                                                                                        \
        T x, y, z, w;                                                                                        \
    };                                                                                                       \
    static inline NAME##1 make_##NAME##1(T x)                                                                \
    {                                                                                                        \
        return {x};                                                                                          \
    }                                                                                                        \
    static inline NAME##2 make_##NAME##2(T x, T y)                                                           \
    {                                                                                                        \
        return {x, y};                                                                                       \
    }                                                                                                        \
    static inline NAME##3 make_##NAME##3(T x, T y, T z)                                                      \
    {                                                                                                        \
        return {x, y, z};                                                                                    \
    }                                                                                                        \
    static inline NAME##4 make_##NAME##4(T x, T y, T z, T w)                                                 \
    {                                                                                                        \
        return {x, y, z, w};                                                                                 \
    }
FOLDCHECK_SIM_VECTORS(signed char, char, 2, 4)
FOLDCHECK_SIM_VECTORS(unsigned char, uchar, 2, 4)
FOLDCHECK_SIM_VECTORS(short, short, 4, 8)
FOLDCHECK_SIM_VECTORS(unsigned short, ushort, 4, 8)
FOLDCHECK_SIM_VECTORS(int, int, 8, 16)
FOLDCHECK_SIM_VECTORS(unsigned, uint, 8, 16)
FOLDCHECK_SIM_VECTORS(long, long, 16, 16)
FOLDCHECK_SIM_VECTORS(unsigned long, ulong, 16, 16)
FOLDCHECK_SIM_VECTORS(long long, longlong, 16, 16)
FOLDCHECK_SIM_VECTORS(unsigned long long, ulonglong, 16, 16)
FOLDCHECK_SIM_VECTORS(float, float, 8, 16)
FOLDCHECK_SIM_VECTORS(double, double, 16, 16)
#undef FOLDCHECK_SIM_VECTORS

#endif
