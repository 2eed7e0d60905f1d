/* SPDX-License-Identifier: MIT
 * Thrust's folds and scans on its backends for the host: {policy=N} is 1 for thrust::cpp, 2 omp, 3 tbb. The clauses are
 * those of its documentation, "Reductions" and "Prefix Sums". */
#ifndef FOLDCHECK_CPU_THRUST_HIP_H
#define FOLDCHECK_CPU_THRUST_HIP_H

#include "hip/cpu/by_key.hip.h"
#include "hip/cpu/forms.hip.h"
#include "hip/cpu/threads.hip.h"

#include <omp.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>
#include <thrust/system/tbb/execution_policy.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/version.h>

namespace FOLDCHECK_NAMESPACE
{

enum thrust_policy : uint32_t { BACKEND_CPP = 1, BACKEND_OMP, BACKEND_TBB };

template <class Use>
static auto with_thrust_backend(const struct launch_shape &how, Use use)
{
    switch (how.policy) {
    case BACKEND_OMP:
        return use(thrust::omp::par);
    case BACKEND_TBB:
        return use(thrust::tbb::par);
    default:
        return use(thrust::cpp::par);
    }
}

struct thrust_function : host_function {
    static constexpr bool takes_threads = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr host_tuning tunings[] = {{BACKEND_OMP, 0, 0}, {BACKEND_TBB, 0, 0}, {BACKEND_CPP, 0, 0}};

    template <class Work>
    static void with_threads(const struct launch_shape &how, Work work)
    {
        omp_set_num_threads(static_cast<int>(how.threads));
        with_tbb_threads(how, work);
    }
};

/* "reduce also assumes that the binary reduction operator is commutative. If it is not, then reduce should not be used." */
struct thrust_reduce : commuting_reduction<thrust_function> {
    static constexpr const char *name = "thrust_reduce", *does = "thrust::reduce";

    template <class Row>
    static void call(const Row &row)
    {
        *row.results = with_thrust_backend(*row.how, [&](auto policy) {
            return thrust::reduce(policy, row.items, row.items + row.count, row.start(), row.combine);
        });
    }
};

/* "equivalent to performing a transformation [...] and calling reduce" on what it gives. */
struct thrust_transform_reduce : lifting<commuting_reduction<thrust_function>> {
    static constexpr const char *name = "thrust_transform_reduce", *does = "thrust::transform_reduce";

    template <class Row>
    static void call(const Row &row)
    {
        *row.results = with_thrust_backend(*row.how, [&](auto policy) {
            return thrust::transform_reduce(policy, row.items, row.items + row.count, row.lift, row.start(),
                                            row.combine);
        });
    }
};

/* "The primary difference between inclusive_scan and the serial scan is that the former requires associativity": order is
 * kept, and no operator need commute. */
struct thrust_scan : scan_apart<thrust_function> {
    static constexpr const char *name = "thrust_scan",
                                *does = "thrust::inclusive_scan, thrust::exclusive_scan";

    template <class Row>
    static void call(const Row &row)
    {
        auto first = row.items, last = row.items + row.count;
        with_thrust_backend(*row.how, [&](auto policy) {
            if (row.exclusive)
                thrust::exclusive_scan(policy, first, last, row.results, row.start(), row.combine);
            else if (row.init)
                thrust::inclusive_scan(policy, first, last, row.results, *row.init, row.combine);
            else
                thrust::inclusive_scan(policy, first, last, row.results, row.combine);
        });
    }
};

/* "first may equal result" */
struct thrust_scan_in_place : scan_over_items<thrust_scan> {
    static constexpr const char *name = "thrust_scan_in_place",
                                *does =
                                    "thrust::inclusive_scan, thrust::exclusive_scan, first equal to result";
};

/* As thrust_scan, of what a unary operation returns. */
struct thrust_transform_scan : lifting<scan_apart<thrust_function>> {
    static constexpr const char *name = "thrust_transform_scan",
                                *does = "thrust::transform_inclusive_scan, thrust::transform_exclusive_scan";

    template <class Row>
    static void call(const Row &row)
    {
        auto first = row.items, last = row.items + row.count;
        with_thrust_backend(*row.how, [&](auto policy) {
            if (row.exclusive)
                thrust::transform_exclusive_scan(policy, first, last, row.results, row.lift, row.start(),
                                                 row.combine);
            else if (row.init)
                thrust::transform_inclusive_scan(policy, first, last, row.results, row.lift, *row.init,
                                                 row.combine);
            else
                thrust::transform_inclusive_scan(policy, first, last, row.results, row.lift, row.combine);
        });
    }
};

/* "reduce_by_key is a generalization of reduce to key-value pairs. For each group of consecutive keys [...] that are equal": of
 * the order in a group it promises nothing, and reduce assumes an operator that commutes. */
struct thrust_reduce_by_key : by_key<commuting_reduction<thrust_function>> {
    static constexpr const char *name = "thrust_reduce_by_key",
                                *does =
                                    "thrust::reduce_by_key, one call for all rows, a run of equal keys a row";

    template <class Runs>
    static size_t call(const Runs &runs)
    {
        return with_thrust_backend(*runs.how, [&](auto policy) {
            auto ends =
                thrust::reduce_by_key(policy, runs.keys, runs.keys + runs.count, runs.items, runs.unique,
                                      runs.results, thrust::equal_to<uint32_t>(), runs.combine);
            return static_cast<size_t>(ends.second - runs.results);
        });
    }
};

/* "uses the associative operator binary_op to perform the prefix sum": order is kept in each segment, of "consecutive
 * iterators" with equal keys, and no operator need commute. */
struct thrust_inclusive_scan_by_key : by_key<scan_apart<thrust_function>> {
    static constexpr const char *name = "thrust_inclusive_scan_by_key",
                                *does = "thrust::inclusive_scan_by_key, one call for all rows";
    static constexpr bool exclusive = false, begins = false;

    template <class Runs>
    static size_t call(const Runs &runs)
    {
        with_thrust_backend(*runs.how, [&](auto policy) {
            thrust::inclusive_scan_by_key(policy, runs.keys, runs.keys + runs.count, runs.items, runs.results,
                                          thrust::equal_to<uint32_t>(), runs.combine);
        });
        return runs.runs;
    }
};

struct thrust_exclusive_scan_by_key : by_key<scan_apart<thrust_function>> {
    static constexpr const char *name = "thrust_exclusive_scan_by_key",
                                *does = "thrust::exclusive_scan_by_key, one call for all rows";
    static constexpr bool inclusive = false;

    template <class Runs>
    static size_t call(const Runs &runs)
    {
        with_thrust_backend(*runs.how, [&](auto policy) {
            thrust::exclusive_scan_by_key(policy, runs.keys, runs.keys + runs.count, runs.items, runs.results,
                                          runs.before, thrust::equal_to<uint32_t>(), runs.combine);
        });
        return runs.runs;
    }
};

/* "first2 may equal result" */
struct thrust_inclusive_scan_by_key_in_place : scan_over_items<thrust_inclusive_scan_by_key> {
    static constexpr const char *name = "thrust_inclusive_scan_by_key_in_place",
                                *does = "thrust::inclusive_scan_by_key, first2 equal to result";
};

struct thrust_exclusive_scan_by_key_in_place : scan_over_items<thrust_exclusive_scan_by_key> {
    static constexpr const char *name = "thrust_exclusive_scan_by_key_in_place",
                                *does = "thrust::exclusive_scan_by_key, first2 equal to result";
};

/* "Thrust 3.0.1" */
struct thrust_version_text {
    char text[24] = "Thrust ";
    constexpr thrust_version_text()
    {
        const int numbers[] = {THRUST_MAJOR_VERSION, THRUST_MINOR_VERSION, THRUST_SUBMINOR_VERSION};
        int at = 7;
        for (int number : numbers) {
            if (at > 7) text[at++] = '.';
            if (number >= 10) text[at++] = static_cast<char>('0' + number / 10 % 10);
            text[at++] = static_cast<char>('0' + number % 10);
        }
    }
};
static constexpr thrust_version_text thrust_version;

} // namespace FOLDCHECK_NAMESPACE

#define HOST_FUNCTIONS(X)                                                                                    \
    X(thrust_reduce)                                                                                         \
    X(thrust_transform_reduce)                                                                               \
    X(thrust_scan)                                                                                           \
    X(thrust_scan_in_place)                                                                                  \
    X(thrust_transform_scan)                                                                                 \
    X(thrust_reduce_by_key)                                                                                  \
    X(thrust_inclusive_scan_by_key)                                                                          \
    X(thrust_exclusive_scan_by_key)                                                                          \
    X(thrust_inclusive_scan_by_key_in_place)                                                                 \
    X(thrust_exclusive_scan_by_key_in_place)
#define HOST_LIBRARIES foldcheck_cpu::thrust_version.text

#endif
