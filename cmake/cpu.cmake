# SPDX-License-Identifier: MIT
# The host's processors as a device: functions of one thread as its backend, and as its peers the libraries of the host
# that are found, in one plugin.
generate_functions(units cpu sequential)
set_source_files_properties(${units} PROPERTIES LANGUAGE CXX)
add_backend(cpu ${PROJECT_SOURCE_DIR}/hip/cpu/backend.c ${units})
target_compile_definitions(foldcheck_cpu PRIVATE FOLDCHECK_ON_CPU)
target_compile_options(foldcheck_cpu PRIVATE ${warnings})

# ---- the libraries ------------------------------------------------------------------------------------------------
# An operator takes about eight seconds, so that they are built for witnesses and a few more.
set(FOLDCHECK_CPU_OPERATORS add_u32 add_f32 min_f32 affine_u32 mss_i32 span_4 span_8 span_16 span_lift tally_u64 CACHE STRING "The operators that the host's libraries are built for; empty = all of FOLDCHECK_OPERATORS")
find_package(TBB QUIET CONFIG)
set(libraries "")
set(runtimes "")
if(TBB_FOUND)
    list(APPEND libraries TBB)
    list(APPEND runtimes TBB::tbb)
else()
    message(STATUS "Without std and oneTBB as peers on cpu: no TBBConfig.cmake (libtbb-dev), on which libstdc++'s parallel policies run")
endif()
find_package(OpenMP QUIET COMPONENTS CXX)
if(OpenMP_CXX_FOUND)
    list(APPEND libraries OPENMP)
    list(APPEND runtimes OpenMP::OpenMP_CXX)
else()
    message(STATUS "Without OpenMP as a peer on cpu: ${CMAKE_CXX_COMPILER_ID} C++ has no -fopenmp here")
endif()
set(cpu_libraries ${libraries})

# A plugin of peers on cpu: the functions of hip/cpu/<header>.hip.h for some of the operators.
function(add_library_plugin name header)
    cmake_parse_arguments(PARSE_ARGV 2 plugin "" "" "OPERATORS;DEFINES;INCLUDES;RUNTIMES;OPTIONS")
    set(few_operators_${name} ${plugin_OPERATORS})
    generate_functions(units ${name} ${header})
    set_source_files_properties(${units} PROPERTIES LANGUAGE CXX)
    set(target foldcheck_${name})
    add_library(${target} MODULE ${units})
    set_target_properties(${target} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden LINKER_LANGUAGE CXX CXX_STANDARD 20
        LINK_DEPENDS ${version_script})
    target_include_directories(${target} PRIVATE ${kernel_includes})
    target_include_directories(${target} SYSTEM PRIVATE ${plugin_INCLUDES})
    target_compile_definitions(${target} PRIVATE FOLDCHECK_BACKEND=cpu FOLDCHECK_ON_CPU PLUGIN_CODE=${name}_code ${plugin_DEFINES})
    target_compile_options(${target} PRIVATE ${warnings} -g0 ${plugin_OPTIONS})
    target_link_libraries(${target} PRIVATE foldcheck_src ${plugin_RUNTIMES} -Wl,--version-script=${version_script})
    set_property(GLOBAL APPEND PROPERTY foldcheck_plugins_cpu ${target})
endfunction()
if(libraries)
    list(TRANSFORM libraries PREPEND FOLDCHECK_HAS_ OUTPUT_VARIABLE found)
    # gcc warns of what it makes of a scan directive itself.
    add_library_plugin(libraries libraries OPERATORS ${FOLDCHECK_CPU_OPERATORS} DEFINES ${found} RUNTIMES ${runtimes}
        OPTIONS -Wno-maybe-uninitialized)
endif()

# Thrust has no use for a GPU there: its headers come with nvcc, or as libthrust-dev.
get_filename_component(toolkit "${FOLDCHECK_NVCC}" DIRECTORY)
find_path(FOLDCHECK_THRUST_INCLUDE thrust/version.h HINTS ${toolkit}/../include/cccl ${toolkit}/../include PATHS /usr/local/cuda/include/cccl /usr/local/cuda/include)
mark_as_advanced(FOLDCHECK_THRUST_INCLUDE)
set(FOLDCHECK_THRUST_OPERATORS add_u32 min_f32 span_8 tally_u64 CACHE STRING "The operators that Thrust's backends for the host are built for; empty = all of FOLDCHECK_OPERATORS")
if(FOLDCHECK_THRUST_INCLUDE AND TBB_FOUND AND OpenMP_CXX_FOUND)
    add_library_plugin(thrust thrust OPERATORS ${FOLDCHECK_THRUST_OPERATORS} RUNTIMES ${runtimes} INCLUDES ${FOLDCHECK_THRUST_INCLUDE}
        DEFINES THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP OPTIONS -Wno-maybe-uninitialized)
    list(APPEND cpu_libraries THRUST)
else()
    message(STATUS "Without Thrust as a peer on cpu: it takes Thrust's headers (nvcc's, or libthrust-dev), oneTBB and OpenMP")
endif()

# OpenMP of clang, whatever compiler builds the rest: what a directive does is the compiler's.
find_program(FOLDCHECK_CLANGXX NAMES clang++-14 clang++)
if(FOLDCHECK_CLANGXX)
    execute_process(COMMAND ${FOLDCHECK_CLANGXX} -print-resource-dir OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
    find_library(FOLDCHECK_LIBOMP omp HINTS ${resources}/../..)
endif()
mark_as_advanced(FOLDCHECK_CLANGXX FOLDCHECK_LIBOMP)
if(FOLDCHECK_SANITIZE)
    message(STATUS "Without OpenMP of clang as a peer on cpu: FOLDCHECK_SANITIZE excludes it")
elseif(NOT FOLDCHECK_LIBOMP)
    message(STATUS "Without OpenMP of clang as a peer on cpu: no clang++ with libomp.so (clang-14 and libomp-14-dev)")
else()
    set(few_operators_openmp_clang ${FOLDCHECK_CPU_OPERATORS})
    generate_functions(units openmp_clang openmp_clang)
    list(TRANSFORM kernel_includes PREPEND -I OUTPUT_VARIABLE includes)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/openmp_clang)
    set(objects "")
    foreach(unit IN LISTS units)
        get_filename_component(name ${unit} NAME_WE)
        set(object ${PROJECT_BINARY_DIR}/openmp_clang/${name}.o)
        # clang warns of loops that it leaves to one lane.
        add_custom_command(OUTPUT ${object} DEPENDS ${unit} DEPFILE ${object}.d
            COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${FOLDCHECK_CLANGXX} -std=gnu++20 -O2 -fPIC -fvisibility=hidden -ffp-contract=off -fopenmp
                -Wall -Wextra -Wpedantic -Wno-pass-failed $<$<BOOL:${FOLDCHECK_WERROR}>:-Werror> ${includes}
                -DFOLDCHECK_BACKEND=cpu -DFOLDCHECK_ON_CPU -DPLUGIN_CODE=openmp_clang_code
                -MD -MF ${object}.d -MT ${object} -x c++ -c ${unit} -o ${object}
            COMMENT "Compiling ${name} for OpenMP of clang" COMMAND_EXPAND_LISTS VERBATIM)
        list(APPEND objects ${object})
    endforeach()
    add_library(foldcheck_openmp_clang MODULE ${objects})
    set_target_properties(foldcheck_openmp_clang PROPERTIES PREFIX "" LINKER_LANGUAGE CXX LINK_DEPENDS ${version_script})
    target_link_libraries(foldcheck_openmp_clang PRIVATE foldcheck_src ${FOLDCHECK_LIBOMP} -Wl,--version-script=${version_script})
    set_property(GLOBAL APPEND PROPERTY foldcheck_plugins_cpu foldcheck_openmp_clang)
    list(APPEND cpu_libraries OPENMP_OF_CLANG)
endif()
include(cmake/mpi.cmake)
