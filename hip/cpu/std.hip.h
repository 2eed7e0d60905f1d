/* SPDX-License-Identifier: MIT
 * The folds and scans of <numeric>, of C++17 (N4659), with each execution policy: {policy=N} is 1 for none, 2 seq, 3 unseq
 * (of C++20), 4 par, 5 par_unseq. libstdc++ runs the parallel ones on oneTBB. */
#ifndef FOLDCHECK_CPU_STD_HIP_H
#define FOLDCHECK_CPU_STD_HIP_H

#include "hip/cpu/forms.hip.h"
#include "hip/cpu/threads.hip.h"

#include <execution>
#include <numeric>

namespace FOLDCHECK_NAMESPACE
{

enum std_policy : uint32_t { POLICY_NONE = 1, POLICY_SEQ, POLICY_UNSEQ, POLICY_PAR, POLICY_PAR_UNSEQ };

/* Calls use(policy), or use() for none. */
template <class Use>
static auto with_policy(const struct launch_shape &how, Use use)
{
    switch (how.policy) {
    case POLICY_SEQ:
        return use(std::execution::seq);
    case POLICY_UNSEQ:
        return use(std::execution::unseq);
    case POLICY_PAR:
        return use(std::execution::par);
    case POLICY_PAR_UNSEQ:
        return use(std::execution::par_unseq);
    default:
        return use();
    }
}

/* The first tuning is the default. */
struct std_function : host_function {
    static constexpr bool takes_threads = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
    static constexpr host_tuning tunings[] = {{POLICY_PAR, 0, 0},
                                              {POLICY_PAR_UNSEQ, 0, 0},
                                              {POLICY_UNSEQ, 0, 0},
                                              {POLICY_SEQ, 0, 0},
                                              {POLICY_NONE, 0, 0}};

    template <class Work>
    static void with_threads(const struct launch_shape &how, Work work)
    {
        with_tbb_threads(how, work);
    }
};

/* GENERALIZED_SUM, which may permute its operands ([numerics.defns] 29.2): it "applies binary_op in an unspecified order,
 * which yields a nondeterministic result for non-associative or non-commutative binary_op" ([reduce] 29.8.3), whatever the
 * policy. */
struct std_reduce : commuting_reduction<std_function> {
    static constexpr const char *name = "std_reduce", *does = "std::reduce";

    template <class Row>
    static void call(const Row &row)
    {
        *row.results = with_policy(*row.how, [&](auto &&...policy) {
            return std::reduce(policy..., row.items, row.items + row.count, row.start(), row.combine);
        });
    }
};

/* The same sum, of what the unary operation returns ([transform.reduce] 29.8.5). */
struct std_transform_reduce : lifting<commuting_reduction<std_function>> {
    static constexpr const char *name = "std_transform_reduce", *does = "std::transform_reduce, of one range";

    template <class Row>
    static void call(const Row &row)
    {
        *row.results = with_policy(*row.how, [&](auto &&...policy) {
            return std::transform_reduce(policy..., row.items, row.items + row.count, row.start(),
                                         row.combine, row.lift);
        });
    }
};

/* GENERALIZED_NONCOMMUTATIVE_SUM: the operands keep their order, the grouping may differ ([exclusive.scan] 29.8.7,
 * [inclusive.scan] 29.8.8). */
struct std_scan : scan_apart<std_function> {
    static constexpr const char *name = "std_scan", *does = "std::inclusive_scan, std::exclusive_scan";

    template <class Row>
    static void call(const Row &row)
    {
        auto first = row.items, last = row.items + row.count;
        with_policy(*row.how, [&](auto &&...policy) {
            if (row.exclusive)
                std::exclusive_scan(policy..., first, last, row.results, row.start(), row.combine);
            else if (row.init)
                std::inclusive_scan(policy..., first, last, row.results, row.combine, *row.init);
            else
                std::inclusive_scan(policy..., first, last, row.results, row.combine);
        });
    }
};

/* The same with "result equal to first", which both clauses allow. */
struct std_scan_in_place : scan_over_items<std_scan> {
    static constexpr const char *name = "std_scan_in_place",
                                *does = "std::inclusive_scan, std::exclusive_scan, result equal to first";
};

/* As std_scan, of what a unary operation returns ([transform.exclusive.scan] 29.8.9, [transform.inclusive.scan] 29.8.10). */
struct std_transform_scan : lifting<scan_apart<std_function>> {
    static constexpr const char *name = "std_transform_scan",
                                *does = "std::transform_inclusive_scan, std::transform_exclusive_scan";

    template <class Row>
    static void call(const Row &row)
    {
        auto first = row.items, last = row.items + row.count;
        with_policy(*row.how, [&](auto &&...policy) {
            if (row.exclusive)
                std::transform_exclusive_scan(policy..., first, last, row.results, row.start(), row.combine,
                                              row.lift);
            else if (row.init)
                std::transform_inclusive_scan(policy..., first, last, row.results, row.combine, row.lift,
                                              *row.init);
            else
                std::transform_inclusive_scan(policy..., first, last, row.results, row.combine, row.lift);
        });
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
