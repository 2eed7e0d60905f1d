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
if(libraries)
    set(few_operators_libraries ${FOLDCHECK_CPU_OPERATORS})
    generate_functions(units libraries libraries)
    set_source_files_properties(${units} PROPERTIES LANGUAGE CXX)
    add_library(foldcheck_libraries MODULE ${units})
    set_target_properties(foldcheck_libraries PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden LINKER_LANGUAGE CXX CXX_STANDARD 20
        LINK_DEPENDS ${version_script})
    target_include_directories(foldcheck_libraries PRIVATE ${kernel_includes})
    list(TRANSFORM libraries PREPEND FOLDCHECK_HAS_ OUTPUT_VARIABLE found)
    target_compile_definitions(foldcheck_libraries PRIVATE FOLDCHECK_BACKEND=cpu FOLDCHECK_ON_CPU PLUGIN_CODE=libraries_code ${found})
    # gcc warns of what it makes of a scan directive itself.
    target_compile_options(foldcheck_libraries PRIVATE ${warnings} -g0 -Wno-maybe-uninitialized)
    target_link_libraries(foldcheck_libraries PRIVATE foldcheck_src ${runtimes} -Wl,--version-script=${version_script})
    set_property(GLOBAL APPEND PROPERTY foldcheck_plugins_cpu foldcheck_libraries)
endif()
