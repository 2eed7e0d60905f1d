# SPDX-License-Identifier: MIT
# FOLDCHECK_FUZZ: fuzz_cases, linked with libFuzzer (or, by afl-clang-fast, with AFL++'s driver), and the planted bugs'
# backend, which shows that fuzzers find something. The program itself has no words for what instrumented backends call.
if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "FOLDCHECK_FUZZ: the compiler is ${CMAKE_C_COMPILER_ID}, expected clang or afl-clang-fast (CC=clang CXX=clang++)")
endif()
if(NOT sim IN_LIST devices)
    message(FATAL_ERROR "FOLDCHECK_FUZZ: fuzzers run the simulator; FOLDCHECK_DEVICES leaves it out")
endif()
get_property(coverage GLOBAL PROPERTY foldcheck_coverage_options)
set_source_files_properties(src/case/operators.c PROPERTIES COMPILE_OPTIONS "${coverage}")
add_executable(fuzz_cases src/cli/fuzz_cases.c src/cli/fuzz.c src/cli/run_plan.c src/cli/recording.c)
target_compile_options(fuzz_cases PRIVATE ${warnings})
target_link_libraries(fuzz_cases PRIVATE foldcheck_cli foldcheck_properties -fsanitize=fuzzer)
# Backends and plugins, which are C++, find the words of the fuzzer and of sanitizers in the program.
set_target_properties(fuzz_cases PROPERTIES ENABLE_EXPORTS ON LINKER_LANGUAGE CXX)
include(tests/fixtures/planted/self.cmake)
