/* SPDX-License-Identifier: MIT
 * OpenMP's reductions and scans (5.0), with a reduction that is declared for the operator: {policy=N} is the schedule, 1 for
 * static, 2 dynamic, 3 guided, and {grain=N} its chunk. */
#ifndef FOLDCHECK_CPU_OPENMP_HIP_H
#define FOLDCHECK_CPU_OPENMP_HIP_H

#include "hip/cpu/openmp_scans.hip.h"

#include <omp.h>

#define OPENMP_TEXT_OF(NUMBER) #NUMBER
#define OPENMP_TEXT(NUMBER) OPENMP_TEXT_OF(NUMBER)
#ifdef __clang__
#define OPENMP_LIBRARIES                                                                                     \
    "OpenMP " OPENMP_TEXT(_OPENMP) " of clang " OPENMP_TEXT(__clang_major__) "." OPENMP_TEXT(__clang_minor__)
#else
#define OPENMP_LIBRARIES                                                                                     \
    "OpenMP " OPENMP_TEXT(_OPENMP) " of gcc " OPENMP_TEXT(__GNUC__) "." OPENMP_TEXT(__GNUC_MINOR__)
#endif

namespace FOLDCHECK_NAMESPACE
{

enum omp_policy : uint32_t { SCHEDULE_OF_STATIC = 1, SCHEDULE_OF_DYNAMIC, SCHEDULE_OF_GUIDED };

struct omp_function : host_function {
    static constexpr bool takes_threads = true;
    static constexpr enum determinism determinism = BITS_MAY_VARY;
};

/* "The order in which the values are combined is unspecified" (2.19.5.4, reduction clause). */
struct omp_reduce : omp_function {
    static constexpr const char *name = "omp_reduce", *does = "omp parallel for reduction";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr unsigned needs = LAW_COMMUTES;
    static constexpr host_tuning tunings[] = {{SCHEDULE_OF_STATIC, 0, 0},
                                              {SCHEDULE_OF_STATIC, 0, 3},
                                              {SCHEDULE_OF_DYNAMIC, 0, 1},
                                              {SCHEDULE_OF_GUIDED, 0, 0}};

    template <class Row>
    static void call(const Row &row)
    {
        static constexpr omp_sched_t schedules[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
        using state = omp_state<Row>;
#pragma omp declare reduction(fold:state                                                                     \
                              : omp_join(omp_out, omp_in))                                                   \
    initializer(omp_priv = {omp_orig.row->identity, omp_orig.row})
        state acc = {row.identity, &row};
        omp_set_schedule(schedules[row.how->policy - 1], static_cast<int>(row.how->grain));
#pragma omp parallel for num_threads(row.how->threads) schedule(runtime) reduction(fold : acc)
        for (size_t i = 0; i < row.count; i++)
            acc.value = row.combine(acc.value, row.items[i]);
        *row.results = acc.value;
    }
};

/* The value of each iteration is a prefix sum over the iterations before it (2.9.6, scan directive): their order is that of
 * the loop, while the grouping may differ. Rows of no items are in: gcc 12 crashes there (docs/guide/libraries.md). */
struct omp_scan_empty : omp_function {
    static constexpr const char *name = "omp_scan_empty", *does = "omp scan, of rows without items, too";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr bool in_place = false; /* an exclusive scan stores before it reads */

    template <class Row>
    static void call(const Row &row)
    {
        omp_scan_row(row);
    }
};

/* The same as a caller has it who looks for rows of no items himself. */
struct omp_scan : omp_scan_empty {
    static constexpr const char *name = "omp_scan", *does = "omp parallel for reduction(inscan), omp scan";

    template <class Row>
    static void call(const Row &row)
    {
        if (row.count) omp_scan_empty::call(row);
    }
};

/* The lanes of one thread: "the effect is as if" each had a private copy, which are then combined in no order that is said. */
struct omp_simd_reduce : host_function {
    static constexpr const char *name = "omp_simd_reduce", *does = "omp simd reduction";
    static constexpr enum what what = WHAT_REDUCE;
    static constexpr unsigned needs = LAW_COMMUTES;

    template <class Row>
    static void call(const Row &row)
    {
        using state = omp_state<Row>;
#pragma omp declare reduction(fold:state                                                                     \
                              : omp_join(omp_out, omp_in))                                                   \
    initializer(omp_priv = {omp_orig.row->identity, omp_orig.row})
        state acc = {row.identity, &row};
#pragma omp simd reduction(fold : acc)
        for (size_t i = 0; i < row.count; i++)
            acc.value = row.combine(acc.value, row.items[i]);
        *row.results = acc.value;
    }
};

/* A scan directive in a simd loop: the order of iterations. */
struct omp_simd_scan : host_function {
    static constexpr const char *name = "omp_simd_scan", *does = "omp simd reduction(inscan), omp scan";
    static constexpr enum what what = WHAT_SCAN;
    static constexpr bool in_place = false;

    template <class Row>
    static void call(const Row &row)
    {
        omp_simd_scan_row(row);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
