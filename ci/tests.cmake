# SPDX-License-Identifier: MIT
# The names of the tests, <property>.<subject>.<device|host>, from the tables. A test draws for about
# FOLDCHECK_TEST_SECONDS, shared by all operators of its entry. Labels: sim, gpu, host, nightly.
set(FOLDCHECK_TEST_SECONDS 0.5 CACHE STRING "Seconds that one test draws problems for")

set(test_devices "")
foreach(device IN LISTS devices)
    string(REPLACE "sim" "sim32;sim64" kinds ${device})
    list(APPEND test_devices ${kinds})
endforeach()

# A test of one command on one device, or on the host.
function(add_case name device)
    add_test(NAME ${name}.${device} COMMAND ${ARGN})
    set(label gpu)
    set(lock "RESOURCE_LOCK ${device}")
    if(device MATCHES "^sim")
        set(label sim)
        set(lock "")
    elseif(device STREQUAL "host")
        set(label host)
        set(lock "")
    else()
        set_tests_properties(${name}.${device} PROPERTIES RESOURCE_LOCK ${device})
    endif()
    set_tests_properties(${name}.${device} PROPERTIES LABELS ${label} TIMEOUT 300 SKIP_RETURN_CODE 77)
    # What runs the program alone runs where it is installed, too: ci/install.cmake.
    if("${ARGN}" MATCHES "^foldcheck;check;")
        list(JOIN ARGN " " command)
        string(REPLACE "foldcheck check" "\"\${foldcheck}\" check" command "${command}")
        set_property(GLOBAL APPEND_STRING PROPERTY installed_tests "add_test(${name}.${device} ${command})\nset_tests_properties(${name}.${device} PROPERTIES LABELS ${label} TIMEOUT 300 SKIP_RETURN_CODE 77 ${lock})\n")
    endif()
endfunction()

# ---- every property, of what it speaks about, where it can be checked -------------------------------------------
set(subjects_STRATEGY ${strategies})
set(subjects_REDUCTION ${strategies_of_reduce} ${strategies_of_segreduce})
set(subjects_SCAN ${strategies_of_scan})
set(subjects_SEGSCAN ${strategies_of_scan})
list(FILTER subjects_SEGSCAN INCLUDE REGEX "^segscan_")
set(subjects_SEGREDUCE ${strategies_of_segreduce})
set(subjects_ROWS ${subjects_SEGSCAN} ${subjects_SEGREDUCE})
set(subjects_TRANSPOSITION ${strategies_of_transpose})
set(subjects_FOLD ${strategies})
list(REMOVE_ITEM subjects_FOLD ${strategies_of_transpose} none)
set(subjects_EMITTER "")
foreach(strategy IN LISTS subjects_FOLD)
    if(NOT strategies_${strategy} MATCHES "NO_MAP_OUT")
        list(APPEND subjects_EMITTER ${strategy})
    endif()
endforeach()
# By their names: what picks others ends in auto, or is a policy by somebody's rule.
set(subjects_AUTO ${strategies})
list(FILTER subjects_AUTO INCLUDE REGEX "_auto$|_by_")
set(subjects_POLICY ${strategies_of_segreduce})
list(FILTER subjects_POLICY INCLUDE REGEX "_auto$|_by_")
set(subjects_OPERATOR ${operators})
set(subjects_SUITE suite)
set(places_HOST host)
set(places_DEVICE ${test_devices})
set(places_SIM ${test_devices})
list(FILTER places_SIM INCLUDE REGEX "^sim")
foreach(property IN LISTS properties)
    string(REGEX MATCH ", (STRATEGY|REDUCTION|SCAN|ROWS|SEGSCAN|SEGREDUCE|TRANSPOSITION|FOLD|EMITTER|AUTO|POLICY|OPERATOR|SUITE), (HOST|DEVICE|SIM)," matched "${properties_${property}}")
    if(NOT matched)
        message(FATAL_ERROR "properties.def: ${property}: expected a subject and HOST, DEVICE or SIM after its name")
    endif()
    set(speaks_of ${CMAKE_MATCH_1})
    set(places ${places_${CMAKE_MATCH_2}})
    set(kind strategy)
    if(speaks_of STREQUAL "OPERATOR")
        set(kind operator)
    endif()
    foreach(subject IN LISTS subjects_${speaks_of})
        set(narrow --${kind} ${subject})
        if(subject STREQUAL "suite")
            set(narrow "")
        endif()
        foreach(place IN LISTS places)
            set(where --device ${place})
            if(place STREQUAL "host")
                set(where "")
            endif()
            add_case(${property}.${subject} ${place} foldcheck check --property ${property} ${narrow} ${where}
                --seconds ${FOLDCHECK_TEST_SECONDS})
        endforeach()
    endforeach()
endforeach()
foreach(device IN LISTS test_devices)
    add_test(NAME every_claim_holds_for_minutes.suite.${device} CONFIGURATIONS nightly
        COMMAND foldcheck check --device ${device} --seconds 600)
    set_tests_properties(every_claim_holds_for_minutes.suite.${device} PROPERTIES LABELS nightly TIMEOUT 3600
        SKIP_RETURN_CODE 77)
endforeach()

# ---- every shape, with witnesses ----------------------------------------------------------------------------------
foreach(device IN LISTS test_devices)
    set(most 1024)
    set(nightly 4096)
    if(device MATCHES "^sim")
        set(most 256)
        set(nightly 512)
    endif()
    foreach(strategy IN LISTS strategies_of_reduce strategies_of_segreduce strategies_of_scan strategies_of_transpose)
        add_case(exhaustive.${strategy} ${device} foldcheck check --exhaustive ${most} --strategy ${strategy}
            --device ${device})
    endforeach()
    add_test(NAME exhaustive_to_${nightly}.suite.${device} CONFIGURATIONS nightly
        COMMAND foldcheck check --exhaustive ${nightly} --device ${device})
    set_tests_properties(exhaustive_to_${nightly}.suite.${device} PROPERTIES LABELS nightly TIMEOUT 3600
        SKIP_RETURN_CODE 77)
endforeach()

# ---- the parser under a million lines, with sanitizers ------------------------------------------------------------
include(CheckCSourceCompiles)
set(sanitize -fsanitize=address,undefined -fno-sanitize-recover=all)
set(CMAKE_REQUIRED_FLAGS "-fsanitize=address,undefined")
check_c_source_compiles("int main(void) { return 0; }" HAVE_SANITIZERS)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT HAVE_SANITIZERS)
    set(sanitize "")
endif()
file(GLOB sources CONFIGURE_DEPENDS src/*.c)
add_executable(throw_lines src/cli/throw_lines.c ${sources})
target_include_directories(throw_lines PRIVATE src ${CMAKE_BINARY_DIR}/generated)
target_compile_options(throw_lines PRIVATE ${warnings} ${sanitize})
target_link_libraries(throw_lines PRIVATE m ${sanitize})
add_case(thrown_lines_crash_nothing.parser host throw_lines 1000000 1)

# ---- the benchmarks of figures, small ------------------------------------------------------------------------------
if(FOLDCHECK_FIGURES AND benchmark_FOUND)
    foreach(device IN LISTS places_SIM)
        add_case(figures_are_measured.bench ${device} foldcheck bench --device ${device} --figures fig4,fig12,h1,h7)
    endforeach()
endif()

# ---- the benchmarks of transpositions, small -------------------------------------------------------------------------
if(benchmark_FOUND AND transpose_auto IN_LIST strategies AND transpose_low_width IN_LIST strategies)
    foreach(device IN LISTS places_SIM)
        add_case(transpositions_are_measured.bench ${device} ${CMAKE_SOURCE_DIR}/ci/bench_transposes
            $<TARGET_FILE:foldcheck> ${device})
    endforeach()
endif()

# ---- against zlib, on a file of the system ------------------------------------------------------------------------
find_package(ZLIB QUIET)
if(ZLIB_FOUND)
    add_executable(zlib_crc ci/zlib_crc.c)
    target_compile_options(zlib_crc PRIVATE ${warnings})
    target_link_libraries(zlib_crc PRIVATE ZLIB::ZLIB)
    foreach(device IN LISTS test_devices)
        add_case(crc32_equals_zlib.run ${device} ${CMAKE_SOURCE_DIR}/ci/crc_equals_zlib $<TARGET_FILE:foldcheck>
            $<TARGET_FILE:zlib_crc> ${device})
    endforeach()
else()
    message(STATUS "Without the comparison with zlib: no zlib1g-dev")
endif()

# ---- the applications, against their own sequential C -------------------------------------------------------------
foreach(app IN LISTS apps)
    string(REGEX MATCH "\"(--generate [^\"]*)\"" matched "${apps_${app}}")
    separate_arguments(data_of_${app} UNIX_COMMAND "${CMAKE_MATCH_1}")
    foreach(device IN LISTS test_devices)
        add_case(agrees_with_sequential_c.${app} ${device} foldcheck_app ${app} ${data_of_${app}} --device ${device})
    endforeach()
endforeach()

# ---- fuzzers, where there are any ---------------------------------------------------------------------------------------
if(sim IN_LIST devices)
    add_case(planted_bugs_are_fuzzed.libfuzzer sim64 ${CMAKE_SOURCE_DIR}/ci/fuzz_finds ${CMAKE_BINARY_DIR} libfuzzer)
    add_test(NAME planted_bugs_are_fuzzed.afl.sim64 CONFIGURATIONS nightly
        COMMAND ${CMAKE_SOURCE_DIR}/ci/fuzz_finds ${CMAKE_BINARY_DIR} afl)
    set_tests_properties(planted_bugs_are_fuzzed.afl.sim64 PROPERTIES LABELS nightly TIMEOUT 600 SKIP_RETURN_CODE 77)
endif()

# ---- the program's manners, and the sources' ----------------------------------------------------------------------
add_case(bad_input_is_one_line.program host ${CMAKE_SOURCE_DIR}/ci/bad_input $<TARGET_FILE:foldcheck>
    $<TARGET_FILE:foldcheck_app>)
add_case(layers_hold.sources host ${CMAKE_SOURCE_DIR}/ci/layers)
# A plugin is not built with sanitizers.
if(sim IN_LIST devices AND NOT FOLDCHECK_SANITIZE)
    add_case(outsiders_are_judged.example host ${CMAKE_SOURCE_DIR}/ci/outsiders ${CMAKE_BINARY_DIR})
    set_tests_properties(outsiders_are_judged.example.host PROPERTIES TIMEOUT 900)
endif()
add_case(format_is_kept.sources host ${CMAKE_SOURCE_DIR}/ci/format)

# ---- the suite against mistakes that are planted into the kernels -------------------------------------------------
find_program(PYTHON3 python3)
find_program(PATCH patch)
if(FOLDCHECK_SANITIZE OR NOT CMAKE_GENERATOR STREQUAL "Ninja" OR NOT PYTHON3 OR NOT PATCH)
    message(STATUS "Without mutants: they take Ninja, python3 and patch, and a build without sanitizers")
else()
    set(mutants ${PYTHON3} ${CMAKE_SOURCE_DIR}/ci/mutants --build ${CMAKE_BINARY_DIR})
    if(sim IN_LIST devices)
        add_case(mutants_are_killed.subset sim64 ${mutants} --subset --device sim64)
        set_tests_properties(mutants_are_killed.subset.sim64 PROPERTIES PROCESSORS 2 TIMEOUT 900)
    endif()
    foreach(device IN LISTS places_SIM)
        add_test(NAME mutants_are_killed.suite.${device} CONFIGURATIONS nightly
            COMMAND ${mutants} --equivalent --device ${device})
        set_tests_properties(mutants_are_killed.suite.${device} PROPERTIES LABELS nightly TIMEOUT 7200 PROCESSORS 2)
    endforeach()
endif()
