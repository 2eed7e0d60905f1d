# SPDX-License-Identifier: MIT
# The compilers of kernels and their flags, for foldcheck itself and for the plugins of other projects. This folder's
# parent is foldcheck's source folder, or share/foldcheck where it is installed.
set(HIP_INCLUDE_DIR /usr/include CACHE PATH "The folder that holds hip/hip_runtime.h, for NVIDIA")
set(FOLDCHECK_HIP_ARCHS "gfx90a;gfx1030" CACHE STRING "AMD architectures")
set(FOLDCHECK_NVIDIA_ARCHS "80;90" CACHE STRING "NVIDIA architectures; PTX of the last one goes in too")
find_program(FOLDCHECK_HIPCC hipcc PATHS /opt/rocm/bin)
find_program(FOLDCHECK_NVCC nvcc HINTS ${CUDAToolkit_BIN_DIR} PATHS /usr/local/cuda/bin)
mark_as_advanced(FOLDCHECK_HIPCC FOLDCHECK_NVCC)

# What guides a fuzzer: the branches that kernels took, and what they compared. Not the depth of the stack, because every
# lane has a stack of its own.
set_property(GLOBAL PROPERTY foldcheck_coverage_options -fsanitize=fuzzer-no-link -fno-sanitize-coverage=stack-depth)

# The host compiler's options for the simulator's kernels, and those of the link.
#
# -O1 even in a debug build: the simulator tells a kernel's accesses apart by the calls that lead to them once loops are
# unrolled. It reads these calls from the stack: frame pointers, and no tail calls. -O2 takes three times as long to
# compile, and its kernels run no faster, because the checks take the time. Some of gcc's passes cost time and make kernels
# no faster either: docs/internals/build_times.md has figures. With line numbers: reports name source lines.
# The compiler reports loads and stores, as it would to ThreadSanitizer, to hip/sim/tsan.c, and indices past the end of a
# kernel's own arrays to hip/sim/bounds.c; the run-time libraries of those sanitizers are not linked.
function(foldcheck_sim_options compile link)
    set(options -O1 -g1 -gno-column-info -fno-omit-frame-pointer -fno-optimize-sibling-calls)
    if(FOLDCHECK_SANITIZE)
        # Those sanitizers exclude the search for plain accesses of kernels, and for indices past their own arrays.
    elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        # No vectors: clang reports none that is wider than 16 bytes.
        list(APPEND options -fsanitize=thread,array-bounds -fno-vectorize -fno-slp-vectorize
            -mllvm -tsan-instrument-func-entry-exit=0)
    else()
        list(APPEND options -fsanitize=thread,bounds --param=tsan-instrument-func-entry-exit=0
            -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
            -fno-tree-sra -fno-tree-forwprop -fno-tree-dominator-opts -fno-tree-copy-prop -fno-tree-sink -fno-tree-dse
            -fno-tree-loop-im -fno-tree-ch -fno-tree-slsr -fno-tree-switch-conversion -fno-tree-scev-cprop -fno-ssa-phiopt
            -fno-if-conversion -fno-if-conversion2 -fno-move-loop-invariants -fno-forward-propagate -fno-dse
            -fno-shrink-wrap -fno-cprop-registers -fno-reorder-blocks -fno-guess-branch-probability -fno-ipa-reference
            -fno-ipa-profile)
    endif()
    if(FOLDCHECK_FUZZ)
        get_property(coverage GLOBAL PROPERTY foldcheck_coverage_options)
        list(APPEND options ${coverage})
    endif()
    set(${compile} ${options} PARENT_SCOPE)
    set(${link} -Wl,--wrap=memcpy -Wl,--wrap=memmove -Wl,--wrap=memset PARENT_SCOPE)
endfunction()

# The command that compiles a kernel for amd or nvidia with more options, without its includes and files.
function(foldcheck_gpu_command result device)
    if(device STREQUAL "amd")
        list(TRANSFORM FOLDCHECK_HIP_ARCHS PREPEND --offload-arch= OUTPUT_VARIABLE archs)
        set(${result} ${FOLDCHECK_HIPCC} ${archs} -O3 -fPIC -fvisibility=hidden -ffp-contract=off ${ARGN} PARENT_SCOPE)
        return()
    endif()
    set(archs "")
    foreach(arch IN LISTS FOLDCHECK_NVIDIA_ARCHS)
        list(APPEND archs -gencode arch=compute_${arch},code=sm_${arch})
    endforeach()
    list(GET FOLDCHECK_NVIDIA_ARCHS -1 newest)
    list(APPEND archs -gencode arch=compute_${newest},code=compute_${newest})
    # /usr/include is searched anyway; naming it would put it before the compiler's own folders.
    set(headers "")
    if(NOT HIP_INCLUDE_DIR STREQUAL "/usr/include")
        set(headers -isystem ${HIP_INCLUDE_DIR})
    endif()
    get_filename_component(compat ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../hip/nvidia/cuda13_hip_compat.h ABSOLUTE)
    set(${result} ${CMAKE_CXX_COMPILER_LAUNCHER} ${FOLDCHECK_NVCC} ${archs} -O3 --fmad=false
        -Xcompiler=-fPIC,-fvisibility=hidden ${ARGN} -x cu ${headers} -include ${compat} PARENT_SCOPE)
endfunction()

# The rule that compiles a .hip file for amd or nvidia into an object; the code's namespace is BACKEND, or the device's name.
function(foldcheck_compile_gpu device source object)
    cmake_parse_arguments(GPU "" "BACKEND" "INCLUDES;OPTIONS" ${ARGN})
    if(NOT GPU_BACKEND)
        set(GPU_BACKEND ${device})
    endif()
    foldcheck_gpu_command(command ${device} ${GPU_OPTIONS})
    list(TRANSFORM GPU_INCLUDES PREPEND -I)
    get_filename_component(name ${source} NAME_WE)
    add_custom_command(OUTPUT ${object} DEPENDS ${source} DEPFILE ${object}.d
        COMMAND ${command} -std=c++17 -DFOLDCHECK_BACKEND=${GPU_BACKEND} ${GPU_INCLUDES}
            -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
        COMMENT "Compiling ${name} for ${GPU_BACKEND}" COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# The library that code for amd or nvidia calls.
function(foldcheck_gpu_runtime result device)
    if(device STREQUAL "amd")
        find_library(FOLDCHECK_AMDHIP64 amdhip64 PATHS /opt/rocm/lib REQUIRED)
        mark_as_advanced(FOLDCHECK_AMDHIP64)
        set(${result} ${FOLDCHECK_AMDHIP64} PARENT_SCOPE)
    else()
        find_package(CUDAToolkit REQUIRED)
        set(${result} CUDA::cudart_static PARENT_SCOPE)
    endif()
endfunction()
