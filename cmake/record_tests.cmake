# SPDX-License-Identifier: MIT
# The tests of records. They need python3, the simulator, and these of the operators and strategies.
set(recorded affine_u32 reduce_window)
list(REMOVE_ITEM recorded ${built} ${strategies})
if(NOT FOLDCHECK_PYTHON3 OR NOT sim IN_LIST devices OR recorded)
    message(STATUS "Without the tests of records: they need python3, the simulator and ${recorded}")
    return()
endif()
add_case(records_are_whole.program sim64 ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/record ${PROJECT_BINARY_DIR} sim64)
add_case(cards_are_shared.program host ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/cards_are_shared)
if(TARGET foldcheck_record)
    add_case(machine_code_is_told_apart.program sim32 ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/machine_code ${PROJECT_BINARY_DIR})
    set_tests_properties(machine_code_is_told_apart.program.sim32 PROPERTIES PROCESSORS 2 TIMEOUT 600)
    add_case(comparisons_find_every_change.program host ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/comparisons
        $<TARGET_FILE:foldcheck>)
    add_case(reports_suit_their_readers.program host ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/reports
        $<TARGET_FILE:foldcheck>)
    foreach(reader compare.py junitparser prometheus)
        add_case(exports_are_read.${reader} host ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/reports $<TARGET_FILE:foldcheck> ${reader})
    endforeach()
    add_case(templates_hold.sources host ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/templates_hold
        $<TARGET_FILE:foldcheck>)
    add_executable(record_statistics ci/statistics.c)
    target_compile_options(record_statistics PRIVATE ${warnings})
    target_link_libraries(record_statistics PRIVATE foldcheck_record)
    add_case(statistics_agree_with_tables.record host record_statistics)
    add_case(page_shows_records.program sim64 ${FOLDCHECK_PYTHON3} ${PROJECT_SOURCE_DIR}/ci/page_shows ${PROJECT_BINARY_DIR})
endif()
set_tests_properties(records_are_whole.program.sim64 PROPERTIES PROCESSORS 2)
