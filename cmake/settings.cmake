# SPDX-License-Identifier: MIT
# How everything on the host is compiled.
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# A backend lies beside the program, where hip/device.c looks first.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
# Floating point as written, or host and device would not agree to the bit.
add_compile_options(-ffp-contract=off)
# Asserts stay in: a harness that goes on after its own bug proves nothing.
foreach(flags CMAKE_C_FLAGS CMAKE_CXX_FLAGS)
    foreach(type RELEASE RELWITHDEBINFO MINSIZEREL)
        string(REPLACE "-DNDEBUG" "" ${flags}_${type} "${${flags}_${type}}")
    endforeach()
endforeach()
if(FOLDCHECK_SANITIZE)
    add_compile_options(-fsanitize=${FOLDCHECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${FOLDCHECK_SANITIZE})
endif()
find_program(FOLDCHECK_CCACHE ccache)
mark_as_advanced(FOLDCHECK_CCACHE)
if(FOLDCHECK_CCACHE AND NOT CMAKE_C_COMPILER_LAUNCHER)
    set(CMAKE_C_COMPILER_LAUNCHER ${FOLDCHECK_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${FOLDCHECK_CCACHE})
endif()
set(warnings -Wall -Wextra -Wpedantic $<$<COMPILE_LANGUAGE:C>:-Wconversion> $<$<BOOL:${FOLDCHECK_WERROR}>:-Werror>)

# The folders of src/ that the library is made of, and where a file of ours finds the headers of src/.
set(src_folders src/case src/engine src/report src/support)
set(src_includes "")
foreach(folder src ${src_folders})
    list(APPEND src_includes ${PROJECT_SOURCE_DIR}/${folder})
endforeach()
# What other projects include as <foldcheck/NAME.h>.
list(TRANSFORM src_folders APPEND /*.h OUTPUT_VARIABLE public_headers)
file(GLOB public_headers CONFIGURE_DEPENDS src/*.h ${public_headers} src/devices.def)
