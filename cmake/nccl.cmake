# SPDX-License-Identifier: MIT
# Several cards as one device: foldcheck_nccl.so, the backend of one card with the memory and the streams of several, with the
# strategies of hip/fleet alone. With NCCL for NVIDIA; with RCCL, which has its names, for AMD where there is no NVIDIA.
if(nvidia IN_LIST devices)
    set(kind nvidia)
    find_path(FOLDCHECK_NCCL_INCLUDE nccl.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
    find_library(FOLDCHECK_NCCL_LIBRARY nccl HINTS ${CUDAToolkit_LIBRARY_DIR})
    set(missing "NCCL (nccl.h and libnccl)")
else()
    set(kind amd)
    find_path(FOLDCHECK_NCCL_INCLUDE rccl/rccl.h HINTS /opt/rocm/include)
    find_library(FOLDCHECK_NCCL_LIBRARY rccl HINTS /opt/rocm/lib)
    set(missing "RCCL (rccl/rccl.h and librccl)")
endif()
mark_as_advanced(FOLDCHECK_NCCL_INCLUDE FOLDCHECK_NCCL_LIBRARY)
if(NOT FOLDCHECK_NCCL_INCLUDE OR NOT FOLDCHECK_NCCL_LIBRARY)
    message(STATUS "Without nccl, several cards as one device: no ${missing}")
    return()
elseif(NOT fleet IN_LIST fold_units)
    message(STATUS "Without nccl, several cards as one device: no strategy of hip/fleet is built")
    return()
endif()
generate_kernels(kernels nccl UNITS fleet ELEMENTS fleet
    DEFINES "#define BUILT_STRATEGIES \"units/fleet.hip.h\"\n#define BUILT_LINES \"units/fleet.def\"\n")
compile_gpu(objects ${kind} BACKEND nccl SOURCES ${kernels} ${gpu_sources}
    OPTIONS -DFOLDCHECK_CARDS -isystem ${FOLDCHECK_NCCL_INCLUDE})
add_backend(nccl ${objects})
foldcheck_gpu_runtime(runtime ${kind})
target_link_libraries(foldcheck_nccl PRIVATE ${runtime} ${FOLDCHECK_NCCL_LIBRARY})
