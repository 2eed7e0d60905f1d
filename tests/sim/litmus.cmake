# SPDX-License-Identifier: MIT
# The litmus table: a simulator of its own, whose strategies all communicate wrongly but one, and the tests that each
# is reported and the right one is not.
function(add_litmus)
    set(operators add_u32 affine_u32)
    set(operators_built ${operators})
    set(FOLDCHECK_GPU_OPERATORS "")
    generate_kernels(kernels litmus)
    file(GLOB sources CONFIGURE_DEPENDS hip/sim/*.c)
    set_source_files_properties(${kernels} PROPERTIES LANGUAGE CXX)
    add_library(foldcheck_litmus MODULE ${sources} ${kernels})
    set_target_properties(foldcheck_litmus PROPERTIES PREFIX "" OUTPUT_NAME foldcheck_sim LINKER_LANGUAGE CXX
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/litmus C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
    # First, so that strategies.hip.h and built_strategies.def are those of the table.
    target_include_directories(foldcheck_litmus BEFORE PRIVATE tests/sim)
    target_include_directories(foldcheck_litmus PRIVATE ${PROJECT_SOURCE_DIR} src hip)
    target_compile_definitions(foldcheck_litmus PRIVATE FOLDCHECK_BACKEND=litmus OWN_STRATEGIES=1)
    add_simulator(foldcheck_litmus)
    target_link_libraries(foldcheck_litmus PRIVATE foldcheck_src -Wl,--version-script=${version_script})

    # What reaches the simulator primitive by primitive, with nothing of a strategy around it: a test for each mechanism.
    set_source_files_properties(tests/sim/litmus.hip PROPERTIES LANGUAGE CXX)
    add_executable(sim_litmus ${sources} tests/sim/litmus.hip)
    target_include_directories(sim_litmus PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated src hip)
    target_compile_definitions(sim_litmus PRIVATE FOLDCHECK_BACKEND=litmus)
    add_simulator(sim_litmus)
    set_target_properties(sim_litmus PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(sim_litmus PRIVATE foldcheck_src)

    add_case(outcomes_stand_in_document.litmus sim ${PROJECT_SOURCE_DIR}/tests/sim/litmus_table $<TARGET_FILE:sim_litmus>)
    table_read(table tests/sim/built_strategies.def "STRATEGY\\(reduce, ")
    foreach(device sim32 sim64)
        foreach(mechanism resources barriers warp_sync yields happens_before atomics memory_models bounds schedules counters
            compiler_hooks cuda_primitives graphs host_api report_text random_scripts reopening without_checks)
            add_case(simulator_is_right.${mechanism} ${device} sim_litmus ${device} ${mechanism})
        endforeach()
        set(tests race_is_silent.litmus_right.${device})
        add_test(NAME race_is_silent.litmus_right.${device} COMMAND foldcheck check --device ${device}
            --property reduce_equals_oracle --strategy litmus_right --cases 300 --corpus /dev/null)
        add_test(NAME secret_is_reported.litmus_secret.${device} COMMAND foldcheck check --device ${device}
            --property blocks_communicate_only_if_said --strategy litmus_secret --cases 10 --corpus /dev/null)
        set_tests_properties(secret_is_reported.litmus_secret.${device} PROPERTIES
            PASS_REGULAR_EXPRESSION "FAIL blocks_communicate_only_if_said.litmus_secret.*load 2 words.*do 3 atomics")
        list(APPEND tests secret_is_reported.litmus_secret.${device})
        foreach(strategy IN LISTS table)
            set(word race)
            if(strategy MATCHES "^litmus_(right|secret)$")
                continue()
            elseif(strategy MATCHES "_fresh_")
                set(word uninitialised)
            elseif(strategy MATCHES "_past_")
                set(word bounds)
            elseif(strategy MATCHES "_unseen_")
                set(word unexamined)
            endif()
            if(FOLDCHECK_SANITIZE AND word MATCHES "^(bounds|unexamined)$") # reported by words of sanitizers
                continue()
            endif()
            add_test(NAME ${word}_is_reported.${strategy}.${device} COMMAND
                ${PROJECT_SOURCE_DIR}/tests/sim/is_reported $<TARGET_FILE:foldcheck> ${device} ${strategy} ${word})
            list(APPEND tests ${word}_is_reported.${strategy}.${device})
        endforeach()
        set_tests_properties(${tests} PROPERTIES LABELS sim TIMEOUT 120
            ENVIRONMENT FOLDCHECK_BACKENDS=${PROJECT_BINARY_DIR}/litmus)
    endforeach()
endfunction()
add_litmus()
