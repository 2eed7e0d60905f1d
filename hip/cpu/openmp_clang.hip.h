/* SPDX-License-Identifier: MIT
 * OpenMP of clang, as peers beside the compiler's own: what a directive does is the compiler's. */
#ifndef FOLDCHECK_CPU_OPENMP_CLANG_HIP_H
#define FOLDCHECK_CPU_OPENMP_CLANG_HIP_H

#include "hip/cpu/openmp.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct clang_omp_reduce : omp_reduce {
    static constexpr const char *name = "clang_omp_reduce";
};

/* clang 14 puts a state an iteration on the stack, where a long loop crashes. */
struct clang_omp_scans : omp_scan_empty {
    static constexpr uint64_t most_items = 1 << 15;
};

/* Rows of fewer than two items are in: clang 14 crashes there (docs/guide/libraries.md). */
struct clang_omp_scan_short : clang_omp_scans {
    static constexpr const char *name = "clang_omp_scan_short",
                                *does = "omp scan, of rows with fewer than two items, too";
    static constexpr bool begins = false;
};

/* The same as a caller has it who looks for such rows himself. With a value before the loop, which clang 14 loses. */
struct clang_omp_scan_begun : clang_omp_scans {
    static constexpr const char *name = "clang_omp_scan_begun",
                                *does = "omp scan, of a variable with a value before the loop, too";

    template <class Row>
    static void call(const Row &row)
    {
        if (row.count > 1)
            omp_scan_empty::call(row);
        else if (row.count == 1)
            row.results[0] = row.exclusive ? row.start() : row.combine(row.start(), row.items[0]);
    }
};

/* The same without one. */
struct clang_omp_scan : clang_omp_scan_begun {
    static constexpr const char *name = "clang_omp_scan",
                                *does = "omp parallel for reduction(inscan), omp scan";
    static constexpr bool begins = false;
};

struct clang_omp_simd_reduce : omp_simd_reduce {
    static constexpr const char *name = "clang_omp_simd_reduce";
};

struct clang_omp_simd_scan : omp_simd_scan {
    static constexpr const char *name = "clang_omp_simd_scan";
};

} // namespace FOLDCHECK_NAMESPACE

#define HOST_FUNCTIONS(X)                                                                                    \
    X(clang_omp_reduce)                                                                                      \
    X(clang_omp_scan)                                                                                        \
    X(clang_omp_scan_begun) X(clang_omp_scan_short) X(clang_omp_simd_reduce) X(clang_omp_simd_scan)
#define HOST_LIBRARIES OPENMP_LIBRARIES

#endif
