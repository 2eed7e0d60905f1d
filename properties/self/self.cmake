# SPDX-License-Identifier: MIT
# The planted bugs: a simulator of their own, whose strategies are all wrong but one, and the tests that each is
# caught, shrinks to its fixed line, and that nothing simpler fails.
function(add_planted_backend)
    set(operators add_u32 span_8 affine_u32)
    set(FOLDCHECK_OPERATORS "")
    set(FOLDCHECK_GPU_OPERATORS "")
    generate_kernels(kernels planted)
    file(GLOB sources CONFIGURE_DEPENDS hip/sim/*.c)
    set_source_files_properties(${kernels} PROPERTIES LANGUAGE CXX)
    add_library(foldcheck_planted MODULE ${sources} ${kernels})
    # Beside the program it would hide the real one; FOLDCHECK_BACKENDS names this folder.
    set_target_properties(foldcheck_planted PROPERTIES PREFIX "" OUTPUT_NAME foldcheck_sim LINKER_LANGUAGE CXX
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/planted C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
    # First, so that strategies.hip.h and built_strategies.def are those of self.
    target_include_directories(foldcheck_planted BEFORE PRIVATE properties/self)
    target_include_directories(foldcheck_planted PRIVATE ${PROJECT_SOURCE_DIR} src hip)
    target_compile_definitions(foldcheck_planted PRIVATE FOLDCHECK_BACKEND=planted OWN_STRATEGIES=1)
    add_simulator(foldcheck_planted)
    # Some bugs go past the accessors, so that the guards and the watchdog have to find them.
    target_compile_options(foldcheck_planted PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=thread>)
    target_link_libraries(foldcheck_planted PRIVATE foldcheck_src -Wl,--version-script=${version_script})
endfunction()

function(add_planted_tests)
    add_executable(nothing_simpler properties/self/nothing_simpler.c)
    target_compile_options(nothing_simpler PRIVATE ${warnings})
    target_link_libraries(nothing_simpler PRIVATE foldcheck_properties)

    file(STRINGS properties/self/planted.txt lines REGEX "^[a-z]")
    foreach(line IN LISTS lines)
        string(REGEX MATCH "^[a-z_]+\\.(planted_[a-z_]+)" matched "${line}")
        set(bug ${CMAKE_MATCH_1})
        add_test(NAME planted_bug_shrinks_to_its_line.${bug}.sim64 COMMAND
            ${PROJECT_SOURCE_DIR}/properties/self/shrinks_to $<TARGET_FILE:foldcheck> "${line}")
        add_test(NAME nothing_simpler_fails.${bug}.sim64 COMMAND nothing_simpler "${line}")
        set_tests_properties(planted_bug_shrinks_to_its_line.${bug}.sim64 nothing_simpler_fails.${bug}.sim64
            PROPERTIES LABELS sim TIMEOUT 300 COST 10 ENVIRONMENT FOLDCHECK_BACKENDS=${PROJECT_BINARY_DIR}/planted)
    endforeach()
    # With witnesses, every shape: the fewest items that show the bug, and nothing where there is none.
    set(shown_nothing "tiles crossed: 16.*verified:")
    set(shown_swap "FAIL reduce_equals_oracle.*from reduce/span_8/5/soa.*FAILED at n = 5,.*FAILED at n = 13,")
    set(shown_tail "FAIL reduce_equals_oracle.*problem   reduce/span_8/1/soa.*FAILED at n = 1,")
    set(shown_past_end "FAIL reduce_equals_oracle.*FAILED at n = 7,")
    set(shown_crash "FAIL reduce_equals_oracle.*FAILED at n = 17,.*not run.*BROKEN.*reduce/span_8/17/soa.*(crashed|ended with exit status 1)")
    foreach(bug nothing swap tail past_end crash)
        add_test(NAME exhaustive.planted_${bug}.sim64 COMMAND foldcheck check --exhaustive 64 --device sim64
            --strategy planted_${bug})
        set_tests_properties(exhaustive.planted_${bug}.sim64 PROPERTIES LABELS sim TIMEOUT 60
            PASS_REGULAR_EXPRESSION "${shown_${bug}}" ENVIRONMENT FOLDCHECK_BACKENDS=${PROJECT_BINARY_DIR}/planted)
    endforeach()
    add_test(NAME reduce_equals_oracle.planted_nothing.sim64 COMMAND foldcheck check --device sim64
        --property reduce_equals_oracle --strategy planted_nothing --seconds 0.5)
    set_tests_properties(reduce_equals_oracle.planted_nothing.sim64
        PROPERTIES LABELS sim TIMEOUT 60 ENVIRONMENT FOLDCHECK_BACKENDS=${PROJECT_BINARY_DIR}/planted)
endfunction()

# Every application says so when its scans are wrong.
function(add_wrong_scan_tests)
    add_library(scan_forgets MODULE properties/self/scan_forgets.c)
    set_target_properties(scan_forgets PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/planted
        BUILD_RPATH ${PROJECT_BINARY_DIR})
    target_include_directories(scan_forgets PRIVATE hip)
    target_compile_options(scan_forgets PRIVATE ${warnings})
    # As an option: CMake would take a library's path apart as long as the library is not built.
    target_link_options(scan_forgets PRIVATE -Wl,--no-as-needed $<TARGET_FILE:foldcheck_sim>)
    target_link_libraries(scan_forgets PRIVATE foldcheck_src)
    add_dependencies(scan_forgets foldcheck_sim)
    foreach(op add_u32 argmin_f32_i64 lssp_i32 add4_i64) # which scan_forgets scans
        operator_is_built(built ${op} sim)
        if(NOT built)
            return()
        endif()
    endforeach()
    set(scanning ${apps})
    list(REMOVE_ITEM scanning reduction_sink) # which scans nothing; every_flaw_is_noticed has wrong folds by key
    foreach(app IN LISTS scanning)
        add_test(NAME disagrees_with_sequential_c.${app}.sim64 COMMAND foldcheck_app ${app} ${data_of_${app}}
            --device sim64 --plugin $<TARGET_FILE:scan_forgets> --strategy scan_forgets)
        set_tests_properties(disagrees_with_sequential_c.${app}.sim64 PROPERTIES LABELS sim TIMEOUT 300
            PASS_REGULAR_EXPRESSION "by [a-z ]*scans?, scan_forgets: DISAGREES")
    endforeach()
endfunction()

add_planted_backend()
if(FOLDCHECK_TESTS AND NOT FOLDCHECK_FUZZ)
    add_planted_tests()
    add_wrong_scan_tests()
endif()
