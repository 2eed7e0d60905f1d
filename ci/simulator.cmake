# SPDX-License-Identifier: MIT
# How the simulator's kernels are compiled and linked, by foldcheck itself and by projects that find it installed.
# Optimised even in a debug build: the simulator tells a kernel's accesses apart by where their instructions lie once
# inlined. -O1, because -O2 takes three times as long to compile and its kernels run no faster: the checks are what takes
# time. Without gcc's two passes it takes 0.7 times as long, and its kernels run no slower. With line numbers: reports
# name source lines. The compiler reports loads and stores, as it would to ThreadSanitizer, to hip/sim/tsan.c, and indices past
# the end of a kernel's own arrays to hip/sim/bounds.c; those sanitizers' own run times are not linked.
set(FOLDCHECK_SIM_OPTIONS -O1 -g1 -gno-column-info)
set(FOLDCHECK_SIM_LINK_OPTIONS -Wl,--wrap=memcpy -Wl,--wrap=memmove -Wl,--wrap=memset)
if(FOLDCHECK_SANITIZE)
    message(STATUS "Without the search for plain accesses of kernels, and for indices past their own arrays: FOLDCHECK_SANITIZE excludes it")
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # No vectors: clang reports none that is wider than 16 bytes.
    list(APPEND FOLDCHECK_SIM_OPTIONS -fsanitize=thread,array-bounds -fno-vectorize -fno-slp-vectorize
        -mllvm -tsan-instrument-func-entry-exit=0)
else()
    list(APPEND FOLDCHECK_SIM_OPTIONS -fsanitize=thread,bounds --param=tsan-instrument-func-entry-exit=0
        -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset -fno-tree-sra -fno-tree-forwprop)
endif()
# What guides a fuzzer: which branches kernels took, and what they compared. Not how deep their stack is, for every lane
# has one of its own.
set(FOLDCHECK_COVERAGE_OPTIONS -fsanitize=fuzzer-no-link -fno-sanitize-coverage=stack-depth)
if(FOLDCHECK_FUZZ)
    list(APPEND FOLDCHECK_SIM_OPTIONS ${FOLDCHECK_COVERAGE_OPTIONS})
endif()
