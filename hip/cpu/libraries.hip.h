/* SPDX-License-Identifier: MIT
 * The libraries of the host that were found (FOLDCHECK_HAS_<NAME>), as peers. */
#ifndef FOLDCHECK_CPU_LIBRARIES_HIP_H
#define FOLDCHECK_CPU_LIBRARIES_HIP_H

#include "hip/cpu/function.hip.h"

#define LIBRARY_TEXT_OF(NUMBER) #NUMBER
#define LIBRARY_TEXT(NUMBER) LIBRARY_TEXT_OF(NUMBER)

#ifdef FOLDCHECK_HAS_TBB
#include "hip/cpu/std.hip.h"
#include "hip/cpu/tbb.hip.h"
#include <tbb/version.h>
#define TBB_FUNCTIONS(X)                                                                                     \
    X(std_reduce)                                                                                            \
    X(std_transform_reduce)                                                                                  \
    X(std_scan)                                                                                              \
    X(std_scan_in_place) X(std_transform_scan) X(tbb_reduce) X(tbb_deterministic_reduce) X(tbb_scan)
#define TBB_LIBRARIES                                                                                        \
    "libstdc++ " LIBRARY_TEXT(_GLIBCXX_RELEASE) ", oneTBB " LIBRARY_TEXT(                                    \
        TBB_VERSION_MAJOR) "." LIBRARY_TEXT(TBB_VERSION_MINOR)
#else
#define TBB_FUNCTIONS(X)
#define TBB_LIBRARIES
#endif

#ifdef FOLDCHECK_HAS_OPENMP
#include "hip/cpu/openmp.hip.h"
#define OPENMP_FUNCTIONS(X) X(omp_reduce) X(omp_scan) X(omp_scan_empty) X(omp_simd_reduce) X(omp_simd_scan)
#else
#define OPENMP_FUNCTIONS(X)
#define OPENMP_LIBRARIES
#endif

#if defined(FOLDCHECK_HAS_TBB) && defined(FOLDCHECK_HAS_OPENMP)
#define LIBRARIES_COMMA ", "
#else
#define LIBRARIES_COMMA
#endif

#define HOST_FUNCTIONS(X) TBB_FUNCTIONS(X) OPENMP_FUNCTIONS(X)
#define HOST_LIBRARIES TBB_LIBRARIES LIBRARIES_COMMA OPENMP_LIBRARIES

#endif
