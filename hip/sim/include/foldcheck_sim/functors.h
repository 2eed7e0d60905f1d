/* SPDX-License-Identifier: MIT
 * The functors that CUB's and hipCUB's collectives are used with, and CUDA's of C++. */
#ifndef FOLDCHECK_SIM_FUNCTORS_H
#define FOLDCHECK_SIM_FUNCTORS_H

#include "kernel.h"

#include <functional>
#include <utility>

namespace foldcheck_sim
{
#define FOLDCHECK_SIM_FUNCTOR(NAME, RESULT, ...)                                                             \
    struct NAME {                                                                                            \
        template <class A, class B>                                                                          \
        constexpr RESULT operator()(const A &a, const B &b) const                                            \
        {                                                                                                    \
            return __VA_ARGS__;                                                                              \
        }                                                                                                    \
    };
FOLDCHECK_SIM_FUNCTOR(Sum, auto, a + b)
FOLDCHECK_SIM_FUNCTOR(Difference, auto, a - b)
FOLDCHECK_SIM_FUNCTOR(Division, auto, a / b)
FOLDCHECK_SIM_FUNCTOR(Equality, bool, a == b)
FOLDCHECK_SIM_FUNCTOR(Inequality, bool, !(a == b))
FOLDCHECK_SIM_FUNCTOR(Max, auto, std::common_type_t<A, B>(b > a ? b : a))
FOLDCHECK_SIM_FUNCTOR(Min, auto, std::common_type_t<A, B>(b < a ? b : a))
#undef FOLDCHECK_SIM_FUNCTOR

template <class K, class V>
struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    bool operator!=(const KeyValuePair &other) const
    {
        return key != other.key || value != other.value;
    }
};

/* Of equal values the one with the lesser key. */
struct ArgMax {
    template <class K, class V>
    KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const
    {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class K, class V>
    KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

/* The prefix of one tile after another: thread 0 gets what lies before its tile. */
template <class T, class F>
struct BlockScanRunningPrefixOp {
    F op;
    T running_total;
    explicit BlockScanRunningPrefixOp(F f) : op(f) {}
    BlockScanRunningPrefixOp(T start, F f) : op(f), running_total(start) {}
    T operator()(const T &block_aggregate)
    {
        T before = running_total;
        running_total = op(running_total, block_aggregate);
        return before;
    }
};
} // namespace foldcheck_sim

namespace cuda
{
template <class T = void>
struct maximum : foldcheck_sim::Max {
};
template <class T = void>
struct minimum : foldcheck_sim::Min {
};
namespace std
{
using ::std::bit_and;
using ::std::bit_or;
using ::std::bit_xor;
using ::std::equal_to;
using ::std::greater;
using ::std::less;
using ::std::minus;
using ::std::multiplies;
using ::std::plus;
} // namespace std
} // namespace cuda

#endif
